/**
 * Rates which words of a question a text covers. Rare words weigh more; words that carry the sentence rather than its
 * subject weigh little, even if no passage holds them.
 */
import { type Question, synonymsOf } from '../rank/question';
import { rootOf, eachTerm, joinedMark, termsOf, stem } from '../text/tokens';
import type { AnswerSnippet } from '../types';
import { isNumber, spaced } from '../text/plain';
import plainWords from './plainWords.tsv';

/**
 * Share for a word of the same root ("router" for "routing"), which is nearly as good; a synonym only shows the topic.
 */
export const rootShare = 0.85;
const synonymShare = 0.6;
/** Weight of a word that carries the sentence, or of a number, which is only an example. */
const weakWeight = 0.25;
/** Weight of a word written as a name, which a text should contain. */
const namedWeight = 1.6;

export interface Coverage {
  /** Share in [0, 1] of the weight of the question's words. */
  share: number;
  /** For each word of the question how well the passage covers it, in [0, 1]. */
  shares: ReadonlyMap<string, number>;
}

/** The terms of a text and their roots, extracted once since many words are looked up. */
export interface Held {
  terms: ReadonlySet<string>;
  roots: ReadonlySet<string>;
}

/** Stems of words written as names: acronyms, inner capitals, capitals inside a sentence. */
function namedIn(query: string): Set<string> {
  const named = new Set<string>();
  for (const [index, word] of spaced(query).entries()) {
    const bare = word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
    const isName =
      /^[A-Z0-9]{2,}s?$/.test(bare) || /[a-z][A-Z]|_/.test(bare) || (index > 0 && /^[A-Z][a-z]+$/.test(bare));
    if (isName)
      for (const term of termsOf(bare)) named.add(term.startsWith(joinedMark) ? term.slice(joinedMark.length) : term);
  }
  return named;
}

export class CoverageOf {
  /** Share in [0, 1] of the question's weight that each of its words has. */
  private readonly worth: ReadonlyMap<string, number>;
  /** For each word of the question the number of passages that hold it. */
  private readonly holders: ReadonlyMap<string, number>;
  private readonly held: ReadonlyMap<AnswerSnippet, Held>;
  private readonly named: ReadonlySet<string>;

  constructor(
    private readonly question: Question,
    snippets: readonly AnswerSnippet[],
    query: string,
  ) {
    this.named = namedIn(query);
    const textOf = ({ symbol = '', label, text }: AnswerSnippet) => `${symbol}\n${label}\n${text}`;
    this.held = new Map(snippets.map((snippet) => [snippet, heldBy(textOf(snippet))]));
    const all = [...this.held.values()];
    const { content } = question;
    this.holders = new Map(content.map((term) => [term, all.filter((held) => shareIn(held, term) > 0).length]));
    const weights = content.map((term) => this.weightOf(term, snippets.length));
    const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    this.worth = new Map(content.map((term, at) => [term, weights[at]! / total]));
  }

  private weightOf(term: string, passages: number): number {
    const isNamed = this.named.has(term);
    // A plain word that no passage holds only shows that the code uses other words, so it counts as held once.
    const holders = Math.max(this.holders.get(term)!, isNamed ? 0 : 1);
    const isWeak = this.question.weak.has(term) || isNumber(term);
    const weight = isNamed ? namedWeight : isWeak ? weakWeight : 1;
    return Math.log(2 + (passages + 1) / (holders + 1)) * weight * this.question.countOf(term);
  }

  /** Question words that no passage holds, in the order asked. */
  missing(): string[] {
    const { content, countOf } = this.question;
    return content.filter((term) => countOf(term) === 1 && this.holders.get(term) === 0);
  }

  /** True when a passage holds the term, or its root, or a synonym. */
  isHeld(term: string): boolean {
    return [...this.held.values()].some((held) => shareIn(held, term) > 0);
  }

  /** True when no passage holds some word written as a name. */
  isNameMissing(): boolean {
    return this.missing().some((term) => this.named.has(term));
  }

  /** Share in [0, 1] of the question's weight that some of its words have. */
  worthOf(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + (this.worth.get(term) ?? 0), 0);
  }

  of(snippet: AnswerSnippet): Coverage {
    return this.rate(this.held.get(snippet)!);
  }

  ofText(text: string): Coverage {
    return this.rate(heldBy(text));
  }

  private rate(held: Held): Coverage {
    const shares = new Map(this.question.content.map((term) => [term, shareIn(held, term)]));
    return { share: [...this.worth].reduce((sum, [term, worth]) => sum + worth * shares.get(term)!, 0), shares };
  }
}

export function heldBy(text: string): Held {
  const terms = new Set<string>();
  const roots = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  for (const term of terms) roots.add(rootOf(term));
  return { terms, roots };
}

/** How well a text holds a term, in [0, 1]: 1 for the word itself, less for the same root or a synonym. */
export function shareIn({ terms, roots }: Held, term: string): number {
  if (terms.has(term) || terms.has(joinedMark + term)) return 1;
  if (roots.has(rootOf(term))) return rootShare;
  return synonymsOf(term).some((other) => terms.has(other)) ? synonymShare : 0;
}

// Section: words of everyday English that say how something is done ("remember", "grow", "neither") and seldom name parts
// of a program. When the code lacks one, it only uses other words; words of both worlds ("limit", "port", "thread") are
// left out. Made by hand; one form of each word.

const stems: ReadonlySet<string> = new Set(spaced(plainWords).map(stem));

/** True when a stem is a word of everyday English, a number or a single letter. */
export function isEveryday(term: string): boolean {
  return stems.has(term) || term.length < 2 || isNumber(term);
}
