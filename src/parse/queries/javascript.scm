; SPDX-License-Identifier: MIT
; JavaScript, besides ecmascript.scm.

(class_declaration (class_heritage [(identifier) (member_expression)] @base)) @of
(variable_declarator value: (class (class_heritage [(identifier) (member_expression)] @base))) @of
(export_statement value: (class (class_heritage [(identifier) (member_expression)] @base))) @of
(assignment_expression right: (class (class_heritage [(identifier) (member_expression)] @base))) @of

(field_definition property: (_) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (arrow_function parameter: (_) @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.method
(field_definition property: [(property_identifier) (private_property_identifier)] @name value: (_)) @def.field
(method_definition (decorator) @decorator) @of
(field_definition (decorator) @decorator) @of

(field_definition property: [(property_identifier) (private_property_identifier)] @var.name value: (new_expression constructor: (_) @var.new))

(import_statement (import_clause (named_imports (import_specifier "default" alias: (_) @import.default)))
  source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier "default" alias: (_) @import.default))
  source: (string (string_fragment) @import.module))

(variable_declarator name: (identifier) @var.name value: [(call_expression) (member_expression) (identifier) (this)] @var.from)
(variable_declarator name: (identifier) @var.name value: (await_expression [(call_expression) (member_expression) (identifier)] @var.from))
(variable_declarator name: (identifier) @var.name
  value: (binary_expression left: [(identifier) (member_expression) (call_expression)] @var.from operator: ["??" "||"]))
(variable_declarator name: (identifier) @var.name value: (object) @var.made)
(variable_declarator name: (identifier) @var.name) @var.unknown
(formal_parameters (identifier) @var.name) @var.unknown
(formal_parameters (assignment_pattern left: (identifier) @var.name)) @var.unknown
(formal_parameters (rest_pattern (identifier) @var.name)) @var.unknown
