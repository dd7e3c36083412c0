// SPDX-License-Identifier: MIT
// What the server is asked, and what goes wrong with that, in words.

const token = () => sessionStorage.getItem("lucus.token");

function headers(extra) {
	const h = { ...extra };
	if (token()) h.Authorization = `Bearer ${token()}`;
	return h;
}

async function refused(r) {
	let text = "";
	try {
		const p = await r.json();
		text = p.detail || p.title || "";
	} catch {
		// no problem document: the status has to do
	}
	if (r.status === 401) text = "This server asks for a token: give it in the settings.";
	if (r.status === 429) text = `Too many questions: try again in ${r.headers.get("Retry-After") || "a few"} seconds.`;
	if (r.status === 503) text = text || "The server is busy: try again in a moment.";
	return new Error(text || `The server answered with status ${r.status}.`);
}

async function send(path, options) {
	let r;
	try {
		r = await fetch(path, options);
	} catch (e) {
		if (e.name === "AbortError") throw e;
		throw new Error("The server can not be reached: is lucus serve still running?");
	}
	if (!r.ok) throw await refused(r);
	return r;
}

export async function get(path, params = {}, signal = undefined) {
	const u = new URLSearchParams();
	for (const [k, v] of Object.entries(params))
		for (const one of Array.isArray(v) ? v : [v]) if (one !== undefined && one !== "") u.append(k, one);
	const q = u.toString();
	return (await (await send(q ? `${path}?${q}` : path, { headers: headers({}), signal })).json()).data;
}

export async function post(path, body, signal) {
	const r = await send(path, {
		method: "POST",
		signal,
		headers: headers({ "Content-Type": "application/json" }),
		body: JSON.stringify(body),
	});
	return (await r.json()).data;
}

// One event of a stream: its name and what its data say; null for a comment.
function readEvent(block) {
	let name = "message";
	const data = [];
	for (const line of block.split("\n")) {
		if (line.startsWith("event:")) name = line.slice(6).trim();
		else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
	}
	return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

// Calls on(name, record) for each event, as it comes.
export async function stream(path, body, on, signal) {
	const r = await send(path, {
		method: "POST",
		signal,
		headers: headers({ "Content-Type": "application/json", Accept: "text/event-stream" }),
		body: JSON.stringify(body),
	});
	const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
	let rest = "";
	for (;;) {
		const { value, done } = await reader.read();
		if (done) break;
		rest += value.replace(/\r/g, "");
		for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
			const event = readEvent(rest.slice(0, end));
			rest = rest.slice(end + 2);
			if (event?.name === "error") throw new Error(event.data.detail || event.data.message || "The answer broke off.");
			if (event) on(event.name, event.data);
		}
	}
}
