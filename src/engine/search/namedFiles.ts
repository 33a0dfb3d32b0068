/**
 * Files that a text names by a path or a dotted name, of this machine or another: `/usr/lib/python3/a/b/c.py`,
 * `a.b.c.Name`, `A::B`, `com.foo.Bar`. The name's parts are compared with the ends of the paths; where more of them fit,
 * it is the file. Must not know a language. Cost: one look at each path of the space.
 */
import type { Piece } from '../parts';
import type { Scorer } from '../rank/bm25f';
import { joinIdentifier } from '../text/tokens';

/** A file by its piece and its place among the sources there. */
export interface FilePlace {
  piece: number;
  row: number;
}

/** A single part of a name names a file only where it is written with the ending, and so few are called so. */
const maxNamesakes = 3;
/** Files that one name may mean. */
const maxFiles = 5;
/** Names that say nothing of a file: it is known by the name of its folder. */
const generalNames = new Set(['index', 'mod', 'init', 'lib', 'main']);

const joints = /(?:::|->|[.#\\/])+/;

/** The last part of a joined name: the `c` of `a.b.c`. */
export function lastPartOf(name: string): string {
  return name.split(joints).findLast((part) => part !== '') ?? '';
}

interface Named {
  /** Parts of the name, joined and lower-case. */
  parts: readonly string[];
  hasEnding: boolean;
}

const ending = /\.[A-Za-z]\w{0,9}$/;

/** A path keeps its dots, whatever else is written is parted at them. */
function partsOf(name: string): Named {
  const isPath = /[\\/]/.test(name);
  const hasEnding = ending.test(name) && (isPath || /^[\w-]+\.\w+$/.test(name));
  const bare = hasEnding ? name.replace(ending, '') : name;
  const parts = bare.split(isPath ? /[\\/]+/ : joints).map(joinIdentifier);
  return { parts: parts.filter((part) => part !== ''), hasEnding };
}

/** Parts of a file's path that say something, from its end: `b`, `a` of `a/b/__init__.py`. */
function partsFromEnd(place: string): string[] {
  const parts = place.replace(ending, '').split('/').map(joinIdentifier).reverse();
  return parts.length > 1 && generalNames.has(parts[0]!) ? parts.slice(1) : parts;
}

/** How many consecutive parts of a name are the end of the path; the name may go on after them. */
function matchOf(path: readonly string[], { parts }: Named): number {
  let best = 0;
  for (let last = parts.length - 1; last >= 0; last -= 1) {
    let length = 0;
    while (length < path.length && length <= last && path[length] === parts[last - length]) length += 1;
    best = Math.max(best, length);
  }
  return best;
}

interface Found {
  match: number;
  files: FilePlace[];
}

/** Files by the name that names them; names that name none are left out. */
export function filesNamed(names: readonly string[], pieces: readonly Piece[], scorer: Scorer): Map<string, FilePlace[]> {
  const asked = new Map<string, { name: string; named: Named }[]>();
  for (const name of new Set(names)) {
    const named = partsOf(name);
    if (named.parts.length < 2 && !named.hasEnding) continue;
    for (const part of new Set(named.parts)) asked.set(part, [...(asked.get(part) ?? []), { name, named }]);
  }
  const found = new Map<string, Found>();
  pieces.forEach(({ part, segment: { records } }, piece) => {
    for (let row = 0; row < records.sources.length; row += 1) {
      if (!scorer.isIn(piece, records.firsts[row]!)) continue;
      const path = partsFromEnd(part.placeOf(records.sources[row]!));
      for (const { name, named } of asked.get(path[0] ?? '') ?? []) {
        const match = matchOf(path, named);
        const best = found.get(name);
        if (match === 0 || (best && best.match > match)) continue;
        if (best?.match === match) best.files.push({ piece, row });
        else found.set(name, { match, files: [{ piece, row }] });
      }
    }
  });
  const isNamed = ([name, { match, files }]: [string, Found]) =>
    match > 1 ? files.length <= maxFiles : partsOf(name).hasEnding && files.length <= maxNamesakes;
  return new Map([...found].filter(isNamed).map(([name, { files }]) => [name, files]));
} // prettier-ignore
