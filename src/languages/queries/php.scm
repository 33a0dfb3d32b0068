(trait_declaration name: (name) @name) @definition.class
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name @value.name value: (_)? @value.value) @definition.member
(method_declaration name: (name) @name) @definition.method
(const_element . (name) @name @value.name (_) @value.value) @definition.constant
(property_declaration
  (property_element name: (variable_name (name) @name @value.name) default_value: (_)? @value.value)) @definition.field
(property_promotion_parameter name: (variable_name (name) @name @value.name) default_value: (_)? @value.value) @definition.field
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (_) @name @value.name) . (argument (_) @value.value))
  (#eq? @_define "define")) @definition.constant

; A file of settings returns one list of them.
(program (return_statement (array_creation_expression
  (array_element_initializer . (string) @name . (array_creation_expression) @body) @definition.section)))
(program (return_statement (array_creation_expression
  (array_element_initializer . (string) @name @value.name . (_) @value.value) @definition.key)))
(program (return_statement (array_creation_expression
  (array_element_initializer . (_) . (array_creation_expression
    (array_element_initializer . (string) @name @value.name . (_) @value.value) @definition.key)))))

(class_declaration body: (_) @body)
(interface_declaration body: (_) @body)
(trait_declaration body: (_) @body)
(enum_declaration body: (_) @body)
(function_definition body: (_) @body)
(method_declaration body: (_) @body)
(anonymous_function body: (_) @body)
(attribute_list) @decorator
(comment) @comment

(namespace_use_clause . [(qualified_name) (name)] @import.name)
(require_once_expression (_) @import.name)
(require_expression (_) @import.name)
(include_expression (_) @import.name)
(include_once_expression (_) @import.name)

(formal_parameters (simple_parameter name: (variable_name (name) @parameter.name) default_value: (_)? @parameter.default))
(formal_parameters (variadic_parameter name: (variable_name (name) @parameter.name)))
(formal_parameters (property_promotion_parameter name: (variable_name (name) @parameter.name) default_value: (_)? @parameter.default))

(array_element_initializer
  . (string) @value.name
  . [(integer) (float) (string) (encapsed_string) (boolean) (null) (class_constant_access_expression)] @value.value)
(assignment_expression
  left: (member_access_expression name: (name) @value.name)
  right: [(integer) (float) (string) (encapsed_string) (boolean) (null)] @value.value)

(throw_expression
  (object_creation_expression
    [(name) (qualified_name)] @failure.call
    (arguments (argument [(string) (encapsed_string) (binary_expression)] @failure.text))))
(throw_expression
  (object_creation_expression
    [(name) (qualified_name)] @failure.call
    (arguments (argument (function_call_expression arguments: (arguments . (argument [(string) (encapsed_string)] @failure.text)))))))
(throw_expression (object_creation_expression [(name) (qualified_name)] @failure.call))
(throw_expression (scoped_call_expression name: (name) @failure.call))
(function_call_expression
  function: (name) @failure.call
  arguments: (arguments . (argument [(string) (encapsed_string)] @failure.text))
  (#any-of? @failure.call "trigger_error" "die" "assert"))

(function_call_expression function: (name) @name) @reference.call
(object_creation_expression (name) @name) @reference.class
(nullsafe_member_call_expression name: (name) @name) @reference.call
