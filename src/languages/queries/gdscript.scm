; A script is a class from where it is named to its end.
(source (class_name_statement (name) @name) @definition.class (_) @body .)
(source
  (class_name_statement)
  . [
    (comment) (annotation) (signal_statement) (enum_definition) (const_statement) (variable_statement)
    (function_definition) (constructor_definition) (class_definition)
  ] @body)
(source (class_name_statement) . (extends_statement) . (_) @body)
(class_definition name: (name) @name body: (_) @body) @definition.class
(function_definition name: (name) @name) @definition.function
(constructor_definition "_init" @name) @definition.method
(signal_statement (name) @name) @definition.property
(enum_definition name: (name) @name) @definition.enum
(enumerator left: (identifier) @name @value.name right: (_)? @value.value) @definition.member
(const_statement name: (name) @name @value.name value: (_) @value.value) @definition.constant
(source (variable_statement name: (name) @name @value.name value: (_)? @value.value) @definition.field)
(source (export_variable_statement name: (name) @name @value.name value: (_)? @value.value) @definition.field)
(source (onready_variable_statement name: (name) @name @value.name value: (_)? @value.value) @definition.field)
(class_definition
  body: (body (variable_statement name: (name) @name @value.name value: (_)? @value.value) @definition.field))

(function_definition body: (_) @body)
(constructor_definition body: (_) @body)
(enum_definition body: (_) @body)
(variable_statement setget: (_) @body)
; What groups the fields below it belongs to none.
(source (annotation (identifier) @_word) @decorator (#not-match? @_word "^export_.*(group|category)$"))
(class_definition
  body: (body (annotation (identifier) @_word) @decorator (#not-match? @_word "^export_.*(group|category)$")))
(comment) @comment

(call
  (identifier) @_load
  (arguments . (string) @import.name)
  (#any-of? @_load "preload" "load"))
(extends_statement (string) @import.name)

(parameters (identifier) @parameter.name)
(parameters (typed_parameter . (identifier) @parameter.name))
(parameters (default_parameter . (identifier) @parameter.name value: (_) @parameter.default))
(parameters (typed_default_parameter . (identifier) @parameter.name value: (_) @parameter.default))

(variable_statement
  name: (name) @value.name
  value: [(integer) (float) (string) (true) (false)] @value.value)
(assignment
  left: (attribute (identifier) @value.name .)
  right: [(integer) (float) (string) (true) (false)] @value.value)
(pair
  key: (_) @value.name
  value: [(integer) (float) (string) (true) (false) (null)] @value.value)

(call
  (identifier) @failure.call
  (arguments
    . [
      (string) @failure.text
      (binary_operator left: (string) @failure.text)
      (call (arguments . (string) @failure.text))
    ])
  (#any-of? @failure.call "push_error" "push_warning" "printerr"))
(call
  (identifier) @failure.call
  (arguments (_) . [(string) @failure.text (binary_operator left: (string) @failure.text)])
  (#eq? @failure.call "assert"))

(call (identifier) @name) @reference.call
(attribute_call (identifier) @name) @reference.call
