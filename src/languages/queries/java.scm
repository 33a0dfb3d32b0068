(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name @value.name arguments: (_)? @value.value) @definition.member
(record_declaration name: (identifier) @name) @definition.class
(annotation_type_declaration name: (identifier) @name) @definition.interface
(annotation_type_element_declaration name: (identifier) @name @value.name value: (_)? @value.value) @definition.method
(interface_body
  (constant_declaration declarator: (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value)) @definition.constant)
(field_declaration
  declarator: (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value)) @definition.field
(module_declaration name: (_) @name) @definition.module

(class_declaration body: (_) @body)
(interface_declaration body: (_) @body)
(enum_declaration body: (_) @body)
(record_declaration body: (_) @body)
(annotation_type_declaration body: (_) @body)
(method_declaration body: (_) @body)
(constructor_declaration body: (_) @body)
(modifiers [(annotation) (marker_annotation)] @decorator)
(line_comment) @comment
(block_comment) @comment

(import_declaration [(scoped_identifier) (identifier)] @import.name)
(formal_parameters (formal_parameter name: (identifier) @parameter.name))
(formal_parameters (spread_parameter (variable_declarator name: (identifier) @parameter.name)))

(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @value.name
    value: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal)] @value.value))
(assignment_expression
  left: (field_access object: (this) field: (identifier) @value.name)
  operator: "="
  right: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (true) (false)] @value.value)

(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list (string_literal) @failure.text)))
(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list (binary_expression) @failure.text)))
(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list (method_invocation arguments: (argument_list . (string_literal) @failure.text)))))
(throw_statement (object_creation_expression type: (_) @failure.call))
(throw_statement (method_invocation name: (_) @failure.call))
(assert_statement "assert" @failure.call (_) (string_literal) @failure.text)

; The official queries take the base of a class for a call, too, so they are not read.
(method_invocation name: (identifier) @name) @reference.call
(explicit_constructor_invocation constructor: (_) @name) @reference.call
(object_creation_expression type: [(type_identifier) @name (generic_type (type_identifier) @name)]) @reference.class
(method_reference (identifier) @name .) @reference.call
(object_creation_expression
  type: [
    (scoped_type_identifier (type_identifier) @name .)
    (generic_type (scoped_type_identifier (type_identifier) @name .))
  ]) @reference.class

; Steps of a package are no names of what is in it.
(package_declaration (scoped_identifier name: (identifier) @ignore))
(scoped_identifier scope: [(identifier) @ignore (scoped_identifier name: (identifier) @ignore)] (#match? @ignore "^[a-z]"))
(import_declaration [(identifier) @ignore (scoped_identifier name: (identifier) @ignore)] (asterisk) (#match? @ignore "^[a-z]"))
