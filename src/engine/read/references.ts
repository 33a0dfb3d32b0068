/**
 * Where a text names something, by its tree: definitions, calls, imports and other uses of one name. Idea: the name is
 * looked for as text, and the tree says what stands there; a name in a comment or a string is none. Cost: one look at
 * the tree for each place. Known limit: what a name stands for is not resolved; another thing of the same name counts.
 */
import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import type { Gathered } from './gather';

export interface FoundReference {
  kind: 'definition' | 'call' | 'use' | 'import';
  /** 0-based. */
  row: number;
}

/** In one text; more are a table. */
const maxPlaces = 2000;

/** Grammars call what is text in code by these words: the parts of a name are none of them. */
const textual = /comment|string|char|text|content|fragment|literal|regex|heredoc/;

/** Where statements that import begin and end: around each name imported. */
function importSpans({ imports }: Gathered): { start: number; end: number }[] {
  return imports.map((node) => {
    const around = node.parent?.parent ? node.parent : node;
    return { start: around.startIndex, end: around.endIndex };
  });
}

const isWordUnit = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  code === 95 ||
  (code >= 97 && code <= 122) ||
  code >= 0xaa;

/** Places where the name stands and no longer word does. */
export function* placesOfName(text: string, name: string): Generator<number> {
  const [first, last] = [isWordUnit(name.charCodeAt(0)), isWordUnit(name.charCodeAt(name.length - 1))];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isLonger =
      (first && at > 0 && isWordUnit(text.charCodeAt(at - 1))) ||
      (last && isWordUnit(text.charCodeAt(at + name.length)));
    if (!isLonger) yield at;
  }
}

/** The node that is the name and nothing else. */
function nodeAt(tree: Tree, at: number, name: string): Node | undefined {
  const node = tree.rootNode.descendantForIndex(at, at + name.length);
  return node?.startIndex === at && node.endIndex === at + name.length ? node : undefined;
}

export function referencesIn(tree: Tree, gathered: Gathered, text: string, name: string): FoundReference[] {
  const calls = new Set(gathered.uses.map(({ startIndex }) => startIndex));
  const spans = importSpans(gathered);
  const comments = [...gathered.comments, ...gathered.docs];
  const found: FoundReference[] = [];
  for (const at of placesOfName(text, name)) {
    if (found.length >= maxPlaces) break;
    const node = nodeAt(tree, at, name);
    if (!node) continue;
    const kind = kindOf(at, node);
    if (kind) found.push({ kind, row: node.startPosition.row });
  }
  return found;

  function kindOf(at: number, node: Node): FoundReference['kind'] | undefined {
    if (gathered.definitions.has(at)) return 'definition';
    if (spans.some(({ start, end }) => start <= at && at < end)) return 'import';
    if (calls.has(at) && !gathered.ignored.has(at)) return 'call';
    const isName = node.isNamed && node.childCount === 0 && !textual.test(node.type) && !gathered.parameters.has(at);
    return isName && !comments.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex)
      ? 'use'
      : undefined;
  }
}
