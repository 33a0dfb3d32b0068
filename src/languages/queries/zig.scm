(variable_declaration . (identifier) @name (struct_declaration)) @definition.class
(variable_declaration . (identifier) @name (union_declaration)) @definition.class
(variable_declaration . (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration)) @definition.enum
(error_set_declaration (identifier) @name @definition.member)
(enum_declaration (container_field name: (_) @name @value.name (_)? @value.value) @definition.member)
(container_field name: (identifier) @name @value.name "=" . (_) @value.value) @definition.field
(container_field name: (identifier) @name) @definition.field
(function_declaration name: (identifier) @name) @definition.function
(source_file
  (variable_declaration . (identifier) @name @value.name "=" . (_) @value.value) @definition.constant
  (#not-match? @value.value "^@import"))
(struct_declaration
  (variable_declaration . (identifier) @name @value.name "=" . (_) @value.value) @definition.constant)
(test_declaration [(string) (identifier)] @name) @definition.test

(block
  (variable_declaration . (identifier) @value.name "=" . [(integer) (float) (string)] @value.value))

(function_declaration body: (_) @body)
(struct_declaration "{" @body)
(union_declaration "{" @body)
(enum_declaration "{" @body)
(test_declaration (block) @body)
(comment) @comment

(builtin_function
  (builtin_identifier) @_import
  (arguments . (string) @import.name)
  (#eq? @_import "@import"))
(parameters (parameter name: (identifier) @parameter.name (#not-eq? @parameter.name "self")))

(builtin_function
  (builtin_identifier) @failure.call
  (arguments . (string) @failure.text)
  (#any-of? @failure.call "@panic" "@compileError"))
(return_expression (error_type "error" @failure.call (identifier) @failure.text))
(return_expression
  (field_expression object: (identifier) @failure.call member: (identifier) @failure.text)
  (#eq? @failure.call "error"))

(call_expression function: [(identifier) @name (field_expression member: (identifier) @name)]) @reference.call
