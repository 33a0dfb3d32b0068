/** A language's query, ready to be asked: which capture tells what, and the patterns that nobody needs switched off. */
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

/** Every grammar marks with this node what it did not understand. */
const errors = '\n(ERROR) @error\n';

export class OutlineQuery {
  readonly roles: ReadonlyMap<string, Role>;
  private readonly query: Query;

  constructor(library: { Query: typeof Query }, language: Language, source: string) {
    const text = source + errors;
    this.query = new library.Query(language, text);
    this.roles = new Map(
      this.query.captureNames.flatMap((name) => {
        const role = roleOf(name);
        return role ? [[name, role] as const] : [];
      }),
    );
    this.disableUnneeded(text);
  }

  /** The language's query says what is called. */
  get tellsUses(): boolean {
    return [...this.roles.values()].some(({ is }) => is === 'use');
  }

  /** Texts of other languages stand in its files. */
  get tellsEmbedded(): boolean {
    return this.roles.has('embedded');
  }

  /** A pattern that tells only a name, or a reference that nobody asks for, would cost time for nothing. */
  private disableUnneeded(text: string): void {
    // Places in the query's source are counted in bytes.
    const bytes = Buffer.from(text);
    for (let pattern = 0; pattern < this.query.patternCount(); pattern += 1) {
      const [from, to] = [this.query.startIndexForPattern(pattern), this.query.endIndexForPattern(pattern)];
      const told = (bytes.toString('utf8', from, to).match(/@[\w.]+/g) ?? []).flatMap((name) => {
        const role = this.roles.get(name.slice(1));
        return role && role.is !== 'name' && role.is !== 'doc' ? [role] : [];
      });
      const isOnlyDoc =
        /@doc\b/.test(bytes.toString('utf8', from, to)) && !/@name\b/.test(bytes.toString('utf8', from, to));
      if (told.length === 0 && !isOnlyDoc) this.query.disablePattern(pattern);
    }
  }

  matches: Query['matches'] = (node, options) => this.query.matches(node, options);
}
