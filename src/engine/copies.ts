/** Finds exact copies and near copies of a text in other files, and the definitions that are most like it. */
import { maskSecrets } from './files/secrets';
import { Slices } from './index/scheduling';
import { foundSources, sourceOf, wholeRows, type CodeReader, type CodeSource, type ReadCode } from './outline/sources';
import { idOf, piecesOf, type Part } from './parts';
import { Scorer } from './rank/bm25f';
import type { RowSpan } from './read/types';
import { indexedTermsOf, wordsOf } from './text/tokens';
import type { CopiesRequest, CopiesResult, Copy, LineRange, Snippet } from './types';
import { oneSpaced, nameRuns, spaced } from './text/plain';

// Section: files of a space that hold a text or a near copy of it, found by its rarest words. Cost: the postings of at
// most `maxTerms` words and the reading of at most `maxRead` files. Known limit: copies with nearly all names changed
// are missed.

/** Most words looked up, the rarest first. */
const maxTerms = 48;
/** Words in more passages than this are not looked up, since they hardly tell files apart. */
const maxPassages = 20_000;
const maxRead = 1500;
/** Least share of the looked-up words in a likely copy. */
const likelyShare = 0.5;
const maxRowChars = 200;

interface Candidate {
  part: Part;
  key: string;
  terms: number;
  rarity: number;
}

/** Files that hold some of the looked-up words, ordered by the summed rarity of these words. */
async function candidatesOf(parts: readonly Part[], text: string, signal: AbortSignal) {
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  const rarities = indexedTermsOf(wordsOf(text)).map((term) => ({ term, rarity: scorer.idf(term) }));
  const rarest = rarities
    .filter(({ rarity }) => rarity > 0)
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, maxTerms);
  const found = new Map<Part, Map<string, Candidate>>();
  const slices = new Slices();
  let asked = 0;
  for (const { term, rarity } of rarest) {
    await slices.rest();
    signal.throwIfAborted();
    const passages = scorer.passagesOfAll([term], maxPassages);
    if (!passages) continue;
    asked += 1;
    const counted = new Set<Candidate>();
    for (const { place, passage } of passages) {
      const { part, segment } = pieces[place]!;
      const key = segment.records.sourceOf(passage);
      const ofPart = found.get(part) ?? new Map<string, Candidate>();
      found.set(part, ofPart);
      const candidate = ofPart.get(key) ?? { part, key, terms: 0, rarity: 0 };
      ofPart.set(key, candidate);
      if (counted.has(candidate)) continue;
      counted.add(candidate);
      candidate.terms += 1;
      candidate.rarity += rarity;
    }
  }
  const candidates = [...found.values()].flatMap((ofPart) => [...ofPart.values()]);
  return { candidates: candidates.sort((a, b) => b.rarity - a.rarity), asked };
}

export async function findCopies(
  { text: given, limit }: CopiesRequest,
  { parts, signal }: { parts: readonly Part[]; signal: AbortSignal },
): Promise<Omit<CopiesResult, 'skipped' | 'searched'>> {
  // Secrets are masked in what is read, so they are masked here too.
  const text = maskSecrets(given);
  const search = new CopySearch(text);
  const { candidates, asked } = await candidatesOf(parts, text, signal);
  const slices = new Slices();
  const found: Copy[] = [];
  for (const { part, key } of candidates.slice(0, maxRead)) {
    await slices.rest();
    signal.throwIfAborted();
    const source = part.sourceOf(key);
    // A file that was removed or became unreadable holds no copy.
    const read = source.kind === 'file' ? part.contentOf(key) : undefined;
    if (source.kind !== 'file' || !read?.ok) continue;
    const rows = read.source.text.split('\n');
    for (const copy of search.in(read.source.text)) {
      const row = (rows[copy.lines.start - 1] ?? '').trim().slice(0, maxRowChars);
      found.push({ ...copy, path: source.path, row });
    }
  }
  found.sort((a, b) => Number(b.isSame) - Number(a.isSame) || b.share - a.share);
  return {
    copies: found.slice(0, limit),
    left: {
      copies: Math.max(0, found.length - limit),
      files: candidates.slice(maxRead).filter(({ terms }) => terms >= likelyShare * asked).length,
    },
  };
}

// Section: where one text occurs in another: exactly, apart from white space, or sharing 70% of its tokens
// (SourcererCC, Sajnani et al. 2016) and enough pairs of neighbours, because the words of a short text also occur
// elsewhere in another order. Cost: linear.

export interface CopyFound {
  lines: LineRange;
  /** Share of the text found there, in (0, 1]; 1 for all of it. */
  share: number;
  isSame: boolean;
}

const leastShared = 0.7;
const leastPairs = 0.5;
/** Least tokens of a text for near copies to be sought; too much code resembles a shorter one. */
const leastTokens = 12;
/** Most copies reported of one file. */
const maxOfFile = 20;

/** The non-blank rows of a text, joined by line breaks, with the offset at which each begins. */
class Folded {
  readonly text: string;
  private readonly starts: number[] = [];
  private readonly rows: number[] = [];

  constructor(text: string) {
    const kept: string[] = [];
    let at = 0;
    for (const [row, line] of text.split('\n').entries()) {
      const folded = oneSpaced(line);
      if (folded === '') continue;
      this.starts.push(at);
      this.rows.push(row);
      kept.push(folded);
      at += folded.length + 1;
    }
    this.text = kept.join('\n');
  }

  /** The 1-based row of an offset. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return (this.rows[low] ?? 0) + 1;
  }
}

interface Token {
  word: string;
  at: number;
}

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(nameRuns), (found) => ({ word: found[0], at: found.index }));

/** Counts the wanted tokens in a window that moves on by one token at a time. */
class Shared {
  private readonly wanted = new Map<string, number>();
  private readonly inside = new Map<string, number>();
  count = 0;

  constructor(wanted: readonly string[]) {
    for (const one of wanted) this.wanted.set(one, (this.wanted.get(one) ?? 0) + 1);
  }

  move(one: string | undefined, by: 1 | -1): void {
    const most = one === undefined ? undefined : this.wanted.get(one);
    if (one === undefined || most === undefined) return;
    const before = this.inside.get(one) ?? 0;
    this.inside.set(one, before + by);
    this.count += Math.min(most, before + by) - Math.min(most, before);
  }
}

const pairAt = (tokens: readonly Token[], at: number): string | undefined => {
  const [one, next] = [tokens[at], tokens[at + 1]];
  return one && next && `${one.word} ${next.word}`;
};

interface Stretch {
  from: number;
  share: number;
  /** A stretch of greater worth is preferred where two overlap. */
  worth: number;
}

/** Every stretch of the wanted text's length that is similar to it; positions are token numbers. */
function stretchesOf(
  wanted: readonly Token[],
  tokens: readonly Token[],
  least = { shared: leastShared, pairs: leastPairs, beyond: 0 },
): Stretch[] {
  const size = Math.min(wanted.length, tokens.length);
  const words = new Shared(wanted.map(({ word }) => word));
  const pairs = new Shared(wanted.flatMap((_, at) => pairAt(wanted, at) ?? []));
  const found: Stretch[] = [];
  const beyond = Math.floor(size * least.beyond);
  for (let end = 0; end < tokens.length + beyond; end += 1) {
    words.move(tokens[end]?.word, 1);
    if (end > 0) pairs.move(pairAt(tokens, end - 1), 1);
    const from = end - size + 1;
    if (from > 0) {
      words.move(tokens[from - 1]?.word, -1);
      pairs.move(pairAt(tokens, from - 1), -1);
    }
    if (from < -beyond) continue;
    const [share, ofPairs] = [words.count / wanted.length, pairs.count / (wanted.length - 1)];
    if (share >= least.shared && ofPairs >= least.pairs) found.push({ from, share, worth: share + ofPairs });
  }
  return found;
}

/** The first items that do not overlap an earlier one, at most `maxOfFile`. */
function apart<Item extends { start: number; end: number }>(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    if (kept.length === maxOfFile) break;
    if (kept.every(({ start, end }) => item.end < start || end < item.start)) kept.push(item);
  }
  return kept;
}

const nameSign = /[\p{L}\p{N}_$]/u;

/**
 * The end offset of a copy, extended over the rows of closing brackets that follow the last word in the wanted text.
 */
function endOf(text: string, last: number, rows: number): number {
  let end = last;
  for (let row = 0; row < rows; row += 1) {
    const from = text.indexOf('\n', end + 1) + 1;
    if (from === 0) break;
    const next = text.indexOf('\n', from);
    const line = text.slice(from, next < 0 ? undefined : next);
    if (nameSign.test(line)) break;
    end = from + line.length - 1;
  }
  return end;
}

const isWordAt = (text: string, at: number): boolean => nameSign.test(text.charAt(at));

/** True when neither end lies inside a longer name. */
const isWhole = (text: string, start: number, end: number): boolean =>
  !(isWordAt(text, start) && isWordAt(text, start - 1)) && !(isWordAt(text, end - 1) && isWordAt(text, end));

function samePlaces(wanted: string, { text }: Folded): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (
    let at = text.indexOf(wanted);
    at >= 0 && places.length < maxOfFile;
    at = text.indexOf(wanted, at + wanted.length)
  ) {
    if (isWhole(text, at, at + wanted.length)) places.push({ start: at, end: at + wanted.length - 1 });
  }
  return places;
}

/** Searches many texts for one text. */
export class CopySearch {
  private readonly wanted: string;
  private readonly tokens: Token[];
  /** Number of rows after the last word of the wanted text. */
  private readonly rowsAfter: number;

  constructor(text: string) {
    this.wanted = new Folded(text).text;
    this.tokens = tokensOf(this.wanted);
    this.rowsAfter = this.wanted.slice(this.tokens.at(-1)?.at).split('\n').length - 1;
  }

  /** Copies found in a text, in its order. */
  in(text: string): CopyFound[] {
    if (this.tokens.length === 0) return [];
    const folded = new Folded(text);
    const same = samePlaces(this.wanted, folded).map((place) => ({ ...place, share: 1, isSame: true }));
    const near = this.tokens.length < leastTokens ? [] : this.nearPlaces(folded);
    return apart([...same, ...near])
      .sort((one, other) => one.start - other.start)
      .map(({ start, end, share, isSame }) => ({
        lines: { start: folded.lineAt(start), end: folded.lineAt(end) },
        share,
        isSame,
      }));
  }

  private nearPlaces({ text }: Folded) {
    const tokens = tokensOf(text);
    const stretches = stretchesOf(this.tokens, tokens);
    // Of equal stretches the last: earlier ones begin with words before the copy that also occur in it.
    stretches.sort((one, other) => other.worth - one.worth || other.from - one.from);
    return stretches.map(({ from, share }) => {
      const last = tokens[Math.min(tokens.length, from + this.tokens.length) - 1];
      const end = endOf(text, (last?.at ?? 0) + (last?.word.length ?? 1) - 1, this.rowsAfter);
      return { start: tokens[from]?.at ?? 0, end, share, isSame: false };
    });
  }
}

// Section: the definitions that are most like a text: its names and the signs between them are compared with stretches
// of likely files, and then with what is defined there (Dice 1945, of tokens and of pairs of neighbours). What only says
// the like in other words is left to the ranking. Cost: the reading of `maxReadAlike` files, and the outlines of the best.

const maxReadAlike = 120;
/** Least shares of a stretch for it to be compared, and how much of it may be missing at the ends of a file. */
const leastAlikeStretch = { shared: 0.5, pairs: 0.25, beyond: 0.5 };
/** Least likeness of what is nearly the same. */
const leastAlike = 0.55;
/** Least tokens of a text that may be nearly the same as another. */
const leastAlikeTokens = 10;
/** Most rows of a definition that is told whole for a stretch of it. */
const mostRowsAround = 20;
/** Least share of the rows of a stretch and of a definition that are the same, for the definition to be meant. */
const leastSameRows = 0.5;

/** The names and numbers of a text and what stands between them, which tells code whose names are other ones. */
function signedTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const addBetween = (to: number) => {
    const word = spaced(text.slice(end, to)).join('');
    if (word !== '') tokens.push({ word, at: end });
  };
  for (const name of tokensOf(text)) {
    addBetween(name.at);
    tokens.push(name);
    end = name.at + name.word.length;
  }
  addBetween(text.length);
  return tokens;
}

function diceOf(some: readonly string[], others: readonly string[]): number {
  const shared = new Shared(some);
  for (const one of others) shared.move(one, 1);
  return (2 * shared.count) / Math.max(1, some.length + others.length);
}

/** In [0, 1]: how much of two texts is the same, token by token and by pairs of these. */
function likenessOf(one: readonly Token[], other: readonly Token[]): number {
  const pairsOf = (tokens: readonly Token[]) => tokens.flatMap((_, at) => pairAt(tokens, at) ?? []);
  const wordsOfAll = (tokens: readonly Token[]) => tokens.map(({ word }) => word);
  return (diceOf(wordsOfAll(one), wordsOfAll(other)) + diceOf(pairsOf(one), pairsOf(other))) / 2;
}

const toTwoDigits = (share: number): number => Number(share.toFixed(2));

/** The 0-based row of an offset. */
function rowAt(starts: Uint32Array, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Share of the rows of two spans that both have. */
function sameRows(one: RowSpan, other: RowSpan): number {
  const both = Math.min(one.end, other.end) - Math.max(one.start, other.start) + 1;
  return Math.max(0, both) / (Math.max(one.end, other.end) - Math.min(one.start, other.start) + 1);
}

/** The stretches of one file that are similar to a text, best first, by their rows. */
interface AlikeRows {
  from: CodeSource;
  read: ReadCode;
  spans: RowSpan[];
  worth: number;
}

function alikeRows(from: CodeSource, wanted: readonly Token[], reader: CodeReader): AlikeRows | undefined {
  const read = reader.read(from);
  if (typeof read === 'string') return undefined;
  const tokens = signedTokens(read.source.text);
  const stretches = stretchesOf(wanted, tokens, leastAlikeStretch).map(({ from: start, worth }) => ({
    ...{ start: Math.max(0, start), worth },
    end: Math.min(tokens.length, start + wanted.length) - 1,
  }));
  stretches.sort((a, b) => b.worth - a.worth || a.start - b.start);
  const rowOf = (token: number) => rowAt(read.rows.starts, tokens[token]!.at);
  const spans = apart(stretches).map(({ start, end }) => ({ start: rowOf(start), end: rowOf(end) }));
  return stretches[0] && { from, read, spans, worth: stretches[0].worth };
}

/** What is nearly the same as a text in one file: definitions, and the stretches themselves where none has their rows. */
async function alikeIn(
  { from, read, spans }: AlikeRows,
  wanted: readonly Token[],
  reader: CodeReader,
): Promise<Snippet[]> {
  const { source, rows } = read;
  const outlined = await reader.outlineOf(read);
  const symbols = typeof outlined === 'string' ? [] : outlined.outline.symbols;
  const found = spans.map((stretch): Snippet => {
    const [closest] = symbols
      .map((symbol) => ({ symbol, span: wholeRows(symbol), same: sameRows(wholeRows(symbol), stretch) }))
      .sort((a, b) => b.same - a.same);
    const meant = closest && closest.same >= leastSameRows ? closest : undefined;
    const likeness = (rowsAlike: RowSpan) =>
      likenessOf(wanted, signedTokens(rows.slice(rowsAlike.start, rowsAlike.end)));
    const score = likeness(meant?.span ?? stretch);
    const around = symbols.findLast((symbol) => symbol.start <= stretch.start && stretch.end <= symbol.end);
    const isShort = around && around.end - around.start < mostRowsAround;
    const span = meant?.span ?? (isShort ? wholeRows(around) : stretch);
    const path = (meant?.symbol ?? around)?.path;
    const text = rows.slice(span.start, span.end);
    return {
      ...{ source: sourceOf(from), text, language: from.part.languageOf(from.key) },
      ...{ start: source.lineStarts[span.start]!, end: source.lineStarts[span.end + 1]! },
      ...{ lines: { start: span.start + 1, end: span.end + 1 }, score, likelihood: toTwoDigits(score) },
      ...(path && { symbol: path.join('.') }),
    };
  });
  return found.filter(({ score }) => score >= leastAlike);
}

const overlap = (one: Snippet, other: Snippet): boolean =>
  idOf(one.source) === idOf(other.source) && one.lines.start <= other.lines.end && other.lines.start <= one.lines.end;

/**
 * What is nearly the same as a text, the most alike first, and behind it what the ranking found for it.
 * @param ranked best first
 */
export async function withAlike(
  { text, ranked, limit }: { text: string; ranked: readonly Snippet[]; limit: number },
  { parts, reader, signal }: { parts: readonly Part[]; reader: CodeReader; signal: AbortSignal },
): Promise<Snippet[]> {
  const wanted = signedTokens(maskSecrets(text));
  const alike: Snippet[] = [];
  if (wanted.length >= leastAlikeTokens) {
    const shown = ranked.map((one, at) => ({ ...one, id: `${at}`, label: '' }));
    const { candidates } = await candidatesOf(parts, text, signal);
    const likely = candidates.map(({ part, key }): CodeSource => ({ part, key, place: part.placeOf(key) }));
    const ofRanked = foundSources({ parts, snippets: shown }, maxReadAlike / 2);
    const sources = new Map([...ofRanked, ...likely].map((from) => [idOf(sourceOf(from)), from]));
    const slices = new Slices();
    const rested = async () => {
      await slices.rest();
      signal.throwIfAborted();
    };
    const read: AlikeRows[] = [];
    for (const from of [...sources.values()].slice(0, maxReadAlike)) {
      await rested();
      read.push(...[alikeRows(from, wanted, reader)].filter((one) => one !== undefined));
    }
    read.sort((a, b) => b.worth - a.worth);
    for (const one of read.slice(0, limit)) {
      await rested();
      alike.push(...(await alikeIn(one, wanted, reader)));
    }
  }
  alike.sort((a, b) => b.score - a.score);
  const kept: Snippet[] = [];
  for (const one of [...alike, ...ranked]) {
    if (kept.length >= limit) break;
    if (!kept.some((other) => overlap(one, other))) kept.push(one);
  }
  return kept.map((one, at) => {
    const likelihood = alike.includes(one) ? one.likelihood! : toTwoDigits(likenessOf(wanted, signedTokens(one.text)));
    return { ...one, score: 1 / (1 + at), likelihood };
  });
}
