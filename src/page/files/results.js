// SPDX-License-Identifier: MIT
// Hits, answers and the trace of a broad question.
import { el, plural } from "./dom.js";
import { codeBlock, termsOf } from "./code.js";
import { placeLink } from "./places.js";

const stageNames = { bm25: "full text", vector: "vectors", rrf: "both fused", graph: "graph", rerank: "order", expansion: "expansion" };

function stages(hit) {
	const rows = Object.entries(hit.stages || {}).map(([k, s]) =>
		el("tr", {}, el("th", { scope: "row" }, stageNames[k] || k), el("td", {}, `${s.rank}`), el("td", {}, s.score.toFixed(3))));
	if (!rows.length) return null;
	const head = el("tr", {}, ...["stage", "rank", "score"].map((t) => el("th", { scope: "col" }, t)));
	const more = (hit.parts || []).slice(0, 8).map((p) =>
		el("tr", {}, el("td", {}, p.feature), el("td", { colspan: "2" }, p.value.toFixed(2))));
	return el("details", {}, el("summary", {}, "Why it is here"), el("table", {}, head, ...rows, ...more));
}

export function hitItem(hit, question, open) {
	const share = hit.relevance === undefined ? null : Math.round(hit.relevance * 100);
	return el("li", { class: "hit", tabindex: "-1", "data-id": hit.id, "aria-current": "false" },
		el("div", { class: "row" },
			el("h3", {}, el("span", { class: "kind" }, `${hit.rank}. `),
				el("button", { type: "button", class: "name", onclick: () => open(hit.id) }, hit.name),
				el("span", { class: "kind" }, ` ${hit.type}`)),
			share === null ? null : el("span", { class: "kind", title: "how likely it answers" }, `${share}%`)),
		el("div", { class: "place" }, placeLink(hit.file_path, hit.start_line, open, hit.id)),
		hit.via ? el("div", { class: "kind" }, `by way of ${hit.via.name}`) : null,
		hit.stale ? el("p", { class: "note" }, "The file has changed since it was indexed.") : null,
		hit.snippet ? codeBlock(hit.snippet, hit.language, hit.snippet_start || 0, termsOf(question)) : null,
		stages(hit));
}

export function selectionNotes(s) {
	const notes = [];
	if (s.corrected?.length) notes.push(`Showing results for ${s.corrected.map((c) => c.to || c).join(", ")}.`);
	if (s.translated) notes.push(`Read as: ${typeof s.translated === "string" ? s.translated : s.translated.text || ""}`);
	if (s.unmatched?.length) notes.push(`Nothing here holds: ${s.unmatched.join(", ")}.`);
	if (s.fallback) notes.push(s.fallback);
	if (s.behind > 0) notes.push(`${plural(s.behind, "file is", "files are")} not as indexed: run lucus sync, or serve with --watch.`);
	return notes.map((t) => el("p", { class: "note" }, t));
}

export function selectionLine(s, seconds) {
	return el("p", { class: "note" },
		`${plural(s.selected_k, "hit")}, ${plural(s.tokens, "token")}, by ${s.strategy}, ${(seconds * 1000).toFixed(0)} ms`);
}

/* ---- answers ---- */

function inline(text, cite) {
	const out = [];
	let last = 0;
	for (const m of text.matchAll(/`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[(\d+(?:\s*,\s*\d+)*)\]/g)) {
		out.push(text.slice(last, m.index));
		if (m[1]) out.push(el("code", {}, m[1]));
		else if (m[2]) out.push(el("strong", {}, m[2]));
		else for (const n of m[3].split(",")) out.push(cite(Number(n)));
		last = m.index + m[0].length;
	}
	out.push(text.slice(last));
	return out;
}

// The text of an answer: paragraphs, lists, headings, code that is indented or fenced.
function prose(text, cite) {
	const blocks = [];
	let lines = [];
	let code = null;
	const end = () => {
		if (lines.length) blocks.push(el("p", {}, ...inline(lines.join("\n"), cite)));
		lines = [];
	};
	const endCode = () => {
		if (code) blocks.push(codeBlock(code.lines.join("\n"), "c"));
		code = null;
	};
	for (const line of text.split("\n")) {
		if (/^```/.test(line)) {
			if (code?.fenced) endCode();
			else {
				end();
				endCode();
				code = { fenced: true, lines: [] };
			}
		} else if (code?.fenced) code.lines.push(line);
		else if (/^( {4}|\t)/.test(line)) {
			end();
			code = code || { fenced: false, lines: [] };
			code.lines.push(line.replace(/^( {4}|\t)/, ""));
		} else if (!line.trim()) {
			if (code) code.lines.push("");
			end();
		} else {
			endCode();
			const h = line.match(/^(#{1,4})\s+(.*)/);
			const item = line.match(/^\s*(?:[-*]|\d+\.)\s+(.*)/);
			if (h || item) end();
			if (h) blocks.push(el("h3", {}, ...inline(h[2], cite)));
			else if (item) blocks.push(el("p", {}, "• ", ...inline(item[1], cite)));
			else lines.push(line);
		}
	}
	endCode();
	end();
	return blocks;
}

function confidence(a) {
	if (a.confidence === undefined) return null;
	const p = Math.round(a.confidence * 100);
	const bar = el("span", { class: "bar", "aria-hidden": "true" });
	bar.style.width = `${p / 20}em`;
	const lacks = a.missing?.length ? ` Not found here: ${a.missing.join(", ")}.` : "";
	return el("p", { class: "note" }, `Confidence ${p}% `, bar, lacks);
}

// An answer, whole (a record) or as far as it has come (text alone).
export function answerBlock(record, open) {
	const by = new Map((record.citations || []).map((c) => [c.source, c]));
	const cite = (n) => {
		const c = by.get(n);
		const label = `[${n}]`;
		if (!c) return label;
		return el("button", { type: "button", class: "cite", "data-cite": String(n), title: `${c.path}:${c.start_line} ${c.name}`,
			onclick: () => open(c.id, c.start_line, c.end_line) }, label);
	};
	const sources = [...by.values()].map((c) => el("li", { id: `source-${c.source}` },
		`[${c.source}] `, el("button", { type: "button", class: "name", onclick: () => open(c.id, c.start_line, c.end_line) }, c.name), " ",
		el("span", { class: "place" }, placeLink(c.path, c.start_line, open, c.id))));
	const u = record.usage || record.tokens;
	const costs = u && typeof u === "object" ? Object.entries(u).filter(([, v]) => typeof v === "number").map(([k, v]) => `${k} ${v}`).join(", ") : "";
	return el("article", { class: "answer", "aria-label": "Answer" },
		el("h2", {}, "Answer"), ...prose(record.text || "", cite), record.citations ? confidence(record) : null,
		sources.length ? el("details", { open: true }, el("summary", {}, plural(sources.length, "source")), el("ol", { class: "hits" }, ...sources)) : null,
		costs ? el("p", { class: "note" }, `Costs: ${costs}`) : null);
}

/* ---- the trace of a broad question ---- */

const tell = {
	subquery: (r) => ["question", `${r.kept ? "" : `dropped (${r.why}): `}${r.text}`],
	community: (r) => ["community", `level ${r.level}, score ${r.score.toFixed(2)} ${r.path || r.id}`],
	relevance: (r) => [r.relevant ? "relevant" : "not relevant", `${r.score ?? "?"} of 10, ${r.path}:${r.start_line} ${r.text}`],
	state: (r) => ["state", `${r.phase}: ${r.tests} tests, ${r.left} left, ${r.kept} kept${r.end ? `, ended: ${r.end}` : ""}`],
	claim: (r) => ["claim", `${r.text} (${(r.sources || []).map((s) => `${s.path}:${s.start_line}`).join(", ")})`],
};

export const isTrace = (kind) => kind in tell;

export function traceRow(record) {
	const [what, text] = tell[record.record](record);
	return el("tr", {}, el("th", { scope: "row" }, what), el("td", {}, text));
}

export function traceBlock() {
	const body = el("tbody", {});
	const box = el("details", {}, el("summary", {}, "How it was searched"), el("table", {}, body));
	return { box, add: (r) => body.append(traceRow(r)) };
}
