(function name: (identifier) @name) @definition.function
(constant name: (identifier) @name @value.name value: (_) @value.value) @definition.constant
(type_definition (type_name name: (type_identifier) @name)) @definition.type
(external_type (type_name name: (type_identifier) @name)) @definition.type
(type_alias (type_name name: (type_identifier) @name)) @definition.type
(data_constructor name: (constructor_name) @name) @definition.member
(data_constructor_argument label: (label) @name) @definition.field

(function body: (_) @body)
(type_definition (data_constructors) @body)
(attribute) @decorator
(comment) @comment
(statement_comment) @comment
(module_comment) @comment

(import module: (module) @import.name)
(function_parameter name: (identifier) @parameter.name)

(let pattern: (identifier) @value.name value: [(integer) (float) (string)] @value.value)
(argument label: (label) @value.name value: [(integer) (float) (string)] @value.value)

(panic "panic" @failure.call message: (_)? @failure.text)
(todo "todo" @failure.call message: (_)? @failure.text)
(record
  name: (constructor_name) @failure.call
  arguments: (arguments
    . (argument value: [
      (string) @failure.text
      (binary_expression left: (string) @failure.text)
      (record name: (_) @failure.text)
    ]))
  (#eq? @failure.call "Error"))

(function_call function: [(identifier) @name (field_access field: (label) @name)]) @reference.call
(binary_expression "|>" right: [(identifier) @name (field_access field: (label) @name)]) @reference.call
(use value: [(identifier) @name (field_access field: (label) @name)]) @reference.call
