/** Reads the outline of a text in one parse. */
import type { Language } from '../../languages/table';
import type { Grammars } from '../chunk/grammars';
import { outlineOf } from './outline';
import type { Outline } from './types';

/** Undefined: the language has no tree, or its grammar or query failed, or took too long. */
export async function readOutline(text: string, language: Language, grammars: Grammars): Promise<Outline | undefined> {
  const query = await grammars.outlineQuery(language);
  const tree = query && language.tree && (await grammars.parse(text, language.tree.wasm));
  if (!tree) return undefined;
  try {
    const outline = outlineOf(tree, query, text);
    tree.delete();
    return outline;
  } catch (error) {
    // A tree that cannot be read costs quality; its memory is as unknown as the rest, and is not given back.
    grammars.failed(language.tree?.wasm ?? '', error);
    return undefined;
  }
}
