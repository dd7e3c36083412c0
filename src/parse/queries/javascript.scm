; SPDX-License-Identifier: MIT
; JavaScript, besides ecmascript.scm.

(class_declaration (class_heritage (_) @base)) @of
(field_definition property: (property_identifier) @name
  value: [(arrow_function parameters: (_)? @params body: (_) @body)
          (function_expression parameters: (_) @params body: (_) @body)]) @def.method
