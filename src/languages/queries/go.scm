(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @receiver
        (pointer_type (type_identifier) @receiver)
        (generic_type type: (type_identifier) @receiver)
        (pointer_type (generic_type type: (type_identifier) @receiver))
      ]))
  name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.class
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(method_elem name: (field_identifier) @name) @definition.method
(field_declaration name: (field_identifier) @name) @definition.field
(source_file
  (const_declaration (const_spec name: (identifier) @name @value.name value: (expression_list)? @value.value) @definition.constant)
  (#not-eq? @name "_"))
(source_file
  (var_declaration (var_spec name: (identifier) @name @value.name value: (expression_list)? @value.value) @definition.variable)
  (#not-eq? @name "_"))
(source_file
  (var_declaration
    (var_spec_list (var_spec name: (identifier) @name @value.name value: (expression_list)? @value.value) @definition.variable))
  (#not-eq? @name "_"))

(keyed_element
  key: (literal_element (identifier) @value.name)
  value: (literal_element
    [(int_literal) (float_literal) (interpreted_string_literal) (raw_string_literal) (true) (false) (selector_expression) (binary_expression)] @value.value))
(const_declaration
  (const_spec name: (identifier) @value.name value: (expression_list) @value.value)
  (#not-eq? @value.name "_"))
(short_var_declaration
  left: (expression_list . (identifier) @value.name .)
  right: (expression_list . [(int_literal) (float_literal) (interpreted_string_literal) (raw_string_literal)] @value.value .)
  (#not-match? @value.value "^[01]$"))

(function_declaration body: (_) @body)
(method_declaration body: (_) @body)
; What a named type is made of is its body; in other heads such a type is a word of many: `func done() <-chan struct{}`.
([
  (type_spec type: (struct_type (field_declaration_list) @body))
  (type_spec type: (_ (struct_type (field_declaration_list) @body)))
  (field_declaration type: (struct_type (field_declaration_list) @body))
  (field_declaration type: (_ (struct_type (field_declaration_list) @body)))
  (composite_literal type: (struct_type (field_declaration_list) @body))
  (composite_literal type: (_ (struct_type (field_declaration_list) @body)))
] (#not-eq? @body "{}"))
([
  (type_spec type: (interface_type "{" @body) @_type)
  (field_declaration type: (interface_type "{" @body) @_type)
] (#not-eq? @_type "interface{}"))
(type_declaration) @wrapper
(const_declaration) @wrapper
(var_declaration) @wrapper
(comment) @comment

(import_spec path: (_) @import.name)
(function_declaration
  parameters: (parameter_list (_ name: (identifier) @parameter.name)))
(method_declaration
  parameters: (parameter_list (_ name: (identifier) @parameter.name)))

(call_expression
  function: [(identifier) (selector_expression)] @failure.call
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @failure.text)
  (#match? @failure.call "^(panic|errors\\.New|fmt\\.Errorf|errors\\.Errorf|errors\\.Wrapf?|log\\.(Fatal|Panic)(f|ln)?|status\\.Errorf?|xerrors\\.\\w+)$"))
(call_expression
  function: (identifier) @failure.call
  (#eq? @failure.call "panic"))
(call_expression
  function: [(identifier) (selector_expression)] @failure.call
  arguments: (argument_list [(identifier) (selector_expression)] . [(interpreted_string_literal) (raw_string_literal)] @failure.text)
  (#match? @failure.call "^(errors\\.(Wrapf?|WithMessagef?)|status\\.Errorf?)$"))

(call_expression
  function: [
    (identifier) @name
    (parenthesized_expression (identifier) @name)
    (selector_expression field: (field_identifier) @name)
  ]) @reference.call
; A call with one argument of a function that is given types reads like a conversion: `pick[int](boats)`.
(type_conversion_expression
  type: (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])) @reference.call
(composite_literal
  type: [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)])
  ]) @reference.class
