; SPDX-License-Identifier: MIT
; C++. As in C, the engine finds the name inside of a declarator, what it belongs to (void N::C::m() {}), and whether
; it declares a function. Inline namespaces leave no trace in names.

((namespace_definition name: (_) @name body: (_) @body) @def.namespace (#not-starts? @def.namespace "inline"))

(class_specifier name: (_) @name body: (_) @body) @def.class
(struct_specifier name: (_) @name body: (_) @body) @def.struct
(union_specifier name: (_) @name body: (_) @body) @def.union
(enum_specifier name: (_) @name body: (_) @body) @def.enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @def.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @def.union
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @def.enum
(type_definition declarator: (primitive_type) @name) @def.type
(type_definition declarator: (_) @declarator) @def.type
(alias_declaration name: (_) @name) @def.type
(concept_definition name: (_) @name) @def.type

(function_definition declarator: (_) @declarator (field_initializer_list) @body) @def.function
(function_definition declarator: (_) @declarator body: (_) @body) @def.function
(function_definition declarator: (_) @declarator (try_statement) @body) @def.function
(function_definition declarator: (_) @declarator (default_method_clause) @body) @def.function
(function_definition declarator: (_) @declarator (delete_method_clause) @body) @def.prototype
(function_definition declarator: (_) @declarator (pure_virtual_clause) @body) @def.prototype

; members that begin with a value
((field_declaration_list (field_declaration (storage_class_specifier) . (type_qualifier) @_const declarator: (field_identifier) @name
  default_value: (_)) @def.constant) (#any-of? @_const "const" "constexpr"))
(field_declaration_list (field_declaration declarator: (field_identifier) @name default_value: (_)) @def.field)
(field_declaration_list (field_declaration declarator: (_) @declarator) @def.prototype)
(field_declaration_list (declaration declarator: (_) @declarator) @def.prototype)
(template_declaration (declaration declarator: (_) @declarator) @def.variable)
(translation_unit (declaration declarator: (_) @declarator) @def.variable)
(preproc_if (declaration declarator: (_) @declarator) @def.variable)
(preproc_ifdef (declaration declarator: (_) @declarator) @def.variable)
(preproc_else (declaration declarator: (_) @declarator) @def.variable)
(preproc_elif (declaration declarator: (_) @declarator) @def.variable)
(preproc_if (field_declaration declarator: (_) @declarator) @def.prototype)
(preproc_ifdef (field_declaration declarator: (_) @declarator) @def.prototype)
(preproc_else (field_declaration declarator: (_) @declarator) @def.prototype)
(declaration_list (declaration declarator: (_) @declarator) @def.variable)
(linkage_specification body: (declaration declarator: (_) @declarator) @def.variable)
(ERROR (declaration declarator: (_) @declarator) @def.variable)

(preproc_def name: (identifier) @name value: (_)) @def.macro
(preproc_function_def name: (identifier) @name parameters: (_) @params value: (_)? @body) @def.macro
; options of the command line
((expression_statement (call_expression function: (identifier) @_define arguments: (argument_list . (identifier) @name))) @def.variable
  (#ends? @_define "DEFINE_bool" "DEFINE_int32" "DEFINE_int64" "DEFINE_uint32" "DEFINE_uint64" "DEFINE_double" "DEFINE_string"))
((expression_statement (call_expression function: (identifier) @_define arguments: (argument_list . (_) . (identifier) @name)))
  @def.variable (#ends? @_define "ABSL_FLAG"))

(template_declaration (_) @of) @outer
(function_definition (attribute_declaration (attribute) @decorator)) @of
(declaration (attribute_declaration (attribute) @decorator)) @of
(field_declaration (attribute_declaration (attribute) @decorator)) @of
(class_specifier (attribute_declaration (attribute) @decorator)) @of
(struct_specifier (attribute_declaration (attribute) @decorator)) @of

(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @of
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @of

(call_expression function: [(identifier) (field_expression) (qualified_identifier) (subscript_expression)
  (call_expression)] @call arguments: (_) @call.args)
((call_expression function: (template_function name: (identifier) @call) arguments: (_) @call.args)
  (#not-any-of? @call "static_cast" "dynamic_cast" "const_cast" "reinterpret_cast"))
(call_expression function: (parenthesized_expression [(identifier) (field_expression) (pointer_expression)]) @call)
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @call)
; a base class among the initialisers of a constructor
(field_initializer (template_method name: (_) @call) (argument_list) @call.args)
(field_initializer (qualified_identifier) @call (argument_list) @call.args)
((field_initializer (field_identifier) @call (argument_list) @call.args) (#capital? @call))
; a variable made by its constructor
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @call
  declarator: (init_declarator value: [(argument_list) (initializer_list)])))
(attribute_specifier) @ignore
(attribute_declaration) @ignore

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
((using_declaration (qualified_identifier) @import.module) @_using (#not-starts? @_using "using namespace"))
(using_declaration "namespace" @import.all [(identifier) (qualified_identifier)] @import.module)
(namespace_alias_definition name: (_) @import.space [(namespace_identifier) (nested_namespace_specifier)] @import.module)

; fields of a struct in a function that has no name, and is no element, are seen in it alone
(compound_statement (declaration type: (struct_specifier !name body: (field_declaration_list) @block)))

(assignment_expression left: [(identifier) (field_expression)] @assign)
(init_declarator declarator: (_) @assign)

(declaration type: [(type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier)
  (primitive_type) (sized_type_specifier)] @var.type declarator: (_) @var.name)
(field_declaration type: [(type_identifier) (qualified_identifier) (template_type) (struct_specifier)
  (class_specifier) (primitive_type) (sized_type_specifier)] @var.type declarator: (_) @var.name)
(parameter_declaration type: [(type_identifier) (qualified_identifier) (template_type) (struct_specifier)
  (class_specifier) (primitive_type) (sized_type_specifier)] @var.type declarator: (_) @var.name)
(optional_parameter_declaration type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type)
  (sized_type_specifier)] @var.type
  declarator: (_) @var.name)
(for_range_loop type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)] @var.type declarator: (_) @var.name)
(declaration type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: (_) @var.name value: (new_expression type: (_) @var.type)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name
  value: (call_expression function: [(identifier) (qualified_identifier) (template_function)] @var.new)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name
  value: (call_expression function: (field_expression)) @var.from))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name
  value: [(identifier) (field_expression)] @var.from))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name value: (lambda_expression))) @var.unknown
((condition_clause value: (declaration type: (placeholder_type_specifier) declarator: (_) @var.name
  value: (call_expression function: (template_function name: (identifier) @_cast
    arguments: (template_argument_list . (type_descriptor) @var.type)))))
  (#any-of? @_cast "static_cast" "dynamic_cast" "const_cast" "reinterpret_cast"))
(condition_clause value: (declaration type: (placeholder_type_specifier) declarator: (_) @var.name
  value: (call_expression function: [(identifier) (qualified_identifier) (template_function)] @var.new)))
(condition_clause value: (declaration type: (placeholder_type_specifier) declarator: (_) @var.name
  value: (call_expression function: (field_expression)) @var.from))
(condition_clause value: (declaration type: (placeholder_type_specifier) declarator: (_) @var.name
  value: [(identifier) (field_expression)] @var.from))
(condition_clause value: (declaration declarator: (_) @var.name value: (_))) @var.unknown
(lambda_capture_initializer left: (identifier) @var.name) @var.unknown
(for_range_loop type: (placeholder_type_specifier) declarator: (_) @var.name right: (_) @var.each)
((declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name
  value: (call_expression function: (qualified_identifier name: (template_function name: (identifier) @_make
    arguments: (template_argument_list . (type_descriptor type: (_) @var.type)))))))
  (#any-of? @_make "make_unique" "make_shared"))
((declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (_) @var.name
  value: (call_expression function: (template_function name: (identifier) @_cast
    arguments: (template_argument_list . (type_descriptor) @var.type)))))
  (#any-of? @_cast "static_cast" "dynamic_cast" "const_cast" "reinterpret_cast"))
(declaration type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: (_) @var.name value: (compound_literal_expression type: (_) @var.type)))
(assignment_expression left: [(identifier) (field_expression)] @var.name
  right: [(new_expression type: (_) @var.type)])

(comment) @comment
