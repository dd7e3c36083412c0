// SPDX-License-Identifier: MIT
// Communities as a map: the area of each is its size; one that is opened shows what is below it.
import { el, plural, problem, say, svg } from "./dom.js";
import { get } from "./api.js";

// Rectangles of these sizes that fill x, y, w, h, each as square as can be.
function squares(items, x, y, w, h) {
	const out = [];
	let rest = [...items].sort((a, b) => b.size - a.size);
	let left = rest.reduce((s, i) => s + i.size, 0);
	while (rest.length && left > 0 && w > 0 && h > 0) {
		const side = Math.min(w, h);
		const unit = (w * h) / left;
		let n = 1, best = Infinity;
		for (let k = 1; k <= rest.length; k++) {
			const sum = rest.slice(0, k).reduce((s, i) => s + i.size, 0) * unit;
			const thick = sum / side;
			const worst = Math.max(...[rest[0], rest[k - 1]].map((i) => {
				const long = (i.size * unit) / thick;
				return Math.max(long / thick, thick / long);
			}));
			if (worst > best) break;
			best = worst;
			n = k;
		}
		const row = rest.slice(0, n);
		const sum = row.reduce((s, i) => s + i.size, 0);
		const thick = (sum * unit) / side;
		let at = 0;
		for (const i of row) {
			const long = (i.size * unit) / thick;
			out.push(w < h ? { item: i, x: x + at, y, w: long, h: thick } : { item: i, x, y: y + at, w: thick, h: long });
			at += long;
		}
		if (w < h) { y += thick; h -= thick; } else { x += thick; w -= thick; }
		rest = rest.slice(n);
		left -= sum;
	}
	return out;
}

function area(r, choose) {
	const i = r.item;
	const about = `${i.name}, ${plural(i.size, "element")} in ${plural(i.files, "file")}`;
	const go = (e) => {
		if (e.type === "keydown" && e.key !== "Enter" && e.key !== " ") return;
		e.preventDefault();
		choose(i);
	};
	// a drawing of its own cuts off what is too long
	const inner = svg("svg", { x: r.x + 6, y: r.y + 2, width: Math.max(r.w - 10, 0), height: Math.max(r.h - 4, 0) },
		svg("text", { x: 0, y: 15 }, i.name));
	const g = svg("g", { class: "area", tabindex: 0, role: "button", "aria-label": about, onclick: go, onkeydown: go },
		svg("rect", { x: r.x + 1, y: r.y + 1, width: Math.max(r.w - 2, 0), height: Math.max(r.h - 2, 0), rx: 3 }),
		svg("title", {}, about), inner);
	return g;
}

export async function mapView(box, kb, open) {
	let all = [];
	const path = [];
	const detail = el("div", {});
	const draw = () => {
		const parent = path.at(-1);
		const level = parent ? parent.level + 1 : 0;
		const now = all.filter((c) => c.level === level && (!parent || c.parent === parent.id));
		const W = Math.max(box.clientWidth, 300), H = Math.max(innerHeight * 0.7, 320);
		const crumbs = [el("button", { type: "button", onclick: () => { path.length = 0; draw(); } }, "All")];
		path.forEach((p, n) => crumbs.push(" › ", el("button", { type: "button", onclick: () => { path.length = n + 1; draw(); } }, p.name)));
		const map = svg("svg", { class: "map", viewBox: `0 0 ${W} ${H}`, role: "group", "aria-label": "Communities" },
			...squares(now, 0, 0, W, H).map((r) => area(r, choose)));
		box.replaceChildren(el("h2", {}, "What belongs together"), el("div", { class: "tools" }, ...crumbs), ...(now.length ? [map] : []), detail);
		say(`${plural(now.length, "community", "communities")}`);
	};
	const about = (c) => detail.replaceChildren(
		el("h3", {}, c.name), el("p", {}, c.summary || ""),
		el("p", { class: "note" }, `${plural(c.size, "element")} in ${plural(c.files, "file")}. ${(c.words || []).join(", ")}`),
		el("ul", {}, ...(c.entry_points || []).map((p) => el("li", {}, el("button", { type: "button", class: "name", onclick: () => open(p.id) }, p.name),
			el("span", { class: "place" }, ` ${p.file_path}:${p.start_line}`)))));
	async function choose(c) {
		about(c);
		if (!c.below || path.some((p) => p.id === c.id)) return;
		try {
			const below = await get("/api/v1/graph/communities", { kb, level: c.level + 1, limit: 5000 });
			const known = new Set(all.map((x) => x.id));
			all = all.concat(below.records.filter((r) => r.record === "community" && !known.has(r.id)));
			path.push(c);
			draw();
			about(c);
		} catch (e) {
			detail.replaceChildren(problem(e));
		}
	}
	try {
		const first = await get("/api/v1/graph/communities", { kb, level: 0, limit: 5000 });
		all = first.records.filter((r) => r.record === "community");
		if (all.length) draw();
		else box.replaceChildren(el("p", { class: "note" }, "There are no communities here: the store is empty, or has not been indexed."));
	} catch (e) {
		box.replaceChildren(problem(e));
	}
}
