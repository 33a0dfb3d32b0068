/**
 * People who can help with a place, a snippet or a conversation: from git, from assets with the same text, from names
 * in the snippet, and from participants of the conversation. Programs get git's data only for folders of trusted
 * windows, so that nothing is revealed of untrusted ones.
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

/** Most places, each of which costs one run of git blame. */
const maxPlaces = 20;

/** Most characters of a seed that are searched for its authors. */
const maxSeedCharacters = 200_000;

/**
 * People in order of likelihood, each with a reason, and notes where git could not be asked.
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

/**
 * True when the local user's name may be revealed: the caller may ask git about a place, or a trusted window has a
 * folder open.
 */
async function mayTellSelf({ windows }: ApiContext, places: readonly Place[]): Promise<boolean> {
  return places.length > 0 || (await realRoots(windows.folders({ onlyTrusted: true }))).length > 0;
}

/** Assets with the seed's text: their origin is a place, and people may be attached to them. */
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
  // An anchor gives the exact place of the text; a search could only find copies.
  const found = fragment !== undefined && !anchor ? await placesOfFragment(context, fragment, call.signal) : [];
  return [...anchored, ...origins, ...found, ...(await placesOfConversation(context, conversation, call.signal))];
}

/** Filters places by path policy, then by trust; the notes name those left out. */
export async function whereGitMayRun(
  context: ApiContext,
  { caller }: CallContext,
  named: Place[],
): Promise<{ places: Place[]; notes: string[] }> {
  const notes: string[] = [];
  const places = new Map<string, Place>();
  const trusted = await realRoots(context.windows.folders({ onlyTrusted: true }));
  // Origins of assets and places in messages may be invalid on this machine.
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

/** Worth of a person attached by hand: below the author of most lines, above one of a few lines. */
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

/** Merges entries of the same person, with all reasons, and sorts by worth. */
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
  // The sort is stable; ties keep the order git, attached, participants.
  return [...merged.values()].sort((a, b) => b.worth - a.worth);
}

function isSamePerson(one: Written<Person>, other: Written<Person>): boolean {
  return one.id === other.id || sameEmail(one.type.basic?.email, other.type.basic?.email);
}

function sameEmail(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one.toLowerCase() === other.toLowerCase();
}

// Section: participants of a conversation: askers, named people, and people linked to the stored chat. Must not know
// git.

interface Suggestion {
  person: Written<Person>;
  reason: string;
  /** How likely this person can help; 1 for the author of most of the cited lines. */
  worth: number;
}

/** Worth by kind of participant: people linked by hand come after authors, the asker last. */
const worths = { linked: 0.4, noted: 0.4, named: 0.3, asked: 0.05 };

/** Most messages of a chat that are read, the latest ones. */
const maxMessages = 100;

/** @param self the local user as git knows them; undefined when git does not */
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

/** The id of the stored chat in which all these questions were asked. */
function keptChat({ store }: ApiContext, messages: readonly Message[]): string | undefined {
  const asked = new Set(messages.flatMap(({ role, text }) => (role === 'USER' ? [text.trim()] : [])));
  if (asked.size === 0) return undefined;
  const found = new Map<string, Set<string>>();
  for (const { role, text, conversation } of store.list('messages')) {
    if (role !== 'USER' || !asked.has(text.trim())) continue;
    const known = found.get(conversation) ?? new Set();
    found.set(conversation, known.add(text.trim()));
  }
  // Several chats may start with the same question; then the chat is ambiguous.
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

/**
 * People that a text names: recorded persons by any of their names, others as `Name <address>` or in an author line.
 */
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

/**
 * A stable id for a person who is not in the library, derived from the address, or from the name when there is none.
 */
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

/** A name with an address. It starts at a letter boundary and has only one way to match, so the time is linear. */
const address =
  /(?<![\p{L}\p{N}.'-])(\p{Lu}[\p{L}\p{N}.'-]{0,60}(?: [\p{L}\p{N}.'-]{1,60}){0,4}) <([^\s<>@]{1,100}@[^\s<>@]{1,200})>/gu;

/** Addresses that nobody reads. */
const nobody = /no-?reply|\[bot\]/i;

/** People named in a text as `Name <address>`, in order, each address once. */
export function addressesIn(text: string): { name: string; email: string }[] {
  const found = new Map<string, { name: string; email: string }>();
  for (const [, name = '', email = ''] of text.matchAll(address)) {
    const key = email.toLowerCase();
    if (!nobody.test(email) && !found.has(key)) found.set(key, { name: name.replace(headings, ''), email });
  }
  return [...found.values()];
}

/** Labels before a name in mails and commits. */
const headings = /^(?:From|By|Authors?|[A-Z][a-z]{2,12} by|Signed-off-by|Co-authored-by|Reviewed-by) /;

/** First and last name after an author label in code; bounded, so the time is linear. */
const maker =
  /(?:@author|(?<![\p{L}\p{N}])(?:[Aa]uthors?|[Ww]ritten by|[Mm]aintained by):?)[ \t]{1,4}(\p{Lu}[\p{L}.'-]{0,60}(?: \p{Lu}[\p{L}.'-]{0,60}){1,3})/gu;

/** Authors that a piece of code names without an address. */
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

/**
 * True when the text names the person. A first name alone, or a handle without its @, may be any word and does not
 * count.
 */
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
