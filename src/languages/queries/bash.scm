(function_definition name: (word) @name) @definition.function
(program
  (variable_assignment name: (variable_name) @name @value.name "=" value: (_) @value.value) @definition.variable)
(program
  (declaration_command
    (variable_assignment name: (variable_name) @name @value.name "=" value: (_) @value.value) @definition.variable))
(program
  (command
    name: (command_name (word) @_alias)
    argument: (concatenation . (word) @name) @definition.macro)
  (#eq? @_alias "alias"))

; `local retries=3`, and `${TIMEOUT:-30}`: what it is where nobody tells it.
(declaration_command (variable_assignment name: (variable_name) @value.name "=" value: (_) @value.value))
(expansion . (variable_name) @value.name . [":-" ":=" "-" "="] . (_) @value.value)

(function_definition body: (_) @body)
(declaration_command) @wrapper
(comment) @comment

(command
  name: (command_name (word) @_source)
  argument: (_) @import.name
  (#any-of? @_source "source" "."))

(command
  name: (command_name (word) @failure.call)
  argument: [(string) (raw_string)] @failure.text
  (#match? @failure.call "^(die|fail|fatal|error|err|abort|panic|bail)$|_(error|fatal|die|fail)$"))
(command
  name: (command_name (word) @failure.call)
  argument: (_) @failure.text
  (#eq? @failure.call "exit"))

(command name: (command_name (word) @name)) @reference.call
