/** Patterns of paths as people type them: those of `.gitignore`, and alternatives in braces. */
import { compileGlob, type Glob } from '../files/glob';

/** More alternatives than anybody types. */
const maxAlternatives = 64;

/** `src/{a,b}.ts` as `src/a.ts` and `src/b.ts`; a brace that does not close stands for itself. */
function alternativesOf(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0 && done.length + open.length <= maxAlternatives) {
    const one = open.shift() ?? '';
    // The innermost braces.
    const found = /^([^]*?)\{([^{}]*)\}([^]*)$/.exec(one);
    const [, before = '', inside = '', after = ''] = found ?? [];
    if (found && inside.includes(',')) open.push(...inside.split(',').map((part) => before + part + after));
    else done.push(one);
  }
  return [...done, ...open];
}

/** @returns undefined when the pattern matches nothing whatever the path */
export function globOf(pattern: string): ((place: string) => boolean) | undefined {
  const globs = alternativesOf(pattern.replace(/^(?:\.?\/)+/, ''))
    .map((one) => compileGlob(one.endsWith('/') ? `${one}**` : one, one.includes('/')))
    .filter((glob): glob is Glob => glob !== undefined);
  if (globs.length === 0) return undefined;
  return (place) => {
    const names = place.split('/');
    return globs.some((glob) => glob(names));
  };
}
