/** Finds exact copies and near copies of a text in other files. */
import { maskSecrets } from './files/secrets';
import { Slices } from './index/scheduling';
import { piecesOf, type Part } from './parts';
import { Scorer } from './rank/bm25f';
import { indexedTermsOf, wordsOf } from './text/tokens';
import type { CopiesRequest, CopiesResult, Copy, LineRange } from './types';
import { oneSpaced, nameRuns } from './text/plain';

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
function stretchesOf(wanted: readonly Token[], tokens: readonly Token[]): Stretch[] {
  const size = Math.min(wanted.length, tokens.length);
  const words = new Shared(wanted.map(({ word }) => word));
  const pairs = new Shared(wanted.flatMap((_, at) => pairAt(wanted, at) ?? []));
  const found: Stretch[] = [];
  for (let end = 0; end < tokens.length; end += 1) {
    words.move(tokens[end]?.word, 1);
    if (end > 0) pairs.move(pairAt(tokens, end - 1), 1);
    const from = end - size + 1;
    if (from > 0) {
      words.move(tokens[from - 1]?.word, -1);
      pairs.move(pairAt(tokens, from - 1), -1);
    }
    if (from < 0) continue;
    const [share, ofPairs] = [words.count / wanted.length, pairs.count / (wanted.length - 1)];
    if (share >= leastShared && ofPairs >= leastPairs) found.push({ from, share, worth: share + ofPairs });
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
