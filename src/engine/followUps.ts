/**
 * Ways in which a follow-up leans on what was said: the symbol that "it" stands for, another subject for the same
 * question, a bare "why?", courtesies that ask nothing. Pure functions of texts; the order of the rules is reprompt.ts's.
 */
import { languageOfPath } from '../languages/lookup';
import { splitIdentifier, stem, wordsOf } from './text/tokens';
import type { Turn } from './types';

const notSymbols = /^(?:true|false|null|undefined|None|True|False|nil|Infinity|NaN|it|this|self)$/;
/** `package.json` is a file, `res.json` a method. */
const jsonFile = /(?<![\w-])[\w-]{4,}\.json$/;

const isFile = (name: string) =>
  !/[A-Z]/.test(name) &&
  (name.endsWith('.json') ? jsonFile.test(name) : name.includes('.') && languageOfPath(name) !== undefined);

/** Names in code quotes, in their order; references and quoted code left out. */
export function symbolsIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '').split(/^\[1\] /m)[0] ?? '';
  const symbols = [...prose.matchAll(/`([A-Za-z_$][\w$.:]{1,60})`/g)].map((found) => found[1] ?? '');
  return [...new Set(symbols.filter((symbol) => !notSymbols.test(symbol) && !isFile(symbol)))];
}

const stemsOf = (text: string) =>
  new Set(wordsOf(text).flatMap((word) => splitIdentifier(word).map((part) => stem(part.toLowerCase()))));

/**
 * What the answer is about, of several names the one that the question spoke of: what the answer says of itself, or, of a
 * model's answer, the names in its code quotes. Nothing, when it found nothing.
 */
export function spokenOf({ text, about }: Pick<Turn, 'text' | 'about'>, question: string): string | undefined {
  if (about?.kind === 'absent') return undefined;
  const paragraph = symbolsIn(text.split('\n\n')[0] ?? '');
  const names = [about?.symbols ?? [], paragraph, symbolsIn(text).slice(0, 1)].find(({ length }) => length > 0) ?? [];
  const spoken = stemsOf(question);
  const shared = (symbol: string) => [...stemsOf(symbol)].filter((part) => spoken.has(part)).length;
  const most = Math.max(0, ...names.map(shared));
  return names.find((symbol) => shared(symbol) === most);
}

/** True when the symbol says all of these words already. */
export function holdsWords(symbol: string, words: readonly string[]): boolean {
  const known = stemsOf(symbol);
  return words.every((word) => [...stemsOf(word)].every((part) => known.has(part)));
}

const courtesy =
  /^\s*(?:(?:thanks|thank you|thx|great|cool|nice|perfect|good|i see|got it|understood|hm+|ah|oh)\b[\s,.!]{1,5}){1,3}(?=\S)/i;

/** "Thanks, what about ...": the thanks are nothing to search for. */
export function withoutCourtesy(query: string): string {
  return query.replace(courtesy, '');
}

const bareWhy = /^\s*(?:(?:and|but|so|ok|okay)[\s,]{1,3})?(?:why|how come|why so|why is that|why that)[?!.\s]*$/i;
const turnable =
  /^\s*(?:where|when|how)\s+((?:is|are|was|were|does|do|did|can|could|will|would|should|has|have)\s\S.*)$/is;

/** "Why?" after "where is the limit enforced?" is "why is the limit enforced?". */
export function whyOf(query: string, question: string): string | undefined {
  if (!bareWhy.test(query)) return undefined;
  const rest = turnable.exec(question)?.[1];
  return rest === undefined ? undefined : `why ${rest.trim()}`;
}

const another =
  /^\s*(?:(?:and|but|so|ok|okay|also)[\s,]{1,3})?(?:(?:(?:what|how) about|(?:the )?same (?:for|with|of))\s+)?`?([A-Za-z_$][\w$]*(?:\.[\w$]+)*(?:\(\))?)`?[?!.\s]*$/i;
const chain = /[A-Za-z_$][\w$]*(?:\.[\w$]+)*(?:\(\))?/g;
const isSymbol = (name: string) => /[a-z0-9][A-Z]|\w_\w|\$|\w\.\w|\(\)$/.test(name);

/** "What about `res.json`?" after "how does `res.send` decide?" is "how does `res.json` decide?". */
export function askedOfAnother(query: string, question: string): string | undefined {
  const other = another.exec(query)?.[1];
  if (other === undefined || !isSymbol(other)) return undefined;
  const names = [...new Set(question.match(chain)?.filter(isSymbol))];
  const [name, second] = names;
  return name === undefined || second !== undefined ? undefined : question.replaceAll(name, () => other);
}

const command = /^\s*(?:please\s+)?(?:show|give|list|find|tell)(?:\s+(?:me|us))?\s+(?:(?:an?|the|some|any)\s+)?/i;

/** "Show me an example": what is wanted is the example. */
export function withoutCommand(query: string): string {
  return query.replace(command, '');
}

/** "what is its default?" as "what is the default of `x`?"; unchanged when nothing is possessed. */
export function withOwner(query: string, named: string): string {
  return query.replace(
    /\bits ((?:own |default )?[a-z]{2,30})\b/i,
    (_whole, thing: string) => `the ${thing} of ${named}`,
  );
}

/** A name alone asks nothing: "the third one?". */
export function asQuestion(query: string): string {
  const name = /^(`[^`]+`)[?.!\s]*$/.exec(query.trim())?.[1];
  return name === undefined ? query : `what is ${name}?`;
}
