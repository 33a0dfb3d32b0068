; What C++ has beside C.
(class_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @name.qualified] body: (_) @body) @definition.class
(struct_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @name.qualified] body: (_) @body) @definition.class
(namespace_definition name: (_) @name body: (_) @body) @definition.module
(function_definition
  declarator: [
    (function_declarator declarator: (qualified_identifier) @name.qualified)
    (_ (function_declarator declarator: (qualified_identifier) @name.qualified))
    (_ (_ (function_declarator declarator: (qualified_identifier) @name.qualified)))
  ]) @definition.method
(function_definition
  declarator: (qualified_identifier) @name.qualified
  (#match? @name.qualified "\\boperator\\b")) @definition.method
(function_definition
  declarator: [
    (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name))
    (reference_declarator (function_declarator declarator: (identifier) @name))
    (operator_cast) @name
  ]) @definition.method
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @definition.method
(declaration
  declarator: [
    (function_declarator declarator: [(destructor_name) (operator_name)] @name)
    (_ (function_declarator declarator: (operator_name) @name))
  ]) @definition.method
(field_declaration
  declarator: (field_identifier) @name @value.name
  default_value: (_) @value.value) @definition.field
(field_declaration declarator: (reference_declarator (field_identifier) @name)) @definition.field
(declaration
  declarator: (init_declarator
    declarator: [
      (qualified_identifier) @name.qualified @value.name
      (pointer_declarator declarator: (qualified_identifier) @name.qualified @value.name)
    ]
    value: (_) @value.value)) @definition.variable
(declaration declarator: (qualified_identifier) @name.qualified) @definition.variable
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(optional_parameter_declaration
  declarator: [
    (identifier) @parameter.name
    (reference_declarator (identifier) @parameter.name)
    (pointer_declarator declarator: (identifier) @parameter.name)
  ]
  default_value: (_) @parameter.default)
(parameter_declaration declarator: (reference_declarator (identifier) @parameter.name))
(template_declaration) @wrapper
(template_parameter_list) @decorator

(throw_statement
  (call_expression
    function: (_) @failure.call
    arguments: (argument_list [(string_literal) (concatenated_string) (binary_expression)] @failure.text)))
(throw_statement (call_expression function: (_) @failure.call))
(static_assert_declaration "static_assert" @failure.call message: (_) @failure.text)

(call_expression function: (qualified_identifier) @name.qualified) @reference.call
(dependent_name) @ignore
(dependent_name (template_function name: (_) @name)) @reference.call
(call_expression function: (template_function name: (identifier) @name)) @reference.call
(call_expression
  function: (field_expression
    field: [
      (template_method name: (_) @name)
      (dependent_name (template_method name: (_) @name))
      (qualified_identifier) @name.qualified
    ])) @reference.call
(new_expression
  type: [
    (type_identifier) @name
    (template_type name: (_) @name)
    (qualified_identifier) @name.qualified
  ]) @reference.class
(using_declaration (qualified_identifier) @import.name)
