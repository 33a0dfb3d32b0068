/** How files are named in answers: relative to the innermost folder that was given, with `/`. */
import path from 'node:path';
import { sourceOf, type CodeSource } from '../outline/sources';

export function labelsBelow(roots: readonly string[]): (from: CodeSource) => string {
  const innermostFirst = [...roots].sort((a, b) => b.length - a.length);
  return (from) => {
    const source = sourceOf(from);
    if (source.kind !== 'file') return from.place || `${source.kind} ${from.key}`;
    const root = innermostFirst.find((folder) => source.path.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)); // prettier-ignore
    if (root === undefined) return from.place || source.path;
    return path.relative(root, source.path).split(path.sep).join('/');
  };
}
