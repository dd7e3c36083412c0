; SPDX-License-Identifier: MIT
; Haskell. A signature and the equations of its name are joined by the engine.

(header module: (module) @package)

(declarations (signature name: (_) @name) @def.function)
(declarations (signature names: (binding_list name: (_) @name)) @def.function)
(declarations (function name: (_) @name patterns: (_)? @params match: (_) @body) @def.function)
(declarations (function (infix operator: (_) @name) match: (_) @body) @def.function)
(declarations (function parens: (function_head_parens (infix operator: (_) @name)) match: (_) @body) @def.function)
(declarations (bind name: (_) @name match: (_) @body) @def.function)
(foreign_import signature: (signature name: (_) @name)) @def.function
(pattern_synonym (signature synonym: (_) @name)) @def.function
(pattern_synonym (equation synonym: [
  (constructor) @name
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (apply function: (apply function: (apply function: (constructor) @name)))
  (infix operator: (_) @name)
  (record constructor: (constructor) @name)] pattern: (_) @body)) @def.function

(class name: (_) @name) @def.trait
(class_declarations (signature name: (_) @name) @def.method)
(class_declarations (signature names: (binding_list name: (_) @name)) @def.method)
(class_declarations (function name: (_) @name patterns: (_)? @params match: (_) @body) @def.method)
(class_declarations (function (infix operator: (_) @name) match: (_) @body) @def.method)
(class_declarations (bind name: (_) @name match: (_) @body) @def.method)

(instance name: [(name) @name (qualified id: (_) @name)] patterns: (_) @name.word) @def.impl
(deriving_instance name: [(name) @name (qualified id: (_) @name)] patterns: (_) @name.word) @def.impl
(instance_declarations (signature name: (_) @name) @def.method)
(instance_declarations (function name: (_) @name patterns: (_)? @params match: (_) @body) @def.method)
(instance_declarations (function (infix operator: (_) @name) match: (_) @body) @def.method)
(instance_declarations (bind name: (_) @name match: (_) @body) @def.method)

(declarations (data_type name: (_) @name) @def.type)
(declarations (data_type (infix operator: (_) @name)) @def.type)
(data_instance (data_type name: (_) @name)) @def.type
(data_instance (newtype name: (_) @name)) @def.type
(declarations (newtype name: (_) @name) @def.type)
(type_synomym name: (_) @name) @def.type
(type_synomym (infix operator: (_) @name)) @def.type
(type_family name: (_) @name) @def.type
(data_family name: (_) @name) @def.type

(instance name: (_) @base) @of
(deriving_instance name: (_) @base) @of
(class context: (context context: (apply constructor: (_) @base))) @of
(class context: (context context: (parens (apply constructor: (_) @base)))) @of
(class context: (context context: (tuple (apply constructor: (_) @base)))) @of
(data_type deriving: (deriving classes: [(name) (qualified)] @base)) @of
(data_type deriving: (deriving classes: (_ [(name) (qualified)] @base))) @of
(newtype deriving: (deriving classes: [(name) (qualified)] @base)) @of
(newtype deriving: (deriving classes: (_ [(name) (qualified)] @base))) @of

; applications; the innermost one of "f x y" has the name
(apply function: [(variable) (qualified id: (variable))] @call)
(infix_id [(variable) (qualified)] @call)
; what is applied, composed, or run without "f x" saying so
(infix left_operand: [(variable) (qualified id: (variable))] @call operator: (operator) @_op
  (#any-of? @_op "$" "$!" "<$>" "<$!>" "." "=<<" "<=<" ">=>" "<*>" "<&&>"))
(infix operator: (operator) @_op right_operand: [(variable) (qualified id: (variable))] @call
  (#any-of? @_op "." ">>=" ">=>" "<=<" "&" "<&>"))
(exp [(variable) (qualified id: (variable))] @call)
(bind arrow: _ expression: [(variable) (qualified id: (variable))] @call)
; no types
(signature type: (_) @ignore)
[(type_params) (type_patterns) (type_application) (type_synomym) (type_family) (type_instance) (context) (data_constructors)
  (gadt_constructors) (newtype_constructor)] @ignore
; functions as values: passed on, in lists, given other names
(apply argument: [(variable) (qualified id: (variable))] @value)
(list [(variable) (qualified id: (variable))] @value)
(tuple [(variable) (qualified id: (variable))] @value)
(match expression: [(variable) (qualified id: (variable))] @value)
(conditional [(variable) (qualified id: (variable))] @value)
(field_update expression: [(variable) (qualified id: (variable))] @value)
(left_section [(variable) (qualified id: (variable))] @value)
(right_section [(variable) (qualified id: (variable))] @value)
(boolean [(variable) (qualified id: (variable))] @value)
(infix left_operand: [(variable) (qualified id: (variable))] @value operator: (operator) @_op
  (#not-any-of? @_op "$" "$!" "<$>" "<$!>" "." "=<<" "<=<" ">=>" "<*>" "<&&>"))
(infix operator: (operator) @_op right_operand: [(variable) (qualified id: (variable))] @value
  (#not-any-of? @_op "." ">>=" ">=>" "<=<" "&" "<&>"))
; operators that are not the Prelude's
(infix operator: (operator) @call
  (#not-any-of? @call "$" "$!" "." "+" "-" "*" "/" "^" "^^" "**" "==" "/=" "<" "<=" ">" ">=" "&&" "||" "++" "!!"
    "<>" "<$>" "<$" "$>" "<&>" "<*>" "*>" "<*" "<|>" ">>=" ">>" "=<<" ">=>" "<=<" "&" "!" "@" "&&&" "***" "<$!>" "~"))
(infix operator: (qualified id: (operator)) @call)
; the head of an equation calls nothing
(function (infix operator: (_) @ignore))
(function_head_parens) @ignore

(patterns) @local
(bind pattern: (_) @local)
(generator pattern: (_) @local)
(pattern_guard pattern: (_) @local)
(alternative pattern: (_) @local)
(function (infix left_operand: (_) @local))
(function (infix right_operand: (_) @local))
(function_head_parens (infix left_operand: (_) @local))
(function_head_parens (infix right_operand: (_) @local))
(local_binds (function name: (_) @local))
(local_binds (function (infix operator: (_) @local)))
(local_binds (bind name: (_) @local))

((import module: (_) @import.module @import.all !names) @_import (#lacks? @_import " qualified "))
((import module: (_) @import.module @import.all "hiding" names: (_)) @_import (#lacks? @_import " qualified "))
(import module: (_) @import.module alias: (_) @import.space)
((import "qualified" module: (_) @import.module @import.space !alias))
((import module: (_) @import.module
    names: (import_list (import_name [(variable) (name) (prefix_id)] @import.name))) @_import
  (#lacks? @_import " qualified " " hiding (" " hiding("))
((import module: (_) @import.module
    names: (import_list (import_name children: (children [(variable) (constructor) (name)] @import.name)))) @_import
  (#lacks? @_import " qualified " " hiding (" " hiding("))

; a module gives on what it imports
(header exports: (exports (module_export module: (_) @import.name) @export))

[(comment) (haddock)] @comment
