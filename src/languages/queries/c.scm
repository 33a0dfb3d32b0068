; The official query takes every declarator that looks like a function; here the definition is the whole of it.
(function_definition
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
  ]) @definition.function
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))
  ]) @definition.declaration
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enumerator name: (identifier) @name @value.name value: (_)? @value.value) @definition.member
(type_definition
  type: [(struct_specifier body: (_)) (union_specifier body: (_))]
  declarator: (type_identifier) @name) @definition.class
(type_definition type: (enum_specifier body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))
    (function_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))))
  ]) @definition.type
(field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name))))
  ]) @definition.field
; The name that says that a header was read already is none of its symbols; a name that is only set where it is not yet is one.
((preproc_ifdef "#ifndef" name: (identifier) @_guard (preproc_def name: (identifier) @ignore !value) . (_))
  (#eq? @_guard @ignore))
((preproc_ifdef "#ifndef" name: (identifier) @_guard (preproc_def name: (identifier) @ignore value: (_) @_one) . (_))
  (#eq? @_guard @ignore)
  (#match? @_one "^\\s*1\\s*$"))
(preproc_def name: (identifier) @name @value.name value: (_)? @value.value) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def value: (_) @raw)
(preproc_function_def value: (_) @raw)

; What a grammar that lost a head finds in its body.
(compound_statement
  (declaration
    declarator: [
      (identifier) @ignore
      (pointer_declarator declarator: (identifier) @ignore)
      (array_declarator declarator: (identifier) @ignore)
      (function_declarator declarator: (identifier) @ignore)
      (init_declarator declarator: [
        (identifier) @ignore
        (pointer_declarator declarator: (identifier) @ignore)
        (array_declarator declarator: (identifier) @ignore)
      ])
    ]))
; Variables of the file, also between `#if` and `#endif`; those of functions are no symbols.
(declaration
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (array_declarator declarator: (identifier) @name)
      (array_declarator declarator: (array_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    ])) @definition.variable
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name))))
  ]) @definition.variable
(translation_unit
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @value.name
        (pointer_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @value.name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @value.name))
      ]
      value: (_) @value.value)))
(preproc_ifdef
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @value.name
        (pointer_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @value.name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @value.name))
      ]
      value: (_) @value.value)))
(preproc_if
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @value.name
        (pointer_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @value.name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @value.name))
      ]
      value: (_) @value.value)))
(declaration_list
  (declaration
    declarator: (init_declarator
      declarator: [
        (identifier) @value.name
        (pointer_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (identifier) @value.name)
        (array_declarator declarator: (array_declarator declarator: (identifier) @value.name))
        (pointer_declarator declarator: (array_declarator declarator: (identifier) @value.name))
      ]
      value: (_) @value.value)))

(initializer_pair
  designator: (field_designator (field_identifier) @value.name)
  value: [(identifier) (number_literal) (string_literal) (true) (false) (null) (unary_expression) (pointer_expression) (binary_expression) (char_literal)] @value.value)

(function_definition body: (_) @body)
(comment) @comment
(preproc_include path: (_) @import.name)

(parameter_list
  (parameter_declaration
    declarator: [
      (identifier) @parameter.name
      (pointer_declarator declarator: (identifier) @parameter.name)
      (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @parameter.name))
      (array_declarator declarator: (identifier) @parameter.name)
      (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @parameter.name)))
    ]))
(preproc_params (identifier) @parameter.name)

(call_expression
  function: (identifier) @failure.call
  arguments: (argument_list [(string_literal) (concatenated_string)] @failure.text)
  (#match? @failure.call "(^|_)([Ee]rr|[Ee]rror|ERR|ERROR|[Ff]atal|FATAL|[Pp]anic|PANIC|[Dd]ie|errx|perror|bug|BUG)(_|f$|$|[A-Z])"))
(call_expression
  function: (identifier) @failure.call
  (#any-of? @failure.call "abort" "assert"))

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression field: (field_identifier) @name)) @reference.call
