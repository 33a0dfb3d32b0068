/** How well names of definitions and files match the words of a question, word by word. */
import { beginningCount, beginningOf, unsaid } from '../index/columns';
import { rootOf, stemsOfName, joinedMark } from '../text/tokens';
import type { Scorer } from './bm25f';
import type { Question } from './question';
import type { Segment } from '../index/segment';

// Section: how well single words of names match the question’s words. Four strengths set by hand.

const rootStrength = 0.8;
const prefixStrength = 0.6;
const synonymStrength = 0.35;
/** Least characters of a common beginning; shorter ones match by chance. */
const minPrefixChars = 3;

interface Match {
  strength: number;
  /** Index of the content word of the question; -1 when none. */
  term: number;
}

const none: Match = { strength: 0, term: -1 };

/** The words of a name and their first characters, which rule out most names cheaply. */
export interface Name {
  words: readonly string[];
  beginnings: readonly number[];
}

export function nameOf(words: readonly string[]): Name {
  return { words, beginnings: words.map(beginningOf) };
}

export interface Coverage {
  /** Share of the name's words that the question has. */
  precision: number;
  /** Share of the question's weight that the name has. */
  recall: number;
}

const nothing: Coverage = { precision: 0, recall: 0 };

export class WordMatch {
  /** Inverse document frequency of each content word; weak words count half. */
  readonly weights: Float64Array;
  private readonly total: number;
  private readonly known = new Map<string, Match>();
  private readonly covered = new Map<Name, Coverage>();
  private readonly roots: string[];
  /** By number of a word's beginning, 1 where such a word can match the question. */
  private readonly beginnings = new Uint8Array(beginningCount);
  /** Best strength by content word, for the name being matched. */
  private readonly met: Float64Array;
  private metStrength = 0;

  constructor(
    private readonly question: Question,
    scorer: Scorer,
  ) {
    const rarity = Math.log(1 + scorer.passageCount);
    // A word that the index lacks is as rare as can be, but no evidence can be found for it, so it counts half.
    this.weights = Float64Array.from(question.content, (term) => {
      const idf = scorer.frequency(term) > 0 ? scorer.idf(term) : rarity * 0.5;
      return idf * (question.weak.has(term) ? 0.5 : 1);
    });
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0) || 1;
    this.roots = question.content.map(rootOf);
    for (const word of [...question.content, ...question.synonyms.keys()]) this.beginnings[beginningOf(word)] = 1;
    this.met = new Float64Array(question.content.length);
  }

  /**
   * False when no word with this beginning can match the question: roots have at least four characters, common
   * beginnings three.
   */
  mayBegin(beginning: number): boolean {
    return beginning === unsaid || this.beginnings[beginning] === 1;
  }

  match(word: string): Match {
    if (!this.mayBegin(beginningOf(word))) return none;
    const known = this.known.get(word);
    if (known) return known;
    const made = this.find(word);
    this.known.set(word, made);
    return made;
  }

  private find(word: string): Match {
    const { content, synonyms } = this.question;
    const same = content.indexOf(word);
    if (same >= 0) return { strength: 1, term: same };
    const root = this.roots.indexOf(rootOf(word));
    if (root >= 0) return { strength: rootStrength, term: root };
    const prefix = content.findIndex(
      (term) =>
        Math.min(term.length, word.length) >= minPrefixChars && (term.startsWith(word) || word.startsWith(term)),
    );
    if (prefix >= 0) return { strength: prefixStrength, term: prefix };
    const meant = synonyms.get(word);
    return meant === undefined ? none : { strength: synonymStrength, term: content.indexOf(meant) };
  }

  /** How far the name covers the question, and the question the name. */
  cover(name: Name): Coverage {
    if (!this.mayMeet(name)) return nothing;
    const known = this.covered.get(name);
    if (known) return known;
    for (const word of name.words) this.meet(this.match(word));
    const made = this.coverage(name.words.length);
    this.covered.set(name, made);
    return made;
  }

  private mayMeet({ beginnings }: Name): boolean {
    for (let word = 0; word < beginnings.length; word += 1) if (this.mayBegin(beginnings[word]!)) return true;
    return false;
  }

  /** Records that one word of the current name matches the question. */
  meet({ strength, term }: Match): void {
    if (term < 0) return;
    this.metStrength += strength;
    this.met[term] = Math.max(this.met[term]!, strength);
  }

  /** The coverage by the words recorded since the last call. */
  coverage(words: number): Coverage {
    const { met, weights, metStrength: covered } = this;
    if (covered === 0) return nothing;
    this.metStrength = 0;
    let said = 0;
    for (let term = 0; term < met.length; term += 1) {
      said += weights[term]! * met[term]!;
      met[term] = 0;
    }
    return { precision: covered / words, recall: said / this.total };
  }
}

/** Harmonic mean of the two shares. */
function balanced({ precision, recall }: Coverage): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

// Section: how well names of definitions in one segment fit the question (worth: “Ablation” in test/quality/README.md).
// Their words are numbers of terms, so each term is matched once per question. Cost: some nanoseconds per name.

const unknown = 0;
const unmet = 1;
/** Codes from here on are indexes of the list of matches. */
const firstCode = 2;
const maxMatches = 65_535 - firstCode;

/** Columns of one segment, kept between questions since making them takes longer than matching. */
interface Columns {
  /** Code of each term; all `unknown` between two questions. */
  codes: Uint16Array;
  /** By place in the segment's list of words, the word's `beginningOf` plus `shift`; 0 is not known. */
  beginnings: Uint16Array;
}

const columns = new WeakMap<Segment, Columns>();

function columnsOf(segment: Segment): Columns {
  const known = columns.get(segment);
  if (known) return known;
  const codes = new Uint16Array(segment.terms.size);
  const made = { codes, beginnings: new Uint16Array(segment.nameWords.length) };
  columns.set(segment, made);
  return made;
}

/** Added to a beginning, so that `unsaid` becomes 1. */
const shift = 1 - unsaid;

/** Matches the names of one segment. It must be used without a pause up to `end`, since its columns are shared. */
export class NameMatch {
  private readonly codes: Uint16Array;
  private readonly beginnings: Uint16Array;
  private readonly matches: Match[] = [];
  /** Terms whose codes were set for this question. */
  private readonly looked: number[] = [];

  constructor(
    private readonly words: WordMatch,
    private readonly segment: Segment,
  ) {
    ({ codes: this.codes, beginnings: this.beginnings } = columnsOf(segment));
  }

  /** Resets the shared codes; to be called after the last name. */
  end(): void {
    for (const term of this.looked) this.codes[term] = unknown;
  }

  /** Fit of the name whose words stand from `start` to before `end` in the segment's list. */
  fitOf(start: number, end: number): number {
    let isMet = false;
    for (let at = start; at < end; at += 1) {
      // Most words are ruled out here, before another column is read.
      if (!this.words.mayBegin(this.beginningAt(at))) continue;
      const code = this.codeOf(this.segment.nameWords[at]!);
      if (code === unmet) continue;
      this.words.meet(this.matches[code - firstCode]!);
      isMet = true;
    }
    return isMet ? balanced(this.words.coverage(end - start)) : 0;
  }

  private beginningAt(at: number): number {
    const known = this.beginnings[at]!;
    if (known !== 0) return known - shift;
    const { terms, nameWords } = this.segment;
    const beginning = terms.beginningOf(nameWords[at]!);
    this.beginnings[at] = beginning + shift;
    return beginning;
  }

  private codeOf(term: number): number {
    const known = this.codes[term]!;
    return known === unknown ? this.find(term) : known;
  }

  private find(term: number): number {
    const match = this.words.match(this.segment.terms.termOf(term));
    const isMet = match.term >= 0 && this.matches.length < maxMatches;
    const code = isMet ? firstCode + this.matches.push(match) - 1 : unmet;
    this.codes[term] = code;
    this.looked.push(term);
    return code;
  }
}

// Section: how well a file's name fits a question (worth: “Ablation” in test/quality/README.md). After the words of its
// passages a file's name tells most.

/** General names: a file of such a name is known by the name of its folder. */
const generalNames = new Set([
  'index',
  'main',
  'mod',
  'init',
  '__init__',
  'lib',
  'types',
  'base',
  'default',
  'package',
]);
/** Weight of a word of a folder as a share of a word of the file name. */
const folderShare = 0.5;
/** Weight of a synonym as a share of the word itself. */
const synonymShare = 0.35;

export interface NameParts {
  file: string[];
  folders: string[];
  /** The whole name as one term. */
  joined: string;
}

/** Endings of files, several at once too: `.d.ts`. */
export const fileEnding = /\.[A-Za-z0-9.]{1,12}$/;

export function namePartsOf(place: string): NameParts {
  const segments = place.split('/');
  let file = (segments.pop() ?? '').replace(fileEnding, '');
  if (generalNames.has(file.toLowerCase()) && segments.length > 0) file = segments.pop() ?? file;
  const stems = stemsOfName(file);
  return { file: stems, folders: segments.slice(-2).flatMap(stemsOfName), joined: joinedMark + stems.join('') };
}

function shareOf(term: string, question: Question): number {
  const weight = question.terms.get(term);
  if (weight === undefined) return 0;
  return question.content.includes(term) ? 1 : synonymShare * Math.min(1, weight * 5);
}

/** In [0, 1]: the share of the file's name that the question has, raised a little by its folders. */
export function nameFit({ file, folders, joined }: NameParts, question: Question): number {
  if (file.length === 0) return 0;
  if (file.length > 1 && question.terms.has(joined)) return 1;
  const covered = file.reduce((sum, term) => sum + shareOf(term, question), 0) / file.length;
  const folder = folders.some((term) => question.content.includes(term)) ? folderShare : 0;
  return covered * (1 - folderShare * 0.4) + covered * folder * 0.4;
}
