; SPDX-License-Identifier: MIT
; Components in JSX: using one calls it.

((jsx_opening_element name: (identifier) @call) (#capital? @call))
((jsx_self_closing_element name: (identifier) @call) (#capital? @call))
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (member_expression) @call)
(jsx_attribute (jsx_expression [(identifier) (member_expression)] @value.here))
