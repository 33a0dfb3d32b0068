; What the reader skips, and data.
(dis_expr (list_lit . value: (sym_lit name: (sym_name) @ignore)))
(dis_expr (list_lit . value: (sym_lit) . value: (sym_lit name: (sym_name) @ignore)))
(dis_expr (list_lit (list_lit . value: (sym_lit name: (sym_name) @ignore))))
(quoting_lit (list_lit . value: (sym_lit name: (sym_name) @ignore)))
(quoting_lit (_ (list_lit . value: (sym_lit name: (sym_name) @ignore))))

(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_kind "ns" "in-ns")) @definition.module
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit) @name
  (#eq? @_kind "defproject")) @definition.module
; A head ends at the first form behind the parameters, which is told where all before it is short.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.function
  . value: (sym_lit name: (sym_name) @name)
  . value: (str_lit)? @_doc
  . value: (map_lit)?
  . value: (vec_lit)
  (#match? @_kind "^>?def(n|n-|np|na|nc|n-spec|nk|nx|page|handler|task|component|fx|sub)$")
  (#not-match? @_doc "^[^]{120}")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name)
  (#match? @_kind "^>?def(n|n-|np|na|nc|n-spec|nk|nx|inline|multi|page|handler|task|component|fx|sub)$")) @definition.function
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.macro
  . value: (sym_lit name: (sym_name) @name)
  . value: (str_lit)? @_doc
  . value: (map_lit)?
  . value: (vec_lit)
  (#match? @_kind "^defmacro-?$")
  (#not-match? @_doc "^[^]{120}")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name)
  (#match? @_kind "^defmacro-?$")) @definition.macro
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.method
  . value: (sym_lit name: (sym_name) @name)
  (#eq? @_kind "defmethod")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.interface
  . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_kind "defprotocol" "definterface" "defprotocol+" "definterface+")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.class
  . value: (sym_lit name: (sym_name) @name)
  (#any-of? @_kind "defrecord" "deftype" "defrecord+" "deftype+" "defcomponent" "gen-class")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.implementation
  . value: [(sym_lit name: (sym_name) @name) (nil_lit) @name]
  (#any-of? @_kind "extend-type" "extend-protocol" "extend")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.test
  . value: (sym_lit name: (sym_name) @name)
  (#match? @_kind "^(deftest|defspec)-?$|^deftest-")) @body
(list_lit
  . value: (sym_lit name: (sym_name) @_kind) @definition.test
  . value: (str_lit) @name
  (#any-of? @_kind "testing" "describe" "it" "fact" "facts" "specification" "behavior")) @body
; Methods of a protocol, of a type and of an object that implements one; functions inside of functions.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  value: (list_lit
    . value: (sym_lit name: (sym_name) @name)
    . value: (vec_lit)) @definition.method
  (#match? @_kind "^(defprotocol|definterface|defrecord|deftype)\\+?$|^(extend-type|extend-protocol|reify|proxy)$"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (vec_lit
    value: (list_lit
      . value: (sym_lit name: (sym_name) @name)
      . value: [(vec_lit) (list_lit . value: (vec_lit))]) @definition.function)
  (#eq? @_kind "letfn"))
; A function held by a name, and names of other definitions: values, routes, states, specs, events.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name)
  . value: (str_lit)?
  . value: [(list_lit . value: (sym_lit name: (sym_name) @_fn)) (anon_fn_lit) @_fn] .
  (#any-of? @_kind "def" "defonce")
  (#match? @_fn "^(fn|fn\\*|memoize)$|^#")) @definition.function
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit meta: (meta_lit value: (kwd_lit) @_const) name: (sym_name) @name @value.name)
  value: (_) @value.value . close: _
  (#eq? @_kind "def")
  (#eq? @_const ":const")) @definition.constant
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name @value.name)
  value: (_) @value.value . close: _
  (#any-of? @_kind "def" "defonce")) @definition.variable
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name)
  . value: (_)
  (#match? @_kind "^def(?!$|once|ault|late|ormat|n|err|ect|interface|inline|macro|m|protocol|record|type|test|spec|project|struct|alias)")) @definition.variable
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit name: (sym_name) @name) .
  (#eq? @_kind "def")) @definition.variable
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (kwd_lit name: (kwd_name) @name @value.name)
  . value: (_) @value.value
  (#match? @_kind "^>?def$")) @definition.type
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (kwd_lit name: (kwd_name) @name)
  (#match? @_kind "^reg-(event|sub|fx|cofx|global)")) @definition.function

; Where a head ends.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit)
  . [value: (_) close: _] @body
  (#match? @_kind "^>?def(n|n-|np|na|nc|n-spec|nk|nx|page|handler|task|component|fx|sub|macro|macro-|record|type)$"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (_)
  . value: (sym_lit)?
  . value: (vec_lit)
  . [value: (_) close: _] @body
  (#eq? @_kind "defmethod"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: [(sym_lit) (str_lit)]
  . [value: (_) close: _] @body
  (#match? @_kind "^(defprotocol|definterface|extend-type|extend-protocol|extend|testing|describe|it|fact|facts|deftest|defspec)"))

; Documentation: behind the name, in its metadata, or behind a method's parameters.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit) @doc
  . value: (_)
  (#match? @_kind "^>?def(?!ault|project)|^ns$"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit) @doc .
  (#any-of? @_kind "ns" "defprotocol" "deftest"))
(sym_lit meta: (meta_lit value: (map_lit (kwd_lit) @_key . (str_lit) @doc)) (#eq? @_key ":doc"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  value: (list_lit . value: (sym_lit) . value: (vec_lit) value: (str_lit) @doc .)
  (#match? @_kind "^defprotocol"))
(comment) @comment

; Parameters; of several arities those of the last one, the fullest. `:or` tells what is where nothing is given.
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit . value: (sym_lit name: (sym_name) @parameter.name))
  (#match? @_kind "^>?def(?!ault)")
  (#not-eq? @parameter.name "&"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit value: [(sym_lit) (vec_lit) (map_lit) (list_lit)] @_before . value: (sym_lit name: (sym_name) @parameter.name))
  (#match? @_kind "^>?def(?!ault)")
  (#not-any-of? @parameter.name "&" "=>"))
; `(s/defn title :- s/Str [ferry :- Ferry])`
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (kwd_lit)
  . value: (_)
  . value: (str_lit) @doc
  (#match? @_kind "^defn-?$"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (kwd_lit)
  . value: (_)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit . value: (sym_lit name: (sym_name) @parameter.name))
  (#match? @_kind "^defn-?$"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (kwd_lit)
  . value: (_)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit value: [(sym_lit) (vec_lit) (map_lit) (list_lit)] @_before . value: (sym_lit name: (sym_name) @parameter.name))
  (#match? @_kind "^defn-?$")
  (#not-eq? @parameter.name "&"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (str_lit)?
  . value: (map_lit)?
  . value: (vec_lit
    value: (map_lit (kwd_lit name: (kwd_name) @_keys) . (vec_lit value: (sym_lit name: (sym_name) @parameter.name))))
  (#match? @_kind "^>?def(?!ault)")
  (#any-of? @_keys "keys" "strs" "syms"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  value: (list_lit . value: (vec_lit value: (sym_lit name: (sym_name) @parameter.name)) close: _) . close: _
  (#match? @_kind "^>?def(n|macro)")
  (#not-eq? @parameter.name "&"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  value: (list_lit
    . value: (vec_lit
      value: (map_lit (kwd_lit name: (kwd_name) @_keys) . (vec_lit value: (sym_lit name: (sym_name) @parameter.name))))
    close: _)
  . close: _
  (#match? @_kind "^>?def(n|macro)")
  (#any-of? @_keys "keys" "strs" "syms"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (_)
  . value: (sym_lit)?
  . value: (vec_lit value: (sym_lit name: (sym_name) @parameter.name))
  (#eq? @_kind "defmethod")
  (#not-eq? @parameter.name "&"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  . value: (sym_lit)
  . value: (_)
  . value: (sym_lit)?
  . value: (vec_lit
    value: (map_lit (kwd_lit name: (kwd_name) @_keys) . (vec_lit value: (sym_lit name: (sym_name) @parameter.name))))
  (#eq? @_kind "defmethod")
  (#any-of? @_keys "keys" "strs" "syms"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  value: (list_lit . value: (sym_lit) . value: (vec_lit value: (sym_lit name: (sym_name) @parameter.name)))
  (#match? @_kind "^(defprotocol|definterface|defrecord|deftype)\\+?$|^(extend-type|extend-protocol|reify|proxy)$"))
(map_lit
  (kwd_lit) @_or
  . (map_lit value: (sym_lit name: (sym_name) @value.name) . value: (_) @value.value)
  (#eq? @_or ":or"))

; Values: `{:timeout 500}`, `(let [retries 3] …)`, `:description "…"` of a project.
(map_lit
  value: (kwd_lit name: (kwd_name) @value.name)
  . value: [(num_lit) (str_lit) (bool_lit) (nil_lit) (char_lit) (regex_lit)] @value.value
  (#not-any-of? @value.name "doc" "added" "author"))
(list_lit
  . value: (sym_lit name: (sym_name) @_let)
  . value: (vec_lit
    value: (sym_lit name: (sym_name) @value.name)
    . value: [(num_lit) (str_lit) (bool_lit)] @value.value)
  (#any-of? @_let "let" "loop" "binding" "with-redefs"))
(list_lit
  . value: (sym_lit name: (sym_name) @_kind)
  value: (kwd_lit name: (kwd_name) @value.name)
  . value: [(num_lit) (str_lit) (vec_lit) (sym_lit)] @value.value
  (#eq? @_kind "defproject"))

; Imports.
(list_lit
  . value: (sym_lit name: (sym_name) @_ns)
  value: (list_lit
    . value: (kwd_lit name: (kwd_name) @_how)
    value: [
      (sym_lit) @import.name
      (vec_lit . value: [(sym_lit) (str_lit)] @import.name)
      (read_cond_lit value: [(sym_lit) @import.name (vec_lit . value: [(sym_lit) (str_lit)] @import.name)])
      (splicing_read_cond_lit value: (vec_lit value: (vec_lit . value: [(sym_lit) (str_lit)] @import.name)))
    ])
  (#eq? @_ns "ns")
  (#any-of? @_how "require" "use" "require-macros" "use-macros" "load"))
(list_lit
  . value: (sym_lit name: (sym_name) @_ns)
  value: (read_cond_lit
    value: (list_lit
      . value: (kwd_lit name: (kwd_name) @_how)
      value: [(sym_lit) @import.name (vec_lit . value: [(sym_lit) (str_lit)] @import.name)]))
  (#eq? @_ns "ns")
  (#any-of? @_how "require" "use" "require-macros" "use-macros" "load"))
(list_lit
  . value: (kwd_lit) @_how
  value: [(sym_lit) @import.name (list_lit . value: (sym_lit) value: (sym_lit) @import.name) (vec_lit . value: (sym_lit) value: (sym_lit) @import.name)]
  (#eq? @_how ":import"))
(list_lit . value: (kwd_lit) @_how value: (list_lit . value: (sym_lit name: (sym_name) @ignore)) (#any-of? @_how ":import" ":require" ":use"))
(list_lit
  . value: (sym_lit name: (sym_name) @_how)
  value: (quoting_lit value: [(sym_lit) @import.name (vec_lit . value: (sym_lit) @import.name)])
  (#any-of? @_how "require" "use" "import"))

; Failures.
(list_lit
  . value: (sym_lit name: (sym_name) @failure.call)
  . value: [(str_lit) (list_lit)] @failure.text
  (#any-of? @failure.call "ex-info" "abort"))
(list_lit
  . value: (sym_lit name: (sym_name) @failure.call)
  . value: [(str_lit) (kwd_lit)] @failure.text
  (#eq? @failure.call "fail!"))
(list_lit
  . value: (sym_lit) @_throw
  . value: (list_lit
    . value: (sym_lit name: (sym_name) @failure.call)
    . value: [(str_lit) (list_lit)]? @failure.text)
  (#eq? @_throw "throw")
  (#not-eq? @failure.call "new"))
(list_lit
  . value: (sym_lit) @_throw
  . value: (list_lit
    . value: (sym_lit) @_new
    . value: (sym_lit name: (sym_name) @failure.call)
    . value: [(str_lit) (list_lit)]? @failure.text)
  (#eq? @_throw "throw")
  (#eq? @_new "new"))
(list_lit
  . value: (sym_lit name: (sym_name) @failure.call)
  . value: (_)
  . value: [(str_lit) (list_lit)] @failure.text .
  (#eq? @failure.call "assert"))

; Calls: the head of each list that is no special form, and what a value is threaded through.
(list_lit
  . value: (sym_lit name: (sym_name) @name)
  (#match? @name "[A-Za-z]")
  (#not-match? @name "^(>?def(?!ault|late|ormat|err|ect).*|ns|in-ns|let|letfn|if|if-let|if-not|if-some|do|fn|loop|recur|quote|var|throw|try|catch|finally|when|when-let|when-not|when-some|when-first|cond|condp|case|and|or|for|doseq|dotimes|while|as->|some->>?|cond->>?|doto|binding|comment|new|set!|require|import|use|reify|proxy|extend-type|extend-protocol|testing|declare)$")) @reference.call
(anon_fn_lit
  . value: (sym_lit name: (sym_name) @name)
  (#match? @name "[A-Za-z]")
  (#not-any-of? @name "if" "when" "do" "let" "and" "or" "cond" "case" "throw")) @reference.call
(list_lit
  . value: (sym_lit) @_thread
  . value: (_)
  value: (sym_lit name: (sym_name) @name)
  (#any-of? @_thread "->" "->>" "some->" "some->>")) @reference.call
