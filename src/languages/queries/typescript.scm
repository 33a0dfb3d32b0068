; Beside what JavaScript has.
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name @value.name value: (_) @value.value) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body (property_identifier) @name @definition.member @value.name)
(enum_body (enum_assignment name: (_) @name @value.name value: (_) @value.value) @definition.member)
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(function_signature name: (_) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name @value.name value: (_)? @value.value) @definition.field
(interface_body (property_signature name: (_) @name) @definition.property)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.property))
(ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration) @wrapper

; A parameter that is a field, too.
(required_parameter
  [(accessibility_modifier) "readonly"]
  pattern: (identifier) @name @parameter.name
  value: (_)? @parameter.default) @definition.property
(required_parameter pattern: [(identifier) (rest_pattern) (this)] @parameter.name value: (_)? @parameter.default)
(optional_parameter pattern: (_) @parameter.name)
(required_parameter
  pattern: (object_pattern
    [
      (shorthand_property_identifier_pattern) @parameter.name
      (object_assignment_pattern
        left: (shorthand_property_identifier_pattern) @parameter.name
        right: (_) @parameter.default)
    ]))

(new_expression constructor: (identifier) @name) @reference.class
(call_expression function: (non_null_expression [(identifier) @name (member_expression property: (_) @name)])) @reference.call
