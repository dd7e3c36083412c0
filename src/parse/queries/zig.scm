; SPDX-License-Identifier: MIT
; Zig. Types are values of constants, or what functions return.

(variable_declaration "const" . (identifier) @name (struct_declaration) .) @def.struct
(variable_declaration "const" . (identifier) @name (opaque_declaration) .) @def.struct
(variable_declaration "const" . (identifier) @name (enum_declaration) .) @def.enum
(variable_declaration "const" . (identifier) @name (error_set_declaration) .) @def.enum
(variable_declaration "const" . (identifier) @name (union_declaration) .) @def.union
; a name of the type around is no constant
((_ (variable_declaration "const" . (identifier) @name (_) @_value .) @def.constant) @_around
  (#not-eq? @_value "@This()") (#not-eq? @name "_") (#not-starts? @_around "{"))
((_ (variable_declaration "var" . (identifier) @name) @def.variable) @_around (#not-starts? @_around "{"))
(enum_declaration (container_field name: (identifier) @name) @def.constant (#not-eq? @name "_"))
((container_field name: (identifier) @name "=" . (_)) @def.field (#not-eq? @name "_"))

; a function that returns a type defines it
(function_declaration name: (identifier) @name (parameters) @params body: (block
  (expression_statement (return_expression [(struct_declaration) (opaque_declaration)]))) @body) @def.struct
(function_declaration name: (identifier) @name (parameters) @params body: (block
  (expression_statement (return_expression (union_declaration)))) @body) @def.union
(function_declaration name: (identifier) @name (parameters) @params body: (block
  (expression_statement (return_expression (enum_declaration)))) @body) @def.enum
(function_declaration name: (identifier) @name (parameters) @params body: (_)? @body) @def.function

(test_declaration (string) @name (block) @body) @def.test
(test_declaration (identifier) @name (block) @body) @def.test
(test_declaration "test" @name . (block) @body) @def.test

((source_file (comment) @doc) @of (#starts? @doc "//!"))

(call_expression function: [(identifier) (field_expression) (call_expression) (index_expression)] @call)

((variable_declaration . (identifier) @import.space
    (builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @import.module))) .)
  (#eq? @_import "@import"))
((variable_declaration . (identifier) @import.alias
    (field_expression
      object: (builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @import.module)))
      member: (identifier) @import.name) .)
  (#eq? @_import "@import"))
((variable_declaration "const" . (identifier) @import.alias
  (field_expression object: (identifier) @import.module @import.through member: (identifier) @import.name) .))
((builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @import.module)))
  (#eq? @_import "@import"))

((block (variable_declaration . [(identifier) (field_expression)] @assign)) (#not-eq? @assign "_"))
(payload (identifier) @assign)

(parameter name: (identifier) @var.name type: [
  (identifier) @var.type
  (field_expression) @var.type
  (pointer_type . "*" [(identifier) (field_expression)] @var.type)])
(container_field name: (identifier) @var.field type: (_) @var.type)
(variable_declaration . (identifier) @var.name type: [
  (identifier) @var.type
  (field_expression) @var.type
  (pointer_type . "*" [(identifier) (field_expression)] @var.type)])
(parameter name: (identifier) @var.name type: [(slice_type) (array_type) (nullable_type)] @var.type)
(variable_declaration . (identifier) @var.name !type
  (struct_initializer . [(identifier) (field_expression)] @var.type) .)
((variable_declaration . (identifier) @var.name !type [
  (call_expression function: (field_expression object: (_) @var.new member: (identifier) @_new))
  (try_expression (call_expression function: (field_expression object: (_) @var.new member: (identifier) @_new)))] .)
  (#eq? @_new "init"))
(variable_declaration . (identifier) @var.name !type [
  (call_expression) @var.from
  (try_expression (call_expression) @var.from)
  (catch_expression . (call_expression) @var.from)
  (field_expression) @var.from] .)
(for_statement . (_) @var.each (payload . (identifier) @var.name)) @var.around
(if_statement . (_) @var.from . (payload . (identifier) @var.name)) @var.around

((comment) @comment (#not-starts? @comment "//!"))
