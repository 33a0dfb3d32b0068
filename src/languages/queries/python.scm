; A name is told by its first pattern: what is more exact stands first.

(class_definition
  body: (block
    (expression_statement
      (assignment left: (identifier) @name @value.name right: (_)? @value.value) @definition.field)))

(module
  (expression_statement
    (assignment left: (identifier) @name @value.name right: (_) @value.value) @definition.constant))

(module
  (expression_statement
    (assignment left: (pattern_list (identifier) @name)) @definition.constant))

; Names that are given under a condition: `try: import …`, `if TYPE_CHECKING:`.
(module
  [
    (if_statement [
      (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_) @value.value) @definition.constant))
      (_ (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_) @value.value) @definition.constant)))
    ])
    (try_statement [
      (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_) @value.value) @definition.constant))
      (_ (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_) @value.value) @definition.constant)))
    ])
  ])
(class_definition
  body: (block
    (if_statement [
      (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_)? @value.value) @definition.field))
      (_ (block
        (expression_statement
          (assignment left: (identifier) @name @value.name right: (_)? @value.value) @definition.field)))
    ])))

; What is set on an object is a field where it is first told with a plain value.
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @value.name)
  right: [(integer) (float) (string) (true) (false) (none) (unary_operator) (binary_operator)] @value.value
  (#any-of? @_self "self" "cls"))

(function_definition body: (_) @body)
(class_definition body: (_) @body)
(decorated_definition) @wrapper
(decorator) @decorator
(comment) @comment

(class_definition body: (block . (expression_statement (string) @doc)))
(function_definition body: (block . (expression_statement (string) @doc)))
(module . (expression_statement (string) @doc))
(module . (comment)+ . (expression_statement (string) @doc))

(import_statement name: (dotted_name) @import.name)
(import_statement name: (aliased_import name: (dotted_name) @import.name))
(import_from_statement module_name: (_) @import.name)

; What a method is called on is no parameter to whoever calls it.
(parameters (identifier) @parameter.name (#not-any-of? @parameter.name "self" "cls"))
(parameters (typed_parameter . (identifier) @parameter.name))
(parameters (typed_parameter . (list_splat_pattern (identifier) @parameter.name)))
(parameters (typed_parameter . (dictionary_splat_pattern (identifier) @parameter.name)))
(parameters (list_splat_pattern (identifier) @parameter.name))
(parameters (dictionary_splat_pattern (identifier) @parameter.name))
(parameters (default_parameter name: (identifier) @parameter.name value: (_) @parameter.default))
(parameters (typed_default_parameter name: (identifier) @parameter.name value: (_) @parameter.default))

(raise_statement . (identifier) @failure.call)
(raise_statement . (attribute) @failure.call)
(raise_statement
  . (call
    function: (_) @failure.call
    arguments: (argument_list [(string) (concatenated_string)] @failure.text)))
(raise_statement . (call function: (_) @failure.call))
(raise_statement
  . (call
    function: (_) @failure.call
    arguments: (argument_list
      [
        (binary_operator left: [(string) (concatenated_string)] @failure.text)
        (call function: (attribute object: [(string) (concatenated_string)] @failure.text))
        (parenthesized_expression [(string) (concatenated_string)] @failure.text)
      ])))
(assert_statement "assert" @failure.call [(string) (concatenated_string)] @failure.text)
