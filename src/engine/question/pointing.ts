/** Whether a question means the code that a person has selected. Must not know what is selected. Pure. */
import { pronounIn } from '../followUps';
import { asksOfGiven } from '../overview';
import { readWords, setOf } from './courtesies';

/** Words for what is before the eyes; "it" and "that" mean an earlier answer. */
const near = setOf('this these');

/** True when a question means what is selected: "what does this do?", "explain the selected code". */
export function meansSelection(query: string): boolean {
  const words = readWords(query);
  const pronoun = pronounIn(words);
  return pronoun ? near.has(words[pronoun.at]?.word ?? '') : asksOfGiven(query);
}
