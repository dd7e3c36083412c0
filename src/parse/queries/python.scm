; SPDX-License-Identifier: MIT
; Python. The captures are explained in CONTRIBUTING.md.

(class_definition name: (identifier) @name body: (block) @body) @def.class
(function_definition name: (identifier) @name parameters: (parameters) @params body: (block) @body) @def.function
((assignment left: [(identifier) @name (pattern_list (identifier) @name)]) @def.constant (#upper? @name))
; variables of a module ("a = b" is another name of b), fields of a class
((module (expression_statement (assignment left: (identifier) @name
  right: [(call) (subscript) (integer) (float) (string) (concatenated_string) (true) (false) (none) (list) (tuple) (dictionary) (set)
    (lambda) (await) (unary_operator) (binary_operator) (boolean_operator) (not_operator) (comparison_operator)
    (conditional_expression) (parenthesized_expression) (list_comprehension) (dictionary_comprehension)
    (set_comprehension) (generator_expression)]) @def.variable))
  (#not-eq? @name "__all__"))
((class_definition body: (block (expression_statement (assignment left: (identifier) @name right: (_)) @def.field)))
  (#not-eq? @name "__slots__"))
; what a table of defaults holds
((assignment left: (identifier) @name right: (dictionary (pair key: (string (string_content) @name.part)
  value: [(integer) (float) (string) (true) (false) (none) (unary_operator) (binary_operator)]) @def.field))
  (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))

(decorated_definition definition: (_) @of) @outer
(decorated_definition (decorator) @decorator definition: (_) @of)

(class_definition superclasses: (argument_list [(identifier) (attribute)] @base)) @of
(class_definition superclasses: (argument_list (subscript value: (_) @base))) @of

; bytes and f-strings document nothing
((module . (comment)* . (expression_statement (string) @doc)) @of
  (#not-starts? @doc "b" "B" "f" "F" "rb" "rB" "Rb" "RB" "rf" "rF" "Rf" "RF"))
((class_definition body: (block . (expression_statement (string) @doc))) @of
  (#not-starts? @doc "b" "B" "f" "F" "rb" "rB" "Rb" "RB" "rf" "rF" "Rf" "RF"))
((function_definition body: (block . (expression_statement (string) @doc))) @of
  (#not-starts? @doc "b" "B" "f" "F" "rb" "rB" "Rb" "RB" "rf" "rF" "Rf" "RF"))

(call function: (_) @call)

(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.space))
(import_from_statement module_name: (_) @import.module name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (_) @import.module (wildcard_import) @import.name)
(future_import_statement "__future__" @import.module name: (dotted_name) @import.name)

; another name of what the module has or imports
(module (expression_statement (assignment left: (identifier) @import.alias !type right: [(identifier) (attribute)] @import.name))) @export

(assignment left: [(identifier) (attribute)] @assign)
(assignment left: (pattern_list [(identifier) (attribute)] @assign))

(assignment left: [(identifier) (attribute)] @var.name type: (type) @var.type)
((assignment left: [(identifier) (attribute)] @var.name
  right: (call function: (_) @_cast arguments: (argument_list . [(identifier) (attribute) (subscript) (string)] @var.new)))
  (#any-of? @_cast "cast" "t.cast" "typing.cast"))
(assignment left: [(identifier) (attribute)] @var.name right: (call function: [(identifier) (attribute)] @var.new))
(assignment left: [(identifier) (attribute)] @var.name right: (call function: (subscript)) @var.from)
(assignment left: [(identifier) (attribute)] @var.name right: (binary_operator) @var.from)
(assignment left: [(identifier) (attribute)] @var.name right: (identifier) @var.from)
(assignment left: [(identifier) (attribute)] @var.name right: [(attribute) (subscript) (await)] @var.from)
(assignment left: [(identifier) (attribute)] @var.name right: (none) @var.none)
(assignment left: [(identifier) (attribute)] @var.name right: (boolean_operator left: [(identifier) (attribute) (subscript)] @var.from operator: "or"))
(assignment left: (pattern_list . (identifier) @var.name) right: [(call) @var.item (await (call) @var.item)])
(assignment left: (pattern_list (identifier) . (identifier) @var.name) right: [(call) @var.second (await (call) @var.second)])
(assignment left: (pattern_list . (identifier) @var.name) right: (expression_list . (call function: [(identifier) (attribute)] @var.new)))
(assignment left: (pattern_list . (identifier) . (identifier) @var.name)
  right: (expression_list . (_) . (call function: [(identifier) (attribute)] @var.new)))
; "if isinstance(x, A):": of that type in the block
((if_statement condition: (call function: (identifier) @_is arguments: (argument_list . (identifier) @var.name . [(identifier) (attribute)] @var.type .))
  consequence: (block . (_) @var.around))
  (#eq? @_is "isinstance"))
((elif_clause condition: (call function: (identifier) @_is arguments: (argument_list . (identifier) @var.name . [(identifier) (attribute)] @var.type .))
  consequence: (block . (_) @var.around))
  (#eq? @_is "isinstance"))
((if_statement condition: (boolean_operator
    left: (call function: (identifier) @_is arguments: (argument_list . (identifier) @var.name . [(identifier) (attribute)] @var.type .)) operator: "and")
  consequence: (block . (_) @var.around))
  (#eq? @_is "isinstance"))
; the values of dictionaries, what is counted, then what is in anything
((for_statement left: (identifier) @var.name right: (call function: (attribute object: (_) @var.item attribute: (_) @_of)))
  (#eq? @_of "values"))
((for_statement left: (pattern_list (identifier) . (identifier) @var.name .)
  right: (call function: (attribute object: (_) @var.item attribute: (_) @_of)))
  (#eq? @_of "items"))
((for_statement left: (pattern_list (identifier) . (identifier) @var.name .)
  right: (call function: (identifier) @_of arguments: (argument_list . (_) @var.each)))
  (#eq? @_of "enumerate"))
((for_statement left: (identifier) @var.name right: (call function: (identifier) @_of arguments: (argument_list . [(identifier) (attribute)] @var.each)))
  (#any-of? @_of "reversed" "sorted" "list" "tuple" "set" "iter"))
(for_statement left: (identifier) @var.name right: [(identifier) (attribute) (call) (subscript)] @var.each)
((for_in_clause left: (identifier) @var.name
  right: (call function: (attribute object: (_) @var.item attribute: (_) @_of))) @var.around
  (#eq? @_of "values"))
((for_in_clause left: (pattern_list (identifier) . (identifier) @var.name .)
  right: (call function: (attribute object: (_) @var.item attribute: (_) @_of))) @var.around
  (#eq? @_of "items"))
((for_in_clause left: (pattern_list (identifier) . (identifier) @var.name .)
  right: (call function: (identifier) @_of arguments: (argument_list . (_) @var.each))) @var.around
  (#eq? @_of "enumerate"))
(for_in_clause left: (identifier) @var.name right: [(identifier) (attribute) (call) (subscript)] @var.each) @var.around
(named_expression name: (identifier) @var.name value: (call function: [(identifier) (attribute)] @var.new))
(named_expression name: (identifier) @var.name value: [(identifier) (attribute) (subscript) (await)] @var.from)
(typed_parameter . (identifier) @var.name type: (type) @var.type)
(typed_default_parameter name: (identifier) @var.name type: (type) @var.type)
(except_clause (as_pattern (identifier) @var.type alias: (as_pattern_target (identifier) @var.name)) @var.around)
(except_clause (as_pattern (attribute) @var.type alias: (as_pattern_target (identifier) @var.name)) @var.around)
(with_item (as_pattern [(identifier) @var.entered (attribute) @var.entered (call) @var.entered (await (call) @var.entered)] alias: (as_pattern_target (identifier) @var.name)))
(for_statement left: (identifier) @var.name) @var.unknown
(for_statement left: [(pattern_list (identifier) @var.name) (tuple_pattern (identifier) @var.name)]) @var.unknown
(for_in_clause left: (identifier) @var.name) @var.unknown @var.around
(for_in_clause left: [(pattern_list (identifier) @var.name) (tuple_pattern (identifier) @var.name)]) @var.unknown @var.around
(lambda_parameters (identifier) @var.name) @var.unknown @var.around
(except_clause (as_pattern alias: (as_pattern_target (identifier) @var.name)) @var.unknown @var.around)
(as_pattern alias: (as_pattern_target (identifier) @var.name)) @var.unknown
[(case_pattern [(dotted_name . (identifier) @var.name .) (as_pattern (identifier) @var.name) (splat_pattern (identifier) @var.name)
   (keyword_pattern (dotted_name . (identifier) @var.name .))])
 (union_pattern (dotted_name . (identifier) @var.name .))
 (dict_pattern (splat_pattern (identifier) @var.name))] @var.unknown

(return_statement [(call) (identifier) (attribute) (subscript) (await)] @var.from) @gives
(return_statement (none) @var.none) @gives
(return_statement (_) @var.unknown) @gives
(yield) @var.unknown @gives

(comment) @comment
