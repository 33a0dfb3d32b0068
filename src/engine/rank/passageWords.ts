/**
 * The words of passages row by row, each with its terms. Words repeat, so each is kept and found again by hash without
 * cutting a string out of the text. Cost: some nanoseconds per character.
 */
import { TextCache } from '../index/contentCache';
import {
  declaredMark,
  eachTermOfWord,
  isInWord,
  joinedMark,
  joinIdentifier,
  isDroppedFromQuestion,
} from '../text/tokens';
import { unheard, type Remembered, type Scorer } from './bm25f';
import { takerOf } from './topK';

/**
 * A term, or a name counted as the term of its declaration. It carries its count in the current tally, which spares a
 * table.
 */
interface Counted extends Remembered {
  readonly text: string;
  tally: number;
  value: number;
}

export interface PassageWord {
  /** The word as one lower-case name without separators. */
  name: Counted;
  /** Stemmed words that the name is made of, without the whole name as one term. */
  terms: readonly Counted[];
  /** The last look-up of the terms elsewhere and its owner, kept with the word to spare a table. */
  found: { by: object; places: readonly number[] } | undefined;
}

/** A passage that is read for more than the question's words. */
export interface ReadPassage {
  rows: readonly (readonly PassageWord[])[];
  score: number;
  /** Index of its file in the selection. */
  file: number;
}

let tallies = 0;

/** Counts of names or of terms. Each kind has one tally at a time, used without a pause. */
class Tally {
  /** Everything counted, in the order of the first count. */
  readonly counted: Counted[] = [];
  private readonly number = (tallies += 1);

  /** The count, or undefined when not counted yet. */
  of(one: Counted): number | undefined {
    return one.tally === this.number ? one.value : undefined;
  }

  set(one: Counted, value: number): void {
    if (one.tally !== this.number) {
      one.tally = this.number;
      this.counted.push(one);
    }
    one.value = value;
  }
}

/** Most words kept; when full they are dropped before the next texts. */
const maxKeptWords = 20_000;
/** Slots of the hash table, a power of two. Words beyond `maxFound` are not stored, so that the table stays sparse. */
const slotCount = 65_536;
const maxFound = 40_000;

class Words {
  /** Index of the word plus one, by hash; 0 is free. */
  private readonly slots = new Uint16Array(slotCount);
  private readonly hashes = new Int32Array(slotCount);
  private readonly texts: string[] = [];
  private readonly words: PassageWord[] = [];
  private readonly names = new Map<string, Counted>();
  private readonly terms = new Map<string, Counted>();

  get isFull(): boolean {
    return this.words.length >= maxKeptWords;
  }

  /** The word that stands in the text from `start` to before `end`. */
  find(text: string, { start, end, hash }: { start: number; end: number; hash: number }): PassageWord {
    let slot = (hash ^ (hash >>> 15)) & (slotCount - 1);
    for (let place = this.slots[slot]!; place !== 0; place = this.slots[slot]!) {
      if (this.hashes[slot] === hash && isSame(this.texts[place - 1]!, text, start, end)) return this.words[place - 1]!;
      slot = (slot + 1) & (slotCount - 1);
    }
    const word = text.slice(start, end);
    const made = this.make(word);
    if (this.words.length < maxFound) {
      this.texts.push(word);
      this.slots[slot] = this.words.push(made);
      this.hashes[slot] = hash;
    }
    return made;
  }

  private make(word: string): PassageWord {
    const terms: Counted[] = [];
    eachTermOfWord(word, (term) => !term.startsWith(joinedMark) && terms.push(once(this.terms, term, '')));
    return { name: once(this.names, joinIdentifier(word), declaredMark), terms, found: undefined };
  }
}

function once(known: Map<string, Counted>, text: string, mark: string): Counted {
  const found = known.get(text);
  if (found) return found;
  const made = { text, term: mark + text, tally: 0, value: 0, knownBy: 0, known: unheard };
  known.set(text, made);
  return made;
}

function isSame(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}

const newline = 10;
const hyphen = 45;

/** Finds the same words as `wordsOf`, with FNV-1a hashes. */
function rowsOf(text: string, words: Words): PassageWord[][] {
  let row: PassageWord[] = [];
  const rows = [row];
  for (let at = 0; at < text.length;) {
    let code = text.charCodeAt(at);
    if (!isInWord(code)) {
      if (code === newline) rows.push((row = []));
      at += 1;
      continue;
    }
    const start = at;
    let hash = 0x811c9dc5;
    while (isInWord(code) || (code === hyphen && isInWord(text.charCodeAt(at + 1)))) {
      hash = Math.imul(hash ^ code, 0x01000193);
      at += 1;
      code = text.charCodeAt(at);
    }
    row.push(words.find(text, { start, end: at, hash }));
  }
  return rows;
}

/** Most characters of the passages whose rows are kept; a character takes about two bytes. */
const maxKeptChars = 2 * 1024 * 1024;

class WordRows {
  private readonly words = new Words();
  private readonly byText = new TextCache<PassageWord[][]>(maxKeptChars);

  get isFull(): boolean {
    return this.words.isFull;
  }

  of(text: string): PassageWord[][] {
    let rows = this.byText.get(text);
    if (!rows) this.byText.put(text, (rows = rowsOf(text, this.words)));
    return rows;
  }
}

let kept = new WordRows();

/** The rows of words of passages that are counted together. */
export function wordRowsOf(texts: readonly string[]): PassageWord[][][] {
  if (kept.isFull) kept = new WordRows();
  return texts.map((text) => kept.of(text));
}

// Section: relevance feedback in the manner of RM3 (Abdul-Jaleel et al. 2004): words that the best passages share join
// the question at a small weight. For sentences only, since it hurts short questions and names (worth: “Ablation” in
// test/quality/README.md).

export const feedbackPassages = 10;
const feedbackTerms = 20;
/** Weight of all added words together, relative to the question's own. */
const feedbackShare = 0.3;
/** Least characters of a term that joins a question. */
const minTermChars = 3;

/** The share of each term in the words of the passages. */
function sharesOf(passages: readonly ReadPassage[]): Counted[] {
  const shares = new Tally();
  const total = passages.reduce((sum, { score }) => sum + score, 0);
  for (const { rows, score } of passages) {
    let joining = 0;
    for (const row of rows)
      for (const { terms } of row) for (const { text } of terms) if (text.length >= minTermChars) joining += 1;
    const share = score / total / joining;
    for (const row of rows)
      for (const { terms } of row)
        for (const term of terms)
          if (term.text.length >= minTermChars) shares.set(term, (shares.of(term) ?? 0) + share);
  }
  return shares.counted;
}

interface Rated {
  term: string;
  value: number;
}

/**
 * The terms with the greatest share times inverse document frequency, which is looked up only for terms that may be
 * among them.
 */
function bestTerms(counted: readonly Counted[], scorer: Scorer): Rated[] {
  const best: Rated[] = [];
  const { greatestIdf } = scorer;
  const [shares, places] = [new Float64Array(counted.length), new Uint32Array(counted.length)];
  counted.forEach(({ value }, place) => {
    shares[place] = value;
    places[place] = place;
  });
  const take = takerOf(places, (a, b) => (shares[a] === shares[b] ? a < b : shares[a]! > shares[b]!));
  for (let place = take(); place !== undefined; place = take()) {
    const word = counted[place]!;
    const { term } = word;
    const share = shares[place]!;
    const least = best.length < feedbackTerms ? 0 : (best.at(-1)?.value ?? 0);
    if (share * greatestIdf < least) break;
    if (isDroppedFromQuestion(term)) continue;
    const value = share * scorer.idfOf(word);
    if (value < least) continue;
    const isBetter = ({ term: other, value: its }: Rated) => (value === its ? term < other : value > its);
    let at = best.length;
    while (at > 0 && isBetter(best[at - 1]!)) at -= 1;
    best.splice(at, 0, { term, value });
    if (best.length > feedbackTerms) best.pop();
  }
  return best;
}

/** Weights that the passages add to the question's terms. */
export function feedbackOf(
  terms: ReadonlyMap<string, number>,
  passages: readonly ReadPassage[],
  scorer: Scorer,
): Map<string, number> {
  const chosen = bestTerms(sharesOf(passages), scorer);
  const sum = chosen.reduce((all, { value }) => all + value, 0);
  const own = [...terms.values()].reduce((all, weight) => all + weight, 0);
  return new Map(sum > 0 ? chosen.map(({ term, value }) => [term, (feedbackShare * own * value) / sum]) : []);
}
