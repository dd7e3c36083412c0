// SPDX-License-Identifier: MIT
// The official client lists the tools and calls each, in the era that it negotiates by itself, with its own check of structured
// content against the output schema.
//   node client.mjs MODULES LUCUS FOLDER     prints the era, the tools, and the first line of what each says
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, lucus, folder] = process.argv.slice(2);
const resolve = createRequire(`${modules}/`).resolve;
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StdioClientTransport({ command: lucus, args: ["mcp"], cwd: folder }));
console.log("era", client.getNegotiatedProtocolVersion());
const { tools } = await client.listTools();
console.log("tools", tools.map((t) => t.name).join(" "));
const calls = {
	search: { query: "fill the kettle" },
	context: { name: "pour" },
	graph: { question: "callers", name: "pour" },
	ask: { question: "when does it whistle?" },
};
for (const { name } of tools) {
	const result = await client.callTool({ name, arguments: calls[name] });
	if (result.isError || !result.structuredContent) throw new Error(JSON.stringify(result));
	console.log(name, result.content[0].text.split("\n")[0]);
}
await client.close();
