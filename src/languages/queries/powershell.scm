(function_statement (function_name) @name) @definition.function
(class_statement . (simple_name) @name) @definition.class
(class_method_definition (simple_name) @name) @definition.method
(class_property_definition (variable) @name) @definition.property
(enum_statement . (simple_name) @name) @definition.enum
(enum_member (simple_name) @name) @definition.member
(class_statement "{" @body)
(enum_statement "{" @body)
(function_statement "{" @body)
(class_method_definition (script_block) @body)
; Help stands inside of its function.
((comment) @comment (#not-match? @comment "^<#\\s*\\.[A-Z]"))
(program (comment) @comment)
(statement_list (comment) @comment)
(function_statement (comment) @doc (#match? @doc "^<#\\s*\\.[A-Z]"))
(script_parameter (variable) @parameter.name)
(command command_name: (command_name) @name) @reference.call
(flow_control_statement "throw" @failure.call (_) @failure.text)
