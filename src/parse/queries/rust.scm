; SPDX-License-Identifier: MIT
; Rust.

(mod_item name: (identifier) @name body: (_) @body) @def.namespace
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @def.struct
(struct_item name: (type_identifier) @name) @def.struct
(union_item name: (type_identifier) @name body: (_) @body) @def.union
(enum_item name: (type_identifier) @name body: (_) @body) @def.enum
(enum_variant name: (identifier) @name) @def.constant
(trait_item name: (type_identifier) @name body: (_) @body) @def.trait
(type_item name: (type_identifier) @name) @def.type
(associated_type name: (type_identifier) @name) @def.type
(const_item name: (identifier) @name) @def.constant
(static_item name: (identifier) @name) @def.variable
(macro_definition name: (identifier) @name) @def.macro
(function_item name: (_) @name parameters: (_) @params body: (_) @body) @def.function
(function_signature_item name: (_) @name parameters: (_) @params) @def.function

; an impl block has the name of its type, whatever stands around that
(impl_item type: [
    (type_identifier) @name
    (primitive_type) @name
    (scoped_type_identifier name: (_) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (_) @name))
    (reference_type type: [(type_identifier) (primitive_type)] @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
    (dynamic_type trait: (type_identifier) @name)
    (dynamic_type trait: (scoped_type_identifier name: (_) @name))
    (dynamic_type trait: (generic_type type: (type_identifier) @name))
    (reference_type type: (scoped_type_identifier name: (_) @name))
    (reference_type type: (dynamic_type trait: (type_identifier) @name))
    (reference_type type: [(array_type) (tuple_type) (unit_type)] @name)
    (array_type) @name
    (tuple_type) @name
    (unit_type) @name
    (pointer_type) @name
    (function_type) @name
    (macro_invocation macro: (_) @name)]
  body: (_) @body) @def.impl

(impl_item trait: (_) @base) @of
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)) @of

(attribute_item) @decorator
(attribute_item) @ignore
(inner_attribute_item) @ignore

(source_file (line_comment inner: (_)) @doc) @of
(source_file (block_comment inner: (_)) @doc) @of
(mod_item body: (declaration_list (line_comment inner: (_)) @doc)) @of

(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @call)
(call_expression function: (generic_function function: (_) @call))
; the callee of a macro is "name!"; its arguments are tokens
(macro_invocation macro: (_) @call.tokens)
((token_tree (identifier) @call.tokens . (token_tree) @_arguments) (#starts? @_arguments "("))
((token_repetition (identifier) @call.tokens . (token_tree) @_arguments) (#starts? @_arguments "("))
(token_tree (identifier) @call.tokens . "!" . (token_tree))
; "select! { recv(r) -> m => m }" has words of the macro's own, as "fn f(x)" defines a function
(token_tree (identifier) @ignore . (token_tree) . "->")
(token_tree "fn" . (identifier) @ignore)
; patterns: "matches!(x, A::B(_))"
((token_tree (identifier) @ignore . (token_tree) @_arguments) (#any-of? @_arguments "(_)" "(..)" "(_, _)" "(_, ..)"))

(use_declaration argument: (_) @import.tree)
(mod_item !body) @import.tree
(extern_crate_declaration name: (identifier) @import.module alias: (identifier) @import.space)
(extern_crate_declaration name: (identifier) @import.module @import.space !alias)

(let_declaration pattern: (identifier) @assign)
(let_declaration pattern: (tuple_pattern (identifier) @assign))
(tuple_struct_pattern (identifier) @assign .)
(for_expression pattern: (identifier) @assign)
(closure_parameters (identifier) @assign)
(assignment_expression left: (_) @assign)
(compound_assignment_expr left: (_) @assign)

(parameter pattern: (identifier) @var.name type: [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (dynamic_type trait: (_) @var.type)
  (abstract_type trait: (_) @var.type)
  (reference_type type: [(type_identifier) (scoped_type_identifier)] @var.type)
  (reference_type type: (dynamic_type trait: (_) @var.type))
  (reference_type type: (abstract_type trait: (_) @var.type))])
((parameter pattern: (identifier) @var.name type: [
  (generic_type type: (_) @_of) @var.type
  (reference_type type: (generic_type type: (_) @_of) @var.type)])
  (#not-any-of? @_of "Box" "Rc" "Arc"))
((parameter pattern: (identifier) @var.name type: (generic_type type: (_) @_of type_arguments: (type_arguments . [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (generic_type) @var.type
  (dynamic_type trait: (_) @var.type)])))
  (#any-of? @_of "Box" "Rc" "Arc"))

(let_declaration pattern: (identifier) @var.name type: [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (reference_type type: [(type_identifier) (scoped_type_identifier)] @var.type)
  (reference_type type: (dynamic_type trait: (_) @var.type))])
((let_declaration pattern: (identifier) @var.name type: (generic_type type: (_) @_of) @var.type)
  (#not-any-of? @_of "Box" "Rc" "Arc"))
((let_declaration pattern: (identifier) @var.name type: (generic_type type: (_) @_of type_arguments: (type_arguments . [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (generic_type) @var.type
  (dynamic_type trait: (_) @var.type)])))
  (#any-of? @_of "Box" "Rc" "Arc"))

(field_declaration name: (_) @var.field type: [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (reference_type type: [(type_identifier) (scoped_type_identifier)] @var.type)
  (reference_type type: (dynamic_type trait: (_) @var.type))])
((field_declaration name: (_) @var.field type: [
  (generic_type type: (_) @_of) @var.type
  (reference_type type: (generic_type type: (_) @_of) @var.type)])
  (#not-any-of? @_of "Box" "Rc" "Arc"))
((field_declaration name: (_) @var.field type: (generic_type type: (_) @_of type_arguments: (type_arguments . [
  (type_identifier) @var.type
  (scoped_type_identifier) @var.type
  (generic_type) @var.type
  (dynamic_type trait: (_) @var.type)])))
  (#any-of? @_of "Box" "Rc" "Arc"))

(let_declaration pattern: (identifier) @var.name !type
  value: (struct_expression name: [(type_identifier) (scoped_type_identifier)] @var.new))
; tuple structs
((let_declaration pattern: (identifier) @var.name !type value: (call_expression function: (identifier) @var.new))
  (#not-any-of? @var.new "Some" "Ok" "Err"))
((let_declaration pattern: (identifier) @var.name !type value: [
  (call_expression function: (scoped_identifier path: (_) @var.new name: (identifier) @_new))
  (try_expression (call_expression function: (scoped_identifier path: (_) @var.new name: (identifier) @_new)))])
  (#any-of? @_new "new" "default" "from" "with_capacity"))
(let_declaration pattern: (identifier) @var.name !type value: [(identifier) (call_expression) (field_expression)
  (try_expression) (await_expression) (reference_expression)] @var.from)
(let_declaration pattern: (identifier) @var.name) @var.unknown
(for_expression pattern: (identifier) @var.name value: (_) @var.each)
(for_expression pattern: (reference_pattern (identifier) @var.name) value: (_) @var.each)
(for_expression pattern: (identifier) @var.name) @var.unknown
; what is in an option or a result is used like it
((let_condition pattern: (tuple_struct_pattern type: (identifier) @_of . (identifier) @var.name .)
  value: [(identifier) (field_expression) (call_expression) (reference_expression) (try_expression) (await_expression)] @var.from)
  (#any-of? @_of "Some" "Ok"))
((let_declaration pattern: (tuple_struct_pattern type: (identifier) @_of . (identifier) @var.name .)
  value: [(identifier) (field_expression) (call_expression) (reference_expression) (try_expression) (await_expression)] @var.from)
  (#any-of? @_of "Some" "Ok"))
((match_expression value: [(identifier) (field_expression) (call_expression) (reference_expression) (try_expression) (await_expression)] @var.from body: (match_block (match_arm pattern: (match_pattern
  (tuple_struct_pattern type: (identifier) @_of . (identifier) @var.name .)))))
  (#any-of? @_of "Some" "Ok"))
; what closures take of lists, options and results
((call_expression function: (field_expression value: (call_expression function: (field_expression
  field: (field_identifier) @_iter)) @var.each field: (field_identifier) @_each)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . [(identifier) @var.name
    (reference_pattern (identifier) @var.name)] .))))
  (#any-of? @_each "map" "for_each" "filter" "filter_map" "flat_map" "any" "all" "find" "find_map" "position" "take_while"
    "skip_while" "inspect" "partition" "max_by_key" "min_by_key" "map_while")
  (#any-of? @_iter "iter" "iter_mut" "into_iter" "values" "filter" "rev" "skip" "take"))
((call_expression function: (field_expression value: [(identifier) (field_expression) (call_expression)] @var.from
  field: (field_identifier) @_on)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . (identifier) @var.name .))))
  (#any-of? @_on "map" "and_then" "filter" "is_some_and" "map_or" "inspect" "is_ok_and" "unwrap_or_else"))
(closure_parameters (identifier) @var.name) @var.unknown
(closure_parameters (reference_pattern (identifier) @var.name)) @var.unknown
(closure_parameters (parameter pattern: (identifier) @var.name)) @var.unknown
(field_pattern name: (shorthand_field_identifier) @var.name) @var.unknown
(field_pattern pattern: (identifier) @var.name) @var.unknown
(slice_pattern (identifier) @var.name) @var.unknown
(tuple_pattern (identifier) @var.name) @var.unknown
(tuple_struct_pattern type: (_) (identifier) @var.name) @var.unknown
(captured_pattern . (identifier) @var.name) @var.unknown
(type_parameter name: (type_identifier) @bound.name bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @bound.type))
(where_predicate left: (type_identifier) @bound.name bounds: (trait_bounds . [(type_identifier) (scoped_type_identifier) (generic_type)] @bound.type))
[(block) (closure_expression) (match_arm) (for_expression) (if_expression) (while_expression) (function_item)] @block

(line_comment !inner) @comment
(block_comment !inner) @comment
