; An assignment is written as `(_ … "=" …)`: with its own name, `binary_expression`, each pattern takes 0.4 seconds to compile.
(package_statement (package_name) @name) @definition.module
; What takes its object first is a method.
(function_definition
  name: (identifier) @name
  body: (block
    . (_
        . variable: (variable_declaration (array . (scalar_variable) @_self))
        variable: (array_variable)))
  (#any-of? @_self "$self" "$class" "$this" "$proto")) @definition.method
(function_definition
  name: (identifier) @name
  body: (block
    . (_
        . variable: (variable_declaration variable_name: (scalar_variable) @_self)
        variable: (call_expression_with_args_with_brackets
          (call_expression_with_bareword function_name: (identifier) @_shift))))
  (#any-of? @_self "$self" "$class" "$this" "$proto") (#eq? @_shift "shift")) @definition.method
(function_definition
  name: (identifier) @name
  (function_signature . (scalar_variable) @_self)
  (#any-of? @_self "$self" "$class" "$this" "$proto")) @definition.method
(function_definition name: (identifier) @name body: (_)) @definition.function
; The grammar reads a prototype `($)` as the variable `$)`.
(function_definition name: (identifier) @name @definition.function (ERROR (ERROR)))
(function_definition name: (identifier) @name !body) @definition.declaration
; What is left of a function where the grammar fails in front of it.
(ERROR "sub" . (identifier) @name @definition.function)
(ERROR
  ["sub" (identifier)] @_sub
  . (call_expression_with_spaced_args
    (call_expression_with_bareword function_name: (identifier) @name)
    args: (block)) @definition.function
  (#eq? @_sub "sub"))
(ERROR
  ["sub" (identifier) (ERROR)] @_sub
  . (call_expression_with_bareword function_name: (identifier) @name) @definition.function
  . (block) @body
  (#match? @_sub "sub$"))
; *name = sub { … }
(_
  variable: (typeglob (identifier) @name)
  "="
  variable: [(anonymous_function) (unary_expression (to_reference))]) @definition.function
(_
  . variable: (variable_declaration variable_name: (scalar_variable) @name)
  "="
  variable: (anonymous_function)) @definition.function
(use_constant_statement constant: (_) @name @value.name value: (_) @value.value) @definition.constant
(use_constant_statement
  value: (hash_ref
    [
      (call_expression_with_args_with_brackets
        (call_expression_with_bareword function_name: (identifier) @name @value.name)) @definition.constant
      (string_single_quoted) @name @value.name @definition.constant
    ]
    . (fat_comma)
    . (_) @value.value))
(call_expression_with_spaced_args
  (call_expression_with_bareword
    package_name: (_)? @_package
    function_name: (identifier) @_readonly)
  args: (arguments
    . (variable_declaration variable_name: (_) @name @value.name)
    . (fat_comma)
    . (_) @value.value)
  (#any-of? @_readonly "Readonly" "Scalar" "Array" "Hash" "const")) @definition.constant
; Methods around others, in Moose, Moo and the like.
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @_around)
  args: (arguments
    . [
      (call_expression_with_args_with_brackets
        . (call_expression_with_bareword function_name: (identifier) @name) .)
      (string_single_quoted) @name
    ]
    . (fat_comma)
    . (anonymous_function))
  (#any-of? @_around "around" "before" "after" "override" "augment")) @definition.method
; Attributes of Moose, Moo and the like.
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @_has)
  args: (arguments
    . [
      (call_expression_with_args_with_brackets
        (call_expression_with_bareword function_name: (identifier) @name))
      (string_single_quoted) @name
      (string_double_quoted) @name
    ]
    . [(fat_comma) (normal_comma)])
  (#any-of? @_has "has" "option" "class_has")) @definition.property
(call_expression_with_args_with_brackets
  (call_expression_with_bareword function_name: (identifier) @_has)
  args: (array . [(string_single_quoted) (string_double_quoted)] @name . [(fat_comma) (normal_comma)])
  (#eq? @_has "has")) @definition.property
(array_access_variable
  array_variable: (call_expression_with_args_with_brackets
    (call_expression_with_bareword function_name: (identifier) @_has))
  index: (word_list_qw (list_item) @name @definition.property)
  (#eq? @_has "has"))
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @_test)
  args: (arguments . [(string_single_quoted) (string_double_quoted)] @name (anonymous_function))
  (#any-of? @_test "subtest" "describe" "context" "it" "test" "they")) @definition.test
(call_expression_with_args_with_brackets
  (call_expression_with_bareword function_name: (identifier) @_test)
  args: (array . [(string_single_quoted) (string_double_quoted)] @name (anonymous_function))
  (#eq? @_test "subtest")) @definition.test
(source_file
  (_
    . variable: (variable_declaration variable_name: [(scalar_variable) (array_variable) (hash_variable)] @name @value.name)
    "="
    variable: (_) @value.value) @definition.variable)
(package_statement
  body: (block
    (_
      . variable: (variable_declaration variable_name: [(scalar_variable) (array_variable) (hash_variable)] @name @value.name)
      "="
      variable: (_) @value.value) @definition.variable))
(source_file
  (variable_declaration
    (scope "our")
    variable_name: [(scalar_variable) (array_variable) (hash_variable)] @name) @definition.variable)

(package_statement body: (_) @body)
; Rows that take the arguments belong to the head.
(function_definition body: (block (_) @body) (#not-match? @body "^(#|my\\b[^;]*=\\s*(@_|shift\\b))"))
(anonymous_function body: (block (_) @body) (#not-match? @body "^(#|my\\b[^;]*=\\s*(@_|shift\\b))"))
(function_definition_without_sub body: (_) @body)
(comments) @comment
((pod_statement) @doc (#match? @doc "^=(pod|encoding|head1 (NAME|SYNOPSIS|DESCRIPTION))"))
((pod_statement) @comment (#not-match? @comment "^=(pod|encoding|head1 (NAME|SYNOPSIS|DESCRIPTION))"))
(special_literal (data_not_for_compiler) @doc (#match? @doc "=head1 (NAME|SYNOPSIS|DESCRIPTION)"))

(use_no_statement
  "use"
  package_name: (_) @import.name
  (#not-match? @import.name "^(strict|warnings|utf8|feature|experimental|lib|base|parent|vars|integer|bytes|open|overload|mro|bigint|autodie|re|locale|diagnostics)$"))
(use_no_statement
  "use"
  package_name: (package_name) @_base
  [(string_single_quoted) @import.name (word_list_qw (list_item) @import.name)]
  (#any-of? @_base "base" "parent"))
(use_parent_statement [(string_single_quoted) @import.name (word_list_qw (list_item) @import.name)])
; A parent class or a role is loaded by its name.
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @_extends)
  args: (arguments [(string_single_quoted) (string_double_quoted)] @import.name)
  (#any-of? @_extends "extends" "with"))
(require_statement package_name: (_) @import.name)

(function_signature
  [(scalar_variable) (array_variable) (hash_variable)] @parameter.name)
(function_signature
  (_ . variable: (scalar_variable) @parameter.name variable: (_) @parameter.default))
(_
  body: (block
    (_
      . variable: (variable_declaration
        [
          (array [(scalar_variable) (array_variable) (hash_variable)] @parameter.name)
          (array_variable) @parameter.name
          (hash_variable) @parameter.name
        ])
      "="
      variable: (array_variable) @_all))
  (#eq? @_all "@_"))
(_
  body: (block
    (_
      . variable: (variable_declaration variable_name: (scalar_variable) @parameter.name)
      "="
      variable: (call_expression_with_args_with_brackets
        (call_expression_with_bareword function_name: (identifier) @_shift))))
  (#eq? @_shift "shift"))
(_
  body: (block
    (_
      . variable: (variable_declaration variable_name: (scalar_variable) @parameter.name)
      "="
      variable: (_
        . variable: (call_expression_with_args_with_brackets
          (call_expression_with_bareword function_name: (identifier) @_shift))
        ["||" "//"]
        variable: (_) @parameter.default)))
  (#eq? @_shift "shift"))

(_
  [
    (call_expression_with_args_with_brackets
      . (call_expression_with_bareword function_name: (identifier) @value.name) .)
    (string_single_quoted) @value.name
  ]
  . (fat_comma)
  . [(integer) (floating_point) (scientific_notation) (hexadecimal) (octal) (string_single_quoted) (string_double_quoted) (string_q_quoted) (string_qq_quoted)] @value.value)
(_
  . variable: [(hash_access_variable key: (_) @value.name) (variable_declaration variable_name: (scalar_variable) @value.name)]
  "="
  variable: [(integer) (floating_point) (scientific_notation) (hexadecimal) (octal) (string_single_quoted) (string_double_quoted) (string_q_quoted) (string_qq_quoted)] @value.value)

(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @failure.call)
  args: (arguments . [(string_single_quoted) (string_double_quoted) (string_q_quoted) (string_qq_quoted) (binary_expression)] @failure.text)
  (#any-of? @failure.call "die" "croak" "confess"))
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @failure.call)
  args: (arguments
    . (call_expression_with_args_with_brackets
      args: (array . [(string_single_quoted) (string_double_quoted)] @failure.text)))
  (#any-of? @failure.call "die" "croak" "confess"))
(call_expression_with_args_with_brackets
  (call_expression_with_bareword function_name: (identifier) @failure.call)
  args: (array . [(string_single_quoted) (string_double_quoted) (string_q_quoted) (string_qq_quoted) (binary_expression)] @failure.text)
  (#any-of? @failure.call "die" "croak" "confess"))
(call_expression_with_spaced_args
  (call_expression_with_bareword function_name: (identifier) @_die)
  args: (arguments
    . (method_invocation
      package_name: (_) @failure.call
      function_name: (identifier) @_new
      args: (parenthesized_argument
        (arguments [(string_single_quoted) (string_double_quoted)] @failure.text .))))
  (#any-of? @_die "die" "croak" "confess") (#eq? @_new "new"))
(method_invocation
  package_name: (_) @failure.call
  function_name: (identifier) @_throw
  args: (parenthesized_argument
    (arguments [(string_single_quoted) (string_double_quoted)] @failure.text .))
  (#eq? @_throw "throw"))
(call_expression_with_bareword
  function_name: (identifier) @failure.call
  (#any-of? @failure.call "die" "croak" "confess"))

; The key of a pair is no call.
(_
  (call_expression_with_args_with_brackets
    . (call_expression_with_bareword function_name: (identifier) @ignore) .)
  . (fat_comma))
(call_expression_with_bareword
  function_name: (identifier) @name
  (#not-any-of? @name "shift" "eval" "do" "wantarray" "sub" "my")) @reference.call
(method_invocation function_name: (identifier) @name) @reference.call
(method_invocation package_name: (package_name) @name) @reference.class
