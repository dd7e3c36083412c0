; SPDX-License-Identifier: MIT
; Kotlin. An unnamed companion is no element: what it holds is called as the class's own.

(package_header (qualified_identifier) @package)

(class_declaration "interface" name: (identifier) @name
  [(class_body) (enum_class_body)]? @body) @def.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name
  (primary_constructor (class_parameters) @params)? [(class_body) (enum_class_body)]? @body) @def.enum
(class_declaration name: (identifier) @name
  (primary_constructor (class_parameters) @params)? [(class_body) (enum_class_body)]? @body) @def.class
(object_declaration name: (identifier) @name (class_body)? @body) @def.object
(companion_object name: (identifier) @name (class_body)? @body) @def.object
(object_literal (delegation_specifiers . (delegation_specifier [(user_type) @anonymous
  (constructor_invocation (user_type) @anonymous)])) (class_body) @body) @def.object
(object_literal . "object" @anonymous . (class_body) @body) @def.object
(type_alias type: (identifier) @name) @def.type

(function_declaration [(user_type) (nullable_type) (parenthesized_type)] @receiver . name: (identifier) @name
  (function_value_parameters) @params (function_body)? @body) @def.method
; annotations on lines of their own before "internal fun A.f() {": the grammar reads words between expressions
((infix_expression (identifier) . (identifier) @_fun . (call_expression
    (call_expression (navigation_expression (identifier) @receiver (identifier) @name) (value_arguments) @params)
    (annotated_lambda (lambda_literal) @body))) @def.method
  (#eq? @_fun "fun"))
((infix_expression (identifier) . (identifier) @ignore . (call_expression)) (#eq? @ignore "fun"))
((infix_expression (identifier) . (identifier) @_fun . (call_expression (call_expression (navigation_expression) @ignore)
    (annotated_lambda))) (#eq? @_fun "fun"))
; of one member of an enum
(enum_entry (class_body (function_declaration name: (identifier) @name
  (function_value_parameters) @params (function_body)? @body) @def.method))
(function_declaration name: (identifier) @name
  (function_value_parameters) @params (function_body)? @body) @def.function
(class_declaration name: (identifier) @name
  (class_body (secondary_constructor (function_value_parameters) @params (block)? @body) @def.method))
(class_declaration name: (identifier) @name
  (enum_class_body (secondary_constructor (function_value_parameters) @params (block)? @body) @def.method))

; a property counts where it has code
(property_declaration [(user_type) (nullable_type) (parenthesized_type)] @receiver .
  (variable_declaration (identifier) @name) [(getter) (setter)] @body) @def.property
(property_declaration (variable_declaration (identifier) @name) (getter (function_body)) @body) @def.property
(property_declaration (variable_declaration (identifier) @name) (setter (function_body)) @body) @def.property
(property_declaration (variable_declaration (identifier) @name) (property_delegate) @body) @def.property
(property_declaration (modifiers (property_modifier "const")) (variable_declaration (identifier) @name)) @def.constant
((source_file (property_declaration "val" (variable_declaration (identifier) @name)) @def.constant) (#upper? @name))
((object_declaration (class_body (property_declaration "val"
  (variable_declaration (identifier) @name)) @def.constant)) (#upper? @name))
((companion_object (class_body (property_declaration "val"
  (variable_declaration (identifier) @name)) @def.constant)) (#upper? @name))
(source_file (property_declaration (variable_declaration (identifier) @name)) @def.variable)
(source_file (property_declaration
  (multi_variable_declaration (variable_declaration (identifier) @name))) @def.variable)
((class_body (property_declaration (variable_declaration (identifier) @name) "=" . (_) @_value) @def.field) (#lacks? @_value "{"))
; one that holds a function
(class_body (property_declaration (variable_declaration (identifier) @name
  [(function_type) (nullable_type (parenthesized_type (function_type))) (parenthesized_type (function_type))])) @def.field)
(class_body (property_declaration (variable_declaration . (identifier) @name .) .
  [(lambda_literal) (anonymous_function) (callable_reference)]) @def.field)
(class_parameter ["val" "var"] . (identifier) @name
  [(function_type) (nullable_type (parenthesized_type (function_type))) (parenthesized_type (function_type))]) @def.field
(enum_entry (identifier) @name (class_body)? @body) @def.constant

(class_declaration (modifiers (annotation) @decorator)) @of
(object_declaration (modifiers (annotation) @decorator)) @of
(companion_object (modifiers (annotation) @decorator)) @of
(function_declaration (modifiers (annotation) @decorator)) @of
(secondary_constructor (modifiers (annotation) @decorator)) @of
(property_declaration (modifiers (annotation) @decorator)) @of
(type_alias (modifiers (annotation) @decorator)) @of
(enum_entry (modifiers (annotation) @decorator)) @of

(class_declaration (delegation_specifiers (delegation_specifier [(user_type) @base
  (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)]))) @of
(object_declaration (delegation_specifiers (delegation_specifier [(user_type) @base
  (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)]))) @of
(companion_object (delegation_specifiers (delegation_specifier [(user_type) @base
  (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)]))) @of
(object_literal (delegation_specifiers (delegation_specifier [(user_type) @base
  (constructor_invocation (user_type) @base) (explicit_delegation (user_type) @base)]))) @of

(function_declaration (function_value_parameters) .
  [(user_type) (nullable_type) (non_nullable_type) (function_type) (parenthesized_type)] @returns) @of

(call_expression . [(identifier) (navigation_expression)] @call) @call.args
(call_expression . (navigation_expression . (parenthesized_expression (as_expression
  right: [(user_type) (nullable_type (user_type))] @call.type)) ["." "?."] (identifier) .) @call) @call.args
; "f<T>(x)" is read as two comparisons, which Kotlin does not have
(binary_expression left: (binary_expression left: [(identifier) (navigation_expression)] @call "<" right: (identifier))
  ">" right: (parenthesized_expression))
(infix_expression . (_) @call.on . (identifier) @call . (_))
(constructor_delegation_call ["this" "super"] @call (value_arguments) @call.args)
; soft words are called, too
(block (ERROR . [(inheritance_modifier) (member_modifier) (class_modifier)] @call .) . (parenthesized_expression))
; a function that is named is going to be called
(callable_reference (identifier) @call .)
((navigation_expression (_) "::" (identifier) @_name) @call (#not-eq? @_name "class"))

((import (qualified_identifier (identifier) @import.space .) @import.module .) @_all (#not-ends? @_all "*"))
(import (qualified_identifier) @import.module . (identifier) @import.space)
(import (qualified_identifier) @import.module "*" @import.name)

(assignment left: [(identifier) (navigation_expression)] @assign)
(property_declaration (variable_declaration (identifier) @assign))

(parameter (identifier) @var.name [(user_type) (nullable_type (user_type))] @var.type)
(parameter . (identifier) @var.name) @var.unknown
(class_parameter (identifier) @var.name . [(user_type) (nullable_type (user_type))] @var.type)
(class_parameter ["val" "var"] . (identifier) @var.name
  [(function_type) (nullable_type (parenthesized_type (function_type))) (parenthesized_type (function_type))] @var.type)
(class_parameter (identifier) @var.name . (_)) @var.unknown
(variable_declaration (identifier) @var.name [(user_type) (nullable_type (user_type))] @var.type)
(class_body (property_declaration (variable_declaration (identifier) @var.name
  [(function_type) (nullable_type (parenthesized_type (function_type))) (parenthesized_type (function_type))] @var.type)))
(class_body (property_declaration (variable_declaration . (identifier) @var.name .) .
  [(lambda_literal) (anonymous_function) (callable_reference)] @var.type))
(variable_declaration (identifier) @var.name) @var.unknown
(property_declaration (variable_declaration . (identifier) @var.name .) .
  (call_expression . (navigation_expression . (call_expression))) @var.from)
(property_declaration (variable_declaration . (identifier) @var.name .) .
  (call_expression . [(identifier) (navigation_expression)] @var.new))
(property_declaration (variable_declaration . (identifier) @var.name .) . (binary_expression
  left: (call_expression . [(identifier) (navigation_expression)] @var.new) "?:"))
(property_declaration (variable_declaration . (identifier) @var.name .) . (binary_expression
  left: [(identifier) (navigation_expression) (index_expression)] @var.from "?:"))
(property_declaration (variable_declaration . (identifier) @var.name .) . (unary_expression
  argument: [(identifier) (navigation_expression) (call_expression) (index_expression)] @var.from "!!"))
(property_declaration (variable_declaration . (identifier) @var.name .) .
  [(navigation_expression) (index_expression)] @var.from)
(property_declaration (variable_declaration . (identifier) @var.name .) . (binary_expression
  left: (binary_expression left: [(identifier) (navigation_expression)] @var.new "<" right: (identifier))
  ">" right: (parenthesized_expression)))
(property_declaration (variable_declaration . (identifier) @var.name .) . (as_expression right: (user_type) @var.type))
(property_declaration (variable_declaration . (identifier) @var.name .) . (identifier) @var.from)
(type_parameter (identifier) @bound.name . (user_type) @bound.type)
; one without a bound hides what has its name further out
(type_parameter (identifier) @bound.name @bound.type .)
(type_constraint . (identifier) @bound.name (user_type) @bound.type)
; smart casts
(when_expression (when_subject . (identifier) @var.name .) (when_entry condition: (type_test (user_type) @var.type) @var.around))
(if_expression condition: (is_expression left: (identifier) @var.name "is" right: (user_type) @var.type)
  . (_ . (_) @var.around))
(if_expression condition: (binary_expression left: (is_expression left: (identifier) @var.name "is" right: (user_type) @var.type)
  "&&") . (_ . (_) @var.around))
(for_statement (variable_declaration . (identifier) @var.name .) .
  [(identifier) (navigation_expression) (call_expression)] @var.each)
; what closures take of lists, and what they are called on
((call_expression (navigation_expression [(identifier) (navigation_expression) (call_expression)] @var.each . (identifier) @_each)
  (annotated_lambda (lambda_literal (lambda_parameters . (variable_declaration . (identifier) @var.name .) .))))
  (#any-of? @_each "forEach" "map" "filter" "flatMap" "any" "all" "none" "first" "firstOrNull" "find" "last" "lastOrNull"
    "count" "sumOf" "sumBy" "maxByOrNull" "minByOrNull" "sortedBy" "sortedByDescending" "groupBy" "associateBy" "associate"
    "associateWith" "onEach" "mapNotNull" "filterNot" "partition" "single" "singleOrNull" "takeWhile" "dropWhile" "distinctBy"
    "joinToString" "removeIf" "removeAll" "maxBy" "minBy" "indexOfFirst"))
((call_expression (navigation_expression [(identifier) (navigation_expression) (call_expression)] @var.each . (identifier) @_each)
  (annotated_lambda (lambda_literal) @var.implied))
  (#any-of? @_each "forEach" "map" "filter" "flatMap" "any" "all" "none" "first" "firstOrNull" "find" "last" "lastOrNull"
    "count" "sumOf" "sumBy" "maxByOrNull" "minByOrNull" "sortedBy" "sortedByDescending" "groupBy" "associateBy" "associate"
    "associateWith" "onEach" "mapNotNull" "filterNot" "partition" "single" "singleOrNull" "takeWhile" "dropWhile" "distinctBy"
    "joinToString" "removeIf" "removeAll" "maxBy" "minBy" "indexOfFirst"))
((call_expression (navigation_expression [(identifier) (navigation_expression) (call_expression) (index_expression)] @var.from
  . (identifier) @_on)
  (annotated_lambda (lambda_literal (lambda_parameters . (variable_declaration . (identifier) @var.name .) .))))
  (#any-of? @_on "let" "also" "takeIf" "takeUnless"))
((call_expression (navigation_expression [(identifier) (navigation_expression) (call_expression) (index_expression)] @var.from
  . (identifier) @_on)
  (annotated_lambda (lambda_literal) @var.implied))
  (#any-of? @_on "let" "also" "takeIf" "takeUnless"))
(lambda_literal) @var.implied @var.unknown
; what closures are within, whose members they call without naming it
((call_expression (navigation_expression [(identifier) (navigation_expression) (call_expression) (index_expression)] @var.from
  . (identifier) @_on)
  (annotated_lambda (lambda_literal) @var.this))
  (#any-of? @_on "apply" "run"))
((call_expression (call_expression . (identifier) @_on (value_arguments . (value_argument
  . [(identifier) (navigation_expression) (call_expression) (index_expression)] @var.from .) .))
  (annotated_lambda (lambda_literal) @var.this))
  (#eq? @_on "with"))
(catch_block (identifier) @var.name . (user_type) @var.type)
(setter (identifier) @var.name) @var.unknown

(property_declaration (variable_declaration . (identifier) @var.name .) (property_delegate (call_expression . (identifier) @_lazy
  (annotated_lambda (lambda_literal . (call_expression . [(identifier) (navigation_expression)] @var.new) .))))
  (#eq? @_lazy "lazy"))
; what functions give that do not say it
(function_declaration (function_body "=" . (call_expression . [(identifier) (navigation_expression)]) @var.from @gives))
(function_declaration (function_body "=" . [(identifier) (navigation_expression) (this_expression)] @var.from @gives))

[(line_comment) (block_comment)] @comment
[(block) (lambda_literal) (for_statement) (when_entry) (catch_block) (function_declaration) (secondary_constructor)
 (anonymous_function)] @block
