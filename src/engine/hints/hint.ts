/** A follow-up question on its way: what raises it, what it says, and how it is known to have an answer. Types alone. */
import type { ReadPassage, Unit } from '../answers/units';
import type { AnswerSnippet } from '../types';

export interface Hint {
  rule: string;
  text: string;
  /** What the question is about; no two hints of a list are about the same by the same rule. */
  score: number;
  isCited: boolean;
  /** Whether a passage answers it. */
  isHeldBy: (snippet: AnswerSnippet) => boolean;
}

export interface Seen {
  passage: ReadPassage;
  snippet: AnswerSnippet;
  /** Definitions in the passage, in their order. */
  definitions: (Unit & { form: 'definition' })[];
  /** The file, as one would say it. */
  topic: string;
}

export type Rule = (seen: Seen) => Omit<Hint, 'rule' | 'score' | 'isCited'> | undefined;
