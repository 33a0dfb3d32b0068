/**
 * Rates which words of a question a text covers. Rare words weigh more; words that carry the sentence rather than its
 * subject weigh little, even if no passage holds them.
 */
import { type Question, synonymsOf } from '../rank/question';
import { rootOf, eachTerm, joinedMark, termsOf } from '../text/tokens';
import type { AnswerSnippet } from '../types';
import { isNumber, spaced } from '../text/plain';

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
  covered: string[];
  /** For each word of the question how well the passage covers it, in [0, 1]. */
  shares: ReadonlyMap<string, number>;
}

/** The terms of a text, extracted once since many words are looked up. */
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
  private readonly worth = new Map<string, number>();
  private readonly total: number;
  private readonly held = new Map<AnswerSnippet, Held>();
  private readonly named: ReadonlySet<string>;

  constructor(
    private readonly question: Question,
    snippets: readonly AnswerSnippet[],
    query = '',
  ) {
    this.named = namedIn(query);
    for (const snippet of snippets)
      this.held.set(snippet, heldBy(`${snippet.symbol ?? ''}\n${snippet.label}\n${snippet.text}`));
    for (const term of question.content) {
      const holders = snippets.filter((snippet) => shareIn(this.heldOf(snippet), term) > 0).length;
      // A plain word that no passage holds only shows that the code uses other words, so it counts as held once.
      const rarity = Math.log(2 + (snippets.length + 1) / (Math.max(holders, this.named.has(term) ? 0 : 1) + 1));
      this.worth.set(term, rarity * this.weightOf(term) * this.question.countOf(term));
    }
    this.total = [...this.worth.values()].reduce((sum, value) => sum + value, 0);
  }

  private weightOf(term: string): number {
    if (this.named.has(term)) return namedWeight;
    return this.question.weak.has(term) || isNumber(term) ? weakWeight : 1;
  }

  private heldOf(snippet: AnswerSnippet): Held {
    return this.held.get(snippet) ?? { terms: new Set(), roots: new Set() };
  }

  /** Question words that no passage holds, in the order asked. */
  missing(): string[] {
    return this.question.content.filter(
      (term) => this.question.countOf(term) === 1 && ![...this.held.values()].some((held) => shareIn(held, term) > 0),
    );
  }

  /** Share in [0, 1] of the question's weight that no passage holds. */
  missingShare(): number {
    const worth = this.missing().reduce((sum, term) => sum + (this.worth.get(term) ?? 0), 0);
    return this.total === 0 ? 0 : worth / this.total;
  }

  /** True when no passage holds some word written as a name. */
  isNameMissing(): boolean {
    return this.missing().some((term) => this.named.has(term));
  }

  /** Weight of a word of the question. */
  worthOf(term: string): number {
    return this.worth.get(term) ?? 0;
  }

  get wholeWorth(): number {
    return this.total;
  }

  /** Share in [0, 1] of the weight of some words that a coverage has. */
  shareOfWords({ shares }: Coverage, terms: readonly string[]): number {
    const worthOf = (term: string) => this.worth.get(term) ?? 0;
    const total = terms.reduce((sum, term) => sum + worthOf(term), 0);
    return total === 0 ? 0 : terms.reduce((sum, term) => sum + worthOf(term) * (shares.get(term) ?? 0), 0) / total;
  }

  of(snippet: AnswerSnippet): Coverage {
    return this.rate((term) => shareIn(this.heldOf(snippet), term));
  }

  ofText(text: string): Coverage {
    const held = heldBy(text);
    return this.rate((term) => shareIn(held, term));
  }

  /** The coverage of several texts together. */
  together(...parts: readonly Coverage[]): Coverage {
    return this.rate((term) => Math.max(...parts.map(({ shares }) => shares.get(term) ?? 0)));
  }

  private rate(shareOf: (term: string) => number): Coverage {
    const shares = new Map<string, number>();
    let sum = 0;
    for (const [term, worth] of this.worth) {
      const share = shareOf(term);
      if (share === 0) continue;
      shares.set(term, share);
      sum += share * worth;
    }
    return { share: this.total === 0 ? 0 : sum / this.total, covered: [...shares.keys()], shares };
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
