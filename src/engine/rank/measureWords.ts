/**
 * What code calls what a question measures: who asks how long something waits finds a `timeout`, and how often it is
 * done, an `interval`. Such words are looked for beside those of the question, at the weight of a synonym.
 */
import { stem } from '../text/tokens';

const stems = (words: string): readonly string[] => words.split(/\s+/).map(stem);

const measures: readonly { asked: RegExp; words: readonly string[] }[] = [
  { asked: /\bhow long\b|\bhow (?:many|much) (?:time|(?:milli)?seconds|minutes|hours|days)\b|\btakes? (?:too long|longer)\b/i, words: stems('timeout ms delay interval duration') },
  { asked: /\bhow (?:often|frequently)\b/i, words: stems('interval every ms') },
  { asked: /\bhow many\b|\bat most\b|\bhow (?:big|large|much|deep)\b|\b(?:largest|biggest|longest)\b/i, words: stems('max limit') },
  { asked: /\bhow (?:big|large)\b/i, words: stems('size bytes length') },
  { asked: /\bat (?:the very )?least\b/i, words: stems('min minimum') },
  { asked: /\bdefault\b|\bout of the box\b|\b(?:if|when|unless) (?:i|we|you|nobody|none|no|nothing|not|told|it is not)\b/i, words: stems('default') },
]; // prettier-ignore

/** Stems to look for; empty for a question that measures nothing. */
export function measureWords(text: string): readonly string[] {
  return measures.filter(({ asked }) => asked.test(text)).flatMap(({ words }) => words);
}
