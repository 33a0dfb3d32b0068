/**
 * Who took part in a conversation: who asked, who is named in what was said, and who is known to the kept chat that the
 * messages come from. Must not know git: who sits at this machine is told by whoever may ask it.
 */
import type { Written } from '../../contract/longList';
import type { Person } from '../../contract/schemas/attachments';
import type { QGPTConversation } from '../../contract/schemas/qgpt';
import { oneLine } from '../../languages/markdown';
import type { PersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { localUser } from '../service/connections';
import { stableId, toTimestamp } from '../wireValues';
import { toWirePerson } from '../assets/attachmentsWire';

export interface Suggestion {
  person: Written<Person>;
  reason: string;
  /** How much it says that this person can help; who wrote most of the cited lines has 1. */
  worth: number;
}

/** People chosen by hand for what the chat is about come after who wrote the code; who asked comes last. */
const worths = { linked: 0.4, noted: 0.4, named: 0.3, asked: 0.05 };

/** A long chat says who takes part in its latest messages. */
const maxMessages = 100;

/** @param self the person at this machine as git knows them; undefined when git does not */
export function participantsOf(
  context: ApiContext,
  conversation: QGPTConversation | undefined,
  self: { name: string; email: string } | undefined,
): Suggestion[] {
  const messages = (conversation?.iterable ?? []).slice(0, maxMessages);
  if (messages.length === 0) return [];
  const said = messages.map(({ text }) => text).join('\n');
  const inWords = peopleNamedIn(context, said, 'is named in the conversation');
  return [...ofTheChat(context, messages), ...inWords, ...asker(context, messages, self)];
}

type Message = NonNullable<QGPTConversation['iterable']>[number];

/** The kept chat in which all these questions were asked. */
function keptChat({ store }: ApiContext, messages: readonly Message[]): string | undefined {
  const asked = new Set(messages.flatMap(({ role, text }) => (role === 'USER' ? [text.trim()] : [])));
  if (asked.size === 0) return undefined;
  const found = new Map<string, Set<string>>();
  for (const { role, text, conversation } of store.list('messages')) {
    if (role !== 'USER' || !asked.has(text.trim())) continue;
    const known = found.get(conversation) ?? new Set();
    found.set(conversation, known.add(text.trim()));
  }
  // The same first question may begin several chats: then nothing says which one is meant.
  const whole = [...found].filter(([, texts]) => texts.size === asked.size);
  return whole.length === 1 ? whole[0]?.[0] : undefined;
}

function ofTheChat(context: ApiContext, messages: readonly Message[]): Suggestion[] {
  const { store } = context;
  const id = keptChat(context, messages);
  const chat = id === undefined ? undefined : store.get('conversations', id);
  if (!chat) return [];
  const known = (person: string | undefined, reason: string, worth: number): Suggestion[] => {
    const record = person === undefined ? undefined : store.get('persons', person);
    return record ? [{ person: toWirePerson(record), reason, worth }] : [];
  };
  const linked = chat.assets.flatMap((assetId) => {
    const asset = store.get('assets', assetId);
    const reason = `is attached to the asset “${oneLine(asset?.name ?? '')}”, which the conversation is about`;
    return (asset?.persons ?? []).flatMap((person) => known(person, reason, worths.linked));
  });
  const noted = chat.annotations.flatMap((annotation) =>
    known(store.get('annotations', annotation)?.person, 'is noted on the conversation', worths.noted),
  );
  return [...linked, ...noted];
}

/** People of the library by any of their names, others by `Name <address>` or as who made what is said. */
export function peopleNamedIn(context: ApiContext, said: string, reason: string): Suggestion[] {
  const worth = worths.named;
  const known = [...context.store.list('persons')].filter((person) => isNamedIn(said, person));
  const stored = known.map((record) => ({ person: toWirePerson(record), reason, worth }));
  const isKnown = (name: string) => known.some((person) => person.name?.toLowerCase() === name.toLowerCase());
  const others: { name: string; email?: string }[] = [
    ...addressesIn(said).filter(({ email }) => !known.some((person) => hasEmail(person, email))),
    ...makersIn(said).flatMap((name) => (isKnown(name) ? [] : [{ name }])),
  ];
  return [...stored, ...others.map((one) => ({ person: personOf(one, context.now()), reason, worth }))];
}

function asker(
  context: ApiContext,
  messages: readonly Message[],
  self: { name: string; email: string } | undefined,
): Suggestion[] {
  const questions = messages.filter(({ role }) => role === 'USER').length;
  if (questions === 0 || !self) return [];
  const stored = [...context.store.list('persons')].find((person) => hasEmail(person, self.email));
  const person = stored ? toWirePerson(stored) : personOf(self, context.now());
  const count = questions === 1 ? '1 question' : `${questions} questions`;
  const type = { ...person.type, platform: localUser(context) };
  return [{ person: { ...person, type }, reason: `asked ${count} in this conversation`, worth: worths.asked }];
}

/** The id of somebody who is not in the library: it follows from the address, or from the name where none is known. */
export function personIdOf(email: string): string {
  return stableId('person', email.toLowerCase());
}

function personOf({ name, email }: { name: string; email?: string }, seen: number): Person {
  const time = toTimestamp(seen);
  const basic = { name, ...(email !== undefined && { email }) };
  return { id: personIdOf(email ?? name), created: time, updated: time, type: { basic } };
}

function hasEmail({ email }: Readonly<PersonRecord>, other: string): boolean {
  return email?.toLowerCase() === other.toLowerCase();
}

/** Begins at a letter after anything else and has no two ways to match, so the time is linear. */
const address =
  /(?<![\p{L}\p{N}.'-])(\p{Lu}[\p{L}\p{N}.'-]{0,60}(?: [\p{L}\p{N}.'-]{1,60}){0,4}) <([^\s<>@]{1,100}@[^\s<>@]{1,200})>/gu;

/** Addresses at which nobody reads. */
const nobody = /no-?reply|\[bot\]/i;

/** People that a text names as `Name <address>`, in the order of the text, each address once. */
export function addressesIn(text: string): { name: string; email: string }[] {
  const found = new Map<string, { name: string; email: string }>();
  for (const [, name = '', email = ''] of text.matchAll(address)) {
    const key = email.toLowerCase();
    if (!nobody.test(email) && !found.has(key)) found.set(key, { name: name.replace(headings, ''), email });
  }
  return [...found.values()];
}

/** What stands before a name in mails and commits. */
const headings = /^(?:From|By|Authors?|[A-Z][a-z]{2,12} by|Signed-off-by|Co-authored-by|Reviewed-by) /;

/** First and last name after the words with which code says who made it; bounded, so the time is linear. */
const maker =
  /(?:@author|(?<![\p{L}\p{N}])(?:[Aa]uthors?|[Ww]ritten by|[Mm]aintained by):?)[ \t]{1,4}(\p{Lu}[\p{L}.'-]{0,60}(?: \p{Lu}[\p{L}.'-]{0,60}){1,3})/gu;

/** Names of those who made a piece of code, as it says itself, where no address stands beside them. */
function makersIn(text: string): string[] {
  const found = [...text.matchAll(maker)].filter(
    ({ 0: whole, index }) => text.slice(index + whole.length, index + whole.length + 2) !== ' <',
  );
  return [...new Set(found.map(([, name = '']) => name.replace(/[.,]$/, '')))];
}

interface Names {
  name?: string;
  email?: string;
  username?: string;
}

/** A first name alone, or a handle without its @, may be any word: they do not count. */
function isNamedIn(text: string, { name, email, username }: Names): boolean {
  const forms = [
    ...(name?.trim().includes(' ') ? [name.trim()] : []),
    ...(email ? [email] : []),
    ...(username ? [`@${username.replace(/^@/, '')}`] : []),
  ];
  const within = text.toLowerCase();
  return forms.some((form) => standsIn(within, form.toLowerCase()));
}

const wordCharacter = /[\p{L}\p{N}_]/u;

function standsIn(text: string, form: string): boolean {
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
    const isWord = (place: number) => wordCharacter.test(text.charAt(place));
    if (!isWord(at - 1) && !isWord(at + form.length)) return true;
  }
  return false;
}
