// SPDX-License-Identifier: MIT
// The graph around an element: drawn, moved, enlarged, filtered, expanded.
import { el, plural, problem, say, svg } from "./dom.js";
import { get } from "./api.js";

const asked = ["callers", "callees", "inherits", "tests"];
const W = 640;
const H = 380;

// Places that do not depend on chance: equal graphs look alike.
function layout(nodes, edges, centre) {
	const list = [...nodes.values()];
	list.forEach((n, i) => {
		if (n.x !== undefined) return;
		const at = n.from ? nodes.get(n.from) : null;
		const a = i * 2.399963;
		const r = at ? 60 : 30 + 16 * Math.sqrt(i);
		n.x = (at?.x ?? W / 2) + r * Math.cos(a);
		n.y = (at?.y ?? H / 2) + r * Math.sin(a);
	});
	for (let step = 0; step < 220; step++) {
		const cool = 1 - step / 220;
		for (const n of list) n.dx = n.dy = 0;
		for (let i = 0; i < list.length; i++)
			for (let j = i + 1; j < list.length; j++) {
				const a = list[i], b = list[j];
				const x = a.x - b.x || 0.01, y = a.y - b.y || 0.01;
				const f = Math.min(2600 / (x * x + y * y), 4);
				const d = Math.hypot(x, y);
				a.dx += (f * x) / d; a.dy += (f * y) / d;
				b.dx -= (f * x) / d; b.dy -= (f * y) / d;
			}
		for (const e of edges) {
			const a = nodes.get(e.src.id), b = nodes.get(e.dst.id);
			const x = b.x - a.x, y = b.y - a.y, d = Math.hypot(x, y) || 1;
			const f = (d - 95) * 0.02;
			a.dx += (f * x) / d; a.dy += (f * y) / d;
			b.dx -= (f * x) / d; b.dy -= (f * y) / d;
		}
		for (const n of list) {
			if (n.id === centre) { n.x = W / 2; n.y = H / 2; continue; }
			n.x += (n.dx * 4 + (W / 2 - n.x) * 0.004) * cool;
			n.y += (n.dy * 4 + (H / 2 - n.y) * 0.006) * cool;
		}
	}
}

// Drag to move, wheel or + and - to enlarge.
function movable(root, scene) {
	let x = 0, y = 0, k = 1, from = null;
	const show = () => scene.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
	const zoom = (f, cx = W / 2, cy = H / 2) => {
		const to = Math.min(6, Math.max(0.2, k * f));
		x = cx - ((cx - x) * to) / k;
		y = cy - ((cy - y) * to) / k;
		k = to;
		show();
	};
	const scale = () => W / (root.getBoundingClientRect().width || W);
	root.addEventListener("wheel", (e) => {
		e.preventDefault();
		const b = root.getBoundingClientRect();
		zoom(e.deltaY < 0 ? 1.15 : 1 / 1.15, (e.clientX - b.left) * scale(), (e.clientY - b.top) * scale());
	}, { passive: false });
	root.addEventListener("pointerdown", (e) => {
		if (e.target.closest(".node")) return;
		from = [e.clientX, e.clientY, x, y];
		root.setPointerCapture(e.pointerId);
	});
	root.addEventListener("pointermove", (e) => {
		if (!from) return;
		x = from[2] + (e.clientX - from[0]) * scale();
		y = from[3] + (e.clientY - from[1]) * scale();
		show();
	});
	root.addEventListener("pointerup", () => { from = null; });
	return zoom;
}

// The graph around the element `id`, into `box`. open(id) shows another element.
export function graphBox(box, id, name, kb, open) {
	const nodes = new Map(), edges = new Map(), expanded = new Set();
	const grades = new Set(["exact", "unique", "ambiguous"]);
	let kinds = null;
	const scene = svg("g");
	const root = svg("svg", { class: "graph", viewBox: `0 0 ${W} ${H}`, role: "group", "aria-label": `Graph around ${name}` }, scene);
	const zoom = movable(root, scene);
	const filters = el("div", { class: "tools", role: "group", "aria-label": "Filters" });
	const note = el("p", { class: "note" });

	const add = (n, from) => {
		if (!nodes.has(n.id)) nodes.set(n.id, { id: n.id, name: n.name, type: n.type, place: `${n.file_path}:${n.start_line}`, from });
	};
	const shown = () => [...edges.values()].filter((e) => grades.has(e.grade) && (!kinds || kinds.has(e.kind)));
	const draw = () => {
		const live = shown();
		const seen = new Set([id, ...live.flatMap((e) => [e.src.id, e.dst.id])]);
		const part = new Map([...nodes].filter(([k]) => seen.has(k)));
		layout(part, live, id);
		scene.replaceChildren(
			...live.map((e) => {
				const a = part.get(e.src.id), b = part.get(e.dst.id);
				return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: e.grade, "marker-end": "url(#arrow)" },
					svg("title", {}, `${e.src.name} ${e.kind} ${e.dst.name} (${e.grade}: ${e.reason || ""})`));
			}),
			...[...part.values()].map((n) => {
				const go = (event) => {
					if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
					event.preventDefault();
					event.stopPropagation();
					if (event.shiftKey || expanded.has(n.id)) open(n.id);
					else expand(n.id);
				};
				return svg("g", { class: n.id === id ? "node centre" : "node", tabindex: 0, role: "button", "data-id": n.id,
					"aria-label": `${n.name}, ${n.type}, ${n.place}`, transform: `translate(${n.x} ${n.y})`, onclick: go, onkeydown: go },
				svg("circle", { r: n.id === id ? 9 : 6 }), svg("text", { x: 10, y: 4 }, n.name), svg("title", {}, `${n.type} ${n.name}\n${n.place}`));
			}),
			svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 15, refY: 4, markerWidth: 6, markerHeight: 6, orient: "auto" },
				svg("path", { d: "M0 0 8 4 0 8z", fill: "currentColor" }))),
		);
		note.textContent = `${plural(part.size, "element")}, ${plural(live.length, "edge")}. A click expands, a second one opens.`;
	};
	const drawFilters = () => {
		const box1 = (value, on, change) => el("label", {}, el("input", { type: "checkbox", checked: on, onchange: (e) => { change(e.target.checked); draw(); } }), ` ${value}`);
		const all = [...new Set([...edges.values()].map((e) => e.kind))].sort();
		if (kinds === null) kinds = new Set(all);
		filters.replaceChildren(
			...all.map((k) => box1(k, kinds.has(k), (on) => (on ? kinds.add(k) : kinds.delete(k)))),
			...["exact", "unique", "ambiguous"].map((g) => box1(g, grades.has(g), (on) => (on ? grades.add(g) : grades.delete(g)))),
			el("button", { type: "button", "aria-label": "Larger", onclick: () => zoom(1.3) }, "+"),
			el("button", { type: "button", "aria-label": "Smaller", onclick: () => zoom(1 / 1.3) }, "−"));
	};
	async function expand(of) {
		expanded.add(of);
		try {
			const parts = await Promise.all(asked.map((q) => get(`/api/v1/graph/${q}/${of}`, { kb, limit: 30 })));
			for (const r of parts.flatMap((p) => p.records)) {
				if (r.record !== "edge" || !r.src?.id || !r.dst?.id) continue; // what is unresolved is no element
				add(r.src, of);
				add(r.dst, of);
				const key = `${r.src.id} ${r.kind} ${r.dst.id}`;
				if (!edges.has(key)) {
					edges.set(key, r);
					kinds?.add(r.kind);
				}
			}
			drawFilters();
			draw();
			say(note.textContent);
		} catch (e) {
			note.replaceChildren(problem(e));
		}
	}
	nodes.set(id, { id, name, type: "", place: "" });
	box.replaceChildren(el("h3", {}, "Graph"), filters, root, note);
	return expand(id);
}
