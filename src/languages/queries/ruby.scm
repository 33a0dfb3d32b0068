(method name: (_) @name) @definition.method
(singleton_method object: (self) name: (_) @name) @definition.method
(singleton_method object: (_) @receiver name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution scope: (_)? @receiver name: (constant) @name)) @definition.module
(assignment
  left: (constant) @name
  right: (call
    receiver: [(constant) (scope_resolution)] @_struct
    method: (identifier) @_new
    (#any-of? @_struct "Struct" "Class" "Module" "Data") (#any-of? @_new "new" "define"))) @definition.class
(assignment left: (constant) @name @value.name right: (_) @value.value) @definition.constant
(call
  method: (identifier) @_attr
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer" "delegate" "mattr_accessor" "cattr_accessor" "class_attribute" "scope" "has_many" "has_one" "belongs_to" "desc")) @definition.property
(call
  method: (identifier) @_alias
  arguments: (argument_list . (simple_symbol) @name)
  (#eq? @_alias "alias_method")) @definition.method
; A call named like a definition makes a method of the name it takes: `define_method :moor`, `def_node_matcher :moor?`.
; The text that such a call takes stands below its row.
(
  (call
    method: (identifier) @_def
    arguments: (argument_list . (simple_symbol) @name (heredoc_beginning) .)) @definition.method
  . (heredoc_body) @body
  (#match? @_def "^def(ine)?_") (#not-match? @_def "delegator"))
(call
  method: (identifier) @_def
  arguments: (argument_list . (simple_symbol) @name)
  (#match? @_def "^def(ine)?_") (#not-match? @_def "delegator")) @definition.method
; These take first what the call is handed to.
(call
  method: (identifier) @_delegator
  arguments: (argument_list (_) (simple_symbol) @name .)
  (#any-of? @_delegator "def_delegator" "def_instance_delegator" "def_single_delegator")) @definition.method
(call
  method: (identifier) @_delegators
  arguments: (argument_list . (_) (simple_symbol) @name)
  (#any-of? @_delegators "def_delegators" "def_instance_delegators" "def_single_delegators")) @definition.method
(call
  method: (identifier) @_test
  arguments: (argument_list . [(string) (simple_symbol) (constant) (scope_resolution)] @name)
  block: (_)
  (#any-of? @_test "describe" "context" "it" "test" "specify" "feature" "scenario")) @definition.test

(body_statement) @body
(method body: (_) @body)
(method "end" @body)
(singleton_method "end" @body)
(class "end" @body)
(module "end" @body)
(comment) @comment

(call
  method: (identifier) @_require
  arguments: (argument_list . (string) @import.name .)
  (#any-of? @_require "require" "require_relative" "load"))
(call
  method: (identifier) @_autoload
  arguments: (argument_list (string) @import.name .)
  (#eq? @_autoload "autoload"))

(method_parameters (identifier) @parameter.name)
(method_parameters (optional_parameter name: (identifier) @parameter.name value: (_) @parameter.default))
(method_parameters (keyword_parameter name: (identifier) @parameter.name value: (_)? @parameter.default))
(method_parameters (splat_parameter name: (identifier) @parameter.name))
(method_parameters (hash_splat_parameter name: (identifier) @parameter.name))
(method_parameters (block_parameter name: (identifier) @parameter.name))

(assignment
  left: [(instance_variable) (class_variable)] @value.name
  right: [(integer) (float) (string) (simple_symbol) (true) (false) (nil)] @value.value)
(operator_assignment
  left: [(instance_variable) (class_variable)] @value.name
  operator: "||="
  right: [(integer) (float) (string) (simple_symbol) (true) (false)] @value.value)
(pair
  key: [(hash_key_symbol) (simple_symbol) (string)] @value.name
  value: [(integer) (float) (string) (simple_symbol) (true) (false) (nil)] @value.value)

(call
  method: (identifier) @_raise
  arguments: (argument_list . [(constant) (scope_resolution)] @failure.call . [(string) (chained_string)] @failure.text)
  (#any-of? @_raise "raise" "fail"))
(call
  method: (identifier) @_raise
  arguments: (argument_list . [(constant) (scope_resolution)] @failure.call)
  (#any-of? @_raise "raise" "fail"))
(call
  method: (identifier) @failure.call
  arguments: (argument_list . [(string) (chained_string)] @failure.text)
  (#any-of? @failure.call "raise" "fail" "abort"))
(call
  method: (identifier) @_raise
  arguments: (argument_list
    . (call
      receiver: (_) @failure.call
      method: (identifier) @_new
      arguments: (argument_list . [(string) (chained_string)] @failure.text)))
  (#any-of? @_raise "raise" "fail") (#eq? @_new "new"))
(call
  method: (identifier) @_raise
  arguments: (argument_list . (call receiver: (_) @failure.call method: (identifier) @_new))
  (#any-of? @_raise "raise" "fail") (#eq? @_new "new"))

(call method: [(identifier) (constant)] @name) @reference.call
; A name alone calls a method, unless a variable has it.
((identifier) @name @reference.call (#is-not? local))
[(program) (class) (module) (method) (singleton_method) (block) (do_block) (lambda)] @local.scope
(assignment
  left: [
    (identifier) @local.definition
    (left_assignment_list
      [
        (identifier) @local.definition
        (rest_assignment (identifier) @local.definition)
        (destructured_left_assignment (identifier) @local.definition)
      ])
  ])
(operator_assignment left: (identifier) @local.definition)
(method_parameters [(identifier) @local.definition (_ name: (identifier) @local.definition)])
(lambda_parameters [(identifier) @local.definition (_ name: (identifier) @local.definition)])
(block_parameters
  [
    (identifier) @local.definition
    (_ name: (identifier) @local.definition)
    (destructured_parameter (identifier) @local.definition)
  ])
(exception_variable (identifier) @local.definition)
(for pattern: [(identifier) @local.definition (left_assignment_list (identifier) @local.definition)])
(in_clause pattern: (identifier) @local.definition)
(array_pattern (identifier) @local.definition)
(as_pattern name: (identifier) @local.definition)
(keyword_pattern value: (identifier) @local.definition)
(keyword_pattern key: (hash_key_symbol) @local.definition !value)
