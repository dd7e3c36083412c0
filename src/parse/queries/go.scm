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

(interface_type (method_elem name: (field_identifier) @name parameters: (_) @params) @def.method)

(type_spec name: (type_identifier) @name type: (struct_type)) @def.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @def.interface
(type_spec name: (type_identifier) @name) @def.type
(type_alias name: (type_identifier) @name) @def.type
((const_spec name: (identifier) @name) @def.constant (#not-eq? @name "_"))
((var_spec name: (identifier) @name) @def.variable (#not-eq? @name "_"))

(type_declaration . [(type_spec) (type_alias)] @of .) @outer
(const_declaration . (const_spec) @of .) @outer
(var_declaration . (var_spec) @of .) @outer

; another name of a type has its methods
(type_alias type: [(type_identifier) (qualified_type) (generic_type)] @base) @of
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @of
; one type is embedded, several are a constraint
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))) @of

; "(*T)(x)" converts
(call_expression function: [(identifier) (selector_expression) (index_expression) (call_expression)] @call)
; "x.(T).f()"
(call_expression function: (selector_expression operand: (type_assertion_expression type: (_) @call.type)) @call)
; a call with type arguments: f[int](x)
(type_conversion_expression type: (generic_type type: (_) @call))

(import_spec !name path: (_) @import.module)
(import_spec name: (_) @import.space path: (_) @import.module)

(short_var_declaration left: (expression_list (identifier) @assign))
(assignment_statement left: (expression_list (_) @assign))

(parameter_declaration (identifier) @var.name type: (_) @var.type)
(var_spec (identifier) @var.name type: (_) @var.type)
(short_var_declaration left: (expression_list . (identifier) @var.name .)
  right: (expression_list . (composite_literal type: (_) @var.type) .))
(short_var_declaration left: (expression_list . (identifier) @var.name .)
  right: (expression_list . (unary_expression operand: (composite_literal type: (_) @var.type)) .))
(short_var_declaration left: (expression_list . (identifier) @var.name)
  right: (expression_list . (type_assertion_expression type: (_) @var.type) .))
(short_var_declaration left: (expression_list . (identifier) @var.name)
  right: (expression_list . (unary_expression operator: "<-" operand: (_) @var.item) .))
(short_var_declaration left: (expression_list . (identifier) @var.name)
  right: (expression_list . [(call_expression) (selector_expression) (index_expression) (identifier)] @var.from .))
(short_var_declaration left: (expression_list . (_) . (identifier) @var.name)
  right: (expression_list . (call_expression) @var.second .))
(receive_statement left: (expression_list . (identifier) @var.name) right: (unary_expression operand: (_) @var.item))
(type_switch_statement alias: (expression_list (identifier) @var.name) (type_case . type: (_) @var.type @var.around . ":"))
(type_switch_statement alias: (expression_list (identifier) @var.name) value: [(call_expression) (selector_expression) (index_expression) (identifier)] @var.from)
(type_switch_statement alias: (expression_list (identifier) @var.name)) @var.unknown
(short_var_declaration left: (expression_list (identifier) @var.name)) @var.unknown
(var_spec name: (identifier) @var.name !type value: (expression_list . [(call_expression) (selector_expression)] @var.from .))
(var_spec name: (identifier) @var.name !type value: (expression_list . [
  (composite_literal type: (_) @var.type)
  (unary_expression operand: (composite_literal type: (_) @var.type))] .))
(statement_list (var_declaration [(var_spec name: (identifier) @var.name !type) (var_spec_list (var_spec name: (identifier) @var.name !type))])) @var.unknown
(range_clause left: (expression_list (identifier) . (identifier) @var.name .) right: (_) @var.each)
(field_declaration name: (field_identifier) @var.field type: (_) @var.type)
(field_declaration !name type: [(type_identifier) @var.field @var.type (qualified_type name: (_) @var.field) @var.type
  (pointer_type [(type_identifier) @var.field @var.type (qualified_type name: (_) @var.field) @var.type])])

(comment) @comment
[(block) (func_literal) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement)
 (expression_case) (type_case) (default_case) (communication_case) (function_declaration) (method_declaration)] @block
