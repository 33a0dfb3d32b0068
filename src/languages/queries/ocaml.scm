(module_definition (module_binding name: (module_name) @name)) @definition.module
(module_type_definition name: (module_type_name) @name) @definition.interface
(type_definition (type_binding name: (type_constructor) @name)) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.member)
(field_declaration (field_name) @name) @definition.field
(class_definition (class_binding name: (class_name) @name)) @definition.class
(method_definition name: (method_name) @name) @definition.method
(instance_variable_definition name: (instance_variable_name) @name @value.name body: (_) @value.value) @definition.field
(external (value_name) @name) @definition.function
(value_specification (value_name) @name) @definition.declaration

(compilation_unit (value_definition (let_binding pattern: (value_name) @name (parameter)) @definition.function))
(structure (value_definition (let_binding pattern: (value_name) @name (parameter)) @definition.function))
(value_definition
  (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function)
(value_definition (let_binding pattern: (parenthesized_operator (_) @name) (parameter)) @definition.function)
(compilation_unit
  (value_definition (let_binding pattern: (value_name) @name @value.name body: (_) @value.value) @definition.constant))
(structure
  (value_definition (let_binding pattern: (value_name) @name @value.name body: (_) @value.value) @definition.constant))

(type_binding body: (_) @body)
(let_binding body: (_) @body)
(module_binding body: (_) @body)
(module_type_definition body: (_) @body)
(class_binding body: (_) @body)
(method_definition body: (_) @body)
(value_definition) @wrapper
(comment) @comment

(open_module (module_path) @import.name)
(let_binding (parameter pattern: (value_pattern) @parameter.name . (_) @parameter.default))
(let_binding (parameter pattern: (value_pattern) @parameter.name))

(application_expression
  function: (value_path (value_name) @failure.call)
  argument: (string) @failure.text
  (#any-of? @failure.call "failwith" "invalid_arg"))
(application_expression
  function: (value_path (value_name) @_raise)
  argument: (parenthesized_expression
    (application_expression function: (constructor_path) @failure.call argument: (string)? @failure.text))
  (#any-of? @_raise "raise" "raise_notrace"))
(application_expression
  function: (value_path (value_name) @_raise)
  argument: (constructor_path) @failure.call
  (#any-of? @_raise "raise" "raise_notrace"))

(application_expression function: (value_path (value_name) @name)) @reference.call
