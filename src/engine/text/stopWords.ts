/**
 * Words that say nothing about code. Two lists: what is never indexed, and what is dropped from a question.
 * A programming word ("return", "async", "test") is never on the first list: somebody may ask for it.
 */
import { spaced } from './plain';

function words(text: string): Set<string> {
  return new Set(spaced(text));
}

/** Function words of English prose and punctuation-like keywords: they only lengthen posting lists. */
export const unindexedWords = words(`a an the of to is are was were be been and or in on for it its by with as at that
  this these those from into than then so such their there they we you your our i he she his her them us do does did
  if else not no but can could should would will may might must have has had very just also any each`);

/** Words of a question that carry its form, not its subject. */
const questionWords = words(`what where when which who whom whose why how show tell find list explain describe
  give get me please code function functions method methods file files line lines work works working happen happens
  happening handle handled handles implement implemented implements implementation implementing use used uses using
  make makes made do done doing go goes going come comes take takes taken want need needs know see look exactly
  actually really thing things something way ways part parts place places project repository repo codebase
  module called there here about between after before while during when whenever still already again only own
  same other another several some all both every most more many much less one two first last without within against
  through over under out up down off via per let lets say says able way does what's where's how's i'm it's isn't
  doesn't don't can't won't`);

/** General verbs and adjectives: they may name something, but mostly they only carry the sentence. */
const weakWords = words(`decide decides decided determine determines determined answer answers answered deliver delivers
  delivered supposed worked turn turns turned keep keeps kept exist exists existing given certain specific multiple
  different correct correctly properly actual real right wrong current various general simple full whole behave behaves
  behavior behaviour perform performs performed provide provides provided supply involve involved responsible related
  purpose reason mean means meaning possible needed necessary wanted expected inside outside automatic automatically
  directly internally sure help helps thing sort kind kinds allow allowed let become becomes try tries trying detect
  detected matter matters cause causes apply applied applies second each whether instead often long longer nothing
  none anything everything somebody someone nobody somewhere anywhere else leave leaves left times understood think
  thinks giving asks asked ask told early late soon next`);

/** Words of a question's form that also name what code does. They count only beside words that are not on this list. */
const codeWords =
  words(`function functions method methods list file files line lines find get give make first last two one
  all same between without take over under out up down off part parts place use`);

/** True for words that carry a question's form, and are looked up beside its subject all the same. */
export function isCodeWord(word: string): boolean {
  return codeWords.has(word);
}

/** True for words that count less than others of a question. */
export function isWeak(word: string): boolean {
  return weakWords.has(word);
}

/** Words that are a question's form when they stand in a sentence, but its whole subject when they stand alone. */
export function isDroppedFromQuestion(word: string): boolean {
  return unindexedWords.has(word) || questionWords.has(word);
}
