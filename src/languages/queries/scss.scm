(mixin_statement (name) @name (block) @body) @definition.function
(function_statement (name) @name (block) @body) @definition.function
(placeholder (name) @name (block) @body) @definition.section
; What the grammar lost its way in is no selector.
(rule_set (selectors) @name (block) @body (#not-match? @name ";|(^|[^{])\\$")) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.section
(media_statement (_) @name (block) @body) @definition.section
; `!default` and whatever else it does not know behind a value is an error to it, and one of them the whole file.
(stylesheet (declaration (variable_name) @name @value.name . (_) @value.value .) @definition.variable)
(stylesheet (declaration (variable_name) @name @value.name . (_) @value.value . (ERROR) .) @definition.variable)
(stylesheet (declaration (variable_name) @name) @definition.variable)
(ERROR (declaration (variable_name) @name @value.name . (_) @value.value .) @definition.variable)
(ERROR (declaration (variable_name) @name @value.name . (_) @value.value . (ERROR) .) @definition.variable)
(ERROR (declaration (variable_name) @name) @definition.variable)

(single_line_comment) @comment
(comment) @comment

(use_statement (string_value) @import.name)
(forward_statement (string_value) @import.name)
(import_statement (string_value) @import.name)
(import_statement (ERROR (string_value) @import.name))
(import_statement (call_expression (arguments (_) @import.name)))
(parameter (variable_name) @parameter.name (default_value)? @parameter.default)
(mixin_statement (ERROR (variable_name) @parameter.name))
(function_statement (ERROR (variable_name) @parameter.name))

(declaration (property_name) @value.name . (_) @value.value . (#match? @value.name "^--"))
(declaration
  (variable_name) @value.name
  . [(integer_value) (float_value) (string_value) (color_value)] @value.value .)

(error_statement "@error" @failure.call (_) @failure.text)
(warn_statement "@warn" @failure.call (_) @failure.text)

(include_statement (identifier) @name) @reference.call
(call_expression (function_name) @name) @reference.call
