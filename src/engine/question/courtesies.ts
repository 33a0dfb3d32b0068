/**
 * What is said beside a question: greetings, thanks, "can you tell me". It is nothing to search for, and alone it is small
 * talk, to which a sentence is the answer. Sets of words and one pass over the words of a text. Pure.
 */
import { unindexedWords } from '../text/stopWords';
import { spaced } from '../text/plain';
import { maxChars, readWords, setOf, withoutEnd, type Word } from './said';

const greeting = setOf('hi hello hey hiya howdy greetings');
const thanks = setOf('thanks thank thx ty cheers');
const nod = setOf(
  'ok okay great cool nice perfect good alright understood sorry yes yep ah oh hm hmm bye goodbye got see',
);
/** Words that belong to a courtesy only after one of the words above; alone they are none. */
const beside = setOf(`there all everyone everybody folks again you u very much so a lot for that this the your help answer
  it i now is was to have day morning evening afternoon one helpful quarry very then please`); // prettier-ignore
const interrogative = setOf("where what who whose which how why when whether if what's where's who's how's");
/** Before a question they only say that it is one. */
const askings = ['tell me', 'please tell me', 'do you know', 'i want to know', 'i would like to know', "i'd like to know", 'i wonder', 'i was wondering', 'quick question', 'i have a question', 'may i ask', 'can i ask', 'let me know'].map(spaced); // prettier-ignore
const requests = ['can you', 'could you', 'would you', 'will you', 'can you please', 'could you please', 'would you please', 'please'].map(spaced); // prettier-ignore
const requested = setOf('tell show explain find list give describe summarize summarise compare');
const pauses = ',.!?;:';

const isHead = ({ word }: Word) => greeting.has(word) || thanks.has(word) || nod.has(word);
const isPause = (word: Word | undefined) => word !== undefined && pauses.includes(word.text.slice(-1));
const opens = (words: readonly Word[], phrase: readonly string[]) => phrase.every((one, at) => words[at]?.word === one);

const sentences = {
  greeting: 'Ask about this code: where something is done, what a name means, who calls it, or how it is run.',
  thanks: 'You’re welcome.',
  nod: 'All right: ask on whenever you like.',
};

/** What is said to "hi", "thanks!" or "ok"; undefined when something is asked. */
export function smallTalkOf(query: string): string | undefined {
  const words = readWords(query).filter(({ word }) => word !== '');
  const [first] = words;
  // "I see": what goes with a courtesy may stand before it.
  if (!first || query.length > maxChars || !words.every((word) => isHead(word) || beside.has(word.word)))
    return undefined;
  if (query.includes('?') || !(isHead(first) || words.length === 2) || !words.some(isHead)) return undefined;
  if (words.some(({ word }) => thanks.has(word))) return sentences.thanks;
  return greeting.has(first.word) ? sentences.greeting : sentences.nod;
}

/** How many words at the beginning are a courtesy and ask nothing. */
function courtesyOf(words: readonly Word[]): number {
  const [first, second] = words;
  if (!first || !second) return 0;
  if (isHead(first) || (first.word === 'i' && second.word === 'see')) {
    const after = words.findIndex((word, at) => at > 0 && !beside.has(word.word) && !isHead(word));
    const pause = words.findIndex((word, at) => isPause(word) && (after < 0 || at < after));
    if (pause >= 0) return pause + 1;
    if (interrogative.has(words[after]?.word ?? '')) return after;
    return unindexedWords.has(second.word) || requested.has(second.word) ? 1 : 0;
  }
  const asking = askings.find((phrase) => opens(words, phrase))?.length ?? 0;
  if (asking > 0 && (isPause(words[asking - 1]) || interrogative.has(words[asking]?.word ?? ''))) return asking;
  const request = requests.findLast((phrase) => opens(words, phrase))?.length ?? 0;
  return first.word === 'please' || requested.has(words[request]?.word ?? '') ? request : 0;
}

/** "Thanks, can you tell me where …, please?" without all that; what asks nothing else is left as it is. */
export function withoutCourtesy(query: string): string {
  let rest = query;
  for (let count = 1; count > 0;) {
    const words = readWords(rest);
    count = courtesyOf(words);
    const next = count > 0 ? words[count] : undefined;
    rest = next ? rest.slice(next.at) : rest;
    if (!next) break;
  }
  const words = rest.length < maxChars ? readWords(rest) : [];
  const [before, last] = words.slice(-2);
  const isThanks = last !== undefined && thanks.has(last.word) && isPause(before);
  if (!before || !last || !(last.word === 'please' || isThanks)) return rest;
  const kept = rest.slice(0, before.at + before.text.length);
  const { body, end } = withoutEnd(kept);
  return body + (end.replace(',', '') || (last.text.includes('?') ? '?' : ''));
}
