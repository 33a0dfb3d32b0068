/** What kind of answer a question wants, and what it is about, read from its form. */
import type { Question } from '../rank/question';
import { stem } from '../text/tokens';

export type QuestionKind = 'default' | 'error' | 'other';

/** A number is wanted. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|fast|far|high)\b|\b(?:max|min)(?:imum)?\b|\b(?:largest|smallest|longest|limit)\b/i;
export const wantsValue = /\b(?:defaults?|initial|value)\b/i;
const wantsError =
  /\b(?:throws?|thrown|raises?|raised|exceptions?|errors?|fails?|failure|panics?|rejects?|rejected)\b/i;

/** A reason is wanted. */
export const wantsReason = /^\s*(?:(?:and|but|so)\s+)?why\b/i;

/** Tests are wanted: those of something, or where it is tested. */
export const wantsTests = /\btests?\s+(?:of|for)\s|\btested\b/i;

export function kindOf(query: string): QuestionKind {
  if (wantsNumber.test(query) || wantsValue.test(query)) return 'default';
  return wantsError.test(query) ? 'error' : 'other';
}

const nouns = /\b(?:files?|methods?|functions?|lines?)\b/gi;
const formBefore =
  /^\s*(?:(?:which|what|in which|list|find|show)\b\s*)?(?:(?:all|the|me|a)\s+)*$|\b(?:which|what)\s+$/i;

/**
 * The question with the nouns of code that it is about among its content. Such words are mostly the form of a question
 * (“which file”, “list the methods”), but its subject when they stand inside: “the largest file that is indexed” is about files.
 */
export function withCodeNouns(question: Question, query: string): Question {
  const found = [...query.slice(0, 2000).matchAll(nouns)].filter(
    (noun) => !formBefore.test(query.slice(0, noun.index)),
  );
  const added = found.map(([noun]) => stem(noun.toLowerCase())).filter((term) => !question.content.includes(term));
  return added.length === 0 ? question : { ...question, content: [...question.content, ...new Set(added)] };
}
