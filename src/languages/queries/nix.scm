; What describes an option of a module is part of the option: so it is no key of its own.
(apply_expression
  function: [
    (variable_expression name: (identifier) @_maker)
    (select_expression attrpath: (attrpath attr: (identifier) @_maker .))
  ]
  argument: (attrset_expression (binding_set (binding attrpath: (attrpath . attr: (identifier) @ignore .))))
  (#any-of? @_maker "mkOption" "mkOptionType"))
; Neither are the entries of a list.
(list_expression element: (_ (binding_set (binding attrpath: (attrpath . attr: (_) @ignore)))))
; A function is told by the last part of its name alone, by which it is called.
(binding attrpath: (attrpath . attr: (_) @ignore . attr: (_)) expression: (function_expression))

(binding
  attrpath: (attrpath attr: (_) @receiver . attr: (_) @name .)
  expression: (function_expression)) @definition.function
(binding
  attrpath: (attrpath attr: (_) @name .)
  expression: (function_expression)) @definition.function
(let_expression (binding_set (binding attrpath: (attrpath) @name) @definition.variable))
(binding attrpath: (attrpath) @name) @definition.key

; An option's value is its default.
(binding
  attrpath: (attrpath) @value.name
  expression: (apply_expression
    function: [
      (variable_expression name: (identifier) @_maker)
      (select_expression attrpath: (attrpath attr: (identifier) @_maker .))
    ]
    argument: (attrset_expression
      (binding_set
        (binding
          attrpath: (attrpath . attr: (identifier) @_default .)
          expression: (_) @value.value))))
  (#eq? @_maker "mkOption")
  (#eq? @_default "default"))
(binding
  attrpath: (attrpath) @value.name
  expression: [
    (integer_expression) (float_expression) (string_expression) (indented_string_expression) (path_expression)
    (spath_expression) (uri_expression) (list_expression) (variable_expression) (select_expression)
    (unary_expression) (binary_expression) (if_expression)
    (apply_expression argument: [
      (integer_expression) (float_expression) (string_expression) (path_expression) (spath_expression)
      (list_expression) (variable_expression)
    ])
  ] @value.value)

(binding
  expression: (apply_expression
    function: [
      (variable_expression name: (identifier) @_maker)
      (select_expression attrpath: (attrpath attr: (identifier) @_maker .))
    ]
    argument: (attrset_expression
      (binding_set
        (binding
          attrpath: (attrpath . attr: (identifier) @_description .)
          expression: (_) @doc))))
  (#any-of? @_maker "mkOption" "mkOptionType")
  (#eq? @_description "description"))
(binding
  expression: (apply_expression
    function: [
      (variable_expression name: (identifier) @_maker)
      (select_expression attrpath: (attrpath attr: (identifier) @_maker .))
    ]
    argument: (string_expression) @doc)
  (#eq? @_maker "mkEnableOption"))
(comment) @comment

(binding expression: [(attrset_expression) (rec_attrset_expression) (let_expression) (with_expression) (if_expression)] @body)
(binding expression: (apply_expression argument: [(attrset_expression) (rec_attrset_expression)] @body))
; The last of parameters that are given one by one.
(function_expression
  body: [
    (apply_expression) (assert_expression) (attrset_expression) (binary_expression) (has_attr_expression)
    (if_expression) (indented_string_expression) (integer_expression) (let_expression) (list_expression)
    (parenthesized_expression) (path_expression) (rec_attrset_expression) (select_expression) (string_expression)
    (unary_expression) (variable_expression) (with_expression)
  ] @body)

(binding
  expression: (function_expression [
    (identifier) @parameter.name
    (formals (formal name: (identifier) @parameter.name default: (_)? @parameter.default))
    (function_expression [
      (identifier) @parameter.name
      (formals (formal name: (identifier) @parameter.name default: (_)? @parameter.default))
      (function_expression [
        (identifier) @parameter.name
        (formals (formal name: (identifier) @parameter.name default: (_)? @parameter.default))
        (function_expression universal: (identifier) @parameter.name)
      ])
    ])
  ]))

(apply_expression
  function: [
    (variable_expression name: (identifier) @_loader)
    (select_expression attrpath: (attrpath attr: (identifier) @_loader .))
  ]
  argument: [(path_expression) (spath_expression)] @import.name
  (#any-of? @_loader "import" "callPackage" "callPackages" "importApply"))
(binding
  attrpath: (attrpath attr: (identifier) @_list .)
  expression: (list_expression element: (path_expression) @import.name)
  (#any-of? @_list "imports" "modules"))

(apply_expression
  function: [
    (variable_expression name: (identifier) @failure.call)
    (select_expression attrpath: (attrpath attr: (identifier) @failure.call .))
  ]
  argument: [
    (string_expression) @failure.text
    (indented_string_expression . (string_fragment) @failure.text)
    (parenthesized_expression (binary_expression left: (string_expression) @failure.text))
    (_)
  ]
  (#any-of? @failure.call "throw" "abort"))
(apply_expression
  function: (apply_expression
    function: [
      (variable_expression name: (identifier) @failure.call)
      (select_expression attrpath: (attrpath attr: (identifier) @failure.call .))
    ])
  argument: [(string_expression) @failure.text (indented_string_expression . (string_fragment) @failure.text)]
  (#any-of? @failure.call "throwIf" "throwIfNot" "assertMsg"))
(assert_expression "assert" @failure.call)
(binding_set
  (binding attrpath: (attrpath . attr: (identifier) @failure.call .))
  (binding
    attrpath: (attrpath . attr: (identifier) @_message .)
    expression: [(string_expression) @failure.text (indented_string_expression . (string_fragment) @failure.text)])
  (#eq? @failure.call "assertion")
  (#eq? @_message "message"))

(apply_expression
  function: [
    (variable_expression name: (identifier) @name)
    (select_expression attrpath: (attrpath attr: (identifier) @name .))
  ]
  (#not-eq? @name "import")) @reference.call
