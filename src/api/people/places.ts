/** Finds the places that a text or a conversation refers to, and the people who know them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { QGPTConversation } from '../../contract/schemas/qgpt';
import type { LineRange, Place, Snippet, PeopleRequest, PeopleResult } from '../../engine/types';
import type { ApiContext } from '../context';
import { realRoots, decidePaths, pathFault } from '../paths';
import { isInside } from '../places';
import type { CallContext } from '../../contract/api';
import { attachPersons, keysOfAttached } from '../assets/attach';
import { edit, keyOf, findAsset } from '../records';

// Section: finds a fragment in files of trusted windows, and the places that a conversation refers to.

/** Most characters of a fragment that are used as the search query. */
const maxQueryCharacters = 2_000;
/** Most passages compared with a fragment: further copies name no further people. */
const maxCandidates = 10;
/** Least share of the fragment's or the passage's lines that must match for both to be the same code. */
const minShare = 0.5;
const maxCitations = 10;

/** Where a text is found: in the files that relevance took it from, else wherever a search finds it. */
export async function placesOfFragment(context: ApiContext, text: string, signal: AbortSignal): Promise<Place[]> {
  const wanted = significantLines(text);
  const roots = await realRoots(context.windows.folders({ onlyTrusted: true }));
  const files = sourcesOf(context, text).filter((file) => roots.some((root) => isInside(root, file)));
  const known = files.length === 0 ? [] : placesIn(await search(context, text, files, signal), wanted);
  return known.length > 0 ? known : placesIn(await search(context, text, roots, signal), wanted);
}

function sourcesOf({ store }: ApiContext, text: string): string[] {
  const wanted = text.trim();
  const found = [...store.list('snippets')].filter((snippet) => snippet.text.trim() === wanted);
  return [...new Set(found.flatMap(({ path: file }) => (file === undefined ? [] : [file])))].slice(0, maxCandidates);
}

function placesIn(snippets: readonly Snippet[], wanted: Set<string>): Place[] {
  return snippets.flatMap((snippet) => {
    const lines = overlapOf(wanted, snippet);
    return lines && snippet.source.kind === 'file' ? [{ path: snippet.source.path, lines }] : [];
  });
}

/** The existing places that a conversation cites; without any, the places found for its last question. */
export async function placesOfConversation(
  context: ApiContext,
  conversation: QGPTConversation | undefined,
  signal: AbortSignal,
): Promise<Place[]> {
  const messages = conversation?.iterable ?? [];
  const roots = await realRoots(context.windows.folders({ onlyTrusted: true }));
  const cited = messages.flatMap(({ text }) => citedPlaces(text, roots)).slice(0, maxCitations);
  const lastQuestion = messages.find(({ role }) => role === 'USER')?.text;
  if (cited.length > 0 || lastQuestion === undefined) return cited;
  const snippets = await search(context, lastQuestion, roots, signal);
  return snippets.flatMap(({ source, lines }) => (source.kind === 'file' ? [{ path: source.path, lines }] : []));
}

async function search(context: ApiContext, text: string, paths: string[], signal: AbortSignal): Promise<Snippet[]> {
  if (paths.length === 0) return [];
  const query = text.slice(0, maxQueryCharacters);
  const { snippets } = await context.engine.retrieve({ query, space: { paths }, limit: maxCandidates }, signal);
  return snippets;
}

/** The lines of a text that distinguish code, unlike closing brackets. */
function significantLines(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => /\w.*\w.*\w/.test(line)));
}

/** The lines of the passage that also occur in the fragment, from first to last; undefined when they are too few. */
function overlapOf(wanted: Set<string>, { text, lines }: Snippet): LineRange | undefined {
  const hits = text.split('\n').flatMap((line, offset) => (wanted.has(line.trim()) ? [lines.start + offset] : []));
  const [first] = hits;
  const last = hits.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const smaller = Math.min(wanted.size, significantLines(text).size);
  return hits.length >= minShare * smaller ? { start: first, end: last } : undefined;
}

/**
 * A cited place; only a path in backquotes or brackets may hold spaces. Attempts to match never overlap, so the time is
 * linear.
 */
const quoted = /[`[(]([^`[\]()\n]{1,1000}?):(\d{1,7})(?:-(\d{1,7}))?[`\])]/g;
const bare = /(?<=^|[\s`[\]()"'<>])([^\s`[\]()"'<>]{1,1000}):(\d{1,7})(?:-(\d{1,7}))?/g;

/** The places `path:start-end` in a text, absolute or relative to a root that contains the file. */
export function citedPlaces(text: string, roots: readonly string[]): Place[] {
  const places = new Map<string, Place>();
  for (const [, name = '', first, last = first] of [...text.matchAll(quoted), ...text.matchAll(bare)]) {
    const lines = { start: Number(first), end: Number(last) };
    const file = path.isAbsolute(name) ? name : fileInRoots(name, roots);
    if (file === undefined || lines.start < 1 || lines.end < lines.start) continue;
    places.set(`${file}:${lines.start}-${lines.end}`, { path: file, lines });
  }
  return [...places.values()];
}

function fileInRoots(name: string, roots: readonly string[]): string | undefined {
  return roots
    .map((root) => ({ root, file: path.join(root, name) }))
    .find(({ root, file }) => isInside(root, file) && existsSync(file))?.file;
}

// Section: asks git who knows a place. A repository that points to another location is read only if the path policy
// allows that location.

/** Most steps from a worktree to its repository and on to the repositories it borrows objects from. */
const maxRounds = 8;

/** @param asked places that the caller may read */
export async function peopleByGit(
  context: ApiContext,
  call: CallContext,
  asked: Omit<PeopleRequest, 'readable' | 'git'>,
): Promise<PeopleResult> {
  const git = context.windows.git();
  const readable = new Set<string>();
  const notes: string[] = [];
  for (let round = 0; round < maxRounds && asked.places.length > 0; round += 1) {
    const folders = await context.engine.foldersElsewhere({ ...asked, readable: [...readable] });
    const usable = folders.filter((folder) => pathFault(folder) === undefined);
    const decisions = await decidePaths(context, call.caller, usable, 'body.seed');
    const allowed = decisions.flatMap((decision) => (decision.kind === 'allowed' ? [decision.real] : []));
    const refused = decisions.flatMap((decision) => (decision.kind === 'allowed' ? [] : [decision]));
    notes.push(...refused.map(({ given, reason }) => `The repository lies in ${given}: ${reason}`));
    if (allowed.length === 0) break;
    for (const folder of allowed) readable.add(folder);
  }
  const request = { ...asked, readable: [...readable], ...(git !== undefined && { git }) };
  const found = await context.engine.people(request, call.signal);
  return { ...found, notes: [...new Set([...notes, ...found.notes])] };
}

/** Most persons added to one saved asset. */
const maxPeople = 3;

/**
 * Adds the authors of saved code by git, after the asset is saved, so that saving does not wait.
 * @returns how many were added; none when git knows nothing or may not run there
 */
export async function findPeople(context: ApiContext, call: CallContext, id: string): Promise<number> {
  const { origin, persons } = findAsset(context.store, id);
  if (origin?.path === undefined || pathFault(origin.path) !== undefined || persons.length > 0) return 0;
  const trusted = await realRoots(context.windows.folders({ onlyTrusted: true }));
  const { path, lines } = origin;
  const [place] = await decidePaths(context, call.caller, [path], 'origin');
  if (place?.kind !== 'allowed' || !trusted.some((root) => isInside(root, place.real))) return 0;
  const { people } = await peopleByGit(context, call, { places: [{ path: place.real, ...(lines && { lines }) }] });
  const found = people.slice(0, maxPeople).map(({ name, email }) => ({ name, email }));
  if (found.length === 0) return 0;
  await edit(
    context,
    () => [
      keyOf('assets', findAsset(context.store, id).id),
      ...keysOfAttached(context, { tags: [], websites: [], persons: found }),
    ],
    (draft) => attachPersons(context, draft, findAsset(draft, id).id, found),
  );
  return found.length;
}
