; SPDX-License-Identifier: MIT
; Lua. A table that has functions is a class, another a variable: the engine tells which (def.table).

(function_declaration name: (identifier) @name parameters: (_) @params body: (_)? @body) @def.function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (identifier) @name)
  parameters: (_) @params body: (_)? @body) @def.method
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name)
  parameters: (_) @params body: (_)? @body) @def.method
(assignment_statement (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition parameters: (_) @params body: (_)? @body))) @def.function
((assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name))
  (expression_list . value: (function_definition parameters: (_) @params body: (_)? @body))) @def.method
  (#not-eq? @receiver "self"))
((assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @_self) @name)
  (expression_list . value: (function_definition parameters: (_) @params body: (_)? @body))) @def.function
  (#eq? @_self "self"))
(field name: (identifier) @name
  value: (function_definition parameters: (_) @params body: (_)? @body)) @def.method

; a table with functions in it
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (table_constructor
  (field name: (identifier) value: (function_definition))))) @def.class
((assignment_statement (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: (identifier) @_make arguments: (arguments . (table_constructor
    (field name: (identifier) value: (function_definition))))))) @def.class (#eq? @_make "setmetatable"))
(assignment_statement (variable_list . name: (identifier) @name .)
  (expression_list . value: [(table_constructor) (function_call)])) @def.table
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name)) @def.constant))
  (#upper? @name))
((chunk (assignment_statement (variable_list name: (identifier) @name)) @def.constant) (#upper? @name))
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name)) @def.variable))
(chunk (variable_declaration (variable_list name: (identifier) @name)) @def.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @def.variable)
; what a module has besides functions: "M.defaults = { width = 80 }"
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (identifier)) @name .)
  (expression_list . value: [(table_constructor) (number) (string) (true) (false) (unary_expression) (binary_expression)] .))
  @def.variable)
; what a table of defaults holds
((assignment_statement (variable_list . name: [(identifier) (dot_index_expression table: (identifier))] @name .)
  (expression_list . value: (table_constructor (field name: (identifier) @name.part
    value: [(number) (string) (true) (false) (unary_expression) (binary_expression)]) @def.field) .)) (#ends? @name "efault" "efaults" "EFAULTS" "ptions" "PTIONS" "ettings" "ETTINGS" "onfig" "CONFIG"))

(variable_declaration (assignment_statement) @of) @outer

; setmetatable({}, {__index = Base}), Base:extend()
((assignment_statement (expression_list . value: (function_call name: (identifier) @_make arguments: (arguments
  (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @base)) .)))) @of
  (#eq? @_make "setmetatable") (#eq? @_index "__index"))
((assignment_statement (expression_list . value: (function_call
  name: [(method_index_expression table: (_) @base method: (identifier) @_extend)
         (dot_index_expression table: (_) @base field: (identifier) @_extend)]))) @of
  (#any-of? @_extend "extend" "subclass" "derive"))
; setmetatable(Class, {__index = Base})
((function_call name: (identifier) @_make arguments: (arguments . (identifier) @receiver
  (table_constructor (field name: (identifier) @_index value: [(identifier) (dot_index_expression)] @base)) .))
  (#eq? @_make "setmetatable") (#eq? @_index "__index"))

((function_call name: [(identifier) (dot_index_expression) (method_index_expression)] @call)
  (#not-eq? @call "require"))

((assignment_statement (variable_list . name: (identifier) @import.space)
  (expression_list . value: (function_call name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.module))))) (#eq? @_require "require"))
((assignment_statement (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (dot_index_expression table: (function_call name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @import.module)))
    field: (identifier) @import.name))) (#eq? @_require "require"))
((function_call name: (identifier) @_require
  arguments: (arguments . (string content: (string_content) @import.module))) (#eq? @_require "require"))

; a function of a module by a name of the file's own
(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @import.alias)
  (expression_list . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))
(chunk (variable_declaration (assignment_statement (variable_list . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))
(chunk (variable_declaration (assignment_statement (variable_list . (_) . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . (_) . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))
(chunk (variable_declaration (assignment_statement (variable_list . (_) . (_) . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . (_) . (_) . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))
(chunk (variable_declaration (assignment_statement (variable_list . (_) . (_) . (_) . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . (_) . (_) . (_) . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))
(chunk (variable_declaration (assignment_statement (variable_list . (_) . (_) . (_) . (_) . (_) . name: (identifier) @import.alias)
  (expression_list . (_) . (_) . (_) . (_) . (_) . value: (dot_index_expression table: (identifier) @import.module @import.through
    field: (identifier) @import.name)))))

(assignment_statement (variable_list name: [(identifier) (dot_index_expression)] @assign))

(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (function_call name: (identifier) @var.new)))
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (identifier) @var.from))
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (nil) @var.none))

; what a module is
(chunk (return_statement (expression_list . (identifier) @import.name .)) @export)
; an object of a class is a table with its functions behind it
((assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (function_call name: (identifier) @_make arguments: (arguments . (_) . (identifier) @var.type .))))
  (#eq? @_make "setmetatable"))
((assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (function_call name: (identifier) @_make arguments: (arguments . (_)
    (table_constructor (field name: (identifier) @_index value: (identifier) @var.type)) .))))
  (#eq? @_make "setmetatable") (#eq? @_index "__index"))
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @var.name)
  (expression_list . value: (function_call name: [(dot_index_expression) (method_index_expression)]) @var.from))

; what is declared in a function may hold one
(block (variable_declaration (assignment_statement (variable_list . name: (identifier) @var.name) (expression_list . value: [
  (dot_index_expression table: [(identifier) (dot_index_expression)]) (bracket_index_expression) (binary_expression)])))) @var.unknown
(block (variable_declaration (assignment_statement (variable_list (_) . name: (identifier) @var.name)))) @var.unknown
(block (variable_declaration (variable_list name: (identifier) @var.name))) @var.unknown
(for_generic_clause (variable_list name: (identifier) @var.name)) @var.unknown

[(function_declaration) (function_definition)] @frame
((return_statement (expression_list . (function_call name: (identifier) @_make
  arguments: (arguments . (_) . (identifier) @var.type .)) .)) @gives (#eq? @_make "setmetatable"))
(return_statement (expression_list . [(identifier) (function_call) (dot_index_expression)] @var.from .)) @gives
(return_statement (expression_list . (nil) @var.none)) @gives
(return_statement (_) @var.unknown) @gives

(comment) @comment
