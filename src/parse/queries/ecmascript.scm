; SPDX-License-Identifier: MIT
; What JavaScript and TypeScript share.

(function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.function
(class_declaration name: (_) @name body: (_) @body) @def.class
; what an accessor is called by, where it says so: "Object.defineProperty(o, 'name', { get() {} })"
((call_expression function: (member_expression property: (property_identifier) @_define)
  arguments: (arguments . (_) . (string (string_fragment) @name.told) . (object [
    (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method
    (pair key: (_) @name
      value: [(arrow_function parameters: (_) @params body: (_) @body)
              (arrow_function parameter: (_) @params body: (_) @body)
              (function_expression parameters: (_) @params body: (_) @body)]) @def.method])))
  (#eq? @_define "defineProperty") (#any-of? @name "get" "set" "value"))
((call_expression function: (member_expression property: (property_identifier) @_define)
  arguments: (arguments . (_) . (object (pair key: (property_identifier) @name.told value: (object [
    (method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method
    (pair key: (_) @name
      value: [(arrow_function parameters: (_) @params body: (_) @body)
              (arrow_function parameter: (_) @params body: (_) @body)
              (function_expression parameters: (_) @params body: (_) @body)]) @def.method])))))
  (#eq? @_define "defineProperties") (#any-of? @name "get" "set" "value"))
(method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method

; a name that a function or a class is given to
(variable_declarator name: (identifier) @name
  value: [(arrow_function parameters: (_) @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)
          (generator_function parameters: (_) @params body: (_) @body)]) @def.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @def.class
(assignment_expression left: [(member_expression) (identifier)] @name
  right: [(arrow_function parameters: (_) @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)
          (generator_function parameters: (_) @params body: (_) @body)]) @def.function
(assignment_expression left: [(member_expression) (identifier)] @name right: (class body: (_) @body)) @def.class
(pair key: [(property_identifier) (string) (computed_property_name)] @name
  value: [(arrow_function parameters: (_) @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)
          (generator_function parameters: (_) @params body: (_) @body)]) @def.method
(export_statement "default" @name
  value: [(arrow_function parameters: (_) @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression !name parameters: (_) @params body: (_) @body)
          (generator_function !name parameters: (_) @params body: (_) @body)]) @def.function
; a function that has a name of its own, and is given none: src/parse/own_names.c
(function_expression name: (identifier) @name parameters: (_) @params body: (_) @body) @def.expression
(generator_function name: (identifier) @name parameters: (_) @params body: (_) @body) @def.expression
(export_statement "default" @name value: (class !name body: (_) @body)) @def.class
(export_statement "default" @name value: (object)) @def.constant

(program (lexical_declaration "const" (variable_declarator name: (identifier) @name value: (_)) @def.constant))
(program (lexical_declaration "let" (variable_declarator name: (identifier) @name) @def.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @def.variable))
(program (export_statement (lexical_declaration "const"
  (variable_declarator name: (identifier) @name value: (_)) @def.constant)))
(program (export_statement (lexical_declaration "let" (variable_declarator name: (identifier) @name) @def.variable)))
(program (export_statement (variable_declaration (variable_declarator name: (identifier) @name) @def.variable)))
; settings of a module or of what it makes: "exports.limits = { size: 10 }"
((program (expression_statement (assignment_expression left: (member_expression) @name
  right: [(number) (string) (template_string) (true) (false) (array) (object) (unary_expression) (regex)] @_value) @def.constant))
  (#not-any-of? @name "module.exports" "exports.default") (#not-ends? @name ".prototype") (#lacks? @_value "("))
; what a table of defaults holds
((variable_declarator name: (identifier) @name value: (object (pair key: (property_identifier) @name.part
  value: [(number) (string) (template_string) (true) (false) (unary_expression) (binary_expression)]) @def.field))
  (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))

(lexical_declaration . (variable_declarator) @of .) @outer
(variable_declaration . (variable_declarator) @of .) @outer
(expression_statement (assignment_expression) @of) @outer
(export_statement declaration: (_) @of) @outer
(export_statement declaration: (lexical_declaration . (variable_declarator) @of .)) @outer
(export_statement declaration: (variable_declaration . (variable_declarator) @of .)) @outer

(class_declaration (decorator) @decorator) @of
(export_statement (decorator) @decorator declaration: (_) @of)

(call_expression function: [(identifier) (member_expression) (subscript_expression) (call_expression)
  (parenthesized_expression) (super)] @call)
(new_expression constructor: (_) @call)

; functions that are passed on, held or bound: who has one may call it. What a module gives on is told as @export.
(arguments [(identifier) (member_expression)] @value.here)
(pair value: [(identifier) (member_expression)] @value.here)
(object (shorthand_property_identifier) @value.here)
(array (identifier) @value.here)
(assignment_expression left: [(member_expression) (subscript_expression)] right: [(identifier) (member_expression)] @value.here)
(variable_declarator value: (identifier) @value.here)
(return_statement (identifier) @value.here)
(ternary_expression consequence: (identifier) @value.here)
(ternary_expression alternative: (identifier) @value.here)
(binary_expression operator: ["||" "??"] right: (identifier) @value.here)

(import_statement . source: (string (string_fragment) @import.module))
(import_statement (import_clause (identifier) @import.default) source: (string (string_fragment) @import.module))
(import_statement (import_clause (namespace_import (identifier) @import.space))
  source: (string (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier !alias name: (_) @import.name)))
  source: (string (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias)))
  source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier !alias name: (_) @import.name))
  source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias))
  source: (string (string_fragment) @import.module))
(export_statement (namespace_export (_) @import.space) source: (string (string_fragment) @import.module))
(export_statement "*" @import.name source: (string (string_fragment) @import.module))
((variable_declarator name: (identifier) @import.space value: (call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (object_pattern (object_assignment_pattern
    left: (shorthand_property_identifier_pattern) @import.name))
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (object_pattern (pair_pattern
    key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (identifier) @import.alias value: (member_expression
  object: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))
  property: (property_identifier) @import.name)) (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (await_expression (call_expression function: (import)
    arguments: (arguments . (string (string_fragment) @import.module))))))
((variable_declarator name: (object_pattern (pair_pattern
    key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (await_expression (call_expression function: (import)
    arguments: (arguments . (string (string_fragment) @import.module))))))
(variable_declarator name: (identifier) @import.space value: (await_expression
  (call_expression function: (import) arguments: (arguments . (string (string_fragment) @import.module)))))
; what a module of CommonJS gives on: "exports.f = require('./f').f", "module.exports = { f: require('./f') }"
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports
    property: (property_identifier) @import.space)
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#any-of? @_exports "exports" "module.exports") (#eq? @_require "require"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports
    property: (property_identifier) @import.alias)
  right: (member_expression object: (call_expression function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @import.module))) property: (property_identifier) @import.name))
  (#any-of? @_exports "exports" "module.exports") (#eq? @_require "require"))
((assignment_expression left: (member_expression) @_exports right: (object (pair key: (property_identifier) @import.space
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))))
  (#eq? @_exports "module.exports") (#eq? @_require "require"))
((assignment_expression left: (member_expression) @_exports right: (object (pair key: (property_identifier) @import.alias
  value: (member_expression object: (call_expression function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @import.module))) property: (property_identifier) @import.name))))
  (#eq? @_exports "module.exports") (#eq? @_require "require"))
((assignment_expression left: (member_expression) @import.space @_exports
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_exports "module.exports") (#eq? @_require "require"))
((assignment_expression left: (member_expression) @import.all @_exports
  right: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_exports "module.exports") (#eq? @_require "require"))
; names that are taken out of a module: "const { Suite } = mocha"
(program (lexical_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (identifier) @import.module @import.through)))
(program (variable_declaration (variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (identifier) @import.module @import.through)))
(program (lexical_declaration (variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @import.name
  value: (identifier) @import.alias)) value: (identifier) @import.module @import.through)))
; a module that no name is given to
((call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @import.module))) (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @import.module)))

(assignment_expression left: [(identifier) (member_expression)] @assign)
(variable_declarator name: (identifier) @assign)

[(statement_block) (arrow_function) (function_expression) (generator_function) (for_statement) (for_in_statement) (catch_clause)
 (method_definition) (switch_body)] @block

(variable_declarator name: (identifier) @var.name value: (new_expression constructor: (_) @var.new))
(variable_declarator name: (identifier) @var.name value: [(null) (undefined)] @var.none)
(assignment_expression left: [(identifier) (member_expression)] @var.set
  right: (new_expression constructor: (_) @var.new))
(assignment_expression left: [(identifier) (member_expression)] @var.set
  right: [(identifier) (call_expression) (member_expression)] @var.from)
(assignment_expression left: [(identifier) (member_expression)] @var.set right: (await_expression [(call_expression) (member_expression)] @var.from))
(assignment_expression left: [(identifier) (member_expression)] @var.set right: [(null) (undefined)] @var.none)
; what functions return: named ones, and those of which nothing more is told
[(function_declaration) (arrow_function) (function_expression) (method_definition)] @frame
(return_statement (new_expression constructor: (_) @var.new)) @gives
(return_statement [(identifier) (call_expression) (member_expression) (this)] @var.from) @gives
(return_statement (await_expression [(identifier) (call_expression) (member_expression)] @var.from)) @gives
(return_statement [(null) (undefined)] @var.none) @gives
(return_statement [(object) (parenthesized_expression . (object) .)] @var.made) @gives
((return_statement (call_expression function: (member_expression) @_assign arguments: (arguments (object
  [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @var.made))) @gives
  (#eq? @_assign "Object.assign"))
(return_statement (_) @var.unknown) @gives
(arrow_function body: (new_expression constructor: (_) @var.new) @gives)
(arrow_function body: [(identifier) (call_expression) (member_expression) (this)] @var.from @gives)
(arrow_function body: (parenthesized_expression . (object) .) @var.made @gives)
(arrow_function body: (ternary_expression) @var.unknown @gives)
(arrow_function body: (await_expression [(identifier) (call_expression) (member_expression)] @var.from) @gives)

; what the elements of a list are given to
(call_expression function: (member_expression object: [(identifier) (member_expression) (call_expression)] @var.item
    property: (property_identifier) @_method)
  arguments: (arguments . [(arrow_function parameter: (identifier) @var.name)
    (arrow_function parameters: (formal_parameters . (identifier) @var.name))
    (function_expression parameters: (formal_parameters . (identifier) @var.name))])
  (#any-of? @_method "forEach" "map" "filter" "find" "findLast" "some" "every" "flatMap" "findIndex" "sort" "toSorted"))

; members that are taken out of an object
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @var.name (pair_pattern value: (identifier) @var.name)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @var.name)])
  value: [(identifier) (member_expression) (call_expression) (this)] @var.of)
(variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @var.name (pair_pattern value: (identifier) @var.name)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @var.name)])
  value: (await_expression [(identifier) (member_expression) (call_expression)] @var.of))
; and the first two of a list
(variable_declarator name: (array_pattern . (identifier) @var.name)
  value: [(identifier) (member_expression) (call_expression)] @var.item)
(variable_declarator name: (array_pattern . (identifier) @var.name)
  value: (await_expression [(identifier) (member_expression) (call_expression)] @var.item))
(variable_declarator name: (array_pattern . (_) . (identifier) @var.name)
  value: [(identifier) (member_expression) (call_expression)] @var.second)
(variable_declarator name: (array_pattern . (_) . (identifier) @var.name)
  value: (await_expression [(identifier) (member_expression) (call_expression)] @var.second))
(for_in_statement left: (array_pattern (identifier) @var.name .) operator: "of"
  right: [(identifier) (member_expression) (call_expression)] @var.item)

(for_in_statement left: (identifier) @var.name operator: "of"
  right: [(identifier) (member_expression) (call_expression)] @var.each)
(variable_declarator !value name: (identifier) @var.name) @var.none

; names that hide others, of unknown type
(for_in_statement kind: _ left: (identifier) @var.name) @var.unknown
(catch_clause parameter: (identifier) @var.name) @var.unknown
(arrow_function parameter: (identifier) @var.name) @var.unknown
(object_pattern (shorthand_property_identifier_pattern) @var.name) @var.unknown
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @var.name)) @var.unknown
(object_pattern (pair_pattern value: (identifier) @var.name)) @var.unknown
(object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @var.name))) @var.unknown
(object_pattern (rest_pattern (identifier) @var.name)) @var.unknown
(array_pattern (identifier) @var.name) @var.unknown
(array_pattern (assignment_pattern left: (identifier) @var.name)) @var.unknown
(array_pattern (rest_pattern (identifier) @var.name)) @var.unknown
(export_statement !source (export_clause (export_specifier name: (_) @import.name alias: (_) @import.alias))) @export
(export_statement "default" value: (identifier) @import.name) @export
(export_statement "default" declaration: [(function_declaration name: (_) @import.name)
  (generator_function_declaration name: (_) @import.name) (class_declaration name: (_) @import.name)]) @export
((assignment_expression left: (member_expression) @_exports right: [(identifier) @import.name
  (class name: (_) @import.name) (function_expression name: (_) @import.name)]) @export
  (#eq? @_exports "module.exports"))
((assignment_expression left: (member_expression) @_exports right: (object (pair key: (property_identifier) @import.alias
  value: (identifier) @import.name))) @export (#eq? @_exports "module.exports"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports
  property: (property_identifier) @import.alias) right: (identifier) @import.name) @export
  (#any-of? @_exports "exports" "module.exports"))
; "var common = exports": the module is known by a name of its own
((variable_declarator name: (identifier) @import.name value: [(identifier) (member_expression)] @_exports) @export
  (#any-of? @_exports "exports" "module.exports"))
((variable_declarator name: (identifier) @import.name value: (assignment_expression left: (member_expression) @_exports
  right: (object))) @export (#eq? @_exports "module.exports"))
((variable_declarator name: (identifier) @import.name value: (assignment_expression left: (identifier) @_exports
  right: (assignment_expression left: (member_expression) @_module right: (object)))) @export
  (#eq? @_exports "exports") (#eq? @_module "module.exports"))
; what an object has by the name of something else: "const utils = { isArray, only: isFile }" has utils.isArray
(program (lexical_declaration "const" (variable_declarator name: (identifier) @import.space
  value: (object (shorthand_property_identifier) @import.name)) @export))
(program (lexical_declaration "const" (variable_declarator name: (identifier) @import.space
  value: (object (pair key: (property_identifier) @import.alias value: (identifier) @import.name))) @export))
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @import.space
  value: (object (shorthand_property_identifier) @import.name)) @export)))
(program (export_statement (lexical_declaration "const" (variable_declarator name: (identifier) @import.space
  value: (object (pair key: (property_identifier) @import.alias value: (identifier) @import.name))) @export)))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports
    property: (property_identifier) @import.space)
  right: (object (shorthand_property_identifier) @import.name)) @export (#any-of? @_exports "exports" "module.exports"))
((assignment_expression left: (member_expression object: [(identifier) (member_expression)] @_exports
    property: (property_identifier) @import.space)
  right: (object (pair key: (property_identifier) @import.alias value: (identifier) @import.name))) @export
  (#any-of? @_exports "exports" "module.exports"))
(export_statement "default" @import.space value: (object (shorthand_property_identifier) @import.name)) @export
(export_statement "default" @import.space value: (object (pair key: (property_identifier) @import.alias
  value: (identifier) @import.name))) @export

(comment) @comment
; "if (x instanceof A) {": of that type in the block
(if_statement condition: (parenthesized_expression (binary_expression left: (identifier) @var.name "instanceof"
  right: [(identifier) (member_expression)] @var.type))
  consequence: [(expression_statement . (_) @var.around) (return_statement . (_) @var.around)])
(binary_expression left: (binary_expression left: (identifier) @var.name "instanceof"
  right: [(identifier) (member_expression)] @var.type) "&&" right: (_) @var.around)
(if_statement condition: (parenthesized_expression (binary_expression left: (identifier) @var.name "instanceof"
  right: [(identifier) (member_expression)] @var.type)) consequence: (statement_block . (_) @var.around))
(if_statement condition: (parenthesized_expression (binary_expression left: (binary_expression left: (identifier) @var.name
  "instanceof" right: [(identifier) (member_expression)] @var.type) "&&")) consequence: (statement_block . (_) @var.around))
