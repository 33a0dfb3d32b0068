; A signature and its body stand side by side.
(class_body (method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(class_body (method_signature (getter_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(class_body (method_signature (setter_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(class_body (method_signature (constructor_signature . name: (identifier) @name)) @definition.method . (function_body) @body)
(class_body (method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.method . (function_body) @body)
(class_body (method_signature (operator_signature [(binary_operator) (tilde_operator) "[]" "[]="] @name)) @definition.method . (function_body) @body)
(extension_body (method_signature (operator_signature [(binary_operator) (tilde_operator) "[]" "[]="] @name)) @definition.method . (function_body) @body)
(declaration (operator_signature [(binary_operator) (tilde_operator) "[]" "[]="] @name)) @definition.method
(extension_body (method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(extension_body (method_signature (getter_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(enum_body (method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(enum_body (method_signature (getter_signature name: (identifier) @name)) @definition.method . (function_body) @body)
(declaration (function_signature name: (identifier) @name)) @definition.method
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.method
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.method
(program (function_signature name: (identifier) @name) @definition.function . (function_body) @body)
(program (getter_signature name: (identifier) @name) @definition.function . (function_body) @body)

(class_definition name: (identifier) @name body: (_) @body) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (identifier) @name body: (_) @body) @definition.implementation
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name @value.name (argument_part)? @value.value) @definition.member
(type_alias . (type_identifier) @name) @definition.type
(declaration
  (static_final_declaration_list (static_final_declaration . (identifier) @name @value.name . (_) @value.value .))) @definition.field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration
  (initialized_identifier_list (initialized_identifier . (identifier) @name @value.name . (_) @value.value .))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field
(program
  (static_final_declaration_list
    (static_final_declaration . (identifier) @name @value.name . (_) @value.value .) @definition.constant))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))

(initialized_variable_definition
  name: (identifier) @value.name
  value: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal)] @value.value)

(annotation) @decorator
(comment) @comment
(documentation_comment) @comment
(configurable_uri (uri (string_literal) @import.name))

(formal_parameter_list (formal_parameter name: (identifier) @parameter.name))
(formal_parameter_list (formal_parameter [(constructor_param (identifier) @parameter.name @parameter.field) (super_formal_parameter (identifier) @parameter.name @parameter.field)]))
(optional_formal_parameters (formal_parameter name: (identifier) @parameter.name) . "=" . [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (true) (false) (null_literal) (list_literal)] @parameter.default)
(optional_formal_parameters (formal_parameter (constructor_param (identifier) @parameter.name @parameter.field)) . "=" . [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (true) (false) (null_literal) (list_literal)] @parameter.default)
(optional_formal_parameters (formal_parameter name: (identifier) @parameter.name))
(optional_formal_parameters (formal_parameter [(constructor_param (identifier) @parameter.name @parameter.field) (super_formal_parameter (identifier) @parameter.name @parameter.field)]))

(throw_expression
  . (identifier) @failure.call
  (selector (argument_part (arguments . (argument (string_literal) @failure.text)))))
(throw_expression . (identifier) @failure.call)
(assertion (assert_builtin) @failure.call (assertion_arguments (string_literal) @failure.text .))

((identifier) @name . (selector (argument_part))) @reference.call
((selector [(unconditional_assignable_selector (identifier) @name) (conditional_assignable_selector (identifier) @name)])
  . (selector "!")? . (selector (argument_part))) @reference.call
((super) . (unconditional_assignable_selector (identifier) @name) . (selector (argument_part))) @reference.call
(cascade_section [(cascade_selector (identifier) @name) (_ (identifier) @name)] . (argument_part)) @reference.call
; Read as a comparison by the grammar: `boats.take<int>(1)`.
(relational_expression
  (relational_expression (selector (unconditional_assignable_selector (identifier) @name)) . (relational_operator "<"))
  . (relational_operator ">") . (parenthesized_expression)) @reference.call
(initializer_list_entry (super) (identifier) @name . (arguments)) @reference.call
([(new_expression (type_identifier) @name) (const_object_expression (type_identifier) @name)]) @reference.class
