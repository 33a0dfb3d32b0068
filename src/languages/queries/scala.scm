(trait_definition name: (identifier) @name) @definition.interface
(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.member
(full_enum_case name: (identifier) @name) @definition.member
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(type_definition name: (type_identifier) @name) @definition.type
(given_definition name: (identifier) @name) @definition.variable
(package_object name: (identifier) @name) @definition.module
(template_body (val_definition pattern: (identifier) @name @value.name value: (_) @value.value) @definition.field)
(template_body (var_definition pattern: (identifier) @name @value.name value: (_) @value.value) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(class_definition "case" name: (_) . (type_parameters)? . (class_parameters (class_parameter name: (identifier) @name) @definition.field))
(class_definition (class_parameters (class_parameter ["val" "var"] name: (identifier) @name) @definition.field))
(compilation_unit (val_definition pattern: (identifier) @name @value.name value: (_) @value.value) @definition.variable)
(call_expression
  function: (call_expression function: (identifier) @_test arguments: (arguments . (string) @name))
  arguments: [(block) (indented_block) (colon_argument)]
  (#any-of? @_test "test" "it" "describe" "property")) @definition.test

(block
  (val_definition
    pattern: (identifier) @value.name
    value: [(integer_literal) (floating_point_literal) (string)] @value.value))

(trait_definition body: (_) @body)
(class_definition body: (_) @body)
(object_definition body: (_) @body)
(enum_definition body: (_) @body)
(function_definition body: (_) @body)
(given_definition body: (_) @body)
(annotation) @decorator
(comment) @comment
(block_comment) @comment

(import_declaration) @import.name
(parameters (parameter name: (identifier) @parameter.name default_value: (_)? @parameter.default))
(class_parameter name: (identifier) @parameter.name default_value: (_)? @parameter.default)

(throw_expression
  (instance_expression
    (type_identifier) @failure.call
    arguments: (arguments [(string) (interpolated_string_expression) (infix_expression)] @failure.text)))
(throw_expression (instance_expression (type_identifier) @failure.call))
(throw_expression
  (call_expression
    function: (_) @failure.call
    arguments: (arguments [(string) (interpolated_string_expression)] @failure.text)))
(call_expression
  function: (identifier) @failure.call
  arguments: (arguments [(string) (interpolated_string_expression)] @failure.text .)
  (#any-of? @failure.call "require" "assert" "assume" "fail"))
(call_expression
  function: (identifier) @failure.call
  arguments: (arguments . [(string) (interpolated_string_expression)] @failure.text .)
  (#eq? @failure.call "Left"))
(call_expression
  function: (field_expression value: (identifier) @_sys field: (identifier) @failure.call)
  arguments: (arguments . [(string) (interpolated_string_expression)] @failure.text)
  (#eq? @_sys "sys") (#eq? @failure.call "error"))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: [(identifier) @name (field_expression field: (identifier) @name)])) @reference.call
(instance_expression
  [
    (type_identifier) @name
    (stable_type_identifier (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (stable_type_identifier (type_identifier) @name)])
  ]) @reference.class
; A base that is given arguments is made; one that a head merely names is used.
(extends_clause
  type: [(type_identifier) @name (generic_type type: (type_identifier) @name)]
  . arguments: (arguments)) @reference.class
(infix_expression operator: (identifier) @name) @reference.call
; Steps of a package are no names of what is in it.
(package_clause name: (package_identifier (identifier) @ignore))
