/**
 * The closed list of what a query may capture. The names of code navigation (`@definition.*`, `@reference.*`, `@name`,
 * `@doc`, `@ignore`) come with the official grammars; the others are ours. A capture that begins with `_` only serves a
 * predicate of its own pattern.
 */

/** What a symbol is, by the word behind `@definition.`; the official queries have several words for one thing. */
export const symbolKinds = {
  function: 'function',
  operator: 'function',
  /** A function; the next one of the same name right below goes on with it. */
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
  /** What belongs to a type and stands apart from it: `impl Reader`, `extension String`. */
  implementation: 'implementation',
  constant: 'constant',
  variable: 'variable',
  field: 'field',
  property: 'property',
  macro: 'macro',
  /** Said here and made elsewhere: a prototype. */
  declaration: 'declaration',
  /** A part of a file of settings, and one entry of it. */
  section: 'section',
  key: 'key',
  /** A test that is named by a sentence. */
  test: 'test',
} as const;

export type SymbolKind = (typeof symbolKinds)[keyof typeof symbolKinds];

/** References that say "this is used here"; mentions of a type are no use worth telling. */
export const useKinds: readonly string[] = ['call', 'send', 'class'];

/** Official words for references that are known and not asked for. */
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
  /** Under `@definition` or `@reference`: this name is none. */
  'ignore',
  /** A comment, or what stands above a definition and documents it. */
  'comment',
  /** Stands above a definition and belongs to it: an attribute, an annotation, the row that tells its type. */
  'decorator',
  /** A node that only wraps a definition and begins in the same row, such as `export …`. */
  'wrapper',
  /** Where the head of a symbol ends. */
  'body',
  /** The type that a definition names in its own head: `func (r *Router) Get`, `Router.prototype.get =`. */
  'receiver',
  'value.name',
  'value.value',
  'failure.call',
  'failure.text',
  'import.name',
  'parameter.name',
  'parameter.default',
  /**
   * Text of another language: of the one that `embedded.language` names, or a property of that name set for the
   * pattern.
   */
  'embedded',
  'embedded.language',
] as const;

export type CaptureName = (typeof captures)[number];
