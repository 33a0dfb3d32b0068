(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "<<-" "="]
  rhs: (function_definition body: (_) @body)) @definition.function
(argument
  name: (identifier) @name
  value: (function_definition body: (_) @body)) @definition.method
; Classes and generic functions of R's own systems and of R6.
(binary_operator
  lhs: (identifier) @name
  rhs: (call function: [(identifier) @_maker (namespace_operator rhs: (identifier) @_maker)])
  (#any-of? @_maker "R6Class" "setRefClass" "new_class")) @definition.class
(call
  function: (identifier) @_maker
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_maker "setClass" "setRefClass" "setClassUnion")) @definition.class
(call
  function: (identifier) @_maker
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_maker "setGeneric" "setMethod" "setValidity")) @definition.function
(call
  function: (identifier) @_maker
  arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_maker "test_that" "describe" "it")) @definition.test
(program
  (binary_operator
    lhs: (identifier) @name @value.name
    operator: ["<-" "="]
    rhs: (_) @value.value) @definition.variable)
(comment) @comment

(parameter name: (identifier) @parameter.name default: (_)? @parameter.default)

(call
  function: (identifier) @_loader
  arguments: (arguments . (argument value: [(identifier) (string)] @import.name))
  (#any-of? @_loader "library" "require" "requireNamespace" "source"))
(call
  function: [(identifier) @failure.call (namespace_operator rhs: (identifier) @failure.call)]
  arguments: (arguments (argument value: (string) @failure.text))
  (#any-of? @failure.call "stop" "warning" "abort" "cli_abort" "stopifnot"))
(call
  function: [(identifier) @failure.call (namespace_operator rhs: (identifier) @failure.call)]
  (#any-of? @failure.call "stop" "abort" "cli_abort" "stopifnot"))

(call function: (identifier) @name) @reference.call
(call function: (namespace_operator rhs: (identifier) @name)) @reference.call
(call function: (extract_operator rhs: (identifier) @name)) @reference.call
