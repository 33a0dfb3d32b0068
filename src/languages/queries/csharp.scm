(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(method_declaration name: (identifier) @name) @definition.method
(struct_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name @value.name value: (_)? @value.value) @definition.member
(delegate_declaration name: (identifier) @name) @definition.type
(constructor_declaration name: (identifier) @name) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration ["implicit" "explicit"] @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(property_declaration
  name: (identifier) @name @value.name
  value: (arrow_expression_clause (_) @value.value)) @definition.property
(property_declaration name: (identifier) @name @value.name "=" value: (_) @value.value) @definition.property
(property_declaration name: (identifier) @name) @definition.property
(event_declaration name: (identifier) @name) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.property
(indexer_declaration "this" @name) @definition.property
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name @value.name . (_) @value.value))) @definition.field
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(file_scoped_namespace_declaration name: (_) @name) @definition.module
(namespace_declaration name: (_) @name) @definition.module

(class_declaration body: (_) @body)
(struct_declaration body: (_) @body)
(record_declaration body: (_) @body)
(interface_declaration body: (_) @body)
(enum_declaration body: (_) @body)
(namespace_declaration body: (_) @body)
(method_declaration body: (_) @body)
(constructor_declaration body: (_) @body)
(local_function_statement body: (_) @body)
(operator_declaration body: (_) @body)
(conversion_operator_declaration body: (_) @body)
(property_declaration accessors: (_) @body)
(property_declaration value: (_) @body)
(attribute_list) @decorator
(comment) @comment

(using_directive [(identifier) (qualified_name)] @import.name)
(parameter_list (parameter name: (identifier) @parameter.name))
(parameter_list (parameter name: (identifier) @parameter.name "=" . (_) @parameter.default))

(local_declaration_statement
  (variable_declaration
    (variable_declarator
      name: (identifier) @value.name
      . [(integer_literal) (real_literal) (string_literal) (verbatim_string_literal)] @value.value)))
(assignment_expression
  left: [(identifier) @value.name (member_access_expression name: (identifier) @value.name)]
  operator: ["=" "??="]
  right: [(integer_literal) (real_literal) (string_literal) (boolean_literal) (null_literal)] @value.value)

(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list (argument [(string_literal) (interpolated_string_expression) (verbatim_string_literal) (binary_expression)] @failure.text))))
(throw_statement (object_creation_expression type: (_) @failure.call))
(throw_expression
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list (argument [(string_literal) (interpolated_string_expression)] @failure.text))))
(throw_expression (object_creation_expression type: (_) @failure.call))

(invocation_expression function: (identifier) @name) @reference.call
(invocation_expression function: (member_access_expression name: (identifier) @name)) @reference.call
(object_creation_expression type: (identifier) @name) @reference.class
(invocation_expression function: (member_access_expression name: (generic_name (identifier) @name))) @reference.call
(invocation_expression function: (generic_name (identifier) @name)) @reference.call
(invocation_expression
  function: (conditional_access_expression
    (member_binding_expression name: [(identifier) @name (generic_name (identifier) @name)]))) @reference.call
(object_creation_expression
  type: [
    (generic_name (identifier) @name)
    (qualified_name name: [(identifier) @name (generic_name (identifier) @name)])
  ]) @reference.class
; A base that is given arguments is made; one that a head merely names is used.
(base_list (primary_constructor_base_type type: (identifier) @name)) @reference.class
