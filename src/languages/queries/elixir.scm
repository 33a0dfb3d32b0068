(call
  target: (identifier) @_kind
  (arguments . (alias) @name)
  (#any-of? @_kind "defmodule" "defprotocol")) @definition.module
(call
  target: (identifier) @_kind
  (arguments . (alias) @name)
  (#eq? @_kind "defimpl")) @definition.implementation
(call
  target: (identifier) @_kind
  (arguments
    . [
      (identifier) @name
      (call target: (identifier) @name)
      (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")
    ])
  (#any-of? @_kind "def" "defp" "defdelegate" "defguard" "defguardp" "defn" "defnp")) @definition.clause
(call
  target: (identifier) @_kind
  (arguments . [(call target: (identifier) @name) (identifier) @name (binary_operator left: (call target: (identifier) @name))])
  (#any-of? @_kind "defmacro" "defmacrop")) @definition.macro
(call
  target: (identifier) @_kind
  (arguments
    . [
      (binary_operator operator: _ @name)
      (binary_operator left: (binary_operator operator: _ @name) operator: "when")
      (unary_operator operator: _ @name)
    ])
  (#any-of? @_kind "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard")
  (#not-eq? @name "when")) @definition.clause
(call
  target: (identifier) @_kind
  (arguments . (string) @name)
  (do_block)
  (#any-of? @_kind "test" "describe" "property" "feature")) @definition.test

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_kind "type" "typep" "opaque")) @definition.type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments . (binary_operator left: (call target: (identifier) @name))))
  (#any-of? @_kind "callback" "macrocallback")) @definition.declaration
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments . (string) @doc))
  (#eq? @_kind "moduledoc"))
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_kind)
  (#any-of? @_kind "doc" "typedoc" "shortdoc")) @comment
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_kind)
  (#any-of? @_kind "spec" "impl" "since" "deprecated" "tag")) @decorator
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name @value.name (arguments . (_) @value.value .))
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "shortdoc" "spec" "impl" "since" "deprecated" "tag" "type" "typep" "opaque" "callback" "macrocallback" "behaviour" "derive" "optional_callbacks" "moduletag" "enforce_keys")) @definition.constant

(unary_operator operator: "@" operand: (call target: (identifier) @ignore))
(do_block) @body
(comment) @comment
(pair
  key: (keyword) @value.name
  value: [(integer) (float) (string) (atom) (boolean) (nil) (charlist)] @value.value)

(call
  target: (identifier) @_kind
  (arguments . (atom) @value.name (keywords (pair key: (keyword) @_key value: (_) @value.value)))
  (#any-of? @_kind "field" "add")
  (#match? @_key "^default:"))
(call
  target: (identifier) @_kind
  (arguments . (alias) @import.name)
  (#any-of? @_kind "alias" "import" "use" "require"))
(call
  target: (identifier) @_kind
  (arguments . [
    (call (arguments [(identifier) @parameter.name (binary_operator left: (identifier) @parameter.name operator: "\\\\" right: (_) @parameter.default)]))
    (binary_operator
      left: (call (arguments [(identifier) @parameter.name (binary_operator left: (identifier) @parameter.name operator: "\\\\" right: (_) @parameter.default)])))
  ])
  (#any-of? @_kind "def" "defp" "defmacro" "defmacrop" "defdelegate"))

(call
  target: (identifier) @_raise
  (arguments . (alias) @failure.call . (string)? @failure.text)
  (#any-of? @_raise "raise" "reraise"))
(call
  target: (identifier) @failure.call
  (arguments . (string) @failure.text)
  (#any-of? @failure.call "raise" "throw" "exit" "flunk"))
(tuple . (atom) @failure.call . [(string) (atom)] @failure.text . (#eq? @failure.call ":error"))

(call
  target: (identifier) @name
  (#not-any-of? @name "def" "defp" "defmodule" "defprotocol" "defimpl" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp" "defstruct" "defexception" "alias" "import" "use" "require" "if" "unless" "case" "cond" "with" "for" "quote" "unquote" "doc" "moduledoc" "spec" "type" "typep" "raise" "fn" "receive" "try" "test" "describe")) @reference.call
; Of a module without brackets too; on anything else that is a field.
(call target: (dot left: [(alias) (atom)] right: (identifier) @name)) @reference.call
(call
  target: (dot left: (identifier) @_own right: (identifier) @name)
  (#eq? @_own "__MODULE__")) @reference.call
(call target: (dot right: (identifier) @name) [(arguments) (do_block)]) @reference.call
(binary_operator operator: "|>" right: (identifier) @name) @reference.call

(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments . (binary_operator left: (call target: (identifier) @ignore))))
  (#eq? @_kind "spec"))
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_kind
    (arguments . (binary_operator operator: "when" left: (binary_operator left: (call target: (identifier) @ignore)))))
  (#eq? @_kind "spec"))
(call
  target: (identifier) @_kind
  (arguments [
    (keywords (pair key: (keyword) @name) @definition.field)
    (list (keywords (pair key: (keyword) @name) @definition.field))
    (list (atom) @name @definition.field)
  ])
  (#any-of? @_kind "defstruct" "defexception"))
(unary_operator
  operator: "&"
  operand: (binary_operator
    left: [(identifier) @name (call target: (dot right: (identifier) @name))]
    operator: "/")) @reference.call
