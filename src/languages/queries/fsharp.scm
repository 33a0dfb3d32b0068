(named_module name: (_) @name) @definition.module
(namespace name: (_) @name) @definition.module
(module_defn (identifier) @name) @definition.module

; A short name of a type looks like a type of one case.
(union_type_cases . (union_type_case . (identifier) @ignore .) .)
(type_definition
  . (attributes)?
  . (union_type_defn
    (type_name type_name: (_) @name)
    block: (union_type_cases . (union_type_case . (identifier) .) .))
  .) @definition.type

; One type alone begins with its attributes, of several (`type … and …`) each is told by itself.
(type_definition . (attributes)? . (record_type_defn (type_name type_name: (_) @name)) .) @definition.class
(type_definition . (attributes)? . (union_type_defn (type_name type_name: (_) @name)) .) @definition.enum
(type_definition . (attributes)? . (enum_type_defn (type_name type_name: (_) @name)) .) @definition.enum
(type_definition . (attributes)? . (anon_type_defn (type_name type_name: (_) @name)) .) @definition.class
(type_definition . (attributes)? . (interface_type_defn (type_name type_name: (_) @name)) .) @definition.interface
(record_type_defn (type_name type_name: (_) @name)) @definition.class
(union_type_defn (type_name type_name: (_) @name)) @definition.enum
(enum_type_defn (type_name type_name: (_) @name)) @definition.enum
(anon_type_defn (type_name type_name: (_) @name)) @definition.class
(interface_type_defn (type_name type_name: (_) @name)) @definition.interface
(type_definition
  [
    (type_abbrev_defn (type_name type_name: (_) @name))
    (delegate_type_defn (type_name type_name: (_) @name))
    (type_declaration (type_name type_name: (_) @name))
  ]) @definition.type
(type_extension (type_name type_name: (_) @name)) @definition.implementation
(exception_definition exception_name: (_) @name) @definition.class

(record_field (identifier) @name) @definition.field
(union_type_case (identifier) @name) @definition.member
(enum_type_case (identifier) @name @value.name (const) @value.value) @definition.member

(member_defn (method_or_prop_defn name: (property_or_ident method: (_) @name) !args)) @definition.property
(member_defn (method_or_prop_defn name: (property_or_ident [method: (_) @name (op_identifier) @name]))) @definition.method
(member_defn (method_or_prop_defn name: (property_or_ident . (_) @name .))) @definition.method
(member_defn (member_signature (identifier) @name)) @definition.method
(member_defn "val" (property_or_ident (identifier) @name @value.name .) (_)? @value.value) @definition.property
(member_defn (additional_constr_defn "new" @name)) @definition.method

(infix_expression
  . (application_expression . (long_identifier_or_op (identifier) @_kind) . (const (string) @name) .)
  (#any-of? @_kind "testCase" "testCaseAsync" "testProperty" "ftestCase" "ptestCase" "testList")) @definition.test
(application_expression
  . (application_expression . (long_identifier_or_op (identifier) @_kind) . (const (string) @name) .)
  (#any-of? @_kind "testCase" "testCaseAsync" "testProperty" "testList")) @definition.test

; `let rec … and …` is one node of several functions.
(function_or_value_defn
  [
    (function_declaration_left (identifier) @name)
    (value_declaration_left (identifier_pattern . (long_identifier_or_op (_ (identifier) @name .)) . (_)))
  ] @definition.function
  . (_)?
  . body: (_) @body
  . "and")
(function_or_value_defn
  "and"
  . [
    (function_declaration_left (identifier) @name)
    (value_declaration_left (identifier_pattern . (long_identifier_or_op (_ (identifier) @name .)) . (_)))
  ] @definition.function
  . (_)?
  . body: (_) @body)
; Before some types of what it gives back a function looks like a pattern.
(function_or_value_defn
  (value_declaration_left
    (identifier_pattern . (long_identifier_or_op [(identifier) @name (long_identifier . (identifier) @name .)]) . (_)))
  (#match? @name "^[a-z_]")) @definition.function
(function_or_value_defn (function_declaration_left [
  (identifier) @name
  (op_identifier) @name
  (active_pattern) @name
])) @definition.function
(function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name)))
  body: [(fun_expression) (function_expression)]) @definition.function
(type_extension_elements
  (function_or_value_defn
    (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name @value.name)))
    body: (_) @value.value) @definition.field)
(declaration_expression
  (function_or_value_defn
    (value_declaration_left
      "mutable"
      (identifier_pattern (long_identifier_or_op (identifier) @name @value.name)))
    body: (_) @value.value) @definition.variable)
(named_module
  (declaration_expression
    (function_or_value_defn
      (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name @value.name)))
      body: (_) @value.value) @definition.constant))
(module_defn
  (declaration_expression
    (function_or_value_defn
      (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name @value.name)))
      body: (_) @value.value) @definition.constant))
(file
  (declaration_expression
    (function_or_value_defn
      (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @name @value.name)))
      body: (_) @value.value) @definition.constant))
(function_or_value_defn
  (value_declaration_left (identifier_pattern (long_identifier_or_op (identifier) @value.name)))
  body: (const) @value.value)

(named_module name: (_) . (_) @body)
(namespace name: (_) . (_) @body)
(module_defn block: (_) @body)
(record_type_defn "{" @body)
(union_type_defn block: (_) @body)
(enum_type_defn block: (_) @body)
(anon_type_defn block: (_) @body)
(interface_type_defn block: (_) @body)
(function_or_value_defn body: (_) @body)
; Documentation of the next member is a part of this one.
(method_or_prop_defn (_) @body . (xml_doc) .)
(method_or_prop_defn (_) @body .)
[(type_definition) (function_or_value_defn)] @wrapper
(attributes) @decorator
[(line_comment) (block_comment) (xml_doc)] @comment

(import_decl (long_identifier) @import.name)
(fsi_directive_decl (string) @import.name)

(function_declaration_left
  (argument_patterns [
    (long_identifier (identifier) @parameter.name)
    (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
    (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
    (paren_pattern (repeat_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))))
    (repeat_pattern [
      (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
      (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
    ])
  ]))
(value_declaration_left
  (identifier_pattern
    (long_identifier_or_op)
    [
      (long_identifier (identifier) @parameter.name)
      (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
      (paren_pattern (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))))
      (typed_pattern [
        (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
        (paren_pattern (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))))
      ])
    ]))
(primary_constr_args
  (repeat_pattern [
    (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
    (typed_pattern [
      (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
      (optional_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
    ])
  ]))
(primary_constr_args (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))))
(method_or_prop_defn
  args: [
    (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
    (paren_pattern [
      (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
      (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
      (repeat_pattern [
        (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
        (typed_pattern [
          (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
          (optional_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
        ])
      ])
    ])
    (typed_pattern (paren_pattern [
      (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
      (typed_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
      (repeat_pattern [
        (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
        (typed_pattern [
          (identifier_pattern (long_identifier_or_op (identifier) @parameter.name))
          (optional_pattern (identifier_pattern (long_identifier_or_op (identifier) @parameter.name)))
        ])
      ])
    ]))
  ])

(application_expression
  . (long_identifier_or_op (identifier) @failure.call)
  . [(const (string) @failure.text) (const (triple_quoted_string) @failure.text) (format_string) @failure.text]
  (#any-of? @failure.call "failwith" "failwithf" "invalidOp" "nullArg"))
(application_expression
  . (application_expression . (long_identifier_or_op (identifier) @failure.call))
  . [(const (string) @failure.text) (format_string) @failure.text]
  (#eq? @failure.call "invalidArg"))
(application_expression
  . (long_identifier_or_op (identifier) @_raise)
  (paren_expression
    (application_expression
      . (long_identifier_or_op) @failure.call
      . [
        (const (string) @failure.text)
        (paren_expression [(const (string) @failure.text) (tuple_expression (const (string) @failure.text))])
        (tuple_expression (const (string) @failure.text))
        (_)
      ]))
  (#eq? @_raise "raise"))

(application_expression
  . [
    (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)])
    (typed_expression . (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)]))
  ]
  (#not-any-of? @name "raise" "not" "ignore" "fst" "snd")) @reference.call
(infix_expression
  (infix_op) @_pipe
  . (long_identifier_or_op [(identifier) @name (long_identifier (identifier) @name .)])
  (#any-of? @_pipe "|>" ">>" "||>")) @reference.call
