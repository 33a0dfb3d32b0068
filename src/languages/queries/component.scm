; What the markup of a component uses: other components by their tags, and names in its bindings and braces.
(start_tag
  (tag_name) @name
  (#match? @name "^[A-Z]|-")) @reference.call
(self_closing_tag
  (tag_name) @name
  (#match? @name "^[A-Z]|-")) @reference.call
; As another language than the script's, so that a half expression breaks nothing in there, and for uses alone.
(attribute
  (attribute_name) @_attribute
  (quoted_attribute_value (attribute_value) @embedded)
  (#match? @_attribute "^([:@#]|v-|on:|bind:|use:|class:)")
  (#set! embedded.language "jsx")
  (#set! embedded.uses "only"))
((text) @embedded
  (#match? @embedded "[{]")
  (#set! embedded.language "jsx")
  (#set! embedded.uses "only"))
