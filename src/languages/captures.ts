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

export const captures = [
  'name',
  'doc',
  /** Excludes a name captured by `@definition` or `@reference`. */
  'ignore',
  /** A comment or other documentation above a definition. */
  'comment',
  /** A part above a definition that belongs to it: an attribute, an annotation, a type signature. */
  'decorator',
  /** A node that only wraps a definition and begins in the same row, such as `export …`. */
  'wrapper',
  /** The body of a symbol, where its head ends. */
  'body',
  /** The type named in a definition's head: `func (r *Router) Get`, `Router.prototype.get =`. */
  'receiver',
  'value.name',
  'value.value',
  'failure.call',
  'failure.text',
  'import.name',
  'parameter.name',
  'parameter.default',
  /** Text of another language, named by `embedded.language` or by a property of that name set for the pattern. */
  'embedded',
  'embedded.language',
] as const;

export type CaptureName = (typeof captures)[number];
