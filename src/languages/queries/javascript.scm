; Functions and classes.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method

; `Router.prototype.get = function`, `exports.open = () =>`: what stands before the last dot is what it belongs to.
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @receiver property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function) (class)]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression
    object: (_) @_exports
    property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#any-of? @_exports "exports" "module.exports" "this")) @definition.function
(assignment_expression
  left: (member_expression
    object: (_) @_exports
    property: (property_identifier) @name)
  right: (class)
  (#any-of? @_exports "exports" "module.exports" "this")) @definition.class
(assignment_expression
  left: (member_expression object: (identifier) @receiver property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]
  (#not-eq? @receiver "module")) @definition.function
; `module.exports =` is the name of what has none.
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: [(arrow_function) (function_expression !name) (generator_function !name)]
  (#eq? @_module "module")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (class !name)
  (#eq? @_module "module")) @definition.class
(assignment_expression right: (function_expression name: (identifier) @name) @definition.function)
(arguments (function_expression name: (identifier) @name) @definition.function)
(array (function_expression name: (identifier) @name) @definition.function)
(assignment_expression
  left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(program
  (expression_statement
    (assignment_expression
      left: (member_expression object: (_) @_exports property: (property_identifier) @name @value.name)
      right: (_) @value.value
      (#any-of? @_exports "exports" "module.exports")) @definition.constant))

; Variables that hold a function; at the top of a file, all of them.
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(variable_declarator name: (identifier) @name value: (class)) @definition.class
(program
  (lexical_declaration
    kind: "const" (variable_declarator name: (identifier) @name @value.name value: (_) @value.value) @definition.constant)
  (#not-match? @value.value "^require\\("))
(program
  (lexical_declaration
    kind: "let" (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value) @definition.variable))
(program
  (variable_declaration
    (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value) @definition.variable)
  (#not-match? @value.value "^require\\("))
(program
  (export_statement
    declaration: (lexical_declaration
      (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value) @definition.constant)))
(program
  (export_statement
    declaration: (lexical_declaration
      (variable_declarator
        name: (object_pattern
          [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])) @definition.constant)))
(program
  (export_statement
    declaration: (variable_declaration
      (variable_declarator name: (identifier) @name @value.name value: (_)? @value.value) @definition.variable)))

; Members of object literals.
(pair key: [(property_identifier) (string)] @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(pair
  key: [(property_identifier) (string) (computed_property_name)] @value.name
  value: [(number) (string) (true) (false) (null) (template_string) (unary_expression) (binary_expression) (regex)] @value.value)

; Values inside of functions.
(statement_block
  (lexical_declaration
    kind: "const"
    (variable_declarator
      name: (identifier) @value.name
      value: [(number) (string) (template_string) (unary_expression) (binary_expression) (regex)] @value.value)))
(object_assignment_pattern
  left: (shorthand_property_identifier_pattern) @value.name
  right: (_) @value.value)
(expression_statement
  (assignment_expression
    left: (member_expression object: (this) property: (property_identifier) @value.name)
    right: [(number) (string) (true) (false) (null) (template_string) (binary_expression)] @value.value))

(function_declaration body: (_) @body)
(generator_function_declaration body: (_) @body)
(function_expression body: (_) @body)
(generator_function body: (_) @body)
(arrow_function body: (_) @body)
(method_definition body: (_) @body)
(class_declaration body: (_) @body)
(class body: (_) @body)

(export_statement) @wrapper
(expression_statement) @wrapper
(lexical_declaration) @wrapper
(variable_declaration) @wrapper
(decorator) @decorator
(comment) @comment

(import_statement source: (string) @import.name)
(export_statement source: (string) @import.name)
(call_expression
  function: [(identifier) (import)] @_require
  arguments: (arguments . (string) @import.name .)
  (#any-of? @_require "require" "import"))

(throw_statement
  (new_expression
    constructor: (_) @failure.call
    arguments: (arguments [(string) (template_string)] @failure.text)))
(throw_statement (new_expression constructor: (_) @failure.call))
(throw_statement
  (new_expression
    constructor: (_) @failure.call
    arguments: (arguments (binary_expression left: [(string) (template_string)] @failure.text))))
(throw_statement
  (call_expression
    function: (_) @failure.call
    arguments: (arguments [(string) (template_string)] @failure.text)))
(throw_statement (call_expression function: (_) @failure.call))
; Errors that are made here and handed on.
(new_expression
  constructor: (identifier) @failure.call
  arguments: (arguments [(string) (template_string)] @failure.text)
  (#match? @failure.call "Error$|Exception$"))

(call_expression function: (identifier) @name (#not-eq? @name "require")) @reference.call
(call_expression function: (member_expression property: (_) @name)) @reference.call
(new_expression constructor: [(identifier) @name (member_expression property: (_) @name)]) @reference.class
