/** How well names meet the words of a question: of definitions, of files, word by word. */
import { beginningCount, beginningOf, unsaid } from '../index/columns';
import { rootOf, stemsOfName, joinedMark } from '../text/tokens';
import type { Scorer } from './bm25f';
import type { Question } from './question';
import type { Segment } from '../index/segment';

// Section: how well single words of names meet the question’s words. Source: the ablation of our prototype, four
// strengths set by hand.

const rootStrength = 0.8;
const prefixStrength = 0.6;
const synonymStrength = 0.35;
/** Shorter beginnings are chance. */
const minPrefixChars = 3;

interface Match {
  strength: number;
  /** Which content word of the question; -1 when none. */
  term: number;
}

const none: Match = { strength: 0, term: -1 };

/** The words of a name, and their first characters: most names need no closer look. */
export interface Name {
  words: readonly string[];
  beginnings: readonly number[];
}

export function nameOf(words: readonly string[]): Name {
  return { words, beginnings: words.map(beginningOf) };
}

export interface Coverage {
  /** Share of the name's words that the question says. */
  precision: number;
  /** Share of the question's weight that the name says. */
  recall: number;
}

const nothing: Coverage = { precision: 0, recall: 0 };

export class WordMatch {
  /** Rarity of each content word; weak words count half. */
  readonly weights: Float64Array;
  private readonly total: number;
  private readonly known = new Map<string, Match>();
  private readonly covered = new Map<Name, Coverage>();
  private readonly roots: string[];
  /** 1 where a word that begins so can meet the question. */
  private readonly beginnings = new Uint8Array(beginningCount);
  /** Best strength by content word, of the name being looked at. */
  private readonly met: Float64Array;
  private metStrength = 0;

  constructor(
    private readonly question: Question,
    scorer: Scorer,
  ) {
    const rarity = Math.log(1 + scorer.passageCount);
    // A word that the index lacks is as rare as can be, but nothing can be said of it.
    this.weights = Float64Array.from(question.content, (term) => {
      const idf = scorer.frequency(term) > 0 ? scorer.idf(term) : rarity * 0.5;
      return idf * (question.weak.has(term) ? 0.5 : 1);
    });
    this.total = this.weights.reduce((sum, weight) => sum + weight, 0) || 1;
    this.roots = question.content.map(rootOf);
    for (const word of [...question.content, ...question.synonyms.keys()]) this.beginnings[beginningOf(word)] = 1;
    this.met = new Float64Array(question.content.length);
  }

  /** False when no word that begins so can meet the question: a root has four characters, a common beginning three. */
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

  /** The same name is looked at once. */
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

  /** One word of the name being looked at meets the question. */
  meet({ strength, term }: Match): void {
    if (term < 0) return;
    this.metStrength += strength;
    this.met[term] = Math.max(this.met[term]!, strength);
  }

  /** Of the name whose words were met since the last one. */
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

// Section: how well the names of the definitions in one segment fit the question (worth: “Ablation” in
// test/quality/README.md). Their words are numbers of terms, so each is matched once and then known by its number.
// Cost: some nanoseconds for each.

const unknown = 0;
const unmet = 1;
/** Further codes are places in the list of matches. */
const firstCode = 2;
const maxMatches = 65_535 - firstCode;

/** Of one segment, kept from question to question: making them takes longer than matching. */
interface Columns {
  /** By number of term; all `unknown` between two questions. */
  codes: Uint16Array;
  /**
   * How each word of a name begins, by its place in the list: one more than `beginningOf` and `unsaid`; 0 is not known.
   */
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

/** So that `unsaid` is one. */
const shift = 1 - unsaid;

/** From the first to the last name of a question without a pause: the column is shared. */
export class NameMatch {
  private readonly codes: Uint16Array;
  private readonly beginnings: Uint16Array;
  private readonly matches: Match[] = [];
  /** Terms whose codes are known. */
  private readonly looked: number[] = [];

  constructor(
    private readonly words: WordMatch,
    private readonly segment: Segment,
  ) {
    ({ codes: this.codes, beginnings: this.beginnings } = columnsOf(segment));
  }

  /** After the last name. */
  end(): void {
    for (const term of this.looked) this.codes[term] = unknown;
  }

  /** Of the name whose words stand from `start` to before `end` in the segment's list. */
  fitOf(start: number, end: number): number {
    let isMet = false;
    for (let at = start; at < end; at += 1) {
      // Most words end here, and no other column is looked at.
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

// Section: how well a file's name fits a question (worth: “Ablation” in test/quality/README.md).
// Source: the file-finding ablation of our prototype: after the words of its passages a file's name tells most.

/** Names that say nothing: such a file is called after its folder. */
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
/** A word of a folder counts as much of a word of the file name. */
const folderShare = 0.5;
/** A synonym of a name's word counts this much of the word. */
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

/** In [0, 1]: the covered share of the file's name, raised a little by its folders. */
export function nameFit({ file, folders, joined }: NameParts, question: Question): number {
  if (file.length === 0) return 0;
  if (file.length > 1 && question.terms.has(joined)) return 1;
  const covered = file.reduce((sum, term) => sum + shareOf(term, question), 0) / file.length;
  const folder = folders.some((term) => question.content.includes(term)) ? folderShare : 0;
  return covered * (1 - folderShare * 0.4) + covered * folder * 0.4;
}
