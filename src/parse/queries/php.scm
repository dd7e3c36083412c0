; SPDX-License-Identifier: MIT
; PHP, with or without HTML around it.

(namespace_definition !body name: (namespace_name) @package)
(namespace_definition name: (namespace_name) @name body: (_) @body) @def.namespace

(class_declaration name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.interface
(trait_declaration name: (name) @name body: (_) @body) @def.trait
(enum_declaration name: (name) @name body: (_) @body) @def.enum
(anonymous_class "class" @name body: (_) @body) @def.class

(function_definition name: (name) @name parameters: (_) @params body: (_) @body) @def.function
(method_declaration name: (name) @name parameters: (_) @params body: (_)? @body) @def.method

(const_element . (name) @name) @def.constant
(enum_case name: (name) @name) @def.constant
(property_declaration (property_element name: (variable_name (name) @name) default_value: (_))) @def.field
; what a table of defaults holds
((const_element . (name) @name (array_creation_expression (array_element_initializer . (string (string_content) @name.part)
  [(integer) (float) (string) (encapsed_string) (boolean) (null) (unary_op_expression) (binary_expression)]) @def.field))
  (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))
((property_element name: (variable_name (name) @name) default_value: (array_creation_expression (array_element_initializer .
  (string (string_content) @name.part)
  [(integer) (float) (string) (encapsed_string) (boolean) (null) (unary_op_expression) (binary_expression)]) @def.field))
  (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))
((function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))) @def.constant (#eq? @_define "define"))

(const_declaration . (const_element) @of .) @outer
(const_declaration [(visibility_modifier) (final_modifier)] . (const_element) @of .) @outer
(const_declaration type: (_) . (const_element) @of .) @outer
(expression_statement (function_call_expression) @of) @outer

(class_declaration (base_clause [(name) (qualified_name)] @base)) @of
(class_declaration (class_interface_clause [(name) (qualified_name)] @base)) @of
(class_declaration body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @of
(anonymous_class (base_clause [(name) (qualified_name)] @base)) @of
(anonymous_class (class_interface_clause [(name) (qualified_name)] @base)) @of
(anonymous_class body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @of
(interface_declaration (base_clause [(name) (qualified_name)] @base)) @of
(trait_declaration body: (declaration_list (use_declaration [(name) (qualified_name)] @base))) @of
(enum_declaration (class_interface_clause [(name) (qualified_name)] @base)) @of
(enum_declaration body: (enum_declaration_list (use_declaration [(name) (qualified_name)] @base))) @of

(class_declaration attributes: (attribute_list (attribute_group) @decorator)) @of
(interface_declaration attributes: (attribute_list (attribute_group) @decorator)) @of
(trait_declaration attributes: (attribute_list (attribute_group) @decorator)) @of
(enum_declaration attributes: (attribute_list (attribute_group) @decorator)) @of
(function_definition attributes: (attribute_list (attribute_group) @decorator)) @of
(method_declaration attributes: (attribute_list (attribute_group) @decorator)) @of
(attribute_list) @ignore

; "define" defines
((function_call_expression function: [(name) (qualified_name)] @call) (#not-eq? @call "define"))
(member_call_expression object: (_) @call.on name: (name) @call)
(nullsafe_member_call_expression object: (_) @call.on name: (name) @call)
(scoped_call_expression scope: (_) @call.on name: (name) @call)
(object_creation_expression [(name) (qualified_name)] @call)

(namespace_use_declaration (namespace_use_clause !alias . (name) @import.module @import.space))
(namespace_use_declaration (namespace_use_clause (name) @import.module alias: (name) @import.space))
(namespace_use_declaration (namespace_use_clause !alias (qualified_name (name) @import.space) @import.module))
(namespace_use_declaration (namespace_use_clause (qualified_name) @import.module alias: (name) @import.space))
(namespace_use_declaration (namespace_name) @import.prefix body: (namespace_use_group
  (namespace_use_clause !alias . (name) @import.module @import.space)))
(namespace_use_declaration (namespace_name) @import.prefix body: (namespace_use_group
  (namespace_use_clause !alias (qualified_name (name) @import.space) @import.module)))
(namespace_use_declaration (namespace_name) @import.prefix body: (namespace_use_group
  (namespace_use_clause [(name) (qualified_name)] @import.module alias: (name) @import.space)))
; "x.php", ("x.php"), __DIR__ . "/x.php"
[(require_expression [(string (string_content) @import.module) (encapsed_string . (string_content) @import.module .)])
 (require_once_expression [(string (string_content) @import.module) (encapsed_string . (string_content) @import.module .)])
 (include_expression [(string (string_content) @import.module) (encapsed_string . (string_content) @import.module .)])
 (include_once_expression [(string (string_content) @import.module)
   (encapsed_string . (string_content) @import.module .)])]
[(require_expression (parenthesized_expression (string (string_content) @import.module)))
 (require_once_expression (parenthesized_expression (string (string_content) @import.module)))
 (include_expression (parenthesized_expression (string (string_content) @import.module)))
 (include_once_expression (parenthesized_expression (string (string_content) @import.module)))]
([(require_expression (binary_expression left: (name) @import.here right: (string (string_content) @import.module)))
  (require_once_expression
    (binary_expression left: (name) @import.here right: (string (string_content) @import.module)))
  (include_expression (binary_expression left: (name) @import.here right: (string (string_content) @import.module)))
  (include_once_expression
    (binary_expression left: (name) @import.here right: (string (string_content) @import.module)))]
  (#eq? @import.here "__DIR__"))

(assignment_expression left: [(variable_name) (member_access_expression) (scoped_property_access_expression)] @assign)
(list_literal (variable_name) @assign)
(by_ref (variable_name) @assign)

(function_definition parameters: (formal_parameters (simple_parameter type: (_) @var.type name: (variable_name) @var.name)))
(method_declaration parameters: (formal_parameters (simple_parameter type: (_) @var.type name: (variable_name) @var.name)))
(function_definition parameters: (formal_parameters (simple_parameter !type name: (variable_name) @var.name))) @var.none
(method_declaration parameters: (formal_parameters (simple_parameter !type name: (variable_name) @var.name))) @var.none
; parameters of closures hide what is around
(anonymous_function parameters: (formal_parameters
  (simple_parameter type: (_) @var.type name: (variable_name) @var.name)) @var.around)
(arrow_function parameters: (formal_parameters
  (simple_parameter type: (_) @var.type name: (variable_name) @var.name)) @var.around)
(anonymous_function parameters: (formal_parameters
  (simple_parameter !type name: (variable_name) @var.name)) @var.around) @var.unknown
(arrow_function parameters: (formal_parameters
  (simple_parameter !type name: (variable_name) @var.name)) @var.around) @var.unknown
(property_promotion_parameter type: (_) @var.type name: (variable_name) @var.name)
(property_promotion_parameter type: (_) @var.type name: (variable_name (name) @var.field))
(property_declaration type: (_) @var.type (property_element name: (variable_name (name) @var.field)))
(property_declaration !type (property_element name: (variable_name (name) @var.field))) @var.none
(catch_clause type: (type_list . (_) @var.type .) name: (variable_name) @var.name)
(assignment_expression left: [(variable_name) (member_access_expression)] @var.name
  right: (object_creation_expression [(name) (qualified_name)] @var.new))
(assignment_expression left: [(variable_name) (member_access_expression)] @var.name
  right: [(variable_name) (member_access_expression) (member_call_expression) (nullsafe_member_call_expression)
  (scoped_call_expression) (function_call_expression) (subscript_expression)] @var.from)
(foreach_statement . (_) @var.each . (variable_name) @var.name)
(foreach_statement . (_) @var.each . (pair (_) . (variable_name) @var.name))
(assignment_expression left: [(variable_name) (member_access_expression)] @var.name
  right: (clone_expression (variable_name) @var.from))
(if_statement condition: (parenthesized_expression (binary_expression left: (variable_name) @var.name "instanceof"
  right: [(name) (qualified_name)] @var.type)) body: (compound_statement . (_) @var.around))
(if_statement condition: (parenthesized_expression (binary_expression left: (binary_expression left: (variable_name) @var.name
  "instanceof" right: [(name) (qualified_name)] @var.type) "&&")) body: (compound_statement . (_) @var.around))
(else_if_clause condition: (parenthesized_expression (binary_expression left: (variable_name) @var.name "instanceof"
  right: [(name) (qualified_name)] @var.type)) body: (compound_statement . (_) @var.around))
(else_if_clause condition: (parenthesized_expression (binary_expression left: (binary_expression left: (variable_name) @var.name
  "instanceof" right: [(name) (qualified_name)] @var.type) "&&")) body: (compound_statement . (_) @var.around))
(assignment_expression left: [(variable_name) (member_access_expression)] @var.name right: (null) @var.none)

; what functions give that declare no type
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @frame
(return_statement (object_creation_expression [(name) (qualified_name)] @var.new)) @gives
(return_statement [(variable_name) (member_access_expression) (member_call_expression) (nullsafe_member_call_expression)
  (scoped_call_expression) (function_call_expression)] @var.from) @gives
(return_statement (null) @var.none) @gives
(return_statement (_) @var.unknown) @gives

(comment) @comment
