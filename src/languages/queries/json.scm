(pair key: (string) @name value: (object) @body) @definition.section
(pair key: (string) @name @value.name value: (_) @value.value) @definition.key
(comment) @comment
