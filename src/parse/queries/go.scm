; SPDX-License-Identifier: MIT
; Go.

(package_clause (package_identifier) @package)

(function_declaration name: (identifier) @name parameters: (_) @params body: (_)? @body) @def.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (pointer_type (type_identifier) @receiver)
    (pointer_type (generic_type type: (type_identifier) @receiver))]))
  name: (field_identifier) @name parameters: (_) @params body: (_)? @body) @def.method

(type_spec name: (type_identifier) @name type: (struct_type)) @def.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @def.interface
(type_spec name: (type_identifier) @name) @def.type
(type_alias name: (type_identifier) @name) @def.type
(const_spec name: (identifier) @name) @def.constant
(var_spec name: (identifier) @name) @def.variable

(type_declaration . (type_spec) @of .) @outer
(const_declaration . (const_spec) @of .) @outer
(var_declaration . (var_spec) @of .) @outer

(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @of
(type_spec type: (interface_type (type_elem (type_identifier) @base))) @of

(call_expression function: (_) @call)

(import_spec !name path: (interpreted_string_literal) @import.module)
(import_spec name: (_) @import.space path: (interpreted_string_literal) @import.module)

(short_var_declaration left: (expression_list (identifier) @assign))
(assignment_statement left: (expression_list (_) @assign))

(parameter_declaration name: (identifier) @var.name type: (_) @var.type)
(var_spec name: (identifier) @var.name type: (_) @var.type)
(short_var_declaration left: (expression_list . (identifier) @var.name .)
  right: (expression_list . (composite_literal type: (_) @var.type) .))
(short_var_declaration left: (expression_list . (identifier) @var.name .)
  right: (expression_list . (unary_expression operand: (composite_literal type: (_) @var.type)) .))

(comment) @comment
