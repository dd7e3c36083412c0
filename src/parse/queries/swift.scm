; SPDX-License-Identifier: MIT
; Swift. Parameters are children of their function. Where the parts tell enough, the node around them is "_".

(_ "class" . name: (type_identifier) @name (class_body) @body) @def.class
(_ "actor" . name: (type_identifier) @name (class_body) @body) @def.class
(_ "struct" . name: (type_identifier) @name (class_body) @body) @def.struct
(_ "enum" . name: (type_identifier) @name (enum_class_body) @body) @def.enum
(_ "extension" . name: [(user_type) (array_type) (dictionary_type)] @name (class_body) @body) @def.extension
(_ "protocol" . name: (type_identifier) @name (protocol_body) @body) @def.interface
(_ "typealias" . name: (type_identifier) @name) @def.type
(_ "associatedtype" . name: (type_identifier) @name) @def.type
(enum_entry (simple_identifier) @name) @def.constant

; operators have their own name
(_ "func" . name: _ @name (function_body) @body) @def.function @params
(protocol_function_declaration "func" . name: _ @name) @def.function @params
(init_declaration "init" @name (function_body)? @body) @def.function @params
(deinit_declaration "deinit" @name (function_body)? @body) @def.function @params
(subscript_declaration "subscript" @name (computed_property) @body) @def.function @params
(macro_declaration (simple_identifier) @name) @def.macro

; a property has code, or it is a field
(_ name: (pattern . (simple_identifier) @name) (computed_property) @body) @def.property
(_ name: (pattern . (simple_identifier) @name) (willset_didset_block) @body) @def.property
(source_file (_ (value_binding_pattern "let") . name: (pattern . (simple_identifier) @name)) @def.constant)
(source_file (_ (value_binding_pattern "var") . name: (pattern . (simple_identifier) @name)) @def.variable)
(source_file (_ (value_binding_pattern "let") name: (pattern . (simple_identifier) @name)) @def.constant)
(source_file (_ (value_binding_pattern "var") name: (pattern . (simple_identifier) @name)) @def.variable)
((_ (modifiers (property_modifier) @_static) . (value_binding_pattern "let") .
  name: (pattern . (simple_identifier) @name)) @def.constant (#eq? @_static "static"))
((class_body (_ name: (pattern . (simple_identifier) @name) value: (_) @_value) @def.field) (#lacks? @_value "{"))

; one that holds a function
(class_body (property_declaration name: (pattern . (simple_identifier) @name)
  (type_annotation [(function_type) (optional_type (tuple_type (tuple_type_item (function_type)))) (tuple_type (tuple_type_item (function_type)))])) @def.field)
(protocol_body (_ name: (pattern (simple_identifier) @name) . (type_annotation [(function_type) (optional_type (tuple_type (tuple_type_item (function_type))))])) @def.field)
(class_body (property_declaration name: (pattern . (simple_identifier) @name) . value: (lambda_literal)) @def.field)

(_ (inheritance_specifier inherits_from: (_) @base)) @of

(attribute) @decorator
(attribute) @ignore
(selector_expression) @ignore

; "x[i]" is a call in this grammar
((call_expression . [(simple_identifier) (navigation_expression)] @call . (call_suffix) @call.args @_suffix)
  (#not-starts? @_suffix "["))
(call_expression . (navigation_expression target: (tuple_expression value: (as_expression name: (user_type) @call.type))) @call
  . (call_suffix) @call.args)
(constructor_expression . (user_type . (type_identifier) @call .) . (constructor_suffix) @call.args)
(constructor_expression . (user_type (type_identifier) @call . (type_arguments)) . (constructor_suffix) @call.args)

(import_declaration "import" . (identifier) @import.module)
(import_declaration "import" . _ . (identifier . (simple_identifier) @import.module . (simple_identifier) @import.name .))

(statements (_ name: (pattern . (simple_identifier) @assign)))
(_ item: (pattern . (simple_identifier) @assign))
(_ condition: (value_binding_pattern) . bound_identifier: (simple_identifier) @assign)
(directly_assignable_expression . [(simple_identifier) (navigation_expression)] @assign)
(lambda_parameter name: (simple_identifier) @assign)

(parameter name: (simple_identifier) @var.name . (user_type) @var.type)
(lambda_parameter name: (simple_identifier) @var.name . (user_type) @var.type)
(_ name: (pattern . (simple_identifier) @var.name) . (type_annotation (user_type) @var.type))
(_ name: (pattern . (simple_identifier) @var.name) . (type_annotation (optional_type (user_type) @var.type)))
(parameter name: (simple_identifier) @var.name . (optional_type (user_type) @var.type))
(parameter name: (simple_identifier) @var.name . [(array_type) (dictionary_type) (optional_type (array_type))] @var.type)
(parameter name: (simple_identifier) @var.name . [(opaque_type (_) @var.type) (existential_type (_) @var.type)])
(_ name: (pattern . (simple_identifier) @var.name) . (type_annotation [(array_type) (dictionary_type)
  (optional_type [(array_type) (dictionary_type)])] @var.type))
(_ name: (pattern . (simple_identifier) @var.name) . (type_annotation [(opaque_type (_) @var.type) (existential_type (_) @var.type)
  (optional_type (existential_type (_) @var.type))]))
(_ name: (pattern . (simple_identifier) @var.name) . value: (call_expression . (_) . (call_suffix (value_arguments "["))) @var.from)
(_ name: (pattern . (simple_identifier) @var.name) . value: (call_expression . [(array_literal) (dictionary_literal)] @var.type . (call_suffix)))
(_ name: (pattern . (simple_identifier) @var.name) . value: (call_expression . (simple_identifier) @var.new))
(_ name: (pattern . (simple_identifier) @var.name) . value: [(navigation_expression) (call_expression . (navigation_expression))] @var.from)
(_ name: (pattern . (simple_identifier) @var.name) . value: (await_expression (call_expression . (_)) @var.from))
(_ name: (pattern . (simple_identifier) @var.name) . value: (try_expression [(call_expression . (navigation_expression)) @var.from
  (await_expression (call_expression . (_)) @var.from)]))
(_ name: (pattern . (simple_identifier) @var.name) . value: (nil_coalescing_expression value: [(navigation_expression)
  (call_expression)] @var.from))
(if_statement bound_identifier: (simple_identifier) @var.name . condition: "=" . condition: [(simple_identifier)
  (navigation_expression) (call_expression)] @var.from)
(guard_statement bound_identifier: (simple_identifier) @var.name . condition: "=" . condition: [(simple_identifier)
  (navigation_expression) (call_expression)] @var.from)
(for_statement item: (pattern . (simple_identifier) @var.name) collection: [(simple_identifier) (navigation_expression)
  (call_expression)] @var.each)
; what closures take of lists
((call_expression . (navigation_expression target: [(simple_identifier) (navigation_expression) (call_expression)] @var.each
  suffix: (navigation_suffix suffix: (simple_identifier) @_each)) . (call_suffix (lambda_literal type: (lambda_function_type
  (lambda_function_type_parameters . (lambda_parameter . name: (simple_identifier) @var.name .) .)))))
  (#any-of? @_each "forEach" "map" "filter" "flatMap" "compactMap" "contains" "allSatisfy" "first" "last" "firstIndex" "sorted"
    "min" "max" "removeAll" "prefix" "drop"))
((call_expression . (navigation_expression target: [(simple_identifier) (navigation_expression) (call_expression)] @var.each
  suffix: (navigation_suffix suffix: (simple_identifier) @_each)) . (call_suffix (lambda_literal) @var.implied))
  (#any-of? @_each "forEach" "map" "filter" "flatMap" "compactMap" "contains" "allSatisfy" "first" "last" "firstIndex" "sorted"
    "min" "max" "removeAll" "prefix" "drop"))
(lambda_literal) @var.implied @var.unknown
(type_parameter . (type_identifier) @bound.name (user_type) @bound.type)
(inheritance_constraint constrained_type: (identifier) @bound.name inherits_from: (user_type) @bound.type)
(_ name: (pattern . (simple_identifier) @var.name) . value: (constructor_expression . (user_type) @var.new))
(_ name: (pattern . (simple_identifier) @var.name) .
  value: (try_expression (call_expression . (simple_identifier) @var.new)))
(_ name: (pattern . (simple_identifier) @var.name) . value: (as_expression (user_type) @var.type))
(_ name: (pattern . (simple_identifier) @var.name) . value: (simple_identifier) @var.from)
(_ bound_identifier: (simple_identifier) @var.name (as_expression (user_type) @var.type))
(switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @var.name) name: (user_type) @var.type))
; what holds a function
(class_body (property_declaration name: (pattern . (simple_identifier) @var.name) . (type_annotation [(function_type) (optional_type (tuple_type (tuple_type_item (function_type)))) (tuple_type (tuple_type_item (function_type)))] @var.type)))
(protocol_body (_ name: (pattern (simple_identifier) @var.name) . (type_annotation [(function_type) (optional_type (tuple_type (tuple_type_item (function_type)))) (tuple_type (tuple_type_item (function_type)))] @var.type)))
(class_body (property_declaration name: (pattern . (simple_identifier) @var.name) . value: (lambda_literal) @var.type))
; what may hold a function
(parameter name: (simple_identifier) @var.name . (_)) @var.unknown
(lambda_parameter name: (simple_identifier) @var.name) @var.unknown
(statements (property_declaration name: (pattern . (simple_identifier) @var.name)) @var.unknown)
(statements (property_declaration name: (pattern (pattern (simple_identifier) @var.name))) @var.unknown)
(switch_pattern (pattern (pattern bound_identifier: (simple_identifier) @var.name))) @var.unknown
(if_statement condition: (pattern (simple_identifier) @var.name)) @var.unknown

[(comment) (multiline_comment)] @comment
[(if_statement) (for_statement) (while_statement) (lambda_literal) (switch_entry) (catch_block) (do_statement)
 (function_declaration) (init_declaration)] @block
