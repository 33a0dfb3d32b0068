/**
 * What agents ask for and what is found, as they read it: names and places, what is nearest where nothing is found, and
 * the state of the index behind every answer.
 */
import { ApiError } from '../../contract/errors';
import type { LineRange, QGPTRelevanceOutput, RelevantQGPTSeed, SymbolOutput } from '../../contract/schemas';
import { oneLine } from '../../languages/markdown';
import type { Roots } from './roots';

/** A passage in a file. */
export interface Place {
  /** `src/a.ts:10-42` */
  at: string;
  /** The definition that it is or lies in, such as `Store.open`. */
  what: string | undefined;
  text: string;
  firstLine: number;
  /** That it is what was asked for; undefined where nobody knows. */
  likelihood: number | undefined;
}

/** The items that lie in files; assets have no place. */
export function placesOf(items: readonly RelevantQGPTSeed[], roots: Roots): Place[] {
  return items.flatMap(({ path, location, lines, symbol, likelihood }) => {
    if (path === undefined || location?.text === undefined) return [];
    const { start = 1, end = start } = lines ?? {};
    return [
      { at: placeAt(roots, path, { start, end }), what: symbol, text: location.text, firstLine: start, likelihood },
    ];
  });
}

/** `src/a.ts:10-42` */
export function placeAt(roots: Roots, file: string, { start, end }: LineRange): string {
  return `${roots.label(file)}:${start}${end === start ? '' : `-${end}`}`;
}

/** What is ours, then what is the file's: behind the stroke, so that nothing there can pass for a word of ours. */
export const behindStroke = (ours: string, theirs: string | undefined): string =>
  theirs === undefined || theirs === '' ? ours : `${ours} | ${short(oneLine(theirs))}`;

const maxHeadCharacters = 200;
const short = (text: string) => (text.length > maxHeadCharacters ? `${text.slice(0, maxHeadCharacters)}…` : text);

/** The last line of an answer: how much was searched, and what was not. */
export function stateOf(
  { searched, skipped = [] }: Pick<QGPTRelevanceOutput, 'searched' | 'skipped'>,
  roots: Roots,
): string {
  const files = searched === undefined ? '' : `${searched.files.toLocaleString('en-US')} files searched.`;
  const left = skipped.map(({ path, reason }) => {
    const later = /^Still being/.test(reason) ? ' Call again in some seconds for the rest.' : '';
    const isSole = later !== '' && roots.folders.length === 1;
    const place = isSole ? '' : `${roots.label(path)}: `;
    return `${place}${reason}${later}`;
  });
  return [files, ...left].filter((part) => part !== '').join(' ');
}

/** What read_symbol and find_references are asked about: a name, or a place. */
interface Subject {
  name?: string;
  path?: string;
  line?: number;
}

/** @throws ApiError `invalid` when it is neither */
export function checkSubject(tool: string, { name, path, line }: Subject): void {
  if (name !== undefined || (path !== undefined && line !== undefined)) return;
  const given = path === undefined ? '' : ' With path alone, outline tells the names in it.';
  throw new ApiError('invalid', `${tool} needs a name, or a path and a line.${given}`);
}

/** Where nothing is found: what is like the name, or what stands around the place. */
export function nearestOf(subject: Subject, made: Pick<SymbolOutput, 'nearest' | 'skipped'>, roots: Roots): string {
  const { nearest = [] } = made;
  const where = subject.name === undefined ? 'No symbol stands at that line.' : 'No symbol has that name.';
  const rows = nearest.map(({ name, path, line }) =>
    behindStroke(placeAt(roots, path ?? '', { start: line, end: line }), name),
  );
  const next = rows.length > 0 ? 'Nearest:' : 'search_code finds other words for it.';
  return [`${where} ${next}`, ...rows, stateOf(made, roots)].filter((row) => row !== '').join('\n');
}
