; A value and the type told above it are one; what takes nothing is a constant. Its body is the definition below its type.
(file
  (type_annotation name: (_) @name typeExpression: (_) @_type) @definition.constant
  .
  (value_declaration
    functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @value.name .)
    body: (_) @value.value) @body
  (#not-match? @_type "->"))
(file
  (value_declaration
    functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name @value.name .)
    body: [(number_constant_expr) (string_constant_expr) (char_constant_expr) (list_expr) (record_expr)] @value.value) @definition.constant)
(file (type_annotation name: (_) @name) @definition.clause)
(file
  (value_declaration
    functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @name)) @definition.clause)
(port_annotation name: (_) @name) @definition.function
(type_declaration name: (_) @name) @definition.type
(type_alias_declaration name: (_) @name) @definition.type
(union_variant name: (_) @name) @definition.member
(type_alias_declaration
  typeExpression: (type_expression (record_type (field_type name: (_) @name) @definition.field)))

(type_declaration (eq) @body)
(type_alias_declaration (eq) @body typeExpression: (type_expression (record_type)))
(value_declaration body: (_) @body)
(line_comment) @comment
(block_comment) @comment

(import_clause moduleName: (_) @import.name)
(function_declaration_left (lower_pattern (lower_case_identifier) @parameter.name))
(function_declaration_left (record_pattern (lower_pattern (lower_case_identifier) @parameter.name)))
(function_declaration_left (tuple_pattern (pattern (lower_pattern (lower_case_identifier) @parameter.name))))
(function_declaration_left (pattern (union_pattern (lower_pattern (lower_case_identifier) @parameter.name))))
(function_declaration_left (pattern patternAs: (lower_pattern (lower_case_identifier) @parameter.name)))

(let_in_expr
  valueDeclaration: (value_declaration
    functionDeclarationLeft: (function_declaration_left . (lower_case_identifier) @value.name .)
    body: [(number_constant_expr) (string_constant_expr)] @value.value))
(field
  name: (lower_case_identifier) @value.name
  expression: [(number_constant_expr) (string_constant_expr)] @value.value)

(function_call_expr
  target: (value_expr name: (upper_case_qid) @failure.call)
  arg: [
    (string_constant_expr) @failure.text
    (parenthesized_expr expression: (bin_op_expr . (string_constant_expr)) @failure.text)
    (value_expr name: (upper_case_qid)) @failure.text
  ]
  (#eq? @failure.call "Err"))
(function_call_expr
  target: (value_expr name: (value_qid (lower_case_identifier) @_fail .) @failure.call)
  arg: [
    (string_constant_expr) @failure.text
    (parenthesized_expr expression: (bin_op_expr . (string_constant_expr)) @failure.text)
  ]
  (#any-of? @_fail "fail" "todo" "problem" "crash"))
(bin_op_expr
  part: (value_expr name: (_) @failure.call)
  . part: (operator (operator_identifier) @_apply)
  . part: (string_constant_expr) @failure.text
  (#eq? @_apply "<|")
  (#match? @failure.call "^(Err|([A-Z]\\w*\\.)*(fail|todo|problem))$"))

(function_call_expr target: (value_expr name: (value_qid (lower_case_identifier) @name .))) @reference.call
(bin_op_expr
  part: (operator (operator_identifier) @_pipe)
  . part: (value_expr name: (value_qid (lower_case_identifier) @name .))
  (#any-of? @_pipe "|>" ">>" "<<")) @reference.call
(bin_op_expr
  part: (value_expr name: (value_qid (lower_case_identifier) @name .))
  . part: (operator (operator_identifier) @_pipe)
  (#any-of? @_pipe "<|" ">>" "<<")) @reference.call
(module_declaration name: (upper_case_qid) @name) @definition.module
