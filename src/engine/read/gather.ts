/** A language's query, and what one pass of it over a tree finds. */
import type { Node, QueryMatch, Tree, Language, Query } from '@vscode/tree-sitter-wasm';
import { type SymbolKind, captures, symbolKinds, useKinds, type CaptureName } from '../../languages/captures';

// Section: one pass of a query over a tree. Where patterns disagree about a name the first one wins; ours precede
// official ones.

/**
 * Most states that a query may keep; beyond them it drops the oldest. A pattern that begins with “any number of
 * comments” has one for each comment of a run.
 */
const maxStates = 500;

/** Steps of a query (one callback per hundred operations) after which a file is taken for generated. */
const maxQuerySteps = 100_000;

export interface Definition {
  kind: SymbolKind;
  node: Node;
  name: Node;
  /** The names of the scopes that its head names, outermost first. */
  receivers: readonly Node[];
  /** The body where the grammar has head and body side by side. */
  body: Node | undefined;
  isClause: boolean;
  pattern: number;
}

interface Pair {
  name: Node;
  value: Node | undefined;
}

export interface Gathered {
  /** Definitions by the offset of their names. */
  definitions: Map<number, Definition>;
  /** Offsets of names to ignore, with the index of the pattern that says so. */
  ignored: Map<number, number>;
  uses: Node[];
  /** Uses that are none where a variable of the name is known. */
  bareUses: Node[];
  locals: Node[];
  /** What variables are known in, in order. */
  scopes: Node[];
  values: Map<number, Pair>;
  /** Failures: the name is the function called, the value its message. */
  failures: Map<number, Pair>;
  parameters: Map<number, Pair>;
  /** Offsets of parameters that set a field of their name. */
  fields: Set<number>;
  imports: Node[];
  comments: Node[];
  docs: Node[];
  decorators: Node[];
  wrappers: Set<number>;
  bodies: Node[];
  errors: Node[];
  /** Ids of nodes with code that the grammar keeps as text. */
  raws: Set<number>;
  /** Embedded texts by offset; the language is named by a node or a word. */
  /** `usesOnly`: pieces of expressions, which define nothing. */
  embedded: Map<number, { node: Node; named: Node | string; usesOnly: boolean }>;
}

interface Part {
  name?: Node;
  value?: Node;
}

/** One match: its captures by role. */
interface Told {
  name: Node | undefined;
  receivers: Node[];
  ignore: Node | undefined;
  isUse: boolean;
  isBare: boolean;
  body: Node | undefined;
  definition: { node: Node; kind: SymbolKind; isClause: boolean } | undefined;
  values: Part | undefined;
  failures: Part | undefined;
  parameters: Part | undefined;
  embedded: { node?: Node; named?: Node | string | undefined; usesOnly?: boolean } | undefined;
}

/**
 * An empty match with all fields, because adding fields later gives objects of different shapes, which takes twice as
 * long.
 */
function nothingTold(): Told {
  return {
    name: undefined,
    receivers: [],
    ignore: undefined,
    isUse: false,
    isBare: false,
    body: undefined,
    definition: undefined,
    values: undefined,
    failures: undefined,
    parameters: undefined,
    embedded: undefined,
  };
}

function newGathered(): Gathered {
  return {
    definitions: new Map(),
    ignored: new Map(),
    uses: [],
    bareUses: [],
    locals: [],
    scopes: [],
    values: new Map(),
    failures: new Map(),
    parameters: new Map(),
    fields: new Set(),
    imports: [],
    comments: [],
    docs: [],
    decorators: [],
    wrappers: new Set(),
    bodies: [],
    errors: [],
    raws: new Set(),
    embedded: new Map(),
  };
}

/** The name within a name that has more parts, as one with arguments has; grammars agree on the field of a name. */
function nameIn(node: Node): Node {
  let name = node;
  for (let inner: Node | null = node; inner; inner = inner.childForFieldName('name')) name = inner;
  return name;
}

/** The last step of a qualified name, which each step holds as its own name, and the names of the steps before it. */
function stepsIn(qualified: Node): { name: Node; scopes: Node[] } {
  const scopes: Node[] = [];
  let name = qualified;
  for (let inner = name.childForFieldName('name'); inner; inner = name.childForFieldName('name')) {
    const scope = name.namedChild(0);
    if (scope && scope.startIndex < inner.startIndex) scopes.push(nameIn(scope));
    name = inner;
  }
  return { name, scopes };
}

/** How a capture is taken: as a part of its match (`told`), or alone, among all of its kind in the file (`into`). */
type Take = (node: Node, told: Told, into: Gathered) => void;

const takes: Readonly<Record<Exclude<Role['is'], 'definition'>, Take>> = {
  name: (node, told) => void (told.name ??= node),
  'name.qualified'(node, told) {
    const { name, scopes } = stepsIn(node);
    told.name ??= name;
    told.receivers.push(...scopes);
  },
  receiver: (node, told) => void told.receivers.push(node),
  ignore: (node, told) => void (told.ignore = node),
  use: (_, told) => void (told.isUse = true),
  'value.name': (node, told) => void ((told.values ??= {}).name = nameIn(node)),
  'value.value': (node, told) => void ((told.values ??= {}).value = node),
  'failure.call': (node, told) => void ((told.failures ??= {}).name = node),
  'failure.text': (node, told) => void ((told.failures ??= {}).value = node),
  'parameter.name': (node, told) => void ((told.parameters ??= {}).name = node),
  'parameter.default': (node, told) => void ((told.parameters ??= {}).value = node),
  'parameter.field': (node, _, into) => void into.fields.add(node.startIndex),
  'local.definition': (node, _, into) => void into.locals.push(node),
  'local.scope': (node, _, into) => void into.scopes.push(node),
  embedded: (node, told) => void ((told.embedded ??= {}).node = node),
  'embedded.language': (node, told) => void ((told.embedded ??= {}).named = node),
  body(node, told, into) {
    told.body = node;
    into.bodies.push(node);
  },
  'import.name': (node, _, into) => void into.imports.push(node),
  comment: (node, _, into) => void into.comments.push(node),
  doc: (node, _, into) => void into.docs.push(node),
  decorator: (node, _, into) => void into.decorators.push(node),
  wrapper: (node, _, into) => void into.wrappers.add(node.id),
  error: (node, _, into) => void into.errors.push(node),
  raw: (node, _, into) => void into.raws.add(node.id),
};

function takeMatch(match: QueryMatch, query: OutlineQuery, into: Gathered): Told {
  const told = nothingTold();
  const named = match.setProperties?.['embedded.language'];
  if (named) told.embedded = { named, usesOnly: match.setProperties?.['embedded.uses'] === 'only' };
  told.isBare = match.refutedProperties !== undefined && 'local' in match.refutedProperties;
  for (const { name, node } of match.captures) {
    const role = query.roles.get(name);
    if (role?.is === 'definition') told.definition = { node, kind: role.kind, isClause: role.isClause };
    else if (role) takes[role.is](node, told, into);
  }
  return told;
}

function putPair(part: Part | undefined, into: Map<number, Pair>): void {
  if (!part?.name) return;
  const { name, value } = part;
  const known = into.get(name.startIndex);
  if (!known || (!known.value && value)) into.set(name.startIndex, { name, value });
}

function putTold(told: Told, pattern: number, into: Gathered): void {
  const { name, definition } = told;
  putPair(told.values, into.values);
  putPair(told.failures, into.failures);
  putPair(told.parameters, into.parameters);
  const { node: inner, named, usesOnly = false } = told.embedded ?? {};
  if (inner && named !== undefined && !into.embedded.has(inner.startIndex))
    into.embedded.set(inner.startIndex, { node: inner, named, usesOnly });
  if (!definition && !told.isUse) {
    if (told.ignore && !into.ignored.has(told.ignore.startIndex)) into.ignored.set(told.ignore.startIndex, pattern);
    return;
  }
  if (!name) return;
  if (!definition) {
    (told.isBare ? into.bareUses : into.uses).push(name);
    return;
  }
  const known = into.definitions.get(name.startIndex);
  if (known && known.pattern <= pattern) return;
  const { node, kind, isClause } = definition;
  into.definitions.set(name.startIndex, {
    kind,
    node,
    name,
    receivers: told.receivers,
    body: told.body,
    isClause,
    pattern,
  });
}

/** The bare uses that no variable has the name of; a variable is known in the innermost scope around its definition. */
function withoutLocals({ bareUses, locals, scopes }: Gathered): Node[] {
  // The end of a node is asked of the grammar's memory each time.
  const spans = scopes.map(({ startIndex: start, endIndex: end }) => ({ start, end }));
  const isAround = ({ start, end }: { start: number; end: number }, at: number) => start <= at && at < end;
  const known = new Map<string, { start: number; end: number }[]>();
  for (const { startIndex, text } of locals) {
    const scope = spans.findLast((one) => isAround(one, startIndex));
    const own = known.get(text) ?? [];
    if (scope && !own.includes(scope)) known.set(text, [...own, scope]);
  }
  return bareUses.filter(({ startIndex, text }) => !known.get(text)?.some((scope) => isAround(scope, startIndex)));
}

export function gather(tree: Tree, query: OutlineQuery): Gathered {
  const gathered = newGathered();
  let steps = 0;
  const progressCallback = () => (steps += 1) > maxQuerySteps;
  for (const match of query.matches(tree.rootNode, { matchLimit: maxStates, progressCallback })) {
    putTold(takeMatch(match, query, gathered), match.patternIndex, gathered);
  }
  for (const [place, pattern] of gathered.ignored)
    if ((gathered.definitions.get(place)?.pattern ?? 0) > pattern) gathered.definitions.delete(place);
  const bare = withoutLocals(gathered);
  if (bare.length > 0) gathered.uses = [...gathered.uses, ...bare].sort((a, b) => a.startIndex - b.startIndex);
  return gathered;
}

/** What was found before the offset from which the text is read again; of its errors all is known then. */
export function gatheredBefore(gathered: Gathered, end: number): Gathered {
  const ofMap = <Item>(items: ReadonlyMap<number, Item>) => new Map([...items].filter(([at]) => at < end));
  const ofNodes = (nodes: readonly Node[]) => nodes.filter(({ startIndex }) => startIndex < end);
  return {
    ...gathered,
    errors: [],
    uses: ofNodes(gathered.uses),
    imports: ofNodes(gathered.imports),
    values: ofMap(gathered.values),
    failures: ofMap(gathered.failures),
    parameters: ofMap(gathered.parameters),
    embedded: ofMap(gathered.embedded),
  };
}

// Section: a compiled query of a language: the role of each capture, without patterns that are not needed.

export type Role =
  { is: 'definition'; kind: SymbolKind; isClause: boolean } | { is: 'use' } | { is: 'error' } | { is: CaptureName };

const kinds = new Map<string, SymbolKind>(Object.entries(symbolKinds));
const known: ReadonlySet<string> = new Set(captures);
const isKnown = (name: string): name is CaptureName => known.has(name);

function roleOf(capture: string): Role | undefined {
  const [group = '', word = ''] = capture.split('.', 2);
  const kind = group === 'definition' ? kinds.get(word) : undefined;
  if (kind !== undefined) return { is: 'definition', kind, isClause: word === 'clause' };
  if (group === 'reference') return useKinds.includes(word) ? { is: 'use' } : undefined;
  if (capture === 'error') return { is: 'error' };
  return isKnown(capture) ? { is: capture } : undefined;
}

/** How much is read of a text: everything, or only the positions of symbols, which takes half the time. */
export type Depth = 'facts' | 'symbols';

/** Roles needed for the positions of symbols. */
const ofSymbols: ReadonlySet<Role['is']> = new Set(['definition', 'ignore', 'comment', 'doc', 'decorator', 'embedded', 'embedded.language', 'error']); // prettier-ignore

/** A pattern for the node with which every grammar marks what it could not parse. */
const errors = '\n(ERROR) @error\n';

/** A token of a query: a string, a comment, a bracket or a capture. */
const queryToken = /"(?:[^"\\]|\\[^])*"?|;[^\n]*|[()[\]]|@[\w.]+/g;

/** The patterns of a query, each with its captures; text between them is comments. */
function patternsOf(source: string): { text: string; captures: string[] }[] {
  const patterns: { start: number; end: number; captures: string[] }[] = [];
  let depth = 0;
  for (const { 0: token, index } of source.matchAll(queryToken)) {
    const end = index + token.length;
    const last = patterns.at(-1);
    if (token.startsWith(';')) continue;
    if (token.startsWith('@')) last?.captures.push(token.slice(1));
    else if (depth === 0) patterns.push({ start: index, end, captures: [] });
    if (token === '(' || token === '[') depth += 1;
    if (token === ')' || token === ']') depth -= 1;
    if (depth === 0) patterns.at(-1)!.end = end;
  }
  return patterns.map(({ start, end, captures }) => ({ text: source.slice(start, end), captures }));
}

/** Captures that mean nothing without another one. */
const ofOthers: ReadonlySet<string> = new Set(['name', 'name.qualified', 'doc']);

/**
 * The query without patterns that only capture a name or roles not asked for. Compiling them would cost most: a second
 * for a grammar with many rules.
 */
function neededOf(source: string, depth: Depth): string {
  const isAsked = (capture: string) => {
    const role = roleOf(capture);
    return role !== undefined && !ofOthers.has(role.is) && (depth === 'facts' || ofSymbols.has(role.is));
  };
  const isOnlyDoc = (captures: readonly string[]) => captures.includes('doc') && !captures.includes('name');
  const needed = patternsOf(source).filter(({ captures }) => captures.some(isAsked) || isOnlyDoc(captures));
  return needed.map(({ text }) => text).join('\n') + errors;
}

export class OutlineQuery {
  readonly roles: ReadonlyMap<string, Role>;
  private readonly query: Query;

  constructor(library: { Query: typeof Query }, language: Language, source: string, depth: Depth) {
    this.query = new library.Query(language, neededOf(source, depth));
    this.roles = new Map(
      this.query.captureNames.flatMap((name) => {
        const role = roleOf(name);
        return role ? [[name, role] as const] : [];
      }),
    );
  }

  /** True when the query captures calls. */
  get tellsUses(): boolean {
    return [...this.roles.values()].some(({ is }) => is === 'use');
  }

  /** True when files of the language may embed texts of other languages. */
  get tellsEmbedded(): boolean {
    return this.roles.has('embedded');
  }

  matches: Query['matches'] = (node, options) => this.query.matches(node, options);
}
