(impl_item type: [
  (type_identifier) @name
  (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
  (scoped_type_identifier name: (_) @name)
  (reference_type type: (generic_type type: (type_identifier) @name))
  (reference_type type: [
    (type_identifier) @name
    (scoped_type_identifier name: (_) @name)
    (generic_type type: (scoped_type_identifier name: (_) @name))
  ])
  (primitive_type) @name
  (reference_type type: (primitive_type) @name)
  (tuple_type) @name
  (unit_type) @name
  (dynamic_type trait: (_) @name)
  (array_type) @name
  (reference_type type: (array_type) @name)
]) @definition.implementation
(enum_item name: (_) @name) @definition.enum
(enum_variant name: (identifier) @name @value.name value: (_)? @value.value) @definition.member
(field_declaration name: (field_identifier) @name) @definition.field
(const_item name: (identifier) @name @value.name value: (_)? @value.value) @definition.constant
(static_item name: (identifier) @name @value.name value: (_)? @value.value) @definition.constant
(function_signature_item name: (_) @name) @definition.method
(type_item name: (_) @name) @definition.type
(associated_type name: (_) @name) @definition.type
; What a macro takes is no tree: a type in `pin_project! { … }`, a value in `thread_local! { … }`.
(macro_invocation (token_tree ["struct" "enum" "union"] . (identifier) @name)) @definition.class
(macro_invocation (token_tree "static" . (identifier) @name) (#not-eq? @name "ref")) @definition.constant

(function_item body: (_) @body)
(impl_item body: (_) @body)
(trait_item body: (_) @body)
(struct_item body: (field_declaration_list) @body)
(enum_item body: (_) @body)
(mod_item body: (_) @body)
(macro_definition (macro_rule) @body)

(attribute_item) @decorator
(line_comment) @comment
(block_comment) @comment

(use_declaration argument: (_) @import.name)
(mod_item name: (identifier) @import.name !body)
(extern_crate_declaration name: (_) @import.name)

(parameters (parameter pattern: (_) @parameter.name))

(let_declaration
  pattern: (identifier) @value.name
  value: [(integer_literal) (float_literal) (string_literal) (raw_string_literal)] @value.value)
(field_initializer
  field: (field_identifier) @value.name
  value: [(integer_literal) (float_literal) (string_literal) (boolean_literal) (binary_expression) (char_literal)] @value.value)

(macro_invocation
  macro: (identifier) @failure.call
  (token_tree [(string_literal) (raw_string_literal)] @failure.text)
  (#any-of? @failure.call "panic" "unreachable" "todo" "unimplemented" "bail" "ensure" "anyhow" "assert" "assert_eq" "assert_ne" "debug_assert" "eyre" "compile_error"))
(macro_invocation
  macro: (identifier) @failure.call
  (#any-of? @failure.call "panic" "unreachable" "todo" "unimplemented"))
(call_expression
  function: (field_expression field: (field_identifier) @failure.call)
  arguments: (arguments . (string_literal) @failure.text .)
  (#any-of? @failure.call "expect" "context" "expect_err"))
(call_expression
  function: (identifier) @failure.call
  arguments: (arguments . (_) @failure.text)
  (#eq? @failure.call "Err"))
(attribute
  (identifier) @failure.call
  arguments: (token_tree (string_literal) @failure.text)
  (#eq? @failure.call "error"))

(call_expression function: (scoped_identifier name: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: [(identifier) @name (field_expression field: (_) @name) (scoped_identifier name: (_) @name)])) @reference.call
(struct_expression name: [(type_identifier) @name (scoped_type_identifier name: (_) @name)]) @reference.class
(macro_invocation macro: (scoped_identifier name: (identifier) @name)) @reference.call
; What a macro takes is no tree: a name before a bracket is called in it, but not in a condition of the compiler.
(token_tree (identifier) @name . (token_tree . "(")) @reference.call
(token_tree (identifier) @name . "::" . "<" . (_) . ">" . (token_tree . "(")) @reference.call
(token_tree (identifier) @name . "!" . (token_tree)) @reference.call
(attribute (identifier) @_cfg arguments: (token_tree [(identifier) @ignore (token_tree (identifier) @ignore)]) (#any-of? @_cfg "cfg" "cfg_attr"))
