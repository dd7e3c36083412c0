; SPDX-License-Identifier: MIT
; Shells. A call is a command whose name is plain: no path, no expansion.

(function_definition name: (word) @name body: (_) @body) @def.function
; bats
((command name: (command_name) @_test . argument: [(string) (raw_string)] @name) @def.test (#eq? @_test "@test"))

((program (variable_assignment name: (variable_name) @name) @def.constant) (#upper? @name))
((program (variable_assignments (variable_assignment name: (variable_name) @name) @def.constant)) (#upper? @name))
((if_statement (variable_assignment name: (variable_name) @name) @def.constant) (#upper? @name))
(program (variable_assignment name: (variable_name) @name value: (_)) @def.variable)
(declaration_command "readonly" (variable_assignment name: (variable_name) @name) @def.constant)
((declaration_command ["declare" "typeset"] . (word) @_flag (variable_assignment name: (variable_name) @name)
  @def.constant)
  (#any-of? @_flag "-r" "-rx" "-xr" "-ir" "-ri" "-ar" "-ra" "-Ar" "-rA" "-gr" "-rg" "-gAr" "-gar" "-grA"))
((declaration_command "export" (variable_assignment name: (variable_name) @name) @def.constant) (#upper? @name))

(declaration_command . (variable_assignment) @of .) @outer
(declaration_command . (word) . (variable_assignment) @of .) @outer

((command name: (command_name . (word) @call .))
  (#lacks? @call "." "/" "$" "*" "?" "[" "]" "{" "}" "~" "=" "%" "\\" "," "@" "!")
  (#not-starts? @call "-") (#not-any-of? @call "source" ":"))
((command name: (command_name) @_runner . argument: (word) @call)
  (#any-of? @_runner "trap" "run" "time") (#lacks? @call "." "/" "$" "*" "?" "[" "]" "{" "}" "~" "=" "%" "\\" "," "@" "!" "-"))

((command name: (command_name) @import.all . argument: (_) @import.module) (#any-of? @import.all "source" "."))
; bats
((command name: (command_name) @import.all . argument: [(word) (string) (raw_string) (concatenation)] @import.module .) @import.load
  (#eq? @import.all "load") (#lacks? @import.module "="))

(variable_assignment name: (variable_name) @assign)

((comment) @comment (#not-starts? @comment "#!" "# shellcheck"))
