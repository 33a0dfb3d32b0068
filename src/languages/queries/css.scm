(rule_set (selectors) @name (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name) @definition.section
(media_statement (_) @name (block) @body) @definition.section
; Custom properties are its values.
(declaration (property_name) @value.name . (_) @value.value . (#match? @value.name "^--"))
(import_statement (string_value) @import.name)
(import_statement (call_expression (arguments (_) @import.name)))
(comment) @comment
