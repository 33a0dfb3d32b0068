(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @definition.method
(assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_definition))) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name))
  (expression_list . value: (function_definition))) @definition.function
(table_constructor (field name: (_) @name value: (function_definition)) @definition.method)
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . name: (identifier) @name @value.name)
      (expression_list . value: (_) @value.value)) @definition.variable)
  (#not-match? @value.value "^require"))
(chunk
  (assignment_statement
    (variable_list . name: (identifier) @name @value.name)
    (expression_list . value: (_) @value.value)) @definition.variable)
(chunk
  (assignment_statement
    (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name @value.name))
    (expression_list . value: (_) @value.value)) @definition.field)

(field
  name: (_) @value.name
  value: [(number) (string) (true) (false) (nil) (unary_expression) (binary_expression)] @value.value)
(variable_declaration
  (assignment_statement
    (variable_list . name: (identifier) @value.name .)
    (expression_list . value: [(number) (string)] @value.value .)))
(assignment_statement
  (variable_list . name: (dot_index_expression field: (identifier) @value.name))
  (expression_list . value: [(number) (string) (true) (false)] @value.value))

(function_declaration body: (_) @body)
(function_definition body: (_) @body)
(variable_declaration) @wrapper
(comment) @comment

(function_call
  name: (identifier) @_require
  arguments: (arguments . (string) @import.name)
  (#any-of? @_require "require" "dofile"))
(parameters name: (identifier) @parameter.name)

(function_call
  name: (identifier) @failure.call
  arguments: (arguments . [(string) (binary_expression)] @failure.text)
  (#eq? @failure.call "error"))
(function_call
  name: (identifier) @failure.call
  arguments: (arguments (_) . (string) @failure.text)
  (#eq? @failure.call "assert"))
; A function that fails returns nothing and why.
(return_statement
  "return" @failure.call
  (expression_list . (nil) . [(string) (binary_expression left: (string))] @failure.text))

(function_call
  name: [
    (identifier) @name
    (dot_index_expression field: (identifier) @name)
    (method_index_expression method: (identifier) @name)
  ]) @reference.call
