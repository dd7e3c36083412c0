// SPDX-License-Identifier: MIT
// A place of the code as a link: into an editor, by the address that the settings give, else into this page.
import { el } from "./dom.js";

let root = "";
export const setRoot = (r) => {
	root = r || "";
};

// Letters that are no part of a scheme can make no address that runs something.
function address(path, line) {
	const form = localStorage.getItem("lucus.editor") || "";
	if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(form) || /^(javascript|data|vbscript):/i.test(form)) return null;
	const part = (s) => s.split("/").map(encodeURIComponent).join("/");
	return form.replaceAll("{root}", part(root.replace(/^\//, ""))).replaceAll("{path}", part(path)).replaceAll("{line}", String(line));
}

export function placeLink(path, line, open, id) {
	const to = address(path, line);
	const text = line ? `${path}:${line}` : path;
	if (to) return el("a", { href: to }, text);
	if (!id) return el("span", {}, text);
	const here = new URLSearchParams(location.search);
	here.set("element", id);
	const follow = (e) => {
		if (e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return; // into a tab of its own
		e.preventDefault();
		open(id, line);
	};
	return el("a", { href: `/?${here}`, onclick: follow }, text);
}
