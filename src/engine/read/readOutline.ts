/** Reads what a text says in one parse. */
import type { Tree } from '@vscode/tree-sitter-wasm';
import type { Language } from '../../languages/table';
import type { Grammars } from '../chunk/grammars';
import { languageIn } from '../../languages/lookup';
import { embeddedTexts, joined, type EmbeddedText } from './embedded';
import { gather, type Gathered } from './gather';
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

interface Read<Result> {
  result: Result;
  embedded: EmbeddedText[];
}

/** What is read of the text, and what of the texts of other languages in it. */
async function readAll<Result>(
  text: string,
  language: Language,
  grammars: Grammars,
  read: (tree: Tree, gathered: Gathered, text: string) => Result,
): Promise<Result[] | undefined> {
  const own = await withTree(text, { language, grammars }, (tree, query): Read<Result> => {
    const gathered = gather(tree, query);
    return { embedded: embeddedTexts(gathered, text), result: read(tree, gathered, text) };
  });
  if (!own) return undefined;
  const all = [own.result];
  for (const inner of own.embedded) {
    const found = await withTree(inner.text, { language: inner.language, grammars }, (tree, query) => read(tree, gather(tree, query), inner.text)); // prettier-ignore
    if (found) all.push(found);
  }
  return all;
}

/** Undefined: the language has no tree, or its grammar or query failed, or took too long. */
export async function readOutline(text: string, language: Language, grammars: Grammars): Promise<Outline | undefined> {
  const all = await readAll(text, languageIn(text, language), grammars, outlineOf);
  if (!all) return undefined;
  const [outer, ...inner] = all;
  return outer && inner.length > 0 ? joined(outer, inner) : outer;
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
  const query = await grammars.outlineQuery(languageIn(text, language));
  if (!query?.tellsUses) return undefined;
  const all = await readAll(text, languageIn(text, language), grammars, (tree, gathered, own) => referencesIn(tree, gathered, own, name)); // prettier-ignore
  return all?.flat().sort((a, b) => a.row - b.row);
}
