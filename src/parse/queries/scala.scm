; SPDX-License-Identifier: MIT
; Scala 2 and 3.

(compilation_unit . [(comment) (block_comment) (using_directive)]* .
  (package_clause !body name: (_) @package))
(compilation_unit (package_clause !body) . [(comment) (block_comment)]* .
  (package_clause !body name: (_) @subpackage))

(package_clause name: (_) @name body: (_) @body) @def.namespace
(package_object name: (_) @name body: (_)? @body) @def.object
(class_definition name: (_) @name . (type_parameters)? . [(annotation) (access_modifier)]* .
  (class_parameters)? @params body: (_)? @body) @def.class
(object_definition name: (_) @name body: (_)? @body) @def.object
(trait_definition name: (_) @name body: (_)? @body) @def.trait
(enum_definition name: (_) @name . (type_parameters)? . (class_parameters)? @params body: (_)? @body) @def.enum
(full_enum_case name: (_) @name . (type_parameters)? . (class_parameters)? @params) @def.class
(simple_enum_case name: (_) @name) @def.constant
(type_definition name: (_) @name) @def.type
(extension_definition (parameters . (parameter type: (_) @name)) @params . body: (_) @body) @def.extension
(given_definition name: (_) @name body: (_)? @body) @def.object
(given_definition !name return_type: (_) @anonymous body: (_)? @body) @def.object
(instance_expression . (_) @anonymous (template_body) @body) @def.class

((function_definition name: (_) @name . (type_parameters)? . (parameters)? @params body: (_) @body) @def.function
  (#not-eq? @name "this"))
(function_declaration name: (_) @name . (type_parameters)? . (parameters)? @params) @def.function
((class_definition name: (_) @name body: (template_body
  (function_definition name: (_) @_this . (parameters)? @params body: (_) @body) @def.method)) (#eq? @_this "this"))

((object_definition body: (template_body (val_definition pattern: (identifier) @name) @def.constant)) (#capital? @name))
((compilation_unit (val_definition pattern: (identifier) @name) @def.constant) (#capital? @name))
(val_definition (modifiers (inline_modifier)) pattern: (identifier) @name) @def.constant
(compilation_unit [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)
  (val_definition pattern: (identifiers (identifier) @name))] @def.variable)
(package_object body: (template_body [(val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)] @def.variable))
(package_clause body: (template_body [(val_definition pattern: (identifier) @name)
  (var_definition pattern: (identifier) @name)] @def.variable))
((template_body [(val_definition pattern: (identifier) @name value: (_) @_value)
  (var_definition pattern: (identifier) @name value: (_) @_value)] @def.field) (#lacks? @_value "{" "\n"))

(class_definition (annotation) @decorator) @of
(object_definition (annotation) @decorator) @of
(trait_definition (annotation) @decorator) @of
(enum_definition (annotation) @decorator) @of
(type_definition (annotation) @decorator) @of
(given_definition (annotation) @decorator) @of
(function_definition (annotation) @decorator) @of
(function_declaration (annotation) @decorator) @of
(val_definition (annotation) @decorator) @of
(var_definition (annotation) @decorator) @of

(class_definition (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(object_definition (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(package_object (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(trait_definition (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(enum_definition (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(full_enum_case (extends_clause
  [(type_identifier) (generic_type) (stable_type_identifier) (projected_type)] @base)) @of
(given_definition return_type: [(type_identifier) (generic_type) (stable_type_identifier)] @base) @of
(instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @base (template_body)) @of
(instance_expression . (compound_type (_) @base) (template_body)) @of

(call_expression function: [(identifier) (field_expression)] @call arguments: (_) @call.args)
((call_expression function: (generic_function function: [(identifier) (field_expression)] @call) arguments: (_) @call.args)
  (#not-eq? @call "super"))
((generic_function function: [(identifier) (field_expression)] @call) (#not-eq? @call "super"))
; "map(key) = x" updates
(assignment_expression left: (call_expression function: (identifier) @ignore))
(infix_expression left: (_) @call.on operator: (identifier) @call)
(instance_expression . [(type_identifier) (stable_type_identifier)] @call arguments: (_) @call.args)
(instance_expression . (generic_type type: (_) @call) arguments: (_) @call.args)
(instance_expression !arguments . [(type_identifier) (stable_type_identifier)] @call)
(instance_expression !arguments . (generic_type type: (_) @call))
(instance_expression . (compound_type base: [(type_identifier) (stable_type_identifier)] @call))
(instance_expression . (compound_type base: (generic_type type: (_) @call)))

(import_declaration) @import.list
(export_declaration) @import.list

(assignment_expression left: [(identifier) (field_expression)] @assign)
(val_definition pattern: (identifier) @assign)
(var_definition pattern: (identifier) @assign)

(parameter name: (_) @var.name type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(parameter name: (_) @var.name) @var.unknown
(class_parameter name: (_) @var.name type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(class_parameter name: (_) @var.name type: (function_type) @var.type)
(class_parameter name: (_) @var.name) @var.unknown
(binding name: (_) @var.name type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(binding name: (_) @var.name) @var.unknown
; what closures take of lists and options
((call_expression function: (field_expression value: [(identifier) (field_expression) (call_expression)] @var.each field: (identifier) @_each)
  arguments: (_ . (lambda_expression parameters: (identifier) @var.name) .))
  (#any-of? @_each "foreach" "map" "flatMap" "filter" "filterNot" "exists" "forall" "find" "count" "collect" "sortBy" "groupBy" "partition" "foldLeft"
    "takeWhile" "dropWhile" "maxBy" "minBy" "sumBy" "withFilter" "fold" "contains" "traverse" "tapEach"))
((infix_expression left: [(identifier) (field_expression) (call_expression)] @var.each operator: (identifier) @_each right: (block . (lambda_expression
  parameters: (identifier) @var.name) .))
  (#any-of? @_each "foreach" "map" "flatMap" "filter" "filterNot" "exists" "forall" "find" "count" "collect" "sortBy" "groupBy" "partition" "foldLeft"
    "takeWhile" "dropWhile" "maxBy" "minBy" "sumBy" "withFilter" "fold" "contains" "traverse" "tapEach"))
((call_expression function: (field_expression value: [(identifier) (field_expression) (call_expression)] @var.each field: (identifier) @_each)
  arguments: (arguments) @var.implied)
  (#any-of? @_each "foreach" "map" "flatMap" "filter" "filterNot" "exists" "forall" "find" "count" "collect" "sortBy" "groupBy" "partition" "foldLeft"
    "takeWhile" "dropWhile" "maxBy" "minBy" "sumBy" "withFilter" "fold" "contains" "traverse" "tapEach"))
(enumerator . (identifier) @var.name . [(identifier) (field_expression) (call_expression)] @var.each)
((match_expression value: [(identifier) (field_expression) (call_expression)] @var.each body: (case_block (case_clause pattern: (case_class_pattern
  type: (type_identifier) @_some . pattern: (identifier) @var.name .))))
  (#eq? @_some "Some"))
(lambda_expression parameters: (identifier) @var.name) @var.unknown
(enumerator . (identifier) @var.name) @var.unknown
(typed_pattern pattern: (identifier) @var.name
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(typed_pattern pattern: (identifier) @var.name) @var.unknown
(case_class_pattern pattern: (identifier) @var.name) @var.unknown
(tuple_pattern (identifier) @var.name) @var.unknown
(infix_pattern (identifier) @var.name) @var.unknown
(capture_pattern name: (identifier) @var.name) @var.unknown
(case_clause pattern: (identifier) @var.name) @var.unknown
(identifiers (identifier) @var.name) @var.unknown
(val_definition pattern: (identifier) @var.name
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(var_definition pattern: (identifier) @var.name
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(val_declaration name: (identifier) @var.name
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @var.type)
(val_definition !type pattern: (identifier) @var.name value: (instance_expression .
  [(type_identifier) (generic_type) (stable_type_identifier)] @var.type))
(var_definition !type pattern: (identifier) @var.name value: (instance_expression .
  [(type_identifier) (generic_type) (stable_type_identifier)] @var.type))
(val_definition !type pattern: (identifier) @var.name value: (call_expression
  function: [(identifier) (field_expression)] @var.new))
(val_definition !type pattern: (identifier) @var.name value: (call_expression
  function: (generic_function function: [(identifier) (field_expression)] @var.new)))
(var_definition !type pattern: (identifier) @var.name value: (call_expression
  function: [(identifier) (field_expression)] @var.new))
(val_definition !type pattern: (identifier) @var.name value: [(identifier) (field_expression)] @var.from)
(var_definition !type pattern: (identifier) @var.name value: (identifier) @var.from)
[(val_definition pattern: (identifier) @var.name type: (function_type) @var.type)
 (var_definition pattern: (identifier) @var.name type: (function_type) @var.type)
 (val_declaration name: (identifier) @var.name type: (function_type) @var.type)
 (val_definition !type pattern: (identifier) @var.name value: [(lambda_expression) @var.type (block . (lambda_expression) @var.type .)])]
(val_definition pattern: (identifier) @var.name) @var.unknown
(var_definition pattern: (identifier) @var.name) @var.unknown

; a function without a declared type gives its last statement
(function_definition !return_type body: (_) @returned)

[(comment) (block_comment)] @comment
(type_parameters name: (identifier) @bound.name . bound: (upper_bound type: [(type_identifier) (generic_type)] @bound.type))
[(block) (lambda_expression) (case_clause) (for_expression) (function_definition)] @block
