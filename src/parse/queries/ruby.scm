; SPDX-License-Identifier: MIT
; Ruby. A bare name is a call when no variable of its scope has the name.

(module name: (_) @name body: (_)? @body) @def.namespace
(class name: (_) @name body: (_)? @body) @def.class
; a class that is given to a constant
((assignment left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_of method: (identifier) @_new)) @def.class
  (#any-of? @_of "Class" "Struct" "Data") (#any-of? @_new "new" "define"))
((assignment left: [(constant) (scope_resolution)] @name
  right: (call receiver: (constant) @_of method: (identifier) @_new block: (_))) @def.namespace
  (#eq? @_of "Module") (#eq? @_new "new"))
(assignment left: [(constant) (scope_resolution)] @name) @def.constant
; what a class sets of itself
([(class body: (body_statement (assignment left: [(class_variable) (instance_variable)] @name right: (_)) @def.field))
  (module body: (body_statement (assignment left: [(class_variable) (instance_variable)] @name right: (_)) @def.field))])
(program (assignment left: (global_variable) @name right: (_)) @def.variable)
; what a table of defaults holds
((assignment left: (constant) @name right: (hash (pair key: [(hash_key_symbol) (simple_symbol)] @name.part
  value: [(integer) (float) (string) (true) (false) (nil) (unary) (binary) (simple_symbol)]) @def.field)) (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))
((assignment left: (constant) @name right: (call receiver: (hash (pair key: [(hash_key_symbol) (simple_symbol)] @name.part
  value: [(integer) (float) (string) (true) (false) (nil) (unary) (binary) (simple_symbol)]) @def.field))) (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))

(program (method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.function)
(method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method
(singleton_method object: (constant) @receiver name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method
(singleton_method name: (_) @name parameters: (_)? @params body: (_)? @body) @def.method
((call !receiver method: (identifier) @_define arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_ parameters: (_)? @params body: (_)? @body)) @def.method
  (#any-of? @_define "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_define arguments: (argument_list (simple_symbol) @name)) @def.method
  (#any-of? @_define "attr_accessor" "attr_reader"))
((call !receiver method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @def.method
  (#eq? @_alias "alias_method"))
(alias name: (identifier) @name) @def.method

((call !receiver method: (identifier) @_test
  arguments: (argument_list . [(string) (constant) (scope_resolution)] @name) block: (_ body: (_)? @body)) @def.test
  (#any-of? @_test "it" "specify" "test" "example" "scenario" "describe" "context" "feature" "should"))
((call receiver: (constant) @_spec method: (identifier) @_test
  arguments: (argument_list . [(string) (constant) (scope_resolution)] @name) block: (_ body: (_)? @body)) @def.test
  (#eq? @_spec "RSpec") (#any-of? @_test "describe" "context" "feature"))

; private def m
(call !receiver arguments: (argument_list . [(method) (singleton_method)] @of .)) @outer

(class superclass: (superclass (_) @base)) @of
((assignment left: (constant) right: (call receiver: (constant) @_of
  arguments: (argument_list . [(constant) (scope_resolution)] @base .))) @of (#eq? @_of "Class"))
((class body: (body_statement (call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) (scope_resolution)] @base)))) @of
  (#any-of? @_mix "include" "extend" "prepend"))
((module body: (body_statement (call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) (scope_resolution)] @base)))) @of
  (#any-of? @_mix "include" "extend" "prepend"))
((class body: (body_statement (singleton_class body: (body_statement (call !receiver method: (identifier) @_mix
  arguments: (argument_list [(constant) (scope_resolution)] @base)))))) @of
  (#any-of? @_mix "include" "prepend"))

; not what declares, imports or tests
((call !receiver method: [(identifier) (constant)] @call)
  (#not-any-of? @call "include" "extend" "prepend" "require" "require_relative" "autoload" "attr_accessor"
    "attr_reader" "attr_writer" "alias_method" "define_method" "private" "protected" "public" "module_function"
    "private_constant" "private_class_method" "public_class_method" "it" "specify" "test" "example" "scenario"
    "describe" "context" "feature" "should"))
; "x.class" is what x is of
((call receiver: (_) @call.on method: [(identifier) (constant)] @call) (#not-eq? @call "class"))
(super) @call
; what all classes have; methods of these names are those of their objects
((call receiver: (call method: (identifier) @_class) method: (identifier) @ignore)
  (#eq? @_class "class") (#any-of? @ignore "name" "to_s" "inspect" "hash"))
((call receiver: [(constant) (scope_resolution)] method: (identifier) @ignore)
  (#any-of? @ignore "name" "to_s" "inspect" "hash"))
; "self.name = x" calls "name=", not "name"
(assignment left: (call method: (_) @ignore))
(alias alias: (identifier) @call)
((call !receiver method: (identifier) @_alias arguments: (argument_list (simple_symbol) . (simple_symbol) @call))
  (#eq? @_alias "alias_method"))

([(program (identifier) @call.bare)
  (body_statement (identifier) @call.bare)
  (block_body (identifier) @call.bare)
  (then (identifier) @call.bare)
  (else (identifier) @call.bare)
  (ensure (identifier) @call.bare)
  (do (identifier) @call.bare)
  (begin (identifier) @call.bare)
  (method body: (identifier) @call.bare)
  (singleton_method body: (identifier) @call.bare)
  (parenthesized_statements (identifier) @call.bare)
  (argument_list (identifier) @call.bare)
  (splat_argument (identifier) @call.bare)
  (hash_splat_argument (identifier) @call.bare)
  (block_argument (identifier) @call.bare)
  (binary (identifier) @call.bare)
  (unary (identifier) @call.bare)
  (conditional (identifier) @call.bare)
  (range (identifier) @call.bare)
  (array (identifier) @call.bare)
  (pair value: (identifier) @call.bare)
  (interpolation (identifier) @call.bare)
  (if condition: (identifier) @call.bare)
  (unless condition: (identifier) @call.bare)
  (elsif condition: (identifier) @call.bare)
  (while condition: (identifier) @call.bare)
  (until condition: (identifier) @call.bare)
  (if_modifier (identifier) @call.bare)
  (unless_modifier (identifier) @call.bare)
  (while_modifier (identifier) @call.bare)
  (until_modifier (identifier) @call.bare)
  (rescue_modifier (identifier) @call.bare)
  (case value: (identifier) @call.bare)
  (pattern (identifier) @call.bare)
  (assignment right: (identifier) @call.bare)
  (operator_assignment right: (identifier) @call.bare)
  (right_assignment_list (identifier) @call.bare)
  (optional_parameter value: (identifier) @call.bare)
  (keyword_parameter value: (identifier) @call.bare)
  (element_reference object: (identifier) @call.bare)
  (element_reference (identifier) @call.bare)
  (call receiver: (identifier) @call.bare)]
  (#not-any-of? @call.bare "private" "protected" "public" "module_function" "it" "_1" "_2" "__FILE__" "__LINE__"
    "__dir__" "__method__"))

[(method_parameters (identifier) @local)
 (lambda_parameters (identifier) @local)
 (block_parameters (identifier) @local)
 (destructured_parameter (identifier) @local)
 (optional_parameter name: (identifier) @local)
 (keyword_parameter name: (identifier) @local)
 (splat_parameter name: (identifier) @local)
 (hash_splat_parameter name: (identifier) @local)
 (block_parameter name: (identifier) @local)
 (left_assignment_list (identifier) @local)
 (destructured_left_assignment (identifier) @local)
 (rest_assignment (identifier) @local)
 (operator_assignment left: (identifier) @local)
 (exception_variable (identifier) @local)
 (for pattern: (identifier) @local)
 (array_pattern (identifier) @local)
 (find_pattern (identifier) @local)
 (as_pattern name: (identifier) @local)
 (in_clause pattern: (identifier) @local)
 (keyword_pattern value: (identifier) @local)]

((call !receiver method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @import.module) .)) (#eq? @_require "require"))
((call !receiver method: (identifier) @import.here
  arguments: (argument_list . (string (string_content) @import.module) .)) (#eq? @import.here "require_relative"))
((call !receiver method: (identifier) @_require
  arguments: (argument_list . (_) . (string (string_content) @import.module) .)) (#eq? @_require "autoload"))

(assignment left: [(identifier) (instance_variable) (class_variable) (global_variable) (constant)] @assign)
(assignment left: (call receiver: (self)) @assign)
(assignment left: (left_assignment_list [(identifier) (instance_variable)] @assign))

((assignment left: [(identifier) (instance_variable) (class_variable)] @var.name
  right: (call receiver: [(constant) (scope_resolution)] @var.new method: (identifier) @_new)) (#eq? @_new "new"))
((operator_assignment left: [(identifier) (instance_variable) (class_variable)] @var.name
  right: (call receiver: [(constant) (scope_resolution)] @var.new method: (identifier) @_new)) (#eq? @_new "new"))
((assignment left: (constant) @var.name
  right: (call receiver: [(constant) (scope_resolution)] @var.new method: (identifier) @_new))
  (#eq? @_new "new") (#not-any-of? @var.new "Struct" "Class" "Module" "Data"))
(assignment left: [(identifier) (instance_variable)] @var.name
  right: [(identifier) (instance_variable)] @var.from)
(assignment left: [(identifier) (instance_variable)] @var.name right: (nil) @var.none)
; what a parameter of a block is, is not told
(block parameters: (block_parameters (identifier) @var.name) @var.around) @var.unknown
(do_block parameters: (block_parameters (identifier) @var.name) @var.around) @var.unknown
(block parameters: (block_parameters (_ (identifier) @var.name)) @var.around) @var.unknown
(do_block parameters: (block_parameters (_ (identifier) @var.name)) @var.around) @var.unknown
(lambda parameters: (lambda_parameters (identifier) @var.name) @var.around) @var.unknown
(assignment left: [(identifier) (instance_variable)] @var.name right: (call) @var.from)
(operator_assignment left: [(identifier) (instance_variable) (class_variable)] @var.name right: (call) @var.from)
(rescue exceptions: (exceptions . [(constant) (scope_resolution)] @var.type .)
  variable: (exception_variable (identifier) @var.name))

; a method gives what its last statement gives
(method body: (_) @returned)
(singleton_method body: (_) @returned)
(return (argument_list . (_) @returned .))

; notes to tools document nothing
((comment) @comment (#not-starts? @comment "#!" "# frozen_string_literal" "# encoding:" "# -*-" "# rubocop:" "# typed:"))
