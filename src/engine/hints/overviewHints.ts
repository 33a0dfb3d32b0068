/**
 * Follow-ups to an answer about a whole, in the order in which a newcomer looks: where it starts, what it begins in, how
 * it is tried, and its folders. Cost: one look at the names of all files.
 */
import { inline } from '../answers/text';
import { isManifest, isReadme } from '../overview';
import { sourcesOf, isAside } from '../outline/sources';
import type { Part } from '../parts';

const maxFolders = 2;
const maxFiles = 2;
/** A folder of fewer files is no part of the whole. */
const minFiles = 2;

const depthOf = (place: string) => place.split('/').length;

/** The folders in which most of the code lies, each without those above it. */
function foldersOf(places: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const place of places) {
    const at = place.lastIndexOf('/');
    if (at > 0) counts.set(place.slice(0, at), (counts.get(place.slice(0, at)) ?? 0) + 1);
  }
  const most = [...counts].filter(([, count]) => count >= minFiles).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return most.slice(0, maxFolders).map(([folder]) => folder);
}

export const startQuestion = 'Where does the program start?';
export const projectQuestion = 'What does this project do?';

/** @param starts files that the answer to the question for the beginning cites */
export function overviewHints(starts: readonly string[], parts: readonly Part[]): string[] {
  const places = sourcesOf(parts).map(({ place }) => place.replaceAll('\\', '/'));
  const own = places.filter((place) => !isAside(place) && !isManifest(place) && !isReadme(place));
  const nearest = own.toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const folders = foldersOf(own);
  const files = [...starts.filter((place) => !isManifest(place)).slice(0, 1), ...(folders.length === 0 ? nearest : [])];
  return [
    ...[...new Set(files)].slice(0, maxFiles).map((place) => `What does ${inline(place)} do?`),
    'How do I run the tests?',
    ...folders.map((folder) => `What does ${inline(`${folder}/`)} hold?`),
  ];
}
