(block_mapping_pair key: (flow_node) @name value: (block_node [(block_mapping) (block_sequence)]) @body) @definition.section
(block_mapping_pair key: (flow_node) @name @value.name value: (_)? @value.value) @definition.key
(comment) @comment
