/**
 * Questions that ask of what was given as it stands: "explain this snippet", "summarise", "walk me through it". No word of
 * theirs is looked for. Pure function of the text. Must not know: what was given.
 */
import { isDroppedFromQuestion } from './text/stopWords';
import { wordsOf } from './text/tokens';
import { spaced } from './text/plain';

/** Longer questions ask for something of their own. */
const maxChars = 120;

const telling = `explain explains explanation describe summarize summarise summary overview tldr tl dr walk clarify
  understand introduce break introduction`;
const given = `snippet snippets selection selected asset assets passage passages fragment excerpt block text piece`;
const manner = `step steps detail details detailed short shortly brief briefly simple simply plain english terms words
  general mean means meaning purpose contain contains say says line sentence sentences quick quickly high level help
  understanding about`;
const asWords = (text: string) => new Set(spaced(text));
const [tellingWords, givenWords, mannerWords] = [asWords(telling), asWords(given), asWords(manner)];

/** "This", "it", "the code": what lies before both. */
const pointing = /\b(?:this|that|these|those|it|here|the (?:\w+ )?(?:code|file|snippet|selection|asset|text))\b/i;

/** A whole is asked for, whatever was given beside it. */
const whole =
  /\b(?:projects?|repo|repository|code ?base|library|package|app|application|program|tool|software|workspace|extension)\b/i;

/** True when every word carries the form of the question, or names what was given. */
export function asksOfGiven(query: string): boolean {
  if (query.length > maxChars || whole.test(query) || /[`"“$]|[a-z][A-Z]|_/.test(query)) return false;
  const words = wordsOf(query).map((word) => word.toLowerCase());
  const isTelling = words.some((word) => tellingWords.has(word));
  const isGiven = words.some((word) => givenWords.has(word)) || pointing.test(query);
  const isKnown = (word: string) =>
    tellingWords.has(word) || givenWords.has(word) || mannerWords.has(word) || isDroppedFromQuestion(word);
  return (isTelling || isGiven) && words.every(isKnown);
}
