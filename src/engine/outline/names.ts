/**
 * Parses names as people write them, and finds the sources that declare them. The index holds the names that each
 * passage declares, so a name is looked up in the postings of one term and only the sources found are read.
 */
import { piecesOf, type Part, type Piece } from '../parts';
import { Scorer } from '../rank/bm25f';
import { rolesOf, priorOf } from '../rank/fileKinds';
import { analyse } from '../rank/question';
import { declaredMark, eachTermOfWord, joinedMark, joinIdentifier } from '../text/tokens';
import type { CodeSource } from './sources';

/** A name with the names around it, outermost first: `Store::open` asks for `open`, somewhere in `Store`. */
export interface AskedName {
  name: string;
  around: string[];
}

/** Most passages read for one name; with more the name is given up as too common. */
const maxPassages = 20_000;

/** Parses names such as `store.Store#open()` or `Plug.Conn.put_status/2`; undefined when the text holds no name. */
export function askedNameOf(text: string): AskedName | undefined {
  const plain = text
    .trim()
    .replace(/\((?:[^()]|\([^()]*\))*\)$/, '')
    .replace(/\/\d+$/, '')
    .replace(/(?<=\w)[!?]?;$/, '');
  const parts = plain.split(/::|->|[.#/\\](?=[\w$@~])/).filter((part) => part !== '');
  const name = parts.pop();
  return name === undefined ? undefined : { name, around: parts };
}

/** An empty question, which asks for no kind of file, so that sources are ranked by name alone. */
const noQuestion = analyse('');

export interface NamedSource extends CodeSource {
  /** Prior of the source, before it is read. */
  prior: number;
  /** Names of the symbols of its passages that hold the term. */
  symbols: Set<string>;
}

/** The sources with a passage that holds all terms, each once; undefined when the passages are too many. */
function sourcesOfTerms(pieces: readonly Piece[], scorer: Scorer, terms: readonly string[]): NamedSource[] | undefined {
  const passages = scorer.passagesOfAll(terms, maxPassages);
  if (!passages) return undefined;
  const found = new Map<Part, Map<string, NamedSource>>();
  for (const { place: piece, passage } of passages) {
    const { part, segment } = pieces[piece]!;
    const ofPart = found.get(part) ?? new Map<string, NamedSource>();
    found.set(part, ofPart);
    const key = segment.records.sourceOf(passage);
    const place = part.placeOf(key);
    const prior = priorOf(rolesOf(place), noQuestion);
    const source = ofPart.get(key) ?? { part, key, place, prior, symbols: new Set<string>() };
    ofPart.set(key, source);
    const symbol = segment.records.symbolOf(passage);
    if (symbol !== undefined) source.symbols.add(symbol);
  }
  return [...found.values()].flatMap((sources) => [...sources.values()]);
}

/** The sources that declare the name; undefined when they are too many to be read. */
export function declaringSources(parts: readonly Part[], { name }: AskedName): NamedSource[] | undefined {
  const pieces = piecesOf(parts);
  const terms = [declaredMark + joinIdentifier(name)];
  return sourcesOfTerms(pieces, new Scorer(pieces), terms);
}

/** The sources that hold the name; undefined when it has no terms, or they are too many. */
export function holdingSources(parts: readonly Part[], { name }: AskedName): NamedSource[] | undefined {
  const terms: string[] = [];
  eachTermOfWord(name, (term) => terms.push(term));
  const isSplit = (term: string) => !term.startsWith(joinedMark);
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  if (!terms.some(isSplit)) return undefined;
  // In “read-file” the index holds one word, so search the parts first.
  return sourcesOfTerms(pieces, scorer, terms.filter(isSplit)) ?? sourcesOfTerms(pieces, scorer, terms);
}

/**
 * Most similar names shown when the name is not found, and most checked: some are declared outside of what is searched.
 */
const [maxNearest, maxLooked] = [5, 50];
/** Terms examined between two pauses. */
const namesAtOnce = 20_000;
const maxComparedChars = 80;

/** Edits between two short words; `most + 1` where their lengths alone differ by more than `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Similarity from 0 (not similar) to 1 (equal). */
function likeness(asked: string, other: string): number {
  const [short, long] = asked.length < other.length ? [asked, other] : [other, asked];
  if (short.length >= 3 && long.includes(short))
    return (short.length / long.length) * (long.startsWith(short) ? 1 : 0.9);
  const most = Math.floor(long.length / 3);
  const edits = distance(asked, other, most);
  return edits > most ? 0 : 1 - edits / long.length;
}

export interface NearName {
  /** The name in small letters, without the signs between its words. */
  joined: string;
  from: CodeSource;
}

/** All declared names, lower case without separators, that score above 0, with their scores. */
async function declaredNames(pieces: readonly Piece[], worthOf: (joined: string) => number, rest: () => Promise<void>) {
  const values = new Map<string, number>();
  for (const { segment } of pieces) {
    const { terms } = segment;
    for (let id = 0; id < terms.size; id += 1) {
      if (id % namesAtOnce === 0) await rest();
      if (terms.beginningOf(id) >> 7 !== declaredMark.charCodeAt(0)) continue;
      const joined = terms.termOf(id).slice(declaredMark.length);
      const value = worthOf(joined);
      if (value > 0) values.set(joined, value);
    }
  }
  return values;
}

/** A shorter word is a part of names by chance. */
const minPartChars = 6;

/** The declared names that contain the asked one, each with the sources that declare it. */
export async function namesHolding(
  parts: readonly Part[],
  { name }: AskedName,
  rest: () => Promise<void>,
): Promise<{ joined: string; sources: CodeSource[] }[]> {
  const asked = joinIdentifier(name);
  if (asked.length < minPartChars) return [];
  const pieces = piecesOf(parts);
  const found = await declaredNames(
    pieces,
    (joined) => Number(joined.length > asked.length && joined.includes(asked)),
    rest,
  );
  const scorer = new Scorer(pieces);
  return [...found.keys()]
    .slice(0, maxLooked)
    .map((joined) => ({ joined, sources: sourcesOfTerms(pieces, scorer, [declaredMark + joined]) ?? [] }));
}

/** The declared names most similar to the asked one, best first. */
export async function nearestNames(
  parts: readonly Part[],
  { name }: AskedName,
  rest: () => Promise<void>,
): Promise<NearName[]> {
  const asked = joinIdentifier(name).slice(0, maxComparedChars);
  const pieces = piecesOf(parts);
  const values = await declaredNames(pieces, (joined) => likeness(asked, joined), rest);
  const best = [...values].sort(([a, x], [b, y]) => y - x || a.length - b.length || (a < b ? -1 : 1));
  const scorer = new Scorer(pieces);
  const found: NearName[] = [];
  for (const [joined] of best.slice(0, maxLooked)) {
    if (found.length === maxNearest) break;
    const [from] = sourcesOfTerms(pieces, scorer, [declaredMark + joined]) ?? [];
    if (from) found.push({ joined, from });
  }
  return found;
}
