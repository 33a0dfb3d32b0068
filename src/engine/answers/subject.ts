/**
 * Words that are mostly the form of a question ("which file", "list the methods"), but its subject where they stand inside
 * of it: "the largest file that is indexed" is about files.
 */
import type { Question } from '../rank/question';
import { stem } from '../text/tokens';

const nouns = /\b(?:files?|methods?|functions?|lines?)\b/gi;
const formBefore =
  /^\s*(?:(?:which|what|in which|list|find|show)\b\s*)?(?:(?:all|the|me|a)\s+)*$|\b(?:which|what)\s+$/i;

/** The question with the nouns of code that it is about among its content. */
export function withCodeNouns(question: Question, query: string): Question {
  const found = [...query.slice(0, 2000).matchAll(nouns)].filter(
    (noun) => !formBefore.test(query.slice(0, noun.index)),
  );
  const added = found.map(([noun]) => stem(noun.toLowerCase())).filter((term) => !question.content.includes(term));
  return added.length === 0 ? question : { ...question, content: [...question.content, ...new Set(added)] };
}
