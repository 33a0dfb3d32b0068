/** What a question asks for beside its subject: the verb that must be met, the key whose value is wanted. */
import { stem, splitIdentifier } from '../text/tokens';
import { formsOf } from '../rank/forms';
import { heldBy, shareIn } from './coverage';
import { alikeTo } from './opposites';

/** "How is the van chosen?", "where are labels printed?": a participle behind its subject. */
const passive =
  /^\s*(?:(?:and|but|so)\s+)?(?:how|where)\s+(?:exactly\s+)?(?:is|are|was|were|does|do|gets?)\s+(.{1,200})$/i;
/** Verbs that ask for nothing in particular. */
const anyVerb = new Set(
  'used use done do handled handle made make implemented implement defined define declared happen happened managed manage performed called named need needed based supposed allowed'
    .split(' ')
    .map(stem),
);

/** How participles end. */
const regular = /[a-z]{2}ed$/;
const irregular = /(?:en|wn|ght|pt|ound|ilt|nt|ld|ung|un|ut|ept|ft|ost)$/;

/** The verb that a place or a way is asked for: "print" of "where are labels printed?". */
export function verbOf(query: string): string | undefined {
  const rest = passive.exec(query)?.[1] ?? '';
  const [, ...words] = rest.toLowerCase().match(/[a-z]+/g) ?? [];
  const verb = words.find((word) => regular.test(word) || (irregular.test(word) && formsOf(stem(word)).length > 0));
  const term = verb === undefined ? undefined : stem(verb);
  return term === undefined || anyVerb.has(term) ? undefined : term;
}

/** Whether a text holds the verb, one of its forms or a synonym. */
export function holdsVerb(text: string, verb: string): boolean {
  const held = heldBy(text);
  return shareIn(held, verb) > 0 || alikeTo(verb).some((other) => held.terms.has(other));
}

export interface AskedKey {
  /** As it was written. */
  key: string;
  /** What is wanted of the key: "code". */
  property: readonly string[];
}

const word = String.raw`[A-Za-z_$][\w$]*`;
const property = String.raw`((?!(?:does|do|is|are|was|happens)\b)[\w-]{2,40}(?:\s[\w-]{2,40})?)`;
const article = String.raw`(?:(?:an?|the)\s+)?["'\x60]?`;
const propertyFirst: readonly RegExp[] = [
  new RegExp(String.raw`^\s*(?:which|what)\s+${property}\s+(?:does|do|has|have|had|belongs? to|goes with)\s+${article}(${word})`, 'i'),
  new RegExp(String.raw`^\s*(?:which|what)\s+(?:(?:is|are)\s+the\s+)?${property}\s+(?:(?:is|are)\s+(?:sent|used|given|returned|set)\s+)?(?:of|for)\s+${article}(${word})`, 'i'),
]; // prettier-ignore

/** "Which code does `overdue` have?": a value by its key. */
export function askedKey(query: string): AskedKey | undefined {
  const text = query.slice(0, 400);
  const found = propertyFirst.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!found) return undefined;
  const [, wanted = '', key = ''] = found;
  return { key, property: wanted.toLowerCase().split(/\s+/) };
}

/** Whether the value of `name`, which stands in `places` (names around it, its comment), is what was asked for. */
export function isAskedValue({ key, property }: AskedKey, name: string, places: string): boolean {
  if (key !== name) return false;
  const parts = splitIdentifier(places);
  return property.some((wanted) => parts.some((part) => [wanted, `${wanted}s`, `${wanted}es`].includes(part)));
}
