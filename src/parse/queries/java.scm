; SPDX-License-Identifier: MIT
; Java.

(package_declaration [(identifier) (scoped_identifier)] @package)

(class_declaration name: (identifier) @name body: (_) @body) @def.class
(record_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.class
(interface_declaration name: (identifier) @name body: (_) @body) @def.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @def.interface
(enum_declaration name: (identifier) @name body: (_) @body) @def.enum
(object_creation_expression type: (_) @anonymous (class_body) @body) @def.class

(method_declaration name: (identifier) @name parameters: (_) @params body: (_)? @body) @def.method
(annotation_type_element_declaration name: (identifier) @name) @def.method
(constructor_declaration name: (identifier) @name parameters: (_) @params body: (_) @body) @def.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @def.method

(field_declaration (modifiers "static" "final") (variable_declarator name: (identifier) @name)) @def.constant
(field_declaration (modifiers "final" "static") (variable_declarator name: (identifier) @name)) @def.constant
(constant_declaration (variable_declarator name: (identifier) @name)) @def.constant
; a field that begins with a value; one with a body is the class in it
((field_declaration (variable_declarator name: (identifier) @name value: (_) @_value)) @def.field (#lacks? @_value "{"))
(enum_constant name: (identifier) @name body: (_)? @body) @def.constant

(class_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(record_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(interface_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(annotation_type_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(enum_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(method_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(annotation_type_element_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(constructor_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(compact_constructor_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(field_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(constant_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @of
(enum_constant (modifiers [(annotation) (marker_annotation)] @decorator)) @of

(class_declaration superclass: (superclass (_) @base)) @of
(class_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(record_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(enum_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(interface_declaration (extends_interfaces (type_list (_) @base))) @of
(object_creation_expression type: (_) @base (class_body)) @of

(method_invocation !object name: (identifier) @call arguments: (_) @call.args)
(method_invocation object: (_) @call.on . name: (identifier) @call arguments: (_) @call.args)
(method_invocation object: (_) @call.on . type_arguments: (_) . name: (identifier) @call arguments: (_) @call.args)
(method_invocation object: (_) @call.on . (super) . name: (identifier) @call arguments: (_) @call.args)
(method_invocation object: (parenthesized_expression (cast_expression type: (_) @call.type)) @call.on . name: (identifier) @call arguments: (_) @call.args)
(method_invocation object: (object_creation_expression type: (_) @call.type) @call.on . name: (identifier) @call arguments: (_) @call.args)
(object_creation_expression . type: [(type_identifier) (scoped_type_identifier)] @call arguments: (_) @call.args)
(object_creation_expression type: (generic_type . (_) @call) arguments: (_) @call.args)
; "outer.new Inner()"
(object_creation_expression . [(identifier) (this) (field_access) (method_invocation)] @call.on
  type: (type_identifier) @call arguments: (_) @call.args)
(explicit_constructor_invocation constructor: (_) @call arguments: (_) @call.args)
; a method that is named is going to be called
(method_reference . (_) (identifier)) @call
(method_reference . [(identifier) (type_identifier) (scoped_type_identifier) (field_access)] @call "new")
(method_reference . (generic_type . (_) @call) "new")

((import_declaration (scoped_identifier name: (identifier) @import.space) @import.module .) @_all
  (#not-starts? @_all "import static"))
((import_declaration (scoped_identifier scope: (_) @import.module name: (identifier) @import.name) .) @_all
  (#starts? @_all "import static"))
(import_declaration [(identifier) (scoped_identifier)] @import.module (asterisk) @import.name)

(assignment_expression left: [(identifier) (field_access)] @assign)
(variable_declarator name: (identifier) @assign value: (_))

(formal_parameter type: (_) @var.type name: (identifier) @var.name)
(formal_parameter name: (identifier) @var.name) @var.unknown
(spread_parameter [(type_identifier) (scoped_type_identifier) (generic_type) (array_type) (integral_type) (floating_point_type)
  (boolean_type)] @var.type (variable_declarator name: (identifier) @var.name))
(spread_parameter (variable_declarator name: (identifier) @var.name)) @var.unknown
; what the elements of a list are given to
((method_invocation object: [(identifier) (method_invocation) (field_access)] @var.each name: (identifier) @_method
  arguments: (argument_list . (lambda_expression parameters: [(identifier) @var.name
    (inferred_parameters . (identifier) @var.name .)])))
  (#any-of? @_method "forEach" "filter" "map" "flatMap" "mapToInt" "mapToLong" "mapToDouble" "mapToObj" "anyMatch" "allMatch" "noneMatch"
    "removeIf" "peek" "takeWhile" "dropWhile" "forEachOrdered"))
(lambda_expression parameters: (identifier) @var.name) @var.unknown
(inferred_parameters (identifier) @var.name) @var.unknown
((field_declaration type: (_) @var.type (variable_declarator !dimensions name: (identifier) @var.name)))
(constant_declaration type: (_) @var.type (variable_declarator !dimensions name: (identifier) @var.name))
((local_variable_declaration type: (_) @var.type (variable_declarator !dimensions name: (identifier) @var.name))
  (#not-eq? @var.type "var"))
((local_variable_declaration type: (_) @_var (variable_declarator name: (identifier) @var.name
  value: (object_creation_expression type: (_) @var.type))) (#eq? @_var "var"))
((local_variable_declaration type: (_) @_var (variable_declarator name: (identifier) @var.name
  value: (cast_expression type: (_) @var.type))) (#eq? @_var "var"))
((local_variable_declaration type: (_) @_var (variable_declarator name: (identifier) @var.name
  value: [(identifier) (method_invocation) (field_access)] @var.from)) (#eq? @_var "var"))
(variable_declarator name: (identifier) @var.name) @var.unknown
((enhanced_for_statement type: (_) @var.type name: (identifier) @var.name) (#not-eq? @var.type "var"))
((enhanced_for_statement type: (_) @_var name: (identifier) @var.name value: [(identifier) (method_invocation) (field_access)] @var.each)
  (#eq? @_var "var"))
(enhanced_for_statement name: (identifier) @var.name) @var.unknown
((resource type: (_) @var.type name: (identifier) @var.name) (#not-eq? @var.type "var"))
((resource type: (_) @_var name: (identifier) @var.name
  value: (object_creation_expression type: (_) @var.type)) (#eq? @_var "var"))
(resource name: (identifier) @var.name) @var.unknown
(catch_formal_parameter (catch_type . (_) @var.type .) name: (identifier) @var.name)
(catch_formal_parameter name: (identifier) @var.name) @var.unknown
(type_parameter (type_identifier) @bound.name . (type_bound . (_) @bound.type))
; one without a bound hides what has its name further out
(type_parameter (type_identifier) @bound.name @bound.type .)
(instanceof_expression right: (_) @var.type name: (identifier) @var.name)
(type_pattern (_) @var.type . (identifier) @var.name)
((record_pattern_component (_) @var.type . (identifier) @var.name) (#not-eq? @var.type "var"))
(record_pattern_component (_) . (identifier) @var.name) @var.unknown

[(line_comment) (block_comment)] @comment
[(block) (lambda_expression) (for_statement) (enhanced_for_statement) (catch_clause) (try_with_resources_statement)
 (switch_block) (method_declaration) (constructor_declaration)] @block
