(section (section_name (text) @name)) @definition.section
(setting (setting_name) @name @value.name (setting_value) @value.value) @definition.key
(section (setting) @body)
(comment) @comment
