(table . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.section
(table_array_element . [(bare_key) (dotted_key) (quoted_key)] @name) @definition.section
(pair . [(bare_key) (dotted_key) (quoted_key)] @name @value.name . (_) @value.value) @definition.key
(table (pair) @body)
(table_array_element (pair) @body)
(comment) @comment
