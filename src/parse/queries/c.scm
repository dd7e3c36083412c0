; SPDX-License-Identifier: MIT
; C. The engine finds the name inside of a declarator, and whether it declares a function.

(function_definition declarator: (_) @declarator body: (_) @body) @def.function

; without a return type
(translation_unit (expression_statement (call_expression function: (identifier) @name arguments: (_) @params))
  @def.function . (compound_statement) @body)
(translation_unit (expression_statement (call_expression)) @of . (compound_statement) @outer)
(translation_unit (expression_statement (call_expression)) @ignore . (compound_statement))

(translation_unit (declaration declarator: (_) @declarator) @def.variable)
(preproc_if (declaration declarator: (_) @declarator) @def.variable)
(preproc_ifdef (declaration declarator: (_) @declarator) @def.variable)
(preproc_else (declaration declarator: (_) @declarator) @def.variable)
(preproc_elif (declaration declarator: (_) @declarator) @def.variable)
(preproc_elifdef (declaration declarator: (_) @declarator) @def.variable)
(declaration_list (declaration declarator: (_) @declarator) @def.variable)
(linkage_specification body: (declaration declarator: (_) @declarator) @def.variable)
(ERROR (declaration declarator: (_) @declarator) @def.variable)

(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @def.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @def.enum
(type_definition declarator: (primitive_type) @name) @def.type
(type_definition declarator: (_) @declarator) @def.type

(struct_specifier name: (type_identifier) @name body: (_)) @def.struct
(union_specifier name: (type_identifier) @name body: (_)) @def.union
(enum_specifier name: (type_identifier) @name body: (_)) @def.enum

(preproc_def name: (identifier) @name value: (_)) @def.macro
(preproc_function_def name: (identifier) @name parameters: (_) @params value: (_)? @body) @def.macro

(call_expression function: [(identifier) (field_expression) (subscript_expression) (call_expression)] @call)
(call_expression function: (parenthesized_expression [(identifier) (field_expression) (pointer_expression)]) @call)
; after a macro without a semicolon a call looks like a prototype
(compound_statement (declaration type: (macro_type_specifier)
  declarator: (function_declarator declarator: (identifier) @call)))
(compound_statement (declaration type: (macro_type_specifier name: (identifier) @call)
  declarator: (function_declarator)))
; __attribute__((nonnull(1))) looks like a call
(attribute_specifier) @ignore

; functions as values
(initializer_list (identifier) @value)
(initializer_list (pointer_expression "&" argument: (identifier) @value))
(initializer_list (cast_expression value: (identifier) @value))
(initializer_pair value: (identifier) @value)
(initializer_pair value: (pointer_expression "&" argument: (identifier) @value))
(initializer_pair value: (cast_expression value: (identifier) @value))
(assignment_expression left: [(field_expression) (subscript_expression)] right: (identifier) @value.here)
(assignment_expression right: (pointer_expression "&" argument: (identifier) @value.here))
(init_declarator value: (identifier) @value.here)
(init_declarator value: (pointer_expression "&" argument: (identifier) @value.here))
(argument_list (identifier) @value.here)
(argument_list (pointer_expression "&" argument: (identifier) @value.here))
(argument_list (cast_expression value: (identifier) @value.here))
(return_statement (identifier) @value.here)

; a macro that stands for an expression
((binary_expression (identifier) @value.here) (#upper? @value.here))
((parenthesized_expression (identifier) @value.here) (#upper? @value.here))
((conditional_expression (identifier) @value.here) (#upper? @value.here))
((assignment_expression right: (identifier) @value.here) (#upper? @value.here))
((cast_expression value: (identifier) @value.here) (#upper? @value.here))

; a macro that is a statement
((expression_statement (identifier) @call) (#upper? @call))

(preproc_include path: (string_literal) @import.module)
(preproc_include path: (system_lib_string) @import.module)

(assignment_expression left: [(identifier) (field_expression)] @assign)
(init_declarator declarator: (_) @assign)

; variables that may hold functions
(compound_statement (declaration type: (type_identifier)
  declarator: [(identifier) @var.name (init_declarator declarator: (identifier) @var.name)])) @var.unknown
(compound_statement (declaration type: (macro_type_specifier) declarator: (init_declarator declarator: (_) @var.name))) @var.unknown
(compound_statement (declaration type: [(primitive_type) (sized_type_specifier) (struct_specifier) (union_specifier) (enum_specifier)]
  declarator: [(function_declarator) @var.name (pointer_declarator (function_declarator)) @var.name
    (init_declarator declarator: [(function_declarator) @var.name (pointer_declarator (function_declarator)) @var.name])])) @var.unknown
(for_statement initializer: (declaration declarator: (init_declarator declarator: (function_declarator) @var.name))) @var.unknown

[(compound_statement) (for_statement) (function_definition)] @block

(comment) @comment
