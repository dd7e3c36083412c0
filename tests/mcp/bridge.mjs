// SPDX-License-Identifier: MIT
// POST /mcp for the conformance suite, which speaks HTTP alone: each body is a line for one `lucus mcp` and its answer the
// reply. It decides nothing: the status follows from the code of the error, as lucus' own transports have it.
//   node bridge.mjs LUCUS FOLDER     prints its URL when it is ready; ends with its standard input
import { spawn } from "node:child_process";
import http from "node:http";
import readline from "node:readline";

const [lucus, folder] = process.argv.slice(2);
const server = spawn(lucus, ["mcp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let next = 1;

// Ids of several clients meet in one process: each gets one of its own on the way in.
readline.createInterface({ input: server.stdout }).on("line", (line) => {
	const message = JSON.parse(line);
	const asked = waiting.get(message.id);
	if (!asked) return;
	waiting.delete(message.id);
	if (asked.id === undefined) delete message.id;
	else message.id = asked.id;
	const code = message.error?.code;
	asked.reply(code === undefined ? 200 : code === -32601 ? 404 : 400, message);
});

const web = http.createServer((req, res) => {
	let body = "";
	req.on("data", (part) => (body += part));
	req.on("end", () => {
		const reply = (status, message) => {
			res.writeHead(status, message ? { "content-type": "application/json" } : {});
			res.end(message && JSON.stringify(message));
		};
		if (req.method !== "POST") return reply(405);
		const message = JSON.parse(body);
		if (message.id === undefined) {
			server.stdin.write(JSON.stringify(message) + "\n");
			return reply(202);
		}
		const id = next++;
		waiting.set(id, { id: message.id, reply });
		server.stdin.write(JSON.stringify({ ...message, id }) + "\n");
	});
});
web.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${web.address().port}/mcp`));
process.stdin.on("end", () => {
	server.stdin.end();
	web.closeAllConnections();
	web.close();
}).resume();
