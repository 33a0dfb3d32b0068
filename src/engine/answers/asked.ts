/** What a question asks for beside its subject: the verb that must be met, the key whose value is wanted. */
import { stem, splitIdentifier } from '../text/tokens';
import { formsOf } from './forms';
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

/** The verb that a place or a way is asked for: "print" of "where are labels printed?". */
export function verbOf(query: string): string | undefined {
  const rest = passive.exec(query)?.[1];
  const words =
    rest
      ?.toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(1) ?? [];
  const verb = words.find(
    (word) => /[a-z]{2}ed$/.test(word) || (formsOf(stem(word)).length > 0 && irregular.test(word)),
  );
  const term = verb === undefined ? undefined : stem(verb);
  return term === undefined || anyVerb.has(term) ? undefined : term;
}

const irregular = /(?:en|wn|ght|pt|ound|ilt|nt|ld|ung|un|ut|ept|ft|ost)$/;

/** Whether a text holds the verb, one of its forms or a synonym. */
export function holdsVerb(text: string, verb: string): boolean {
  const held = heldBy(text);
  return shareIn(held, verb) > 0 || alikeTo(verb).some((other) => held.terms.has(other));
}

export interface AskedKey {
  /** Words of the question as they were written. */
  keys: ReadonlySet<string>;
  /** What is wanted of the key: "code". */
  property: readonly string[];
}

const propertyOf =
  /^\s*(?:(?:and|but|so)\s+)?(?:which|what)\s+(?:(?:is|are)\s+the\s+)?((?!does\b|do\b|is\b|are\b|happens\b|was\b)[\w-]{2,40}(?:\s[\w-]{2,40})?)\s+(?:does|do|has|have|had|is|are|belongs?|goes|stands|of|for)\b/i;

/** "Which code does `overdue` have?": a value by its key. */
export function askedKey(query: string): AskedKey | undefined {
  const property = propertyOf.exec(query)?.[1];
  if (property === undefined) return undefined;
  const words = query.match(/[A-Za-z_$][\w$]*/g) ?? [];
  const wanted = property.split(/\s+/);
  return { keys: new Set(words.filter((word) => !wanted.includes(word))), property: wanted.map((word) => word.toLowerCase()) }; // prettier-ignore
}

/** Whether the value of `name`, which stands in `places` (names around it, its comment), is what was asked for. */
export function isAskedValue({ keys, property }: AskedKey, name: string, places: string): boolean {
  if (!keys.has(name) || splitIdentifier(name).length === 0) return false;
  const parts = splitIdentifier(places);
  return property.some((word) => parts.some((part) => part.startsWith(word)));
}
