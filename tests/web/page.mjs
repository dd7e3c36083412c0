// SPDX-License-Identifier: MIT
// The page in a browser: asks, opens a hit, follows a citation, expands the graph, switches the theme, on a phone's width too.
// Usage: node page.mjs URL AXE [FOLDER]: prints TAP; AXE is axe.min.js; screenshots go into FOLDER.
import { readFileSync } from "node:fs";
import { Browser, KEY } from "./browser.mjs";

const [url, axeFile, folder] = process.argv.slice(2);
const axe = axeFile && readFileSync(axeFile, "utf8");
let n = 0;
let failed = 0;

function is(name, ok, why = "") {
	n++;
	if (!ok) failed++;
	console.log(`${ok ? "ok" : "not ok"} ${n} - ${name}`);
	if (!ok) console.log(`# ${why === "" ? "it is not so" : JSON.stringify(why)}`);
}

async function step(name, run) {
	try {
		await run();
	} catch (e) {
		is(name, false, e.message);
	}
}

const b = await Browser.open();
const shot = (name) => (folder ? b.shot(`${folder}/${name}.png`) : null);
const ready = () => b.until("the page", "return document.documentElement.dataset.ready === ''");
const hits = () => b.until("hits", "const h = document.querySelectorAll('#results .hit'); return h.length");

// No finding of axe that is serious.
async function sound(name) {
	if (!axe) return;
	await b.run(`if (!window.axe) { ${axe} }`);
	const found = await b.later(`
		const done = arguments[0];
		window.axe.run(document, { resultTypes: ['violations'] }).then(
			(r) => done(r.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes.map((n) => n.html.slice(0, 120)).slice(0, 3).join(' | '))),
			(e) => done([String(e)]))`);
	is(`${name}: axe finds nothing serious`, found.length === 0, found);
}

await step("examples", async () => {
	await b.go(url);
	await ready();
	const examples = await b.until("examples", "return document.querySelectorAll('.examples button').length");
	is("an empty page has examples of the store's own names", examples > 0, examples);
	await sound("empty page");
});

await step("asking", async () => {
	await b.press("/");
	is("/ goes to the question", (await b.run("return document.activeElement.id")) === "q");
	await b.type("#q", "push a value onto the stack");
	await b.press(KEY.enter);
	is("there are hits", (await hits()) > 0);
	is("the address can be shared", (await b.run("return location.search")).includes("q=push+a+value"));
	is("code is in colours", await b.run("return document.querySelectorAll('.hit pre .tk').length > 0"));
	is("words of the question are marked", await b.run("return document.querySelectorAll('.hit mark').length > 0"));
	is("which stage gave which rank", await b.run("return document.querySelector('.hit details table').textContent.includes('full text')"));
	await sound("hits");
	await shot("hits");
	const ms = await b.later(`
		const done = arguments[0], q = document.getElementById('q');
		q.value = 'where is the stack made';
		const at = performance.now();
		new MutationObserver((_, o) => { if (document.querySelector('#results .hit')) { o.disconnect(); done(performance.now() - at); } }).observe(document.getElementById('results'), { childList: true });
		document.getElementById('ask').requestSubmit();`);
	console.log(`# hits visible ${ms.toFixed(1)} ms after the question was sent`);
});

await step("a hit", async () => {
	await hits();
	await b.run("document.getElementById('q').blur()");
	await b.press("j");
	is("j goes to the first hit", await b.run("return document.querySelector('.hit').getAttribute('aria-current') === 'true'"));
	await b.press("j");
	await b.press("k");
	is("k goes back", await b.run("return document.querySelector('.hit').getAttribute('aria-current') === 'true'"));
	await b.press(KEY.enter);
	await b.until("source", "return !document.getElementById('side').hidden && document.querySelector('#side pre')");
	is("Enter opens it", true);
	const nodes = await b.until("graph", "return document.querySelectorAll('#side svg.graph .node').length");
	is("with the graph around it", nodes > 0);
	is("its filters", (await b.run("return document.querySelectorAll('#side .tools input').length")) >= 3);
	await sound("element");
	await shot("element");
	await b.press(KEY.escape);
	is("Esc closes it", await b.run("return document.getElementById('side').hidden"));
});

await step("a place", async () => {
	await b.click("#results .hit .place a");
	await b.until("source", "return !document.getElementById('side').hidden && document.querySelector('#side pre')");
	is("its place opens it, too", true);
	const to = await b.run("return document.querySelector('#results .hit .place a').href");
	is("and is an address", to.startsWith(url) && to.includes("q=") && to.includes("element="), to);
	await b.go(to);
	await b.until("source", "return !document.getElementById('side').hidden && document.querySelector('#side pre')");
	is("that leads to the same", (await b.run("return document.querySelector('#side .place').textContent")) !== "");
	await b.press(KEY.escape);
});

await step("an element without a docstring", async () => {
	await b.go(`${url}/?q=fill`);
	await ready();
	await hits();
	await b.click("#results .hit .name");
	await b.until("source", "return document.querySelector('#side pre')");
	const text = await b.run("return document.getElementById('side').innerText");
	is("it says nothing that is not there", text.includes("fill") && !/\bnull\b|undefined/.test(text), text);
	await b.press(KEY.escape);
});

await step("the graph", async () => {
	await b.go(`${url}/?q=stack_push`);
	await ready();
	await hits();
	await b.click("#results .hit .name");
	await b.until("graph", "return document.querySelectorAll('#side svg.graph .node').length > 1");
	const before = await b.run("return document.querySelectorAll('#side svg.graph .node').length");
	await b.run("document.querySelector('#side svg.graph .node:not(.centre)').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))");
	await new Promise((done) => setTimeout(done, 400));
	const after = await b.run("return document.querySelectorAll('#side svg.graph .node').length");
	is("a node expands", after >= before, [before, after]);
	const edges = "return document.querySelectorAll('#side svg.graph line').length";
	const all = await b.run(edges);
	await b.run("for (const i of document.querySelectorAll('#side .tools input')) if (i.checked && i.parentNode.textContent.includes('CALLS')) i.click()");
	is("a filter takes edges away", (await b.run(edges)) < all, all);
	const at = "return document.querySelector('#side svg.graph g').getAttribute('transform')";
	await b.run("document.querySelector('#side .tools button[aria-label=Larger]').click()");
	is("it is enlarged", /scale\(1\.3\)/.test(await b.run(at)));
});

await step("an answer", async () => {
	await b.go(`${url}/?q=how+is+a+value+pushed+onto+the+stack&mode=answer`);
	await ready();
	await b.until("answer", "return document.querySelector('.answer .cite')");
	is("an answer has citations", true);
	await b.click(".answer .cite");
	await b.until("its source", "return document.querySelector('#side pre')");
	is("a citation leads to its source", true);
	is("its lines are marked", await b.until("marks", "return document.querySelectorAll('#side pre .ln mark').length"));
	await sound("answer");
	await shot("answer");
});

await step("a broad question", async () => {
	await b.go(`${url}/?q=how+are+values+kept&mode=broad`);
	await ready();
	const text = await b.until("something", "return document.querySelector('#results .answer, #results .error')?.textContent");
	is("it is answered, or said how to switch it on", text.length > 20, text);
});

await step("map and status", async () => {
	await b.click("[data-view=map]");
	await b.until("the map", "return document.querySelector('#map svg.map rect, #map .note')");
	is("communities are a map", true);
	await sound("map");
	await shot("map");
	await b.click("[data-view=status]");
	await b.until("status", "return document.querySelectorAll('#status table').length === 2");
	is("status and strategies", true);
	await sound("status");
});

await step("the theme", async () => {
	const background = "return getComputedStyle(document.body).backgroundColor";
	await b.run("document.activeElement.blur()");
	const light = await b.run(background);
	await b.press("t");
	is("t switches the theme", (await b.run(background)) !== light);
	await b.go(`${url}/?q=stack`);
	await ready();
	await hits();
	is("it stays", (await b.run(background)) !== light);
	is("what the browser draws is dark, too", (await b.run("return getComputedStyle(document.documentElement).colorScheme")) === "dark");
	await sound("dark");
	await shot("dark");
});

await step("a phone", async () => {
	await b.size(500, 800);
	await b.run("document.documentElement.style.width = '360px'");
	await b.go(`${url}/?q=stack_push`);
	await ready();
	await hits();
	is("nothing is wider than a phone", await b.run("return document.documentElement.scrollWidth <= window.innerWidth"));
	await sound("phone");
	await shot("phone");
});

await step("what is wrong", async () => {
	await b.go(`${url}/?q=x&kb=nowhere`);
	await ready();
	await b.go(`${url}/?q=${encodeURIComponent("<img src=x onerror=document.title='gone'>")}`);
	await ready();
	is("a question is no markup", (await b.run("return document.title")) !== "gone" && (await b.run("return !document.querySelector('#results img')")));
	const log = (await b.log()).filter((l) => l.level === "SEVERE" && !/40[0-9]|favicon/.test(l.message));
	is("the console has no errors", log.length === 0, log.map((l) => l.message));
});

await b.close();
console.log(`1..${n}`);
process.exit(failed ? 1 : 0);
