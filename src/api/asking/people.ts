/**
 * People who can help with a place, a snippet or a conversation: from git, and from what is attached to an asset with
 * the same text. Git runs only in folders of trusted windows, because a repository can make git run its programs.
 */
import type { CallContext } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Person } from '../../contract/schemas/attachments';
import type { QGPTPersonsRelatedInput, QGPTPersonsRelatedOutput } from '../../contract/schemas/qgpt';
import type { PersonFound, Place } from '../../engine/types';
import type { AssetRecord, PersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { textOf } from '../library';
import { decidePaths, pathFault, realRoots } from '../paths';
import { isInside } from '../places';
import { placesOfConversation, placesOfFragment } from './peoplePlaces';
import { fragmentOf } from './querySpace';
import { stableId } from '../stableId';
import { toWirePerson } from '../wire/attachments';
import { toCollection, toTimestamp } from '../wire/values';

/** Each is one run of git blame: more would make the caller wait for people who matter less. */
const maxPlaces = 20;

export async function relatedPeople(
  context: ApiContext,
  call: CallContext,
  input: QGPTPersonsRelatedInput,
): Promise<QGPTPersonsRelatedOutput> {
  const assets = assetsWithText(context, fragmentOf(input.seed));
  const named = await namedPlaces(context, call, input, assets);
  const { places, notes } = await whereGitMayRun(context, call, named);
  const git = context.windows.git();
  const found =
    places.length === 0
      ? { people: [], notes: [] }
      : await context.engine.people({ places, ...(git !== undefined && { git }) }, call.signal);
  const list = mergePeople(found.people, attachedPeople(context, assets));
  const allNotes = [...new Set([...notes, ...found.notes])];
  return {
    persons: toCollection(list.map(({ person }) => person)),
    ...(list.length > 0 && { explanations: Object.fromEntries(list.map((entry) => [entry.person.id, entry.reason])) }),
    ...(allNotes.length > 0 && { notes: allNotes }),
  };
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
async function whereGitMayRun(
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

interface Suggestion {
  person: Person;
  reason: string;
}

function attachedPeople({ store }: ApiContext, assets: Readonly<AssetRecord>[]) {
  return assets.flatMap((asset) =>
    asset.persons.flatMap((id) => {
      const record = store.get('persons', id);
      return record ? [{ record, asset }] : [];
    }),
  );
}

/** Git's order first; a person known by both ways is one person, under the stored id. */
function mergePeople(
  found: PersonFound[],
  attached: { record: Readonly<PersonRecord>; asset: Readonly<AssetRecord> }[],
): Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const { name, email, reason, lastSeen } of found) {
    const stored = attached.find(({ record }) => sameEmail(record.email, email))?.record;
    const id = stored?.id ?? stableId('person', email.toLowerCase());
    const seen = toTimestamp(lastSeen);
    suggestions.set(id, { person: { id, created: seen, updated: seen, type: { basic: { name, email } } }, reason });
  }
  for (const { record, asset } of attached) {
    const reason = `is attached to the asset “${asset.name}”`;
    const known = suggestions.get(record.id);
    suggestions.set(
      record.id,
      known ? { ...known, reason: `${known.reason}; ${reason}` } : { person: toWirePerson(record), reason },
    );
  }
  return [...suggestions.values()];
}

function sameEmail(one: string | undefined, other: string): boolean {
  return one !== undefined && one.toLowerCase() === other.toLowerCase();
}
