/**
 * Files and folders by a few letters of their names, as quick open finds them. Letters must come in order; those that
 * stand together, at the beginning of a name or in the file's own name count more. Cost: linear in the paths.
 */

export interface FilesRequest {
  /** Empty: the shortest paths. */
  query: string;
  /** Absolute folders, each indexed before; others find nothing. */
  folders: string[];
  limit: number;
}

export interface FileFound {
  /** Absolute. */
  path: string;
  isFolder: boolean;
}

/** A longer text is no name. */
const maxQuery = 200;

const boundary = /[/\\._\- ]/;

/** @returns undefined when the letters are not all there; more is better */
function scoreName(path: string, query: string): number | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const whole = name.indexOf(query);
  if (whole >= 0) {
    const isStem = name.replace(/\.[^.]*$/, '') === query;
    return 1000 - whole - path.length / 100 + (whole === 0 ? 200 : 0) + (name === query || isStem ? 500 : 0);
  }
  let score = 0;
  let from = 0;
  let last = -2;
  for (const letter of query) {
    if (letter === ' ') continue;
    const at = lower.indexOf(letter, from);
    if (at < 0) return undefined;
    if (at === last + 1) score += 8;
    else if (at === 0 || boundary.test(lower[at - 1] ?? '')) score += 5;
    score += at >= lower.length - name.length ? 2 : 0;
    last = at;
    from = at + 1;
  }
  return score - path.length / 100;
}

/** @param relative paths of files with `/` between their parts */
export function rankPaths(
  relative: Iterable<string>,
  query: string,
  limit: number,
): { path: string; isFolder: boolean; score: number }[] {
  const wanted = query.toLowerCase().slice(0, maxQuery).trim();
  const found: { path: string; isFolder: boolean; score: number }[] = [];
  const folders = new Set<string>();
  const take = (path: string, isFolder: boolean) => {
    const score = wanted === '' ? -path.length : scoreName(path, wanted);
    if (score !== undefined) found.push({ path, isFolder, score });
  };
  for (const file of relative) {
    if (file === '') continue;
    take(file, false);
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      take(folder, true);
    }
  }
  return found.sort((a, b) => b.score - a.score || a.path.localeCompare(b.path)).slice(0, limit);
}
