; SPDX-License-Identifier: MIT
; TypeScript and TSX, besides ecmascript.scm.

(abstract_class_declaration name: (_) @name body: (_) @body) @def.class
(interface_declaration name: (_) @name body: (_) @body) @def.interface
(type_alias_declaration name: (_) @name) @def.type
(enum_declaration name: (_) @name body: (_) @body) @def.enum
(internal_module name: (_) @name body: (_) @body) @def.namespace
(function_signature name: (identifier) @name parameters: (_) @params) @def.function
(abstract_method_signature name: (_) @name parameters: (_) @params) @def.method
(public_field_definition name: (property_identifier) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.method

(class_declaration (class_heritage (extends_clause value: (_) @base))) @of
(class_declaration (class_heritage (implements_clause (type_identifier) @base))) @of
(class_declaration (class_heritage (implements_clause (generic_type name: (_) @base)))) @of
(abstract_class_declaration (class_heritage (extends_clause value: (_) @base))) @of
(abstract_class_declaration (class_heritage (implements_clause (type_identifier) @base))) @of
(interface_declaration (extends_type_clause type: (type_identifier) @base)) @of
(interface_declaration (extends_type_clause type: (generic_type name: (_) @base))) @of

(variable_declarator name: (identifier) @var.name type: (type_annotation (_) @var.type))
(required_parameter pattern: (identifier) @var.name type: (type_annotation (_) @var.type))
(optional_parameter pattern: (identifier) @var.name type: (type_annotation (_) @var.type))
