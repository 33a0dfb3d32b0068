/** Places that relevance has found, as agents read them; and the state of the index behind every answer. */
import type { QGPTRelevanceOutput, RelevantQGPTSeed } from '../../contract/schemas';
import { oneLine } from '../../languages/markdown';
import type { Roots } from './roots';
import { numberedRows } from './text';

/** A passage in a file. */
export interface Place {
  file: string;
  /** `src/a.ts:10-42 Store.open` */
  head: string;
  text: string;
  firstLine: number;
  /** That it is what was asked for; undefined where nobody knows. */
  likelihood: number | undefined;
}

/** Told where the outline knows them. */
interface Described {
  symbol?: string;
  signature?: string;
  likelihood?: number;
}

export function placesOf(items: readonly (RelevantQGPTSeed & Described)[], roots: Roots): Place[] {
  return items.flatMap((item) => {
    const text = item.location?.text;
    if (item.path === undefined || text === undefined) return [];
    const file = roots.label(item.path);
    const { start = 1, end = start } = item.lines ?? {};
    const what = item.signature ?? item.symbol;
    const head = `${file}:${start}-${end}${what === undefined ? '' : ` ${oneLine(what)}`}`;
    return [{ file, head, text, firstLine: start, likelihood: item.likelihood }];
  });
}

export const withText = ({ head, text, firstLine }: Place): string => `${head}\n${numberedRows(text, firstLine)}`;

/** The last line of an answer: how much was searched, and what was not. */
export function stateOf({ searched, skipped = [] }: QGPTRelevanceOutput, roots: Roots): string {
  const files = searched === undefined ? '' : `${searched.files.toLocaleString('en-US')} files searched.`;
  const left = skipped.map(({ path, reason }) => {
    const later = /^Still being/.test(reason) ? ' Call again in some seconds for the rest.' : '';
    const isSole = later !== '' && roots.folders.length === 1;
    const place = isSole ? '' : `${oneLine(path)}: `;
    return `${place}${reason}${later}`;
  });
  return [files, ...left].filter((part) => part !== '').join(' ');
}
