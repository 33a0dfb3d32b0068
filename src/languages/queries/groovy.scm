; The grammar knows no method named by a text; its remains are a constructor `def` with an error, or parts of an error.
(constructor_declaration name: (identifier) @_def . (ERROR) @name @definition.test body: (_) @body (#eq? @_def "def"))
(constructor_declaration name: (identifier) @ignore (#eq? @ignore "def"))
(ERROR
  [(identifier) (type_identifier) (void_type) (annotated_type)] @_def @definition.test
  . [(string_literal) (character_literal)] @name
  . (formal_parameters)?
  . (closure) @body
  (#match? @_def "\\b(def|void)$"))
(ERROR
  [(identifier) (type_identifier) (void_type) (annotated_type)] @_def @definition.test
  . [(string_literal) (character_literal)] @name
  . (ERROR . (closure) @body)
  (#match? @_def "\\b(def|void)$"))
(ERROR
  [(identifier) (type_identifier) (void_type) (annotated_type)] @_def
  . [(string_literal) (character_literal)] @name @definition.test
  (#match? @_def "\\b(def|void)$"))
(ERROR
  (ERROR "def" @_def)
  . (string_literal) @name @definition.test
  . (ERROR)?
  . (closure) @body)
(ERROR ["def" (ERROR "def")] . (string_literal) @name @definition.test)
(juxt_function_call
  name: (string_literal) @name @definition.test
  (#match? @name "^[\"'][\\w@#][^\\n{}()\\[\\]=;]*$"))
; Words of such a text, and the `int` of `x as int`, are no names.
(method_declaration (ERROR) name: (identifier) @ignore)
(method_declaration name: (identifier) @ignore (ERROR))
(local_variable_declaration
  type: (type_identifier) @_as
  declarator: (variable_declarator name: (identifier) @ignore)
  (#eq? @_as "as"))
(class_declaration name: (identifier) @name) @definition.class
(ERROR . (modifiers)? . "class" . (identifier) @name (#match? @name "^[A-Z]")) @definition.class
(ERROR "class" . (identifier) @name @definition.class (#match? @name "^[A-Z]"))
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(ERROR . (modifiers)? . "interface" . (identifier) @name (#match? @name "^[A-Z]")) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(annotation_type_element_declaration name: (identifier) @name @value.name value: (_)? @value.value) @definition.method
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name @value.name arguments: (_)? @value.value) @definition.member
(constructor_declaration name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(function_definition name: (identifier) @name) @definition.function
(constant_declaration declarator: (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value)) @definition.constant
(field_declaration declarator: (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value)) @definition.field
(program
  (local_variable_declaration
    declarator: (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value)) @definition.variable)
(juxt_function_call
  name: (identifier) @_trait
  args: (argument_list . (identifier) @name)
  (#eq? @_trait "trait")) @definition.class
((juxt_function_call
  name: (identifier) @_task
  args: (argument_list . [(identifier) (string_literal) (character_literal)] @name)) @definition.function
  . (ERROR (formal_parameters))?
  . [(expression_statement (closure) @body) (closure) @body (block) @body]
  (#eq? @_task "task"))
(juxt_function_call
  name: (identifier) @_task
  args: (argument_list . [(identifier) (string_literal) (character_literal)] @name)
  (#eq? @_task "task")) @definition.function
(method_invocation
  object: (identifier) @_tasks
  name: (identifier) @_register
  arguments: (argument_list . [(string_literal) (character_literal)] @name)
  (#eq? @_tasks "tasks") (#any-of? @_register "register" "create")) @definition.function
(method_invocation
  object: (identifier) @_tasks
  name: (identifier) @_register
  body: (closure) @body
  (#eq? @_tasks "tasks") (#any-of? @_register "register" "create"))

(class_declaration body: (_) @body)
(record_declaration body: (_) @body)
(interface_declaration body: (_) @body)
(annotation_type_declaration body: (_) @body)
(enum_declaration body: (_) @body)
(method_declaration body: (_) @body)
(constructor_declaration body: (_) @body)
(function_definition body: (_) @body)
(ERROR "class" "{" @body)
(modifiers [(annotation) (marker_annotation)] @decorator)
(ERROR (annotated_type [(annotation) (marker_annotation)] @decorator))
(line_comment) @comment
(block_comment) @comment

(import_declaration . (_) @import.name)
; Plug-ins and scripts of a build.
(juxt_function_call
  name: (identifier) @_id
  args: (argument_list . [(string_literal) (character_literal)] @import.name)
  (#eq? @_id "id"))
(juxt_function_call
  name: (identifier) @_apply
  args: (argument_list (map_item value: [(string_literal) (character_literal)] @import.name))
  (#eq? @_apply "apply"))

; One without a type is read as a type with a missing name.
(_
  parameters: (formal_parameters
    (formal_parameter type: (type_identifier) @parameter.name name: (MISSING identifier) (expression)? @parameter.default)))
(_ parameters: (formal_parameters (formal_parameter type: (type_identifier) @parameter.name . (ERROR))))
(_ parameters: (formal_parameters (ERROR (type_identifier) @parameter.name)))
(_ parameters: (formal_parameters (formal_parameter name: (identifier) @parameter.name (expression)? @parameter.default)))
(_ parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @parameter.name))))

(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @value.name
    value: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (character_literal) (true) (false)] @value.value))
(assignment_expression
  left: [(identifier) @value.name (field_access field: (identifier) @value.name)]
  operator: "="
  right: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (character_literal) (true) (false)] @value.value)
(map_item
  key: [(identifier) (string_literal) (character_literal)] @value.name
  value: [(decimal_integer_literal) (decimal_floating_point_literal) (string_literal) (character_literal) (true) (false)] @value.value)
; A setting of a build: `version '1.2'`.
(juxt_function_call
  name: (identifier) @value.name
  args: (argument_list . [(decimal_integer_literal) (string_literal) (character_literal) (true) (false)] @value.value .)
  (#not-any-of? @value.name "println" "print" "printf" "id" "def" "task" "assert" "return"))

(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list . [(string_literal) (character_literal) (binary_expression)] @failure.text)))
(throw_statement
  (object_creation_expression
    type: (_) @failure.call
    arguments: (argument_list . (method_invocation object: [(string_literal) (character_literal)] @failure.text))))
(throw_statement (object_creation_expression type: (_) @failure.call))
(assert_statement "assert" @failure.call (_) (string_literal) @failure.text)

(method_invocation name: (identifier) @name) @reference.call
(juxt_function_call name: (identifier) @name (#not-any-of? @name "trait" "task" "def")) @reference.call
(juxt_function_call name: (field_access field: (identifier) @name)) @reference.call
(object_creation_expression type: (type_identifier) @name) @reference.class
(object_creation_expression type: (generic_type (type_identifier) @name)) @reference.class
