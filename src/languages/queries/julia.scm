; Variables of a model that depend on others look like short functions.
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list (assignment . (call_expression . (identifier) @ignore)))
  (#any-of? @_kind "variables" "parameters" "constants"))

(module_definition name: (identifier) @name) @definition.module
(abstract_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ])) @definition.type
(primitive_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ])) @definition.type
(struct_definition
  (type_head [
    (identifier) @name
    (parametrized_type_expression . (identifier) @name)
    (binary_expression . [(identifier) @name (parametrized_type_expression . (identifier) @name)])
  ])) @definition.struct
(struct_definition (identifier) @name @definition.field)
(struct_definition (typed_expression . (identifier) @name) @definition.field)
(struct_definition
  (assignment
    . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
    (operator)
    . (_) @value.value) @definition.field)
(struct_definition
  (const_statement
    (assignment
      . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
      (operator)
      . (_) @value.value)) @definition.field)
(struct_definition
  (macrocall_expression (macro_argument_list [(identifier) @name (typed_expression . (identifier) @name)])) @definition.field)

; A head may end with a type and with conditions on its types: `f(x::T)::Int where {T} where {S}`.
(function_definition (signature (identifier) @name)) @definition.function
(function_definition (signature (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
]))) @definition.function
(function_definition (signature (_ . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
])))) @definition.function
(function_definition (signature (_ . (_ . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
]))))) @definition.function
(assignment . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
]) (operator) . (_) @body) @definition.function
(assignment . (typed_expression . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
])) (operator) . (_) @body) @definition.function
(assignment . (where_expression . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
])) (operator) . (_) @body) @definition.function
(assignment . (where_expression . (_ . (call_expression . [
  [(identifier) (operator)] @name
  (parametrized_type_expression . (identifier) @name)
  (field_expression value: (_) @receiver [(identifier) @name (quote_expression [(operator) @name (_ (operator) @name)])] .)
]))) (operator) . (_) @body) @definition.function
; What makes values of a type be called like functions: `(model::Model)(x) = …`.
(function_definition (signature (call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .))))) @definition.function
(assignment . (call_expression . (parenthesized_expression (_ [(identifier) @name (parametrized_type_expression . (identifier) @name)] .))) (operator) . (_) @body) @definition.function
; An operator between its parameters.
(assignment . (binary_expression . [(identifier) (typed_expression)] (operator) @name) (operator) . (_) @body) @definition.function
(assignment . (identifier) @name (operator) . (arrow_function_expression (_) . (_) @body)) @definition.function
(macro_definition (signature (call_expression . [(identifier) (operator)] @name))) @definition.macro
(macro_definition (signature (identifier) @name)) @definition.macro

(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list (string_literal) @name)
  (#any-of? @_kind "testset" "safetestset" "testitem")) @definition.test
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)])
  (#any-of? @_kind "enum" "enumx")) @definition.enum
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list
    (_)
    [
      (identifier) @name @definition.member
      (assignment . (identifier) @name @value.name (operator) . (integer_literal) @value.value) @definition.member
      (assignment . (identifier) @name @value.name @definition.member (operator) . (juxtaposition_expression . (integer_literal) @value.value))
    ])
  (#any-of? @_kind "enum" "enumx"))
; `@enum Fruit apple = 1 banana`: a number and the next name look like a product.
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list (assignment (juxtaposition_expression (identifier) @name @definition.member .)))
  (#any-of? @_kind "enum" "enumx"))
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list
    (compound_statement [
      (identifier) @name @definition.member
      (assignment . (identifier) @name @value.name (operator) . (_) @value.value) @definition.member
    ]))
  (#any-of? @_kind "enum" "enumx"))

(const_statement
  (assignment
    . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
    (operator)
    . (_) @value.value)) @definition.constant
(const_statement (assignment . [(open_tuple (identifier) @name) (tuple_expression (identifier) @name)])) @definition.constant
(assignment . (parametrized_type_expression . (identifier) @name)) @definition.type
(source_file
  (assignment
    . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
    (operator)
    . (_) @value.value) @definition.variable)
(global_statement
  (assignment
    . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
    (operator)
    . (_) @value.value)) @definition.variable
(module_definition
  (assignment
    . [(identifier) @name @value.name (typed_expression . (identifier) @name @value.name)]
    (operator)
    . (_) @value.value) @definition.variable)
(assignment
  . (identifier) @value.name
  (operator)
  . [(integer_literal) (float_literal) (string_literal) (boolean_literal) (unary_expression [(integer_literal) (float_literal)])] @value.value)
(named_field
  . (identifier) @value.name
  . [(integer_literal) (float_literal) (string_literal) (boolean_literal)] @value.value)

(module_definition name: (_) . (_) @body)
(struct_definition (type_head) . (_) @body)
(struct_definition (type_head) . "end" @body)
(abstract_definition (type_head) . "end" @body)
(primitive_definition (integer_literal) . "end" @body)
(function_definition (signature) . (_) @body)
(function_definition (signature) . "end" @body)
(macro_definition (signature) . (_) @body)
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list [(compound_statement) (for_statement) (let_statement)] @body .)
  (#any-of? @_kind "testset" "safetestset" "testitem" "enum" "enumx"))
[(macrocall_expression) (macro_argument_list) (const_statement)] @wrapper

[(line_comment) (block_comment)] @comment
; A text right above a definition documents it.
((string_literal) @comment
  . [
    (module_definition) (abstract_definition) (primitive_definition) (struct_definition) (function_definition)
    (macro_definition) (const_statement) (global_statement) (assignment) (macrocall_expression)
  ])
(struct_definition (string_literal) @comment . [(identifier) (typed_expression) (assignment) (const_statement)])
(macrocall_expression
  (macro_identifier (identifier) @_kind)
  (macro_argument_list . [(string_literal) (prefixed_string_literal)] .)
  (#eq? @_kind "doc")) @comment

(using_statement [
  (identifier) @import.name
  (scoped_identifier) @import.name
  (import_path) @import.name
  (import_alias . (_) @import.name)
  (selected_import . (_) @import.name)
])
(import_statement [
  (identifier) @import.name
  (scoped_identifier) @import.name
  (import_path) @import.name
  (import_alias . (_) @import.name)
  (selected_import . (_) @import.name)
])
(call_expression
  . (identifier) @_loader
  (argument_list . (string_literal) @import.name .)
  (#eq? @_loader "include"))

(signature (call_expression (argument_list [
  (identifier) @parameter.name
  (typed_expression . (identifier) @parameter.name)
  (splat_expression [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)])
  (named_argument . [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)] (operator) . (_) @parameter.default)
])))
(where_expression . (call_expression (argument_list [
  (identifier) @parameter.name
  (typed_expression . (identifier) @parameter.name)
  (splat_expression [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)])
  (named_argument . [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)] (operator) . (_) @parameter.default)
])))
(typed_expression . (call_expression (argument_list [
  (identifier) @parameter.name
  (typed_expression . (identifier) @parameter.name)
  (splat_expression [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)])
  (named_argument . [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)] (operator) . (_) @parameter.default)
])))
(assignment . (call_expression (argument_list [
  (identifier) @parameter.name
  (typed_expression . (identifier) @parameter.name)
  (splat_expression [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)])
  (named_argument . [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)] (operator) . (_) @parameter.default)
])))
(assignment (arrow_function_expression . [
  (identifier) @parameter.name
  (typed_expression . (identifier) @parameter.name)
  (argument_list [(identifier) @parameter.name (typed_expression . (identifier) @parameter.name)])
]))

(call_expression
  . (identifier) @failure.call
  (argument_list . [(string_literal) @failure.text (binary_expression (string_literal)) @failure.text (prefixed_string_literal (content) @failure.text)])
  (#eq? @failure.call "error"))
(call_expression . (identifier) @failure.call (#eq? @failure.call "error"))
(call_expression
  . (identifier) @_throw
  (argument_list
    . (call_expression
      . [(identifier) (field_expression)] @failure.call
      (argument_list [(string_literal) @failure.text (binary_expression (string_literal)) @failure.text (prefixed_string_literal (content) @failure.text)])))
  (#eq? @_throw "throw"))
(call_expression
  . (identifier) @_throw
  (argument_list . (call_expression . [(identifier) (field_expression)] @failure.call))
  (#eq? @_throw "throw"))
(macrocall_expression
  (macro_identifier (identifier) @failure.call)
  [
    (macro_argument_list [
      (string_literal) @failure.text
      (binary_expression (juxtaposition_expression (string_literal) @failure.text))
    ])
    (argument_list (string_literal) @failure.text)
  ]
  (#any-of? @failure.call "assert" "argcheck"))
(macrocall_expression
  (macro_identifier (identifier) @failure.call)
  (#any-of? @failure.call "assert" "argcheck"))

(call_expression
  . [
    (identifier) @name
    (field_expression (identifier) @name .)
    (parametrized_type_expression . [(identifier) @name (field_expression (identifier) @name .)])
  ]
  (#not-any-of? @name "new" "include")) @reference.call
(broadcast_call_expression . [(identifier) @name (field_expression (identifier) @name .)]) @reference.call
(binary_expression (operator) @_pipe . (identifier) @name (#any-of? @_pipe "|>" ".|>")) @reference.call
(macrocall_expression
  (macro_identifier [(identifier) @name (scoped_identifier (identifier) @name .)])
  (#not-any-of? @name "inline" "noinline" "inbounds" "doc" "test" "testset" "safetestset" "testitem" "assert" "enum" "nospecialize" "generated" "static" "simd" "eval" "kwdef" "test_throws" "test_broken" "test_skip")) @reference.call
