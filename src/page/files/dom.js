// SPDX-License-Identifier: MIT
// Elements are made of text alone: nothing that comes from code or a model is ever read as markup.

export const $ = (id) => document.getElementById(id);

export function el(tag, props = {}, ...children) {
	const e = document.createElement(tag);
	for (const [k, v] of Object.entries(props)) {
		if (v === null || v === undefined || v === false) continue;
		if (k === "class") e.className = v;
		else if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
		else e.setAttribute(k, v === true ? "" : v);
	}
	e.append(...children.filter((c) => c !== null && c !== undefined));
	return e;
}

export function svg(tag, props = {}, ...children) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [k, v] of Object.entries(props)) {
		if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
		else e.setAttribute(k, v);
	}
	e.append(...children);
	return e;
}

// Said to screen readers.
export function say(text) {
	$("live").textContent = text;
}

export const plural = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

export function problem(error) {
	const p = el("p", { class: "error", role: "alert" }, error.message || String(error));
	say(p.textContent);
	return p;
}
