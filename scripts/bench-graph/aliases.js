// SPDX-License-Identifier: MIT
// Print what the compiler says that callees mean which stand for something else: what a specifier of an import or an export
// names, members of objects that are given a name alone ("{ f }", "exports.f = f"), and what assignments, types and classes without a
// name define. An index of scip-typescript has the member for the second, and symbols that nothing defines for the others.
//
// usage: node aliases.js TOOLS TREE TSCONFIG
//
// TOOLS is the folder with node_modules, where scip-typescript's own compiler is. A line for each place, its columns separated
// by tabs: path, line and column of the name (from 0), kind ("local": in a function), the place of each definition
// ("path:line", separated by blanks), the name of what is defined ("default" for what has none).
"use strict";
const path = require("path");

const [tools, folder, project] = process.argv.slice(2);
const ts = require(require.resolve("typescript", { paths: [path.resolve(tools, "node_modules/@sourcegraph/scip-typescript")] }));
const tree = path.resolve(folder);

function inTree(file) {
	const relative = path.relative(tree, file);
	return relative.startsWith("..") || relative.split(path.sep).includes("node_modules") ? "" : relative;
}

function isCallee(node) {
	let whole = node.parent && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
	while (whole.parent && (ts.isNonNullExpression(whole.parent) || ts.isExpressionWithTypeArguments(whole.parent))) whole = whole.parent;
	return whole.parent && (ts.isCallExpression(whole.parent) || ts.isNewExpression(whole.parent)) && whole.parent.expression === whole;
}

// The module in "require('./m')" as its users see it.
function required(checker, node) {
	if (!ts.isCallExpression(node) || node.expression.getText() !== "require" || node.arguments.length !== 1) return undefined;
	const module = checker.getSymbolAtLocation(node.arguments[0]);
	return module && module.exports ? module.exports.get("export=") || module : undefined;
}

// What a constant of a module that is taken out of an object stands for: "const { Suite } = mocha".
function takenFrom(checker, declaration) {
	const variable = declaration.parent.parent;
	if (isLocal(declaration)) return undefined;
	if (!ts.isObjectBindingPattern(declaration.parent) || !ts.isVariableDeclaration(variable) || !variable.initializer) return undefined;
	if (!(variable.parent.flags & ts.NodeFlags.Const) || declaration.initializer || declaration.dotDotDotToken) return undefined;
	const key = declaration.propertyName || declaration.name;
	return ts.isIdentifier(key) ? checker.getPropertyOfType(checker.getTypeAtLocation(variable.initializer), key.text) : undefined;
}

// What a member of an object stands for, when its value is a name.
function valueOf(checker, declaration) {
	if (ts.isBindingElement(declaration)) return takenFrom(checker, declaration);
	if (ts.isShorthandPropertyAssignment(declaration)) return checker.getShorthandAssignmentValueSymbol(declaration);
	const assigned = ts.isPropertyAccessExpression(declaration) ? declaration.parent : declaration;
	const value = ts.isPropertyAssignment(declaration) ? declaration.initializer : ts.isBinaryExpression(assigned) && assigned.right;
	if (value && ts.isPropertyAccessExpression(value)) return checker.getSymbolAtLocation(value.name);
	return value && ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : value && required(checker, value);
}

// "exports.f = ...", "f.g = ...", "F.prototype.m = ...", and members of what has no name ("module.exports = class {}"), which have
// local symbols: in other files than `file` these mean something else, or nothing
function isUnseen(declaration, file) {
	const around = declaration.parent;
	if (around && (ts.isTypeLiteralNode(around) || ts.isClassExpression(around))) return true;
	if (isMade(declaration, file)) return true;
	return ts.isPropertyAccessExpression(declaration) || ts.isElementAccessExpression(declaration) || ts.isBinaryExpression(declaration);
}

function follow(checker, symbol, file) {
	const seen = new Set();
	while (symbol && !seen.has(symbol)) {
		seen.add(symbol);
		const next = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol)
			: (symbol.declarations || []).length === 1 ? valueOf(checker, symbol.declarations[0]) : undefined;
		if (!next) break;
		symbol = next;
	}
	return seen.size > 1 || (symbol && (symbol.declarations || []).some((d) => isUnseen(d, file))) ? symbol : undefined;
}

// A member of an object that a function of another file makes.
function isMade(declaration, file) {
	return declaration.parent && ts.isObjectLiteralExpression(declaration.parent) && declaration.getSourceFile() !== file;
}

function isLocal(declaration) {
	for (let node = declaration.parent; node; node = node.parent) if (ts.isFunctionLike(node)) return true;
	return false;
}

function print(source, file, node, symbol) {
	const places = [];
	let name = "";
	let kind = "func";
	for (const declaration of symbol.declarations || []) {
		const named = ts.getNameOfDeclaration(declaration);
		const target = declaration.getSourceFile();
		const path = inTree(target.fileName);
		if (!path) continue;
		places.push(`${path}:${target.getLineAndCharacterOfPosition((named || declaration).getStart(target)).line + 1}`);
		const own = ts.isBinaryExpression(declaration) ? declaration.right.name : named; // module.exports = function f() {}
		const text = own && ts.isIdentifier(own) ? own.text : named && ts.isIdentifier(named) ? named.text : "default";
		if (!name || name === "default") name = text; // "declare module" declares it again, without its name
		if (isLocal(declaration) && !isMade(declaration, source)) kind = "local";
	}
	const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
	if (places.length) console.log([file, line, character, kind, places.join(" "), name].join("\t"));
}

function visit(checker, source, file, node) {
	if (ts.isIdentifier(node) && isCallee(node)) {
		const symbol = follow(checker, checker.getSymbolAtLocation(node), source);
		if (symbol) print(source, file, node, symbol);
	}
	ts.forEachChild(node, (child) => visit(checker, source, file, child));
}

function run(config, done) {
	if (ts.sys.directoryExists(config)) config = path.join(config, "tsconfig.json");
	if (done.has(config)) return;
	done.add(config);
	const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} });
	if (!parsed) return;
	for (const reference of parsed.projectReferences || []) run(path.resolve(reference.path), done);
	const program = ts.createProgram(parsed.fileNames, parsed.options);
	const checker = program.getTypeChecker();
	for (const source of program.getSourceFiles()) {
		const file = inTree(source.fileName);
		if (file) visit(checker, source, file, source);
	}
}

run(path.resolve(tree, project), new Set());
