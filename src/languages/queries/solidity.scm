(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.module
(struct_declaration name: (identifier) @name) @definition.class
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name) @definition.enum
(enum_value) @name @definition.member
(event_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.type
(function_definition name: (identifier) @name) @definition.function
(modifier_definition name: (identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.method
(state_variable_declaration name: (identifier) @name @value.name value: (_)? @value.value) @definition.field
(constant_variable_declaration name: (identifier) @name @value.name value: (_)? @value.value) @definition.constant

(function_definition body: (_) @body)
(modifier_definition body: (_) @body)
(constructor_definition body: (_) @body)
(comment) @comment
(import_directive source: (_) @import.name)
(function_definition (parameter name: (identifier) @parameter.name))
(constructor_definition (parameter name: (identifier) @parameter.name))

(call_expression
  function: (identifier) @failure.call
  (call_argument (string_literal) @failure.text)
  (#any-of? @failure.call "require" "revert" "assert"))
(revert_statement error: (_) @failure.call)

(call_expression function: [(identifier) @name (member_expression property: (identifier) @name)]) @reference.call
(emit_statement name: (identifier) @name) @reference.call
