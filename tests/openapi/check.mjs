// SPDX-License-Identifier: MIT
// Is a document OpenAPI 3.1, and are replies what it says? Schemas are taken more strictly than they are written: a member that
// a record does not describe is wrong here. Prints a line for each thing that is wrong, and the operations that nothing asked.
//   node check.mjs MODULES DOCUMENT REPLIES     REPLIES: lines of {"method","path","status","type","body"}
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, documentPath, repliesPath] = process.argv.slice(2);
const resolve = createRequire(`${modules}/`).resolve;
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { Validator } = await load("@seriousme/openapi-schema-validator");
const { default: Ajv } = await load("ajv/dist/2020.js");
const { default: addFormats } = await load("ajv-formats");

const doc = JSON.parse(fs.readFileSync(documentPath, "utf8"));
const validator = new Validator({ strict: true });
const sound = await validator.validate(doc);
if (!sound.valid) console.log("document", JSON.stringify(sound.errors));
else if (validator.version !== "3.1") console.log("document is of version", validator.version);

// Deeply: an object that names its members has no others, unless its schema says that.
const strict = (schema) => {
	if (Array.isArray(schema)) return schema.map(strict);
	if (typeof schema !== "object" || schema === null) return schema;
	const out = Object.fromEntries(Object.entries(schema).map(([k, v]) => [k, k === "const" || k === "enum" ? v : strict(v)]));
	if (out.type === "object" && typeof out.properties === "object" && !("additionalProperties" in out)) out.additionalProperties = false;
	return out;
};

const ajv = new (Ajv.default ?? Ajv)({ strict: false, allErrors: true });
(addFormats.default ?? addFormats)(ajv);
ajv.addSchema({ $id: "doc:/", components: strict(doc.components) });
const localized = (schema) => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc:/#/'));

const shared = (response) => (response?.$ref ? doc.components.responses[response.$ref.split("/").pop()] : response);

const patterns = Object.keys(doc.paths).map((path) => ({
	path,
	regex: new RegExp("^" + path.replace(/\{[^}]*\}/g, "[^/]+") + "$"),
}));
const asked = new Set();
const compiled = new Map();
let n = 0;
for (const line of fs.readFileSync(repliesPath, "utf8").split("\n").filter(Boolean)) {
	const reply = JSON.parse(line);
	const say = (...words) => console.log(reply.method, reply.path, reply.status, ...words);
	const at = patterns.find(({ regex }) => regex.test(reply.path.split("?")[0]));
	const operation = doc.paths[at?.path]?.[reply.method.toLowerCase()];
	const content = shared(operation?.responses[reply.status] ?? operation?.responses.default)?.content[reply.type.split(";")[0]];
	if (!content) {
		say("is not described:", reply.type);
		continue;
	}
	const key = `${reply.method} ${at.path} ${reply.status < 400} ${reply.type}`;
	if (!compiled.has(key)) compiled.set(key, ajv.compile(localized(strict(content.schema))));
	const check = compiled.get(key);
	const body = reply.type.includes("json") ? JSON.parse(reply.body) : reply.body;
	if (!check(body)) for (const e of check.errors.slice(0, 6)) say(e.instancePath, e.message, JSON.stringify(e.params));
	if (reply.status < 400 && reply.type.includes("json")) asked.add(operation.operationId);
	n++;
}
for (const path of Object.values(doc.paths))
	for (const { operationId, responses } of Object.values(path))
		if (shared(responses[200]).content["application/json"] && !asked.has(operationId)) console.log("nothing has asked", operationId);
console.log("replies", n);
