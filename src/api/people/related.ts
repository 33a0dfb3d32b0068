/**
 * People who can help with a place, a snippet or a conversation: from git, from what is attached to an asset with the
 * same text, from who is named in the snippet, and from who took part in the conversation. Git tells programs of others
 * only of folders of trusted windows: no repository makes it run anything, but what people do not trust is not told of.
 */
import type { CallContext } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Written } from '../../contract/longList';
import type { Person } from '../../contract/schemas/attachments';
import type { QGPTPersonsRelatedInput, QGPTPersonsRelatedOutput } from '../../contract/schemas/qgpt';
import type { PersonFound, Place } from '../../engine/types';
import { oneLine } from '../../languages/markdown';
import type { AssetRecord, PersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { decidePaths, pathFault, realRoots } from '../paths';
import { isInside } from '../places';
import { peopleByGit } from './gitPeople';
import { placesOfConversation, placesOfFragment } from './places';
import { participantsOf, peopleNamedIn, personIdOf, type Suggestion } from './participants';
import { fragmentOf } from '../ask/querySpace';
import { toWirePerson } from '../assets/attachmentsWire';
import { toCollection, toTimestamp } from '../wireValues';
import { textOf } from '../assets/content';

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
