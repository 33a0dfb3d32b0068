/** What a maker of claims gets and gives. */
import type { Meaning } from '../dense/meaning';
import type { CodeReader, CodeSource } from '../outline/sources';
import type { Part } from '../parts';
import type { Answer, AnswerSnippet } from '../types';

/** Everything that a claim may look at. Reads what is searched and nothing else. */
export interface Asking {
  query: string;
  /** What retrieval found, best first. */
  snippets: readonly AnswerSnippet[];
  parts: readonly Part[];
  /** All of it was read: only then can be told what is not there. */
  isWhole: boolean;
  reader: CodeReader;
  meaning: Meaning;
  signal: AbortSignal;
  /** How a source is named in answers. */
  labelOf: (from: CodeSource) => string;
}

/** Undefined: the question is not of this maker's kind, or the code does not tell it. */
export type Maker = (asking: Asking) => Promise<Answer | undefined>;
