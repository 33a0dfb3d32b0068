/**
 * The closed list of captures in queries. Names of code navigation (`@definition.*`, `@reference.*`, `@name`, `@doc`,
 * `@ignore`) come from official grammars; the others are ours. A capture that begins with `_` only serves a predicate
 * of its own pattern.
 */

/** Kind of a symbol by the word behind `@definition.`; official queries have several words for one kind. */
export const symbolKinds = {
  function: 'function',
  operator: 'function',
  /** A clause of a function, continued by the next one of the same name directly below. */
  clause: 'function',
  method: 'method',
  class: 'class',
  object: 'class',
  struct: 'class',
  interface: 'interface',
  enum: 'enum',
  /** One of an enumeration's values. */
  member: 'member',
  enum_variant: 'member',
  type: 'type',
  module: 'module',
  /** Members of a type defined apart from it: `impl Reader`, `extension String`. */
  implementation: 'implementation',
  constant: 'constant',
  variable: 'variable',
  field: 'field',
  property: 'property',
  macro: 'macro',
  /** Declared here and defined elsewhere: a prototype. */
  declaration: 'declaration',
  /** A section of a settings file, and an entry of it. */
  section: 'section',
  key: 'key',
  /** A test named by a sentence. */
  test: 'test',
} as const;

export type SymbolKind = (typeof symbolKinds)[keyof typeof symbolKinds];

/** Kinds of references that count as uses; mere mentions of a type do not. */
export const useKinds: readonly string[] = ['call', 'send', 'class'];

/** Official kinds of references that are ignored. */
export const otherReferences: readonly string[] = [
  'type',
  'implementation',
  'interface',
  'module',
  'enum_variant',
  'field',
  'unknown',
];

/**
 * Each capture with a smallest pattern that uses it. Nodes are named as in one grammar or another; `npm run tree` prints
 * those of yours.
 */
export const captures = [
  /**
   * The name of what is defined, `(class_definition name: (_) @name) @definition.class`, or used,
   * `(call function: (_) @name) @reference.call`.
   */
  'name',
  /**
   * A name with the scopes that it stands in, however many: `Quay::Berth::moor`, where each step has the rest in its field
   * `name`. The last one is the name, the others are what it is defined in:
   * `(function_declarator declarator: (qualified_identifier) @name.qualified)`.
   */
  'name.qualified',
  /** Documentation inside a definition: `(function_definition body: (block . (string) @doc))`. */
  'doc',
  /** Excludes a name captured by `@definition` or `@reference`: `(call function: (identifier) @ignore)`. */
  'ignore',
  /** A comment or other documentation above a definition: `(comment) @comment`. */
  'comment',
  /** A part above a definition that belongs to it, such as an attribute or a type signature: `(annotation) @decorator`. */
  'decorator',
  /** A node that only wraps a definition and begins in the same row, `export …`: `(export_statement) @wrapper`. */
  'wrapper',
  /** The body of a symbol, where its head ends: `(class_definition body: (_) @body)`. */
  'body',
  /**
   * The type named in a definition's head, `func (r *Router) Get`:
   * `(method receiver: (_) @receiver name: (_) @name) @definition.method`.
   */
  'receiver',
  /** A value and its name: `(const_item name: (_) @name @value.name value: (_)? @value.value) @definition.constant`. */
  'value.name',
  'value.value',
  /** What fails and with which message: `(throw_statement (new type: (_) @failure.call (string)? @failure.text))`. */
  'failure.call',
  'failure.text',
  /** What a file imports: `(import_statement path: (_) @import.name)`. */
  'import.name',
  /** A parameter and its default: `(parameter name: (_) @parameter.name value: (_)? @parameter.default)`. */
  'parameter.name',
  'parameter.default',
  /** A parameter that sets the field of its name and so uses it: `(constructor_param (identifier) @parameter.field)`. */
  'parameter.field',
  /**
   * A variable, `(assignment left: (identifier) @local.definition)`, and what it is known in, `(block) @local.scope`. Where
   * one is known, a use of its name is none if the pattern of the use says so: `(#is-not? local)`.
   */
  'local.definition',
  'local.scope',
  /**
   * Text of another language, named by a node, `(fenced_block (word) @embedded.language (text) @embedded)`, or by a
   * property, `(style_element (raw_text) @embedded (#set! embedded.language "css"))`; with `(#set! embedded.uses "only")`
   * it is read where uses are looked for, and defines nothing.
   */
  'embedded',
  'embedded.language',
  /** Code that the grammar keeps as text, in which names are found by words: `(preproc_def value: (preproc_arg) @raw)`. */
  'raw',
] as const;

export type CaptureName = (typeof captures)[number];
