; What JavaScript's tree has otherwise than TypeScript's.
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @name @value.name value: (_)? @value.value) @definition.field
(formal_parameters (identifier) @parameter.name)
(formal_parameters (rest_pattern (identifier) @parameter.name))
(formal_parameters (assignment_pattern left: (identifier) @parameter.name right: (_) @parameter.default))
(formal_parameters
  (object_pattern
    [
      (shorthand_property_identifier_pattern) @parameter.name
      (object_assignment_pattern
        left: (shorthand_property_identifier_pattern) @parameter.name
        right: (_) @parameter.default)
    ]))
(arrow_function parameter: (identifier) @parameter.name)
