// SPDX-License-Identifier: MIT
// Code in colours: comments, strings, numbers and words that most languages reserve, found by shape.
import { el } from "./dom.js";

const words = new Set(
	("abstract and as async await begin bool boolean break case catch char class const continue def default defer defmodule " +
		"do double elif else elsif end enum except export extends extern false final finally float fn for foreach from func " +
		"function go goto if impl implements import in include inline instanceof int interface internal is lambda let local long " +
		"loop match mod module mut namespace new nil none not null object of operator or out override package pass private proc " +
		"protected protocol pub public raise record return self short signed sizeof static struct super switch template then " +
		"this throw throws trait true try type typedef typename union unless unsigned until use using val var virtual void " +
		"volatile when where while with yield").split(" "),
);
const hash = new Set(["python", "ruby", "bash", "elixir", "yaml", "toml", "make", "cmake", "perl", "r"]);
const dashes = new Set(["lua", "haskell", "sql"]);

function shape(language) {
	const line = hash.has(language) ? "#[^\\n]*" : dashes.has(language) ? "--[^\\n]*" : "//[^\\n]*";
	return new RegExp(
		`(${line}|/\\*[\\s\\S]*?(?:\\*/|$)|"""[\\s\\S]*?(?:"""|$))` +
			`|("(?:\\\\.|[^"\\\\\\n])*"?|'(?:\\\\.|[^'\\\\\\n])*'|\`(?:\\\\.|[^\`\\\\])*\`?)` +
			`|(\\b\\d[\\w.]*\\b)|([A-Za-z_][\\w]*)`,
		"g",
	);
}

function coloured(text, language) {
	const out = [];
	let last = 0;
	const put = (t, c) => t && out.push([t, c]);
	if (language === "markdown" || language === "rst" || !language) return [[text, ""]];
	for (const m of text.matchAll(shape(language))) {
		put(text.slice(last, m.index), "");
		put(m[0], m[1] ? "tc" : m[2] ? "ts" : m[3] ? "tn" : words.has(m[4]) ? "tk" : "");
		last = m.index + m[0].length;
	}
	put(text.slice(last), "");
	return out;
}

// Words of the question, to be marked in code.
export function termsOf(question) {
	const all = (question || "").toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) || [];
	return [...new Set(all)].filter((w) => !/^(the|and|for|are|was|how|what|who|why|where|which|when|does|with|from|this|that)$/.test(w));
}

function marked(text, terms) {
	if (!terms.length) return [text];
	const re = new RegExp(`(${terms.map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
	return text.split(re).map((t, i) => (i % 2 ? el("mark", {}, t) : t));
}

// A block of code; `first` is the number of its first line, 0 where that is not known.
export function codeBlock(text, language, first = 0, terms = []) {
	const pre = el("pre", { tabindex: "0", role: "region", "aria-label": "Code" });
	let line = first;
	let start = true;
	const number = () => {
		if (first && start) pre.append(el("span", { class: "ln", "aria-hidden": "true" }, String(line++)));
		start = false;
	};
	for (const [t, c] of coloured(text.replace(/\n$/, ""), language)) {
		t.split("\n").forEach((part, i) => {
			if (i) {
				pre.append("\n");
				start = true;
			}
			number();
			if (part) pre.append(c ? el("span", { class: c }, ...marked(part, terms)) : el("span", {}, ...marked(part, terms)));
		});
	}
	return pre;
}
