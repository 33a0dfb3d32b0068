; What can be linked to, and the languages inside of a page or a component.
(element
  (start_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @name)))
  (#eq? @_attribute "id")) @definition.section
(element
  (self_closing_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @name)))
  (#eq? @_attribute "id")) @definition.section
(element (start_tag) . (_) @body)
(comment) @comment

(script_element
  (start_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @embedded.language)))
  (raw_text) @embedded
  (#eq? @_attribute "lang"))
; What is no program: templates, data.
(script_element
  (start_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @embedded.language)))
  (raw_text) @embedded
  (#eq? @_attribute "type")
  (#not-match? @embedded.language "(^module|javascript|ecmascript|babel)$"))
(script_element
  (raw_text) @embedded
  (#set! embedded.language "javascript"))
(style_element
  (start_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @embedded.language)))
  (raw_text) @embedded
  (#eq? @_attribute "lang"))
(style_element
  (raw_text) @embedded
  (#set! embedded.language "css"))
(script_element
  (start_tag
    (attribute
      (attribute_name) @_attribute
      (quoted_attribute_value (attribute_value) @import.name)))
  (#eq? @_attribute "src"))
