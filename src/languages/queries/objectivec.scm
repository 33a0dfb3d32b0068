(class_interface . (identifier) @name category: (identifier)) @definition.implementation
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @definition.implementation
(protocol_declaration . (identifier) @name) @definition.interface
(method_definition (method_type) . (identifier) @name) @definition.method
(method_declaration (method_type) . (identifier) @name) @definition.declaration
(property_declaration (struct_declaration (struct_declarator (identifier) @name))) @definition.property
(property_declaration (struct_declaration (struct_declarator (pointer_declarator declarator: (identifier) @name)))) @definition.property
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
  ]) @definition.function
(enumerator name: (identifier) @name @value.name value: (_)? @value.value) @definition.member
(preproc_def name: (identifier) @name @value.name value: (_)? @value.value) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def value: (_) @raw)
(preproc_function_def value: (_) @raw)
(translation_unit
  (declaration
    declarator: (init_declarator
      declarator: [(identifier) @name @value.name (pointer_declarator declarator: (identifier) @name @value.name)]
      value: (_) @value.value)) @definition.variable)

(function_definition body: (_) @body)
(method_definition (compound_statement) @body)
(class_implementation [(instance_variables) (implementation_definition)] @body)
(comment) @comment
(preproc_include path: (_) @import.name)
(module_import path: (_) @import.name)
(method_parameter (identifier) @parameter.name)

(message_expression
  receiver: (identifier) @failure.call
  method: (identifier) @_raise
  (string_literal) @failure.text
  (#eq? @failure.call "NSException"))

(call_expression
  function: (identifier) @failure.call
  arguments: (argument_list (_) . (string_literal) @failure.text)
  (#any-of? @failure.call "NSAssert" "NSCAssert"))

(call_expression function: [(identifier) @name (field_expression field: (field_identifier) @name)]) @reference.call
(message_expression method: (identifier) @name) @reference.call
