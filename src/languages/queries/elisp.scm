; Heads of lists that are no calls: parameters, bindings, clauses and data.
(function_definition parameters: (list . (symbol) @ignore))
(macro_definition parameters: (list . (symbol) @ignore))
(special_form "lambda" . (list . (symbol) @ignore))
(special_form ["let" "let*"] . (list . (symbol) @ignore))
(special_form ["let" "let*"] . (list (list . (symbol) @ignore)))
(special_form "cond" (list . (symbol) @ignore))
(special_form "condition-case" . (_) . (_) (list . (symbol) @ignore))
(quote ["'" "`"] (list . (symbol) @ignore))
(quote "'" (list (list . (symbol) @ignore)))
(quote "'" (list (list (list . (symbol) @ignore))))
(list
  . (symbol) @_head
  . (list . (symbol) @ignore)
  (#any-of? @_head "declare" "dolist" "dotimes" "dolist-with-progress-reporter" "lambda" "with-slots"))
(list . (symbol) @_head (list . (symbol) @ignore) (#eq? @_head "declare"))
(list
  . (symbol) @_head
  . (list (list . (symbol) @ignore))
  (#match? @_head "^(when-let|if-let|and-let|while-let|cl-let|cl-flet|cl-labels|cl-letf|cl-macrolet|letrec|let-alist|pcase-let|dlet|named-let)\\*?$"))
(list . (symbol) @_head . (_) (list . (symbol) @ignore) (#match? @_head "^(pcase|pcase-exhaustive|cl-case|cl-ecase|cl-typecase|cl-etypecase)$"))
(list . (symbol) @_head . (symbol) . (list . (symbol) @ignore) (#match? @_head "^cl-def|^define-inline$|^defclass$|^ert-deftest$|-def(un|macro|command|method)$|-define-(?!key)"))
(list . (symbol) @_head . (symbol) . (list (list . (symbol) @ignore)) (#match? @_head "^cl-def|-define-(?!key)"))
(list . (symbol) @_head . (symbol) . (symbol) . (list . (symbol) @ignore) (#eq? @_head "cl-defmethod"))
(list . (symbol) @_head . (symbol) . (symbol) . (list (list . (symbol) @ignore)) (#eq? @_head "cl-defmethod"))

(function_definition ["defun" "defsubst"] @definition.function name: (symbol) @name) @body
(macro_definition "defmacro" @definition.macro name: (symbol) @name) @body
(special_form "defvar" . (symbol) @name . (_)) @definition.variable
(special_form "defconst" . (symbol) @name) @definition.constant
(list
  . (symbol) @_kind
  . (symbol) @name
  (#any-of? @_kind "defvar-local" "defcustom" "defface" "defgroup" "deftheme" "defvar-keymap" "defvar-mode-local")) @definition.variable
(list
  . (symbol) @_kind @definition.macro
  . (symbol) @name
  (#any-of? @_kind "cl-defmacro" "defmacro*" "pcase-defmacro")) @body
(list
  . (symbol) @_kind @definition.method
  . (symbol) @name
  (#any-of? @_kind "cl-defmethod" "defmethod")) @body
(list
  . (symbol) @_kind
  . [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_kind "cl-defstruct" "defstruct" "defclass")) @definition.class
(list
  . (symbol) @_kind @definition.test
  . [(symbol) (string)] @name
  (#any-of? @_kind "ert-deftest" "describe" "it" "ert-deftest-async")) @body
(list
  . (symbol) @_kind
  . (symbol) @name
  (#match? @_kind "^define-(derived|minor|generic|global|globalized-minor|compilation)-mode$|^define-skeleton$")) @definition.function
; Other names are defined by what is called so, with parameters or without; not keys and the like.
(list
  . (symbol) @_kind @definition.function
  . (symbol) @name
  . (list)
  (#match? @_kind "^(cl-|pcase-)?def(?!ault|advice|ine-advice|class|custom|face|group|var|theme)|-def(un|macro|command|method)$|-define(-[a-z]+)*$|-define-(?!key)[a-z-]+$")
  (#not-match? @_kind "key|^define-prefix-command$")) @body
; Another name of what stands elsewhere.
(list
  . (symbol) @_kind
  . (quote (symbol) @name)
  (#any-of? @_kind "defalias" "define-obsolete-function-alias")) @definition.function
(list
  . (symbol) @_kind
  . (quote (symbol) @name)
  (#any-of? @_kind "defvaralias" "define-obsolete-variable-alias")) @definition.variable
(list
  . (symbol) @_kind
  . (quote (symbol) @name)
  (#eq? @_kind "define-error")) @definition.type

; Slots of a structure and of a class.
(list
  . (symbol) @_kind
  . (_)
  (list . (symbol) @name @value.name . (_)? @value.value) @definition.field
  (#eq? @_kind "cl-defstruct"))
(list
  . (symbol) @_kind
  . (_)
  (symbol) @name @definition.field
  (#eq? @_kind "cl-defstruct"))
(list
  . (symbol) @_kind
  . (symbol)
  . (list)
  . (list (list . (symbol) @name) @definition.field)
  (#eq? @_kind "defclass"))
(list . (symbol) @value.name (symbol) @_initial . (_) @value.value (#eq? @_initial ":initform"))

; Where a head ends.
(function_definition parameters: (_) . [(_) ")"] @body)
(macro_definition parameters: (_) . [(_) ")"] @body)
(list
  . (symbol) @_kind
  . (symbol)
  . (list)
  . (_) @body
  (#match? @_kind "^(cl-|pcase-)?def(?!struct|custom|face|class|method|group|var|theme)|^ert-deftest|-def(un|macro|command|method)$|-define(-[a-z]+)*$|-define-(?!key)[a-z-]+$"))
(list
  . (symbol) @_kind
  . (symbol)
  . (symbol)?
  . (list)
  . (_) @body
  (#any-of? @_kind "cl-defmethod" "defmethod"))
(list . (symbol) @_kind . (string) . (_) @body (#any-of? @_kind "describe" "it"))

; Documentation; `;;;###autoload` is none.
(function_definition docstring: (_) @doc)
(macro_definition docstring: (_) @doc)
(special_form ["defvar" "defconst"] . (symbol) . (_) . (string) @doc)
(list
  . (symbol) @_kind
  . [(symbol) (list)]
  . (_)
  . (string) @doc
  (#match? @_kind "^(cl-|pcase-)?def(?!ine-minor|struct|alias|ine-obsolete)|^ert-deftest$|-define(-[a-z]+)*$|-define-(?!key)[a-z-]+$"))
(list
  . (symbol) @_kind
  . (symbol)
  . [(symbol) (list)]
  . (list)
  . (string) @doc
  (#any-of? @_kind "cl-defmethod" "defclass"))
(list
  . (symbol) @_kind
  . [(symbol) (list)]
  . (string) @doc
  (#any-of? @_kind "define-minor-mode" "define-globalized-minor-mode" "cl-defstruct" "define-generic-mode" "define-skeleton"))
(list
  . (symbol) @_kind
  . (symbol)
  . (_)
  . (string)
  . (string) @doc
  (#eq? @_kind "define-derived-mode"))
(list
  . (symbol) @_kind
  . (quote)
  . (_)
  . (string) @doc
  (#any-of? @_kind "defalias" "defvaralias"))
(list
  . (symbol) @_kind
  . (quote)
  . (_)
  . (string)
  . (string) @doc
  (#match? @_kind "^define-obsolete"))
((comment) @comment (#not-match? @comment "^;;;###"))
((comment) @decorator (#match? @decorator "^;;;###"))

(function_definition parameters: (list (symbol) @parameter.name) (#not-match? @parameter.name "^&"))
(macro_definition parameters: (list (symbol) @parameter.name) (#not-match? @parameter.name "^&"))
(list
  . (symbol) @_kind
  . (symbol)
  . (list [(symbol) @parameter.name (list . (symbol) @parameter.name . (_) @parameter.default)])
  (#match? @_kind "^cl-def(un|macro|subst|generic)$|^def(un|macro)\\*$")
  (#not-match? @parameter.name "^&"))
(list
  . (symbol) @_kind
  . (symbol)
  . (symbol)?
  . (list [(symbol) @parameter.name (list . (symbol) @parameter.name)])
  (#match? @_kind "^(cl-)?defmethod$|^iter-defun$|^define-inline$|^define-advice$|-define-(?!key)[a-z-]+$")
  (#not-match? @parameter.name "^&"))

; Values.
(special_form "defvar" . (symbol) @value.name . (_) @value.value)
(special_form "defconst" . (symbol) @value.name . (_) @value.value)
(list
  . (symbol) @_kind
  . (symbol) @value.name
  . (_) @value.value
  (#any-of? @_kind "defvar-local" "defcustom" "defface"))
(special_form
  ["let" "let*"]
  . (list (list . (symbol) @value.name . [(integer) (float) (string) (char)] @value.value)))
(special_form ["setq" "setq-default"] (symbol) @value.name . [(integer) (float) (string) (char)] @value.value)
(list
  . (symbol) @_set
  (symbol) @value.name
  . [(integer) (float) (string) (char)] @value.value
  (#any-of? @_set "setq-local" "setopt" "setq-default"))

(list
  . (symbol) @_how
  . (quote (symbol) @import.name)
  (#eq? @_how "require"))
(list
  . (symbol) @_how
  . (_)?
  . (string) @import.name
  (#any-of? @_how "load" "load-file" "autoload"))
(list
  . (symbol) @_how
  . (symbol) @import.name
  (#any-of? @_how "use-package" "leaf"))

(list
  . (symbol) @failure.call
  . (string) @failure.text
  (#match? @failure.call "^(error|user-error)$|-error$"))
(list
  . (symbol) @failure.call
  . (list . (symbol) @_made) @failure.text
  (#any-of? @failure.call "error" "user-error")
  (#any-of? @_made "format" "format-message" "concat" "substitute-command-keys"))
(list
  . (symbol) @_signal
  . (quote (symbol) @failure.call)
  . (_)? @failure.text
  (#eq? @_signal "signal"))

(list
  . (symbol) @name
  (#match? @name "[A-Za-z]")
  (#not-match? @name "^([:&?].*|(cl-|pcase-|ad-)?def(?!ault).*|.*-define-.*|[a-z]+-def(un|macro)|nil|t|require|provide|declare|when|unless|dolist|dotimes|push|pop|when-let\\*?|if-let\\*?|and-let\\*?|while-let|pcase.*|cl-(case|ecase|typecase|loop|block|return|return-from|flet|labels|letf|letf\\*|incf|decf|pushnew)|save-match-data|with-[a-z-]+|eval-when-compile|eval-and-compile|ert-deftest|describe|it|lambda|incf|decf|setf|setq-local|setopt|declare-function|use-package|interactive|ignore-errors|signal|catch|throw|use-package|letrec|dlet)$")) @reference.call
(quote "#'" (symbol) @name) @reference.call
(list . (symbol) @_call . (quote "'" (symbol) @name) (#match? @_call "^(funcall|apply|mapcar|mapc|mapconcat|cl-remove-if|cl-remove-if-not|run-with-timer|run-at-time)$")) @reference.call
(list . (symbol) @_hook . (_) . (quote "'" (symbol) @name) (#any-of? @_hook "add-hook" "advice-add")) @reference.call
