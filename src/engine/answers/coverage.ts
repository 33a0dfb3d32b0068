/**
 * Which of a question's words a passage covers, and what that is worth. A word that few passages hold is worth more;
 * a word that none holds is worth most, so that a question about something absent is found out.
 */
import type { Question } from '../rank/question';
import { synonymsOf } from '../rank/synonyms';
import { eachTerm, joinedMark } from '../text/tokens';
import type { AnswerSnippet } from '../types';

/** A synonym shows the subject, not the word. */
const synonymShare = 0.6;
/** Words so common in programs that finding them shows little. */
const commonWeight = 0.4;
const commonWords = new Set(
  `request respons data valu type name error option set object string number list arrai kei user call return new time
   default key valid state check code server client instanc given multipl differ specif certain`.split(/\s+/),
);

export interface Coverage {
  /** Share in [0, 1] of the worth of the question's words. */
  share: number;
  covered: string[];
}

export class CoverageOf {
  private readonly worth = new Map<string, number>();
  private readonly total: number;
  private readonly held = new Map<AnswerSnippet, Set<string>>();

  constructor(
    private readonly question: Question,
    snippets: readonly AnswerSnippet[],
  ) {
    for (const snippet of snippets)
      this.held.set(snippet, termSet(`${snippet.symbol ?? ''}\n${snippet.label}\n${snippet.text}`));
    for (const term of question.content) {
      const holders = snippets.filter((snippet) => this.held.get(snippet)?.has(term)).length;
      const rarity = Math.log(2 + (snippets.length + 1) / (holders + 1));
      const isCommon = commonWords.has(term) || question.weak.has(term);
      this.worth.set(term, rarity * (isCommon ? commonWeight : 1));
    }
    this.total = [...this.worth.values()].reduce((sum, value) => sum + value, 0);
  }

  /** Question words that no passage holds, in the order asked. */
  missing(): string[] {
    return this.question.content.filter((term) => ![...this.held.values()].some((held) => shareIn(held, term) > 0));
  }

  of(snippet: AnswerSnippet): Coverage {
    return this.ofTerms(this.held.get(snippet) ?? new Set());
  }

  ofText(text: string): Coverage {
    return this.ofTerms(termSet(text));
  }

  private ofTerms(held: ReadonlySet<string>): Coverage {
    const covered: string[] = [];
    let sum = 0;
    for (const [term, worth] of this.worth) {
      const share = shareIn(held, term);
      if (share === 0) continue;
      covered.push(term);
      sum += share * worth;
    }
    return { share: this.total === 0 ? 0 : sum / this.total, covered };
  }
}

function termSet(text: string): Set<string> {
  const terms = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  return terms;
}

function shareIn(held: ReadonlySet<string>, term: string): number {
  if (held.has(term) || held.has(joinedMark + term)) return 1;
  return synonymsOf(term).some((other) => held.has(other)) ? synonymShare : 0;
}
