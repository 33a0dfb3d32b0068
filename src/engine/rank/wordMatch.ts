/**
 * How well single words of names meet the question's words: the same stem, the same root, one the beginning of the
 * other, or a synonym. Source: the file-finding ablation of our prototype, where these four strengths were set by hand.
 * Each word is matched once per question.
 */
import { beginningCount, beginningOf, unsaid } from '../index/terms';
import { rootOf } from '../text/roots';
import type { Scorer } from './bm25f';
import type { Question } from './question';

const rootStrength = 0.8;
const prefixStrength = 0.6;
const synonymStrength = 0.35;
/** Shorter beginnings are chance. */
const minPrefixChars = 3;

export interface Match {
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
export function balanced({ precision, recall }: Coverage): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
