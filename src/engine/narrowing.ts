/**
 * A part of the space that a question names to be answered from alone: "only in src/store", "in the server folder only".
 * The words are an order, not a subject: what is left of the question is looked for. Where no file lies there, the whole
 * space is searched, as if nothing had been said. Must not know: how passages are ranked.
 */
import type { Part } from './parts';

export interface Narrowing {
  /** Folders or a file, with `/`, lower-case. */
  place: string;
  /** The question without the order. */
  rest: string;
}

/** Longer questions are read by their beginnings. */
const maxChars = 2000;
const within = String.raw`(?:in|within|under|inside|from)\s+(?:(?:the|my|our)\s+)?`;
const named = String.raw`["'\x60]?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,12})/?["'\x60]?(?:\s+(folder|directory|file|package)\b)?`;
const orders: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:only|just)\s+${within}${named}`, 'i'),
  new RegExp(String.raw`\b${within}${named}\s+only\b`, 'i'),
];

/** A word alone is no place: "only in memory". */
const looksLikePlace = /\/|\.[a-z]\w{0,4}$/i;

export function narrowingOf(query: string): Narrowing | undefined {
  const text = query.slice(0, maxChars);
  for (const order of orders) {
    const found = order.exec(text);
    const place = found?.[1]?.replace(/(?<!\.)\.$/, '') ?? '';
    if (!found || (found[2] === undefined && !looksLikePlace.test(place))) continue;
    const before = text.slice(0, found.index).replace(/(?<![\s,])[\s,]+$/, '');
    const rest = `${before}${query.slice(found.index + found[0].length)}`.trim();
    return rest.replace(/[\s?.!,]/g, '') === '' ? undefined : { place: place.toLowerCase(), rest };
  }
  return undefined;
}

/** The parts with the files of that place alone; undefined when no file lies there. */
export function narrowed(parts: readonly Part[], place: string): Part[] | undefined {
  const inside = parts.map((part): Part => {
    const accepts = (key: string) => {
      const source = part.sourceOf(key);
      if (source.kind !== 'file' || part.accepts?.(key) === false) return false;
      return `/${source.path.replaceAll('\\', '/').toLowerCase()}/`.includes(`/${place}/`);
    };
    return { ...part, accepts };
  });
  const isThere = inside.some(({ collection, accepts }) =>
    collection.current().some(({ records }) => records.sources.some((key) => accepts?.(key))),
  );
  return isThere ? inside : undefined;
}
