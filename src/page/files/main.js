// SPDX-License-Identifier: MIT
// The page: what is asked, what is shown, keys, addresses that can be shared.
import { $, el, plural, problem, say } from "./dom.js";
import { get, post, stream } from "./api.js";
import { answerBlock, hitItem, isTrace, selectionLine, selectionNotes, traceBlock } from "./results.js";
import { codeBlock, termsOf } from "./code.js";
import { placeLink, setRoot } from "./places.js";
import { graphBox } from "./graph.js";
import { mapView } from "./map.js";

const state = { q: "", mode: "hits", kb: "", view: "results", element: "" };
let work = null; // the question in work; another one ends it

/* ---- addresses ---- */

function readAddress() {
	const u = new URLSearchParams(location.search);
	for (const k of Object.keys(state)) state[k] = u.get(k) || (k === "mode" ? "hits" : k === "view" ? "results" : "");
	$("q").value = state.q;
	$("mode").value = state.mode;
	if (state.kb) $("kb").value = state.kb;
}

function writeAddress(push) {
	const u = new URLSearchParams();
	if (state.q) u.set("q", state.q);
	if (state.mode !== "hits") u.set("mode", state.mode);
	if (state.kb) u.set("kb", state.kb);
	if (state.view !== "results") u.set("view", state.view);
	if (state.element) u.set("element", state.element);
	const to = u.size ? `/?${u}` : "/";
	if (to === location.pathname + location.search) return;
	history[push ? "pushState" : "replaceState"](null, "", to);
	document.title = state.q ? `${state.q} - lucus` : "lucus";
}

const kb = () => state.kb || undefined;

/* ---- asking ---- */

const ways = {
	hits: { path: "/query", more: { explain: true } },
	answer: { path: "/query", more: { explain: true, answer: true }, streams: true },
	lazy: { path: "/api/v1/lazy-rag/query", more: { explain: true }, streams: true },
	broad: { path: "/api/v1/lazy-graph/query", more: { trace: true }, streams: true },
};

function fill(parts) {
	$("results").replaceChildren(...parts.filter(Boolean));
}

// What has come so far, put together once a frame at most.
function collector() {
	const got = { hits: [], selection: null, answer: null, text: "", trace: null, began: performance.now() };
	let due = false;
	const show = () => {
		due = false;
		const answer = got.answer || (got.text ? { text: got.text } : null);
		const list = el("ol", { class: "hits" }, ...got.hits.map((h) => hitItem(h, state.q, open)));
		fill([answer && answerBlock(answer, open), got.trace?.box,
			...(got.selection ? selectionNotes(got.selection) : []), list,
			got.selection && !got.hits.length ? el("p", { class: "note" }, "Nothing was found. Other words, or a name from the code, may help.") : null,
			got.selection ? selectionLine(got.selection, (got.ended || performance.now()) / 1000 - got.began / 1000) : null]);
	};
	const later = () => {
		if (!due) requestAnimationFrame(show);
		due = true;
	};
	return {
		got,
		show,
		add(kind, r) {
			if (kind === "hit") got.hits.push(r);
			else if (kind === "selection") {
				got.selection = r;
				got.ended = performance.now();
				setRoot(r.root);
			} else if (kind === "token") got.text = r.again ? "" : got.text + r.text;
			else if (kind === "answer") got.answer = { ...r, text: r.text || got.text };
			else if (isTrace(kind)) {
				got.trace = got.trace || traceBlock();
				got.trace.add(r);
			} else return;
			later();
		},
	};
}

async function ask(push = true) {
	state.q = $("q").value.trim();
	state.mode = $("mode").value;
	state.kb = $("kb").value === $("kb").dataset.first ? "" : $("kb").value;
	state.view = "results";
	writeAddress(push);
	views();
	work?.abort();
	if (!state.q) return examples();
	const mine = (work = new AbortController());
	const way = ways[state.mode];
	const body = { text: state.q, ...way.more, ...(kb() ? { kb: kb() } : {}) };
	const c = collector();
	$("results").setAttribute("aria-busy", "true");
	try {
		if (way.streams) await stream(way.path, body, (k, r) => mine === work && c.add(k, r), mine.signal);
		else {
			const data = await post(way.path, body, mine.signal);
			if (mine !== work) return;
			for (const h of data.hits || []) c.add("hit", h);
			c.add("selection", data.selection);
		}
		if (mine !== work) return;
		c.show();
		say(c.got.answer ? "The answer is there." : plural(c.got.hits.length, "hit"));
	} catch (e) {
		if (e.name === "AbortError" || mine !== work) return;
		c.show();
		$("results").prepend(problem(e));
	} finally {
		if (mine === work) $("results").removeAttribute("aria-busy");
	}
}

// Where nothing is asked: names from the store itself.
async function examples() {
	fill([el("h2", {}, "Ask this code base")]);
	try {
		const { records } = await get("/api/v1/graph/communities", { kb: kb(), limit: 8 });
		const names = records.filter((r) => r.record === "community").flatMap((r) => (r.entry_points || []).slice(0, 1).map((p) => p.name));
		const topics = records.filter((r) => r.record === "community").map((r) => r.name);
		const asks = [...names.slice(0, 3).map((n) => `who uses ${n}`), ...topics.slice(0, 3).map((t) => `how does ${t} work`), ...names.slice(3, 5)];
		if (state.q) return;
		fill([el("h2", {}, "Ask this code base"),
			asks.length ? el("p", { class: "examples" }, ...asks.map((t) => el("button", { type: "button", onclick: () => { $("q").value = t; ask(); } }, t)))
				: el("p", { class: "note" }, "The store is empty: run lucus sync in the tree, then ask.")]);
	} catch (e) {
		fill([problem(e)]);
	}
}

/* ---- one element ---- */

async function open(id, first = 0, last = first) {
	if (!id) return;
	state.element = id;
	writeAddress(true);
	const box = $("side");
	box.hidden = false;
	box.setAttribute("aria-busy", "true");
	try {
		const { element: x } = await get(`/api/v1/elements/${encodeURIComponent(id)}`, { kb: kb() });
		if (state.element !== id) return;
		const code = x.code || "";
		const block = codeBlock(code, x.language, x.start_line, termsOf(state.q));
		const graph = el("div", {});
		box.replaceChildren(
			el("div", { class: "row" }, el("h2", {}, x.name, el("span", { class: "kind" }, ` ${x.type}`)),
				el("button", { type: "button", onclick: close, "aria-label": "Close" }, "×")),
			el("div", { class: "place" }, placeLink(x.file_path, x.start_line, open, id)),
			...(x.docstring ? [el("p", {}, x.docstring)] : []), block, graph);
		mark(block, first - x.start_line, last - x.start_line);
		box.removeAttribute("aria-busy");
		say(`${x.type} ${x.name}, ${x.file_path} line ${x.start_line}`);
		await graphBox(graph, id, x.name, kb(), open);
	} catch (e) {
		box.replaceChildren(el("button", { type: "button", onclick: close }, "Close"), problem(e));
	} finally {
		box.removeAttribute("aria-busy");
	}
}

// Lines of a block, counted from 0: marked, and scrolled to.
function mark(block, from, to) {
	const lines = block.querySelectorAll(".ln");
	for (let i = Math.max(from, 0); i <= to && i < lines.length; i++) {
		const n = lines[i];
		n.replaceChildren(el("mark", {}, n.textContent));
	}
	if (from > 3 && lines[from]) block.scrollTop = lines[from].offsetTop - block.offsetTop - 40;
}

function close() {
	$("side").hidden = true;
	$("side").replaceChildren();
	state.element = "";
	writeAddress(true);
}

/* ---- views ---- */

function views() {
	for (const b of document.querySelectorAll("[data-view]")) b.setAttribute("aria-pressed", String(b.dataset.view === state.view));
	for (const id of ["results", "map", "status"]) $(id).hidden = id !== state.view;
}

async function status(box) {
	try {
		const [{ kbs }, { strategies }] = await Promise.all([get("/api/v1/kbs"), get("/api/v1/strategies", { kb: kb() })]);
		const cell = (v) => el("td", {}, v === null || v === undefined ? "" : String(v));
		const table = (rows, keys) => el("table", {}, el("tr", {}, ...keys.map((k) => el("th", { scope: "col" }, k.replaceAll("_", " ")))),
			...rows.map((r) => el("tr", {}, ...keys.map((k) => cell(r[k])))));
		const keysOf = (rows) => [...new Set(rows.flatMap((r) => Object.keys(r)))].filter((k) => k !== "record" && rows.some((r) => typeof r[k] !== "object"));
		box.replaceChildren(el("h2", {}, "Knowledge bases"), table(kbs, keysOf(kbs)), el("h2", {}, "Strategies"), table(strategies, keysOf(strategies)));
	} catch (e) {
		box.replaceChildren(problem(e));
	}
}

function view(name, push = true) {
	state.view = name;
	writeAddress(push);
	views();
	if (name === "map") mapView($("map"), kb(), open);
	if (name === "status") status($("status"));
}

/* ---- settings and keys ---- */

function theme(value) {
	if (value) document.documentElement.dataset.theme = value;
	else delete document.documentElement.dataset.theme;
	if (value) localStorage.setItem("lucus.theme", value);
	else localStorage.removeItem("lucus.theme");
	$("theme").value = value || "";
}

function settings() {
	theme(localStorage.getItem("lucus.theme") || "");
	const url = localStorage.getItem("lucus.editor") || "";
	const known = [...$("editor").options].some((o) => o.value === url);
	$("editor").value = known ? url : "other";
	$("editor-url").value = url;
	$("token").value = sessionStorage.getItem("lucus.token") || "";
	$("theme").addEventListener("change", () => theme($("theme").value));
	$("editor").addEventListener("change", () => {
		if ($("editor").value !== "other") $("editor-url").value = $("editor").value;
		localStorage.setItem("lucus.editor", $("editor-url").value);
	});
	$("editor-url").addEventListener("change", () => localStorage.setItem("lucus.editor", $("editor-url").value.trim()));
	$("token").addEventListener("change", () => sessionStorage.setItem("lucus.token", $("token").value.trim()));
	$("settings-open").addEventListener("click", () => $("settings").showModal());
}

function step(by) {
	const all = [...document.querySelectorAll("#results .hit")];
	if (!all.length) return;
	const now = all.findIndex((h) => h.getAttribute("aria-current") === "true");
	const next = all[Math.min(all.length - 1, Math.max(0, now < 0 ? 0 : now + by))];
	for (const h of all) h.setAttribute("aria-current", String(h === next));
	next.focus({ preventScroll: true });
	next.scrollIntoView({ block: "nearest" });
}

function onKey(e) {
	if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
	if (e.key === "Escape") {
		if (document.activeElement === $("q")) $("q").blur();
		else if (!$("side").hidden) close();
		return;
	}
	if (e.target.closest?.("input, select, textarea")) return;
	const current = document.querySelector('#results .hit[aria-current="true"]');
	const keys = {
		"/": () => { $("q").focus(); $("q").select(); },
		j: () => step(1),
		k: () => step(-1),
		t: () => theme(matchMedia("(prefers-color-scheme: dark)").matches !== (document.documentElement.dataset.theme === "dark") ? "light" : "dark"),
		g: () => current && open(current.dataset.id).then(() => $("side").querySelector("svg.graph")?.scrollIntoView({ block: "nearest" })),
		Enter: () => current && !e.target.closest("button, a, summary, [role=button]") && open(current.dataset.id),
	};
	if (!keys[e.key]) return;
	if (e.key !== "Enter" || (current && !e.target.closest("button, a, summary, [role=button]"))) e.preventDefault();
	keys[e.key]();
}

/* ---- the beginning ---- */

async function knowledgeBases() {
	try {
		const { kbs } = await get("/api/v1/kbs");
		const names = kbs.map((k) => k.kb ?? k.name);
		if (names.length) $("kb").replaceChildren(...names.map((n) => el("option", { value: n }, n)));
		$("kb").hidden = names.length < 2;
	} catch (e) {
		$("kb").hidden = true;
		if (!state.q) fill([problem(e)]);
	}
	$("kb").dataset.first = $("kb").dataset.first || $("kb").value;
	if (state.kb) $("kb").value = state.kb;
}

async function show() {
	readAddress();
	if (state.view !== "results") view(state.view, false);
	else if (state.q) await ask(false);
	else {
		views();
		await examples();
	}
	if (state.element) open(state.element);
	else $("side").hidden = true;
}

for (const o of document.querySelectorAll("[data-script]")) o.disabled = false;
$("ask").addEventListener("submit", (e) => {
	e.preventDefault();
	ask();
});
for (const b of document.querySelectorAll("[data-view]")) b.addEventListener("click", () => view(b.dataset.view));
addEventListener("popstate", show);
addEventListener("keydown", onKey);
settings();
readAddress();
await Promise.all([knowledgeBases(), show()]);
document.documentElement.dataset.ready = "";
