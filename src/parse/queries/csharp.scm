; SPDX-License-Identifier: MIT
; C#. A name that is captured at a keyword goes on to the parameters: "operator +", "~C".

(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @name body: (_) @body) @def.namespace

(class_declaration name: (_) @name body: (_)? @body) @def.class
(record_declaration "struct" name: (_) @name body: (_)? @body) @def.struct
(record_declaration name: (_) @name body: (_)? @body) @def.class
(struct_declaration name: (_) @name body: (_)? @body) @def.struct
(interface_declaration name: (_) @name body: (_)? @body) @def.interface
(enum_declaration name: (_) @name body: (_)? @body) @def.enum
(delegate_declaration name: (_) @name parameters: (_) @params) @def.type

(method_declaration name: (_) @name parameters: (_) @params body: (_)? @body) @def.method
(local_function_statement name: (_) @name parameters: (_) @params body: (_)? @body) @def.function
(constructor_declaration name: (_) @name parameters: (_) @params (constructor_initializer) @body) @def.method
(constructor_declaration name: (_) @name parameters: (_) @params body: (_)? @body) @def.method
(destructor_declaration "~" @name parameters: (_) @params body: (_)? @body) @def.method
(operator_declaration "operator" @name parameters: (_) @params body: (_)? @body) @def.method
(conversion_operator_declaration "operator" @name parameters: (_) @params body: (_)? @body) @def.method
; properties that have code
(indexer_declaration "this" @name accessors: (_) @body) @def.property
(indexer_declaration "this" @name value: (_) @body) @def.property
(property_declaration name: (_) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @def.property
(property_declaration name: (_) @name value: (arrow_expression_clause) @body) @def.property
(event_declaration name: (_) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @def.property
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name))) @def.constant
((field_declaration (modifier) @_static (modifier) @_only (variable_declaration (variable_declarator name: (_) @name . (_))))
  @def.constant (#eq? @_static "static") (#eq? @_only "readonly"))
; fields and properties that begin with a value
(property_declaration name: (_) @name accessors: (_) value: (_)) @def.property
(field_declaration (variable_declaration (variable_declarator name: (_) @name . (_)))) @def.field

(class_declaration (attribute_list (attribute) @decorator)) @of
(record_declaration (attribute_list (attribute) @decorator)) @of
(struct_declaration (attribute_list (attribute) @decorator)) @of
(interface_declaration (attribute_list (attribute) @decorator)) @of
(enum_declaration (attribute_list (attribute) @decorator)) @of
(method_declaration (attribute_list (attribute) @decorator)) @of
(constructor_declaration (attribute_list (attribute) @decorator)) @of
(property_declaration (attribute_list (attribute) @decorator)) @of

(class_declaration (base_list [(identifier) (qualified_name) (generic_name)] @base)) @of
(record_declaration (base_list [(identifier) (qualified_name) (generic_name)] @base)) @of
(record_declaration (base_list (primary_constructor_base_type type: (_) @base))) @of
(struct_declaration (base_list [(identifier) (qualified_name) (generic_name)] @base)) @of
(interface_declaration (base_list [(identifier) (qualified_name) (generic_name)] @base)) @of

((invocation_expression function: [(identifier) (member_access_expression) (conditional_access_expression)
  (generic_name) (invocation_expression) (element_access_expression)] @call arguments: (_) @call.args) (#not-eq? @call "nameof"))
(invocation_expression function: (member_access_expression expression: (parenthesized_expression
  [(as_expression right: (_) @call.type) (cast_expression type: (_) @call.type)])) @call arguments: (_) @call.args)
(object_creation_expression type: (_) @call !arguments)
(object_creation_expression type: (_) @call arguments: (_) @call.args)
(constructor_initializer ["this" "base"] @call (argument_list) @call.args)

(using_directive "using" @import.all . [(identifier) (qualified_name)] @import.module .)
(using_directive name: (_) @import.space "=" [(identifier) (qualified_name) (generic_name)] @import.module)

(assignment_expression left: [(identifier) (member_access_expression)] @assign)
(variable_declarator name: (identifier) @assign)

(variable_declaration type: [(identifier) (qualified_name) (generic_name) (nullable_type) (predefined_type) (array_type)] @var.type
  (variable_declarator name: (identifier) @var.name))
(variable_declaration type: (implicit_type)
  (variable_declarator name: (identifier) @var.name (object_creation_expression type: (_) @var.type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @var.name (as_expression right: (_) @var.type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @var.name (cast_expression type: (_) @var.type)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @var.name
  [(identifier) (member_access_expression) (invocation_expression) (element_access_expression) (await_expression)] @var.from))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @var.name (binary_expression
  left: [(identifier) (member_access_expression) (invocation_expression)] @var.from operator: "??")))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @var.name)) @var.unknown
(foreach_statement type: (implicit_type) left: (identifier) @var.name right: [(identifier) (member_access_expression)
  (invocation_expression) (element_access_expression)] @var.each)
((invocation_expression function: (member_access_expression expression: (_) @var.item name: (identifier) @_get)
  arguments: (argument_list (argument (declaration_expression type: (implicit_type) name: (identifier) @var.name))))
  (#eq? @_get "TryGetValue"))
(declaration_expression type: [(identifier) (qualified_name) (generic_name) (nullable_type) (array_type)] @var.type
  name: (identifier) @var.name)
(declaration_expression name: (identifier) @var.name) @var.unknown
(tuple_pattern name: (identifier) @var.name) @var.unknown
; what closures take of lists
((invocation_expression function: (member_access_expression expression: (_) @var.each name: (identifier) @_each)
  arguments: (argument_list . (argument . (lambda_expression parameters: [(implicit_parameter) @var.name
    (parameter_list . (parameter !type name: (identifier) @var.name) .)])) ))
  (#any-of? @_each "ForEach" "Where" "Select" "SelectMany" "Any" "All" "First" "FirstOrDefault" "Last" "LastOrDefault" "Single"
    "SingleOrDefault" "Count" "Sum" "Max" "Min" "Average" "OrderBy" "OrderByDescending" "ThenBy" "GroupBy" "ToDictionary" "ToLookup"
    "Find" "FindAll" "Exists" "TrueForAll" "RemoveAll" "TakeWhile" "SkipWhile" "DistinctBy" "MaxBy" "MinBy" "FindIndex"))
(lambda_expression parameters: (implicit_parameter) @var.name) @var.unknown
(parameter !type name: (identifier) @var.name) @var.unknown
; one without a bound hides what has its name further out
(type_parameter name: (identifier) @bound.name @bound.type)
(type_parameter_constraints_clause . (identifier) @bound.name (type_parameter_constraint type: (_) @bound.type))
(parameter type: [(identifier) (qualified_name) (generic_name) (nullable_type) (predefined_type) (array_type)] @var.type name: (_) @var.name)
(property_declaration type: [(identifier) (qualified_name) (generic_name) (nullable_type) (predefined_type) (array_type)] @var.type
  name: (_) @var.name)
(foreach_statement type: [(identifier) (qualified_name) (generic_name) (predefined_type)] @var.type left: (identifier) @var.name)
(declaration_pattern type: (_) @var.type name: (identifier) @var.name)
(catch_declaration type: (_) @var.type name: (identifier) @var.name)
(assignment_expression left: [(identifier) (member_access_expression)] @var.name
  right: (object_creation_expression type: (_) @var.type))

(comment) @comment
[(block) (lambda_expression) (for_statement) (foreach_statement) (catch_clause) (using_statement) (switch_section)
 (method_declaration) (constructor_declaration) (local_function_statement)] @block
