/** Reads what a text says in one parse. */
import type { Tree } from '@vscode/tree-sitter-wasm';
import type { Language } from '../../languages/table';
import type { Grammars } from '../chunk/grammars';
import { languageIn } from '../../languages/lookup';
import { embeddedTexts, joined, type EmbeddedText } from './embedded';
import { gather, type Gathered } from './gather';
import { withoutMacroRows } from './macroRows';
import { outlineOf } from './outline';
import type { Depth, OutlineQuery } from './outlineQuery';
import { referencesIn, type FoundReference } from './references';
import type { Outline } from './types';

interface Reading {
  language: Language;
  grammars: Grammars;
  depth: Depth;
}

/** Undefined: the language has no tree, or its grammar or query failed, or took too long. */
async function withTree<Result>(
  text: string,
  { language, grammars, depth }: Reading,
  read: (tree: Tree, query: OutlineQuery) => Result,
): Promise<Result | undefined> {
  const query = await grammars.outlineQuery(language, depth);
  const tree =
    query &&
    language.tree &&
    (await grammars.parse(language.hasMacros ? withoutMacroRows(text) : text, language.tree.wasm));
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
  { language, grammars, depth }: Reading,
  read: (tree: Tree, told: { gathered: Gathered; text: string; query: OutlineQuery }) => Result,
): Promise<Result[] | undefined> {
  const readOne = (own: EmbeddedText) =>
    withTree(own.text, { language: own.language, grammars, depth }, (tree, query): Read<Result> => {
      const gathered = gather(tree, query);
      return { embedded: embeddedTexts(gathered, own.text), result: read(tree, { gathered, text: own.text, query }) };
    });
  const own = await readOne({ text, language });
  if (!own) return undefined;
  const all = [own.result];
  for (const inner of own.embedded) {
    const found = await readOne(inner);
    if (found) all.push(found.result);
  }
  return all;
}

/**
 * Undefined: the language has no tree, or its grammar or query failed, or took too long.
 * @param depth of `symbols` only names and rows are told, no signatures, values, failures, calls, parameters or imports
 */
export async function readOutline(
  text: string,
  outer: Language,
  grammars: Grammars,
  depth: Depth = 'facts',
): Promise<Outline | undefined> {
  const reading = { language: languageIn(text, outer), grammars, depth };
  const all = await readAll(text, reading, (tree, told) => outlineOf(tree, told.gathered, { text: told.text, depth }));
  if (!all) return undefined;
  const [own, ...inner] = all;
  return own && inner.length > 0 ? joined(own, inner) : own;
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
  const reading: Reading = { language: languageIn(text, language), grammars, depth: 'facts' };
  const ownQuery = await grammars.outlineQuery(reading.language, reading.depth);
  if (!ownQuery?.tellsUses && !ownQuery?.tellsEmbedded) return undefined;
  const all = await readAll(text, reading, (tree, told) => told.query.tellsUses && referencesIn(tree, told.gathered, told.text, name)); // prettier-ignore
  const found = all?.filter((references) => references !== false);
  return found && found.length > 0 ? found.flat().sort((a, b) => a.row - b.row) : undefined;
}
