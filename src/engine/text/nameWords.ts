/** The words of a name: of a file, a folder or a definition. Unlike the terms of a text they leave no word out. */
import { splitIdentifier, stem, wordsOf } from './tokens';

export function stemsOfName(text: string): string[] {
  return wordsOf(text)
    .flatMap(splitIdentifier)
    .filter((part) => part.length > 1)
    .map(stem);
}

/** Names of a definition and of the type around it: `Router.handle` is `handle` in `Router`. */
export function partsOfSymbol(symbol: string): { own: string; type: string } {
  const parts = symbol.split('.');
  return { own: parts.at(-1) ?? '', type: parts.at(-2) ?? '' };
}
