/**
 * Roots of stems: what a stem shares with its relatives of other word classes ("router", "routing" and "route" meet in
 * "rout"). Idea: drop one more ending than Porter does, when enough is left. Source: the derivational endings of Porter
 * 1980, steps 3 to 5, applied without their measure. Known limit: short stems keep their endings.
 */

const minRootChars = 4;
const longEndings = [
  'ization',
  'izat',
  'ation',
  'ator',
  'ment',
  'able',
  'ible',
  'abl',
  'ibl',
  'ance',
  'ence',
  'izer',
  'iz',
];
const shortEndings = [
  'ion',
  'ing',
  'ive',
  'ist',
  'ism',
  'ity',
  'ant',
  'ent',
  'at',
  'er',
  'or',
  'al',
  'ar',
  'iv',
  'i',
  'e',
];

function cut(stem: string, ending: string): string | undefined {
  return stem.length - ending.length >= minRootChars && stem.endsWith(ending)
    ? stem.slice(0, -ending.length)
    : undefined;
}

/** Emptied when full: roots are cheap to make again. */
const maxKeptRoots = 20_000;
const kept = new Map<string, string>();

/** Root of a stem; the stem itself when nothing can go. */
export function rootOf(stem: string): string {
  const known = kept.get(stem);
  if (known !== undefined) return known;
  if (kept.size >= maxKeptRoots) kept.clear();
  const made = makeRoot(stem);
  kept.set(stem, made);
  return made;
}

function makeRoot(stem: string): string {
  for (const ending of longEndings) {
    const root = cut(stem, ending);
    if (root !== undefined) return root;
  }
  for (const ending of shortEndings) {
    const root = cut(stem, ending);
    if (root !== undefined) return root;
  }
  return stem;
}
