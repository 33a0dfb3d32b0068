; What tells its type is the first clause of it.
(declarations (signature name: (variable) @name) @definition.clause)
(declarations (signature name: (prefix_id (operator) @name)) @definition.clause)
(declarations (function name: (variable) @name) @definition.clause)
(declarations (function (infix operator: (operator) @name)) @definition.clause)
(declarations (function name: (prefix_id (operator) @name)) @definition.clause)
(declarations
  (bind
    name: (variable) @name @value.name
    match: (match expression: (literal) @value.value)) @definition.clause)
(declarations (bind name: [(variable) @name (prefix_id (operator) @name)]) @definition.clause)
(declarations (bind name: (prefix_id (operator) @name)) @definition.clause)
(class_declarations (signature name: (variable) @name) @definition.method)
(class_declarations (signature name: (prefix_id (operator) @name)) @definition.method)
(instance_declarations (function name: (variable) @name) @definition.clause)
(instance_declarations (function (infix operator: (operator) @name)) @definition.clause)
(instance_declarations (function name: (prefix_id (operator) @name)) @definition.clause)
(instance_declarations (bind name: [(variable) @name (prefix_id (operator) @name)]) @definition.clause)
(data_type name: (name) @name) @definition.type
(newtype name: (name) @name) @definition.type
(type_synomym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(class name: (name) @name) @definition.interface
(instance name: (name) @name) @definition.implementation
(data_constructor constructor: (_ name: (constructor) @name)) @definition.member
(newtype_constructor name: (constructor) @name) @definition.member
(field name: (field_name (variable) @name)) @definition.field

(function match: (_) @body)
(bind match: (_) @body)
(class declarations: (_) @body)
(instance declarations: (_) @body)
(data_type constructors: (_) @body)
(comment) @comment
(haddock) @comment

(import module: (module) @import.name)
(function patterns: (patterns (variable) @parameter.name))

(field_update
  (field_name (variable) @value.name)
  expression: (literal) @value.value)

(apply
  function: (variable) @failure.call
  argument: (literal (string)) @failure.text
  (#any-of? @failure.call "error" "fail" "panic" "throwError" "die" "errorWithoutStackTrace" "userError"))
(infix
  left_operand: (variable) @failure.call
  right_operand: (_) @failure.text
  (#any-of? @failure.call "error" "fail" "throwIO" "throwError" "throw" "throwM" "die"))
(apply
  function: (variable) @failure.call
  argument: (_) @failure.text
  (#any-of? @failure.call "throwIO" "throwError" "throw" "throwM"))

(apply function: (variable) @name) @reference.call
(infix left_operand: (variable) @name operator: (operator) @_operator (#any-of? @_operator "$" "$!" "<$>")) @reference.call
(apply function: (qualified id: (variable) @name)) @reference.call
(header module: (module) @name) @definition.module
(infix operator: (infix_id [(variable) @name (qualified id: (variable) @name)])) @reference.call
