(class_declaration "enum" name: (type_identifier) @name) @definition.enum
(class_declaration "extension" name: (user_type (type_identifier) @name .)) @definition.implementation
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name @value.name raw_value: (_) @value.value) @definition.member
(enum_entry name: (simple_identifier) @name) @definition.member
(function_declaration name: (simple_identifier) @name) @definition.function
(protocol_function_declaration name: (simple_identifier) @name) @definition.method
(function_declaration
  name: [
    (custom_operator) (bang) "+" "-" "*" "/" "%" "<" ">" "<=" ">=" "==" "!=" "===" "!==" "++" "--" "|" "^" "~" "<<" ">>" "&"
    "+=" "-=" "*=" "/=" "%="
  ] @name) @definition.function
(protocol_function_declaration
  name: [
    (custom_operator) (bang) "+" "-" "*" "/" "%" "<" ">" "<=" ">=" "==" "!=" "===" "!==" "++" "--" "|" "^" "~" "<<" ">>" "&"
    "+=" "-=" "*=" "/=" "%="
  ] @name) @definition.method
(init_declaration "init" @name) @definition.method
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(typealias_declaration . (modifiers)? . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name @value.name) value: (_)? @value.value) @definition.variable)
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name @value.name) value: (_)? @value.value) @definition.property)
(enum_class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name @value.name) value: (_)? @value.value) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property

(statements
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @value.name)
    value: [(integer_literal) (real_literal) (line_string_literal)] @value.value))

(class_declaration body: (_) @body)
(protocol_declaration body: (_) @body)
(function_declaration body: (_) @body)
(init_declaration body: (_) @body)
(deinit_declaration body: (_) @body)
(property_declaration computed_value: (_) @body)
(subscript_declaration (computed_property) @body)
(modifiers (attribute) @decorator)
(comment) @comment
(multiline_comment) @comment

(import_declaration (identifier) @import.name)
(function_declaration (parameter name: (simple_identifier) @parameter.name) . default_value: (_) @parameter.default)
(function_declaration (parameter name: (simple_identifier) @parameter.name))
(init_declaration (parameter name: (simple_identifier) @parameter.name) . default_value: (_) @parameter.default)
(init_declaration (parameter name: (simple_identifier) @parameter.name))

(protocol_function_declaration (parameter name: (simple_identifier) @parameter.name))

(control_transfer_statement
  (throw_keyword)
  (call_expression
    . (_) @failure.call
    (call_suffix (value_arguments (value_argument value: (line_string_literal) @failure.text)))))
(control_transfer_statement (throw_keyword) (call_expression . (_) @failure.call))
(control_transfer_statement (throw_keyword) (navigation_expression) @failure.call)
(call_expression
  . (simple_identifier) @failure.call
  (call_suffix (value_arguments (value_argument value: (line_string_literal) @failure.text)))
  (#any-of? @failure.call "fatalError" "precondition" "preconditionFailure" "assert" "assertionFailure"))

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(constructor_expression constructed_type: (user_type (type_identifier) @name)) @reference.call
; Read as a comparison by the grammar: `boats.take<Int>(1)`.
(comparison_expression
  lhs: (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name))
  op: "<"
  rhs: (comparison_expression op: ">" rhs: (tuple_expression))) @reference.call
