/** A language's query, ready to be asked: which capture tells what, without the patterns that nobody needs. */
import type { Language, Query } from '@vscode/tree-sitter-wasm';
import { captures, symbolKinds, useKinds, type CaptureName, type SymbolKind } from '../../languages/captures';

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

/** How much is told of a text: all of it, or only where its symbols stand, which takes half the time. */
export type Depth = 'facts' | 'symbols';

/** What tells where symbols stand. */
const ofSymbols: ReadonlySet<Role['is']> = new Set(['definition', 'ignore', 'comment', 'doc', 'decorator', 'embedded', 'embedded.language', 'error']); // prettier-ignore

/** Every grammar marks with this node what it did not understand. */
const errors = '\n(ERROR) @error\n';

/** A string, a comment, a bracket, or what is called what. */
const queryToken = /"(?:[^"\\]|\\[^])*"?|;[^\n]*|[()[\]]|@[\w.]+/g;

/** The patterns of a query, each with the captures behind it; what stands between them are comments. */
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

/** Captures that tell nothing by themselves. */
const ofOthers: ReadonlySet<string> = new Set(['name', 'doc']);

/**
 * A pattern that tells only a name, or what nobody asks for, would cost time for nothing; most of it when the query is
 * made ready, which takes a grammar with many rules a second.
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

  /** The language's query says what is called. */
  get tellsUses(): boolean {
    return [...this.roles.values()].some(({ is }) => is === 'use');
  }

  /** Texts of other languages stand in its files. */
  get tellsEmbedded(): boolean {
    return this.roles.has('embedded');
  }

  matches: Query['matches'] = (node, options) => this.query.matches(node, options);
}
