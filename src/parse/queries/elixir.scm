; SPDX-License-Identifier: MIT
; Elixir, whose definitions are calls of macros. Clauses of one function are joined by the engine.

((call target: (identifier) @_def (arguments . [(alias) (dot) (atom)] @name) (do_block) @body) @def.namespace
  (#eq? @_def "defmodule"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @def.interface
  (#eq? @_def "defprotocol"))
((call target: (identifier) @_def (arguments . (alias) @name
    (keywords (pair key: (keyword) @_for value: [(alias) (list) (identifier)] @name.part))) (do_block) @body) @def.impl
  (#eq? @_def "defimpl"))
((call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body) @def.impl
  (#eq? @_def "defimpl"))
((call target: (identifier) @_def (arguments . (alias) @base)) @of (#eq? @_def "defimpl"))

((call target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name (arguments) @params)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name (arguments) @params) operator: "when")]
    (keywords)? @body) (do_block)? @body) @def.function
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp"))
((call target: (identifier) @_def (arguments . [
    (binary_operator operator: _ @name)
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)]
    (keywords)? @body) (do_block)? @body) @def.function
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp") (#not-any-of? @name "when" "\\\\"))
((call target: (identifier) @_def (arguments . [
    (identifier) @name
    (call target: (identifier) @name (arguments) @params)
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (call target: (identifier) @name (arguments) @params) operator: "when")]
    (keywords)? @body) (do_block)? @body) @def.macro
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp"))
((call target: (identifier) @_def (arguments . [
    (binary_operator operator: _ @name)
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)]
    (keywords)? @body) (do_block)? @body) @def.macro
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp") (#not-any-of? @name "when" "\\\\"))

((call target: (identifier) @_def (arguments . (string) @name) (do_block)? @body) @def.test
  (#any-of? @_def "test" "describe" "property" "feature"))

((unary_operator operator: "@" operand: (call target: (identifier) @_attr (arguments . (binary_operator
    left: [(identifier) @name (call target: (identifier) @name)] operator: "::")))) @def.type
  (#any-of? @_attr "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attr (arguments . (binary_operator
    left: [(identifier) @name (call target: (identifier) @name (arguments) @params)] operator: "::")))) @def.prototype
  (#any-of? @_attr "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attr (arguments . (binary_operator
    left: (binary_operator left: [(identifier) @name (call target: (identifier) @name (arguments) @params)] operator: "::")
    operator: "when")))) @def.prototype
  (#any-of? @_attr "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @def.constant
  (#not-any-of? @name "type" "typep" "opaque" "callback" "macrocallback" "spec" "doc" "moduledoc" "typedoc" "impl"
    "deprecated" "behaviour" "since" "tag" "moduletag" "describetag" "derive" "dialyzer" "compile" "enforce_keys"
    "before_compile" "after_compile" "on_definition" "on_load" "external_resource" "optional_callbacks" "fallback_to_any"))

((unary_operator operator: "@" operand: (call target: (identifier) @_attr (arguments . (binary_operator) @signature))) @of
  (#any-of? @_attr "type" "typep" "opaque" "callback" "macrocallback"))

; what stands before a definition about it
((call target: (identifier) @_def (do_block (unary_operator operator: "@" operand: (call target: (identifier) @_doc
    (arguments . [(string) (sigil)] @doc))))) @of
  (#any-of? @_def "defmodule" "defprotocol" "defimpl") (#eq? @_doc "moduledoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . [(string) (sigil)] @doc)))
  @outer @next (#any-of? @_doc "doc" "typedoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_spec (arguments . (binary_operator
  right: (_) @returns) @signature))) @outer @next (#eq? @_spec "spec"))
((unary_operator operator: "@" operand: (call target: (identifier) @_attr) @decorator) @next
  (#any-of? @_attr "impl" "deprecated" "tag" "since"))

; "x.y" is a field, "M.f" a call
(call target: (dot left: [(alias) (atom) (dot)] right: (identifier)) @call)
((call target: (dot left: (identifier) @_module right: (identifier)) @call) (#eq? @_module "__MODULE__"))
((call target: (dot left: [(call) (access_call) (unary_operator) (block) (identifier) @_variable]
  right: (identifier)) @call (arguments)) (#not-eq? @_variable "__MODULE__"))
(call target: (identifier) @call
  (#not-any-of? @call "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defmodule" "defprotocol"
    "defimpl" "defstruct" "defexception" "use" "import" "alias" "require" "if" "unless" "case" "cond" "with" "for" "fn"
    "quote" "unquote" "unquote_splicing" "receive" "try" "raise" "reraise" "throw" "test" "describe" "property" "feature"
    "super"))
(binary_operator operator: "|>" right: (identifier) @call)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @call operator: "/" right: (integer)))
; attributes are no calls, nor are the heads of definitions
(unary_operator operator: "@" operand: (call target: (identifier) @ignore))
((unary_operator operator: "@" operand: (call target: (identifier) @_attr)) @ignore
  (#any-of? @_attr "type" "typep" "opaque" "spec" "callback" "macrocallback"))
((call target: (identifier) @_def (arguments . (call target: (_) @ignore)))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
((call target: (identifier) @_def (arguments . (binary_operator left: (call target: (_) @ignore) operator: "when")))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp"))

((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module @import.last .))
  (#any-of? @_use "alias" "require"))
((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module
    (keywords (pair key: (keyword) @_as value: (alias) @import.space))))
  (#any-of? @_use "alias" "require"))
((call target: (identifier) @_use (arguments . (dot left: (_) @import.prefix
    right: (tuple (alias) @import.module @import.last))))
  (#any-of? @_use "alias" "require"))
((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module @import.all))
  (#eq? @_use "use"))
((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module @import.all .))
  (#eq? @_use "import"))
((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module @import.all
    (keywords (pair key: (keyword) @_how))))
  (#eq? @_use "import") (#eq? @_how "except: "))
((call target: (identifier) @_use (arguments . [(alias) (dot right: (alias))] @import.module
    (keywords (pair key: (keyword) @_how value: (list (keywords (pair key: (keyword) @import.name)))))))
  (#eq? @_use "import") (#eq? @_how "only: "))

((binary_operator left: (identifier) @assign operator: "="))
(comment) @comment
