// SPDX-License-Identifier: MIT
// A browser that is driven over WebDriver, as a person would use it: it types, presses keys, clicks.
// chromedriver listens on a free port of 127.0.0.1 and ends with this process.
import { spawn } from "node:child_process";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export const KEY = { enter: "\uE007", escape: "\uE00C", tab: "\uE004" };

function start(program) {
	const child = spawn(program, ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
	process.on("exit", () => child.kill());
	return new Promise((done, fail) => {
		let text = "";
		child.on("error", fail);
		child.on("exit", () => fail(new Error(`${program} did not start`)));
		child.stdout.on("data", (piece) => {
			text += piece;
			const port = text.match(/started successfully on port (\d+)/);
			if (port) done({ child, url: `http://127.0.0.1:${port[1]}` });
		});
	});
}

export class Browser {
	static async open({ driver = "chromedriver", binary, width = 1280, height = 900 } = {}) {
		const b = new Browser();
		Object.assign(b, await start(driver));
		const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", `--window-size=${width},${height}`];
		const s = await b.call("POST", "/session", {
			capabilities: { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": { args, ...(binary ? { binary } : {}) },
				"goog:loggingPrefs": { browser: "ALL" } } },
		});
		b.session = `/session/${s.sessionId}`;
		return b;
	}

	async call(method, path, body) {
		const r = await fetch(this.url + path, { method, body: body && JSON.stringify(body) });
		const { value } = await r.json();
		if (!r.ok) throw new Error(`${value.error}: ${value.message.split("\n")[0]}`);
		return value;
	}

	go(url) {
		return this.call("POST", `${this.session}/url`, { url });
	}

	// The value of a function's body in the page.
	run(script, ...args) {
		return this.call("POST", `${this.session}/execute/sync`, { script, args });
	}

	later(script, ...args) {
		return this.call("POST", `${this.session}/execute/async`, { script, args });
	}

	async find(css) {
		const e = await this.call("POST", `${this.session}/element`, { using: "css selector", value: css });
		return `${this.session}/element/${e[ELEMENT]}`;
	}

	async click(css) {
		await this.call("POST", `${await this.find(css)}/click`, {});
	}

	async type(css, text) {
		const e = await this.find(css);
		await this.call("POST", `${e}/clear`, {});
		await this.call("POST", `${e}/value`, { text });
	}

	// Keys to what has the focus.
	async press(...keys) {
		const actions = keys.flatMap((k) => [{ type: "keyDown", value: k }, { type: "keyUp", value: k }]);
		await this.call("POST", `${this.session}/actions`, { actions: [{ type: "key", id: "keys", actions }] });
	}

	// Wait until a function's body gives something, and return that.
	async until(what, script, ...args) {
		for (let i = 0; i < 200; i++) {
			const v = await this.run(script, ...args);
			if (v) return v;
			await new Promise((done) => setTimeout(done, 50));
		}
		throw new Error(`this did not come: ${what}`);
	}

	size(width, height) {
		return this.call("POST", `${this.session}/window/rect`, { width, height });
	}

	async shot(file) {
		const { writeFileSync } = await import("node:fs");
		writeFileSync(file, Buffer.from(await this.call("GET", `${this.session}/screenshot`), "base64"));
	}

	log() {
		return this.call("POST", `${this.session}/se/log`, { type: "browser" });
	}

	async close() {
		await this.call("DELETE", this.session);
		this.child.kill();
	}
}
