; Targets that only tell make what to do are no names: `.PHONY` belongs to the rule below it.
(rule (targets (word) @_special @ignore) (#match? @_special "^\\.[A-Z_]+$"))
(rule (targets . (word) @_special) (#eq? @_special ".PHONY")) @decorator
; Rows of a recipe behind what the grammar cannot read are taken for targets.
(rule (targets (_) @name) (#not-match? @name "^[@*-]")) @definition.function
(define_directive name: (_) @name value: (_)? @body) @definition.macro
; What is added to or told for one target defines nothing.
(variable_assignment !target_or_pattern name: (_) @name ["=" ":=" "::=" "?="]) @definition.variable
(shell_assignment name: (_) @name) @definition.variable

(variable_assignment name: (_) @value.name value: (_) @value.value)
(shell_assignment name: (_) @value.name value: (_) @value.value)

; `build: deps ## What it does.`
(rule (comment) @doc @body (#match? @doc "^##"))
(rule (recipe) @body)
(export_directive (variable_assignment)) @wrapper
(override_directive (variable_assignment)) @wrapper
(private_directive (variable_assignment)) @wrapper
((comment) @comment (#not-match? @comment "^## "))

(include_directive filenames: (list (_) @import.name))

(function_call
  "error" @failure.call
  (arguments argument: (_) @failure.text))

(rule
  (targets . (_) @_target)
  normal: (prerequisites (_) @name)
  (#not-match? @_target "^\\.[A-Z_]+$")
  (#not-match? @name "%")) @reference.call
(rule
  (targets . (_) @_target)
  order_only: (prerequisites (_) @name)
  (#not-match? @_target "^\\.[A-Z_]+$")
  (#not-match? @name "%")) @reference.call
