/** Reads what a text says in one parse. */
import type { Tree } from '@vscode/tree-sitter-wasm';
import type { Language } from '../../languages/table';
import type { Grammars } from '../chunk/grammars';
import { outlineOf } from './outline';
import type { OutlineQuery } from './outlineQuery';
import { referencesIn, type FoundReference } from './references';
import type { Outline } from './types';

/** Undefined: the language has no tree, or its grammar or query failed, or took too long. */
async function withTree<Result>(
  text: string,
  { language, grammars }: { language: Language; grammars: Grammars },
  read: (tree: Tree, query: OutlineQuery) => Result,
): Promise<Result | undefined> {
  const query = await grammars.outlineQuery(language);
  const tree = query && language.tree && (await grammars.parse(text, language.tree.wasm));
  if (!tree) return undefined;
  try {
    const result = read(tree, query);
    tree.delete();
    return result;
  } catch (error) {
    // A tree that cannot be read costs quality; its memory is as unknown as the rest, and is not given back.
    grammars.failed(language.tree?.wasm ?? '', error);
    return undefined;
  }
}

/** Undefined: the language has no tree, or its grammar or query failed, or took too long. */
export function readOutline(text: string, language: Language, grammars: Grammars): Promise<Outline | undefined> {
  return withTree(text, { language, grammars }, (tree, query) => outlineOf(tree, query, text));
}

export interface NameInText {
  text: string;
  name: string;
}

/** As with outlines; undefined too where the language's query tells no calls, so that nobody could tell them apart. */
export async function readReferences(
  { text, name }: NameInText,
  language: Language,
  grammars: Grammars,
): Promise<FoundReference[] | undefined> {
  const query = await grammars.outlineQuery(language);
  if (!query?.tellsUses) return undefined;
  return withTree(text, { language, grammars }, (tree) => referencesIn(tree, query, text, name));
}
