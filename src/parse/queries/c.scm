; SPDX-License-Identifier: MIT
; C. A definition's name may stand under up to two pointer declarators.

(function_definition declarator: (function_declarator
  declarator: (identifier) @name parameters: (_) @params) body: (_) @body) @def.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator
  declarator: (identifier) @name parameters: (_) @params)) body: (_) @body) @def.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator
    declarator: (identifier) @name parameters: (_) @params))) body: (_) @body) @def.function

(declaration declarator: (function_declarator
  declarator: (identifier) @name parameters: (_) @params)) @def.prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator
  declarator: (identifier) @name parameters: (_) @params))) @def.prototype
(declaration declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (identifier) @name parameters: (_) @params)))) @def.prototype

(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @def.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @def.enum
(type_definition declarator: (type_identifier) @name) @def.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @def.type
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @def.type

(struct_specifier name: (type_identifier) @name body: (_)) @def.struct
(union_specifier name: (type_identifier) @name body: (_)) @def.union
(enum_specifier name: (type_identifier) @name body: (_)) @def.enum

(preproc_def name: (identifier) @name value: (_)) @def.macro
(preproc_function_def name: (identifier) @name parameters: (_) @params) @def.macro

(declaration declarator: (init_declarator declarator: (identifier) @name)) @def.variable
(declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name))) @def.variable
(declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @def.variable
(declaration declarator: (init_declarator
  declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))) @def.variable

(call_expression function: (_) @call)

(preproc_include path: (string_literal) @import.module)
(preproc_include path: (system_lib_string) @import.module)

(assignment_expression left: (identifier) @assign)
(init_declarator declarator: (identifier) @assign)

(comment) @comment
