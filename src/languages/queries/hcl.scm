; A block is named by its last label: `resource "aws_s3_bucket" "logs"`.
(body (block (string_lit (template_literal) @name) . (block_start) @body) @definition.section)
(body (block (identifier) @name . (block_start) @body) @definition.section)
(attribute (identifier) @name @value.name (expression) @value.value) @definition.key
(comment) @comment

(attribute
  (identifier) @_key
  (expression (literal_value (string_lit (template_literal) @import.name)))
  (#eq? @_key "source"))
(function_call (identifier) @name) @reference.call
(attribute
  (identifier) @failure.call
  (expression (literal_value (string_lit) @failure.text))
  (#eq? @failure.call "error_message"))
