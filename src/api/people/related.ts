/**
 * People who can help with a place, a snippet or a conversation: from git, from what is attached to an asset with the
 * same text, from who is named in the snippet, and from who took part in the conversation. Git tells programs of others
 * only of folders of trusted windows: no repository makes it run anything, but what people do not trust is not told of.
 */
import type { CallContext, Written } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Person } from '../../contract/schemas/attachments';
import type { QGPTPersonsRelatedInput, QGPTPersonsRelatedOutput, QGPTConversation } from '../../contract/schemas/qgpt';
import type { PersonFound, Place } from '../../engine/types';
import { oneLine } from '../../languages/markdown';
import type { AssetRecord, PersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { decidePaths, pathFault, realRoots } from '../paths';
import { isInside } from '../places';
import { peopleByGit, placesOfConversation, placesOfFragment } from './places';
import { fragmentOf } from '../ask/querySpace';
import { toWirePerson } from '../assets/attach';
import { toCollection, toTimestamp, stableId } from '../wireValues';
import { textOf } from '../assets/content';
import { localUser } from '../service/handlers';

/** Each is one run of git blame: more would make the caller wait for people who matter less. */
const maxPlaces = 20;

/** A longer seed names those who made it at its beginning. */
const maxSeedCharacters = 200_000;

/**
 * The likeliest first, with a sentence for each that says why, and notes where git could not be asked.
 * @throws ApiError `invalid`, `refused` for places that the input names
 */
export async function relatedPeople(
  context: ApiContext,
  call: CallContext,
  input: QGPTPersonsRelatedInput,
): Promise<Written<QGPTPersonsRelatedOutput>> {
  const assets = assetsWithText(context, fragmentOf(input.seed));
  const named = await namedPlaces(context, call, input, assets);
  const { places, notes } = await whereGitMayRun(context, call, named);
  const wantsSelf = (input.conversation?.iterable?.length ?? 0) > 0 && (await mayTellSelf(context, places));
  const found =
    places.length === 0 && !wantsSelf
      ? { people: [], notes: [] }
      : await peopleByGit(context, call, { places, wantsSelf });
  const attached = attachedPeople(context, assets);
  const list = mergePeople([
    ...foundPeople(found.people, attached),
    ...attached.map(({ record, asset }) => ({
      person: toWirePerson(record),
      ...{ reason: `is attached to the asset “${oneLine(asset.name)}”`, worth: attachedWorth },
    })),
    ...peopleNamedIn(context, (fragmentOf(input.seed) ?? '').slice(0, maxSeedCharacters), 'is named in the snippet'),
    ...participantsOf(context, input.conversation, found.self),
  ]);
  const allNotes = [...new Set([...notes, ...found.notes])];
  const isUnknown =
    list.length === 0 && allNotes.length === 0 && places.length === 0 && fragmentOf(input.seed) !== undefined;
  if (isUnknown) allNotes.push('The snippet was found in no open folder, so nobody is known to have written it.');
  return {
    persons: toCollection(
      list.map(({ person }) => person),
      (person) => person,
    ),
    ...(list.length > 0 && { explanations: Object.fromEntries(list.map((entry) => [entry.person.id, entry.reason])) }),
    ...(allNotes.length > 0 && { notes: allNotes }),
  };
}

/** Whose account this is may be told to who may ask git of a place, and wherever a trusted window has a folder open. */
async function mayTellSelf({ windows }: ApiContext, places: readonly Place[]): Promise<boolean> {
  return places.length > 0 || (await realRoots(windows.folders({ onlyTrusted: true }))).length > 0;
}

/** Assets that hold the seed's text: their origin is a place, and people may be attached to them. */
function assetsWithText({ store }: ApiContext, text: string | undefined): Readonly<AssetRecord>[] {
  const wanted = text?.trim();
  if (wanted === undefined || wanted === '') return [];
  return [...store.list('assets')].filter((asset) => textOf(asset)?.trim() === wanted);
}

async function namedPlaces(
  context: ApiContext,
  call: CallContext,
  { seed, conversation }: QGPTPersonsRelatedInput,
  assets: Readonly<AssetRecord>[],
): Promise<Place[]> {
  const { anchor } = seed ?? {};
  const fault = anchor && pathFault(anchor.fullpath);
  if (fault) {
    throw new ApiError('invalid', `body.seed.anchor.fullpath is wrong: expected an absolute path, got ${fault}.`);
  }
  const anchored: Place[] = anchor ? [{ path: anchor.fullpath, ...(anchor.lines && { lines: anchor.lines }) }] : [];
  const origins = assets.flatMap(({ origin }) =>
    origin?.path === undefined ? [] : [{ path: origin.path, ...(origin.lines && { lines: origin.lines }) }],
  );
  const fragment = fragmentOf(seed);
  // An anchor says exactly where the text is; searching for it could only find copies.
  const found = fragment !== undefined && !anchor ? await placesOfFragment(context, fragment, call.signal) : [];
  return [...anchored, ...origins, ...found, ...(await placesOfConversation(context, conversation, call.signal))];
}

/** Path policy first, then trust; what is left out is named in the notes. */
export async function whereGitMayRun(
  context: ApiContext,
  { caller }: CallContext,
  named: Place[],
): Promise<{ places: Place[]; notes: string[] }> {
  const notes: string[] = [];
  const places = new Map<string, Place>();
  const trusted = await realRoots(context.windows.folders({ onlyTrusted: true }));
  // An asset may come from another machine, and a message may speak of anything.
  const usable = named.filter(({ path }) => pathFault(path) === undefined);
  const paths = usable.map(({ path }) => path);
  const decisions = await decidePaths(context, caller, paths, 'body.seed');
  for (const [index, decision] of decisions.entries()) {
    const place = usable[index];
    if (!place) continue;
    if (decision.kind !== 'allowed') notes.push(`${decision.given}: ${decision.reason}`);
    else if (caller.isTrusted || trusted.some((root) => isInside(root, decision.real))) {
      places.set(JSON.stringify([decision.real, place.lines]), { ...place, path: decision.real });
    } else notes.push(`${decision.given}: git is asked only in folders of trusted windows.`);
  }
  return { places: [...places.values()].slice(0, maxPlaces), notes };
}

interface Attached {
  record: Readonly<PersonRecord>;
  asset: Readonly<AssetRecord>;
}

function attachedPeople({ store }: ApiContext, assets: Readonly<AssetRecord>[]): Attached[] {
  return assets.flatMap((asset) =>
    asset.persons.flatMap((id) => {
      const record = store.get('persons', id);
      return record ? [{ record, asset }] : [];
    }),
  );
}

/** Attached by hand: after who wrote most of the lines, before who wrote a few of them. */
const attachedWorth = 0.5;

function foundPeople(found: readonly PersonFound[], attached: readonly Attached[]): Suggestion[] {
  return found.map(({ name, email, reason, lastSeen, score }) => {
    const stored = attached.find(({ record }) => sameEmail(record.email, email))?.record;
    const seen = toTimestamp(lastSeen);
    const basic = { name, email };
    return {
      person: { id: stored?.id ?? personIdOf(email), created: seen, updated: seen, type: { basic } },
      ...{ reason, worth: score },
    };
  });
}

/** A person known in several ways is one, with all the reasons; who is worth most comes first. */
function mergePeople(suggestions: readonly Suggestion[]): Suggestion[] {
  const merged = new Map<string, Suggestion>();
  for (const { person, reason, worth } of suggestions) {
    const known = [...merged.values()].find((other) => isSamePerson(other.person, person));
    if (!known) merged.set(person.id, { person, reason, worth });
    else {
      const type = { ...known.person.type, ...(person.type.platform && { platform: person.type.platform }) };
      const reasons = known.reason.split('; ').includes(reason) ? known.reason : `${known.reason}; ${reason}`;
      merged.set(known.person.id, {
        person: { ...known.person, type },
        ...{ reason: reasons, worth: Math.max(known.worth, worth) },
      });
    }
  }
  // Sorting keeps the order of equals: git's people, then the attached, then those who took part.
  return [...merged.values()].sort((a, b) => b.worth - a.worth);
}

function isSamePerson(one: Written<Person>, other: Written<Person>): boolean {
  return one.id === other.id || sameEmail(one.type.basic?.email, other.type.basic?.email);
}

function sameEmail(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

// Section: who took part in a conversation: asked, named, or known to the kept chat. Must not know git.

interface Suggestion {
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
function participantsOf(
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
function peopleNamedIn(context: ApiContext, said: string, reason: string): Suggestion[] {
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
function personIdOf(email: string): string {
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
