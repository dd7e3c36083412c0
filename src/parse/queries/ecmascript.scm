; SPDX-License-Identifier: MIT
; What JavaScript and TypeScript share.

(function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.function
(generator_function_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.function
(class_declaration name: (_) @name body: (_) @body) @def.class
(method_definition name: (_) @name parameters: (_) @params body: (_) @body) @def.method

(variable_declarator name: (identifier) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @def.class
(assignment_expression left: [(member_expression) (identifier)] @name
  right: [(arrow_function parameters: (_)? @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.function
(pair key: (property_identifier) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.method

(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)) @def.constant))
(program (export_statement (lexical_declaration
  (variable_declarator name: (identifier) @name value: (_)) @def.constant)))

(lexical_declaration . (variable_declarator) @of .) @outer
(variable_declaration . (variable_declarator) @of .) @outer
(expression_statement (assignment_expression) @of) @outer
(export_statement declaration: (_) @of) @outer
(export_statement declaration: (lexical_declaration . (variable_declarator) @of .)) @outer

(call_expression function: (_) @call)
(new_expression constructor: (_) @call)

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
(export_statement "*" @import.name source: (string (string_fragment) @import.module))
((variable_declarator name: (identifier) @import.space value: (call_expression function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))) (#eq? @_require "require"))
((variable_declarator name: (identifier) @import.alias value: (member_expression
  object: (call_expression function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import.module)))
  property: (property_identifier) @import.name)) (#eq? @_require "require"))

(assignment_expression left: [(identifier) (member_expression)] @assign)
(variable_declarator name: (identifier) @assign)

(variable_declarator name: (identifier) @var.name value: (new_expression constructor: (_) @var.type))
(assignment_expression left: [(identifier) (member_expression)] @var.name
  right: (new_expression constructor: (_) @var.type))

(comment) @comment
