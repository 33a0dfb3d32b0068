(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name) @definition.enum
(class_declaration name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name) @definition.class
(enum_entry . (identifier) @name @value.name (value_arguments)? @value.value) @definition.member
(function_declaration . (user_type (identifier) @receiver .) name: (identifier) @name) @definition.function
(function_declaration (modifiers) . (user_type (identifier) @receiver .) name: (identifier) @name) @definition.function
(function_declaration . (user_type (identifier) @receiver (type_arguments) .) name: (identifier) @name) @definition.function
(function_declaration (modifiers) . (user_type (identifier) @receiver (type_arguments) .) name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.method
(type_alias type: (identifier) @name) @definition.type
(source_file
  (property_declaration
    (modifiers (property_modifier "const"))
    (variable_declaration (identifier) @name @value.name)
    "=" . (_) @value.value) @definition.constant)
(source_file
  (property_declaration (variable_declaration . (identifier) @name @value.name) "=" . (_) @value.value) @definition.variable)
(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
(class_body
  (property_declaration (variable_declaration . (identifier) @name @value.name) "=" . (_) @value.value) @definition.property)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.property)
(class_parameter
  ["val" "var"]
  (identifier) @name @parameter.name @value.name
  "=" . (_) @parameter.default @value.value) @definition.property
(class_parameter ["val" "var"] . (identifier) @name @parameter.name) @definition.property
(class_parameter . (identifier) @parameter.name)

(block
  (property_declaration
    (variable_declaration . (identifier) @value.name) "=" . [(number_literal) (string_literal)] @value.value))

(class_body) @body
(enum_class_body) @body
(function_body) @body
(modifiers (annotation) @decorator)
(line_comment) @comment
(block_comment) @comment

(import (qualified_identifier) @import.name)
(function_value_parameters (parameter . (identifier) @parameter.name) . "=" . (_) @parameter.default)
(function_value_parameters (parameter . (identifier) @parameter.name))

(throw_expression
  (call_expression
    (identifier) @failure.call
    (value_arguments . (value_argument (string_literal) @failure.text))))
(throw_expression (call_expression . (identifier) @failure.call))
(call_expression
  (identifier) @failure.call
  (value_arguments . (value_argument (string_literal) @failure.text))
  (#any-of? @failure.call "error" "TODO" "fail"))
(call_expression
  (call_expression . (identifier) @failure.call)
  (annotated_lambda (lambda_literal (string_literal) @failure.text .))
  (#any-of? @failure.call "require" "check" "requireNotNull" "checkNotNull"))

(call_expression . (identifier) @name) @reference.call
(call_expression . (navigation_expression (identifier) @name .)) @reference.call
; Read as comparisons by the grammar, where brackets that are not empty stand behind the types: `Box<Int>(1)`.
(binary_expression
  left: (binary_expression left: [(identifier) @name (navigation_expression (identifier) @name .)] "<")
  ">"
  right: [(parenthesized_expression) (lambda_literal)]) @reference.call
(infix_expression . (_) . (identifier) @name) @reference.call
; A base that is given arguments is made; one that a head merely names is used.
(delegation_specifier
  (constructor_invocation (user_type (identifier) @name (type_arguments)? .))) @reference.class

; Steps of a package are no names of what is in it.
(package_header (qualified_identifier (identifier) @ignore))
(import (qualified_identifier (identifier) @ignore . (identifier)) (#match? @ignore "^[a-z]"))
(import (qualified_identifier (identifier) @ignore .) . "." (#match? @ignore "^[a-z]"))
