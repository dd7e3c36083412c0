; SPDX-License-Identifier: MIT
; TypeScript and TSX, besides ecmascript.scm.

(abstract_class_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(type_alias_declaration name: (_) @name) @def.type
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(internal_module name: (_) @name body: (_) @body) @def.namespace
(module name: (_) @name body: (_) @body) @def.namespace
(function_signature name: (identifier) @name parameters: (_) @params) @def.function
(abstract_method_signature name: (_) @name parameters: (_) @params) @def.method
(class_body (method_signature name: (_) @name parameters: (_) @params) @def.method)
(interface_body (method_signature name: (_) @name parameters: (_) @params) @def.method)
(type_alias_declaration value: (object_type (method_signature name: (_) @name parameters: (_) @params) @def.method))
; the same members, of which nothing can be written, or some may be missing
((type_alias_declaration value: (generic_type name: (_) @_same type_arguments: (type_arguments .
  (object_type (method_signature name: (_) @name parameters: (_) @params) @def.method)))) (#any-of? @_same "Readonly" "Required" "Partial"))
; members of function type
(property_signature name: [(property_identifier) (string)] @name
  type: (type_annotation [(function_type parameters: (_) @params)
    (parenthesized_type (function_type parameters: (_) @params))])) @def.method
((property_signature name: [(property_identifier) (string)] @name
  type: (type_annotation [(type_identifier) @_type (generic_type name: (type_identifier) @_type)])) @def.method
  (#ends? @_type "Fn" "Func" "Function" "Callback" "Handler" "Listener" "Dispatch" "Dispatcher" "Reducer" "Factory" "Creator"
    "Middleware" "Predicate" "Comparator" "Selector" "Thunk" "Resolver" "Validator" "Hook"))
(public_field_definition name: (_) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: (_)) @def.field

(ambient_declaration (_) @of) @outer
(ambient_declaration (lexical_declaration . (variable_declarator) @of .)) @outer
(program (ambient_declaration (lexical_declaration "const" (variable_declarator name: (identifier) @name) @def.constant)))
(internal_module body: (statement_block (export_statement (lexical_declaration "const"
  (variable_declarator name: (identifier) @name value: (_)) @def.constant))))
(internal_module body: (statement_block (export_statement (lexical_declaration
  (variable_declarator name: (identifier) @name type: (_) !value)) @def.variable)))
(expression_statement (internal_module) @of) @outer
(class_body (decorator)+ @decorator . (method_definition) @of)
(public_field_definition (decorator) @decorator) @of
(abstract_class_declaration (decorator) @decorator) @of

(class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @of
(class_declaration (class_heritage (implements_clause [(type_identifier) (nested_type_identifier)] @base))) @of
(class_declaration (class_heritage (implements_clause (generic_type) @base))) @of
(abstract_class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @base))) @of
(abstract_class_declaration (class_heritage (implements_clause [(type_identifier) (nested_type_identifier)] @base))) @of
(abstract_class_declaration (class_heritage (implements_clause (generic_type) @base))) @of
(variable_declarator value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base)))) @of
(variable_declarator value: (class (class_heritage (implements_clause (type_identifier) @base)))) @of
(export_statement value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @base)))) @of
(interface_declaration (extends_type_clause type: [(type_identifier) (nested_type_identifier)] @base)) @of
(interface_declaration (extends_type_clause type: (generic_type) @base)) @of
; another name of a type, or of what has the members of several
(type_alias_declaration value: [(type_identifier) (nested_type_identifier) (generic_type) (intersection_type)] @base) @of
(intersection_type (object_type (method_signature name: (_) @name parameters: (_) @params) @def.method))

(import_statement (import_require_clause (identifier) @import.space source: (string (string_fragment) @import.module)))

; a variable keeps the type of its first value
(variable_declarator !type name: (identifier) @var.name value: (new_expression constructor: (_) @var.type))
(variable_declarator name: (identifier) @var.name type: (type_annotation (_) @var.type))
(variable_declarator !type name: (identifier) @var.name value: (as_expression (_) . [(type_identifier) (generic_type) (nested_type_identifier)] @var.type))
(variable_declarator !type name: (identifier) @var.name value: [(call_expression) (member_expression) (identifier) (this)] @var.from)
(variable_declarator !type name: (identifier) @var.name value: (await_expression [(call_expression) (member_expression) (identifier)] @var.from))
(variable_declarator !type name: (identifier) @var.name
  value: (binary_expression left: [(identifier) (member_expression) (call_expression)] @var.from operator: ["??" "||"]))
(variable_declarator !type name: (identifier) @var.name value: (non_null_expression [(call_expression) (identifier) (member_expression)] @var.from))
(variable_declarator !type name: (identifier) @var.name value: [(object) (satisfies_expression . (object))] @var.made)
(variable_declarator name: (identifier) @var.name) @var.unknown
(required_parameter pattern: (identifier) @var.name type: (type_annotation (_) @var.type))
(optional_parameter pattern: (identifier) @var.name type: (type_annotation (_) @var.type))
(required_parameter (accessibility_modifier) pattern: (identifier) @var.field type: (type_annotation (_) @var.type))
(optional_parameter (accessibility_modifier) pattern: (identifier) @var.field type: (type_annotation (_) @var.type))
(required_parameter "readonly" pattern: (identifier) @var.field type: (type_annotation (_) @var.type))
(required_parameter pattern: (identifier) @var.name) @var.unknown
(optional_parameter pattern: (identifier) @var.name) @var.unknown
(required_parameter pattern: (rest_pattern (identifier) @var.name)) @var.unknown
(required_parameter pattern: (object_pattern [(shorthand_property_identifier_pattern) @var.name (pair_pattern value: (identifier) @var.name)
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @var.name)])
  type: (type_annotation [(type_identifier) @var.of (object_type) @var.of (generic_type name: (type_identifier) @var.of)]))
(return_statement (as_expression (_) . [(type_identifier) (generic_type) (nested_type_identifier) (intersection_type)] @var.type)) @gives
(return_statement [(as_expression . (object)) (satisfies_expression . (object))] @var.made) @gives
(call_expression function: (member_expression object: [(identifier) (member_expression) (call_expression)] @var.item
    property: (property_identifier) @_method)
  arguments: (arguments . [
    (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @var.name !type)))
    (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @var.name !type)))])
  (#any-of? @_method "forEach" "map" "filter" "find" "findLast" "some" "every" "flatMap" "findIndex" "sort" "toSorted"))
(property_signature name: (property_identifier) @var.name type: (type_annotation (_) @var.type))
(public_field_definition name: [(property_identifier) (private_property_identifier)] @var.name type: (type_annotation (_) @var.type))
(public_field_definition name: [(property_identifier) (private_property_identifier)] @var.name value: (new_expression constructor: (_) @var.type))

; what functions of a type take
(interface_declaration body: (_) @callable)
(type_alias_declaration value: [(object_type) (function_type) (union_type) (type_query) (generic_type)] @callable)
(type_alias_declaration value: (intersection_type (object_type) @callable))

(export_statement "default" declaration: (abstract_class_declaration name: (_) @import.name)) @export
(export_statement "=" (identifier) @import.name) @export

(call_expression function: (member_expression object: (parenthesized_expression
  (as_expression (_) . [(type_identifier) (generic_type) (nested_type_identifier)] @call.type))) @call)
(call_expression function: (non_null_expression (_) @call))
(call_expression function: (parenthesized_expression [
  (as_expression . [(identifier) (member_expression)] @call)
  (satisfies_expression . [(identifier) (member_expression)] @call)
  (non_null_expression [(identifier) (member_expression)] @call)]))

; "await f<T>(x)" and "!f<T>(x)" are calls of what stands before the type arguments to the grammar
(call_expression function: [(await_expression [(identifier) (member_expression)] @call)
  (unary_expression argument: [(identifier) (member_expression)] @call)])
(variable_declarator !type name: (identifier) @var.name value: (call_expression
  function: (await_expression [(identifier) (member_expression)] @var.new)))
