/**
 * A space with some of its files alone: by a pattern of paths, by language, by what files are for. Where none is left,
 * nothing is found: whoever limits a search means it. Must not know: how passages are ranked.
 */
import { languageOfEnding, languageOfName, languageOfPath } from '../languages/lookup';
import { compileGlob } from './files/glob';
import type { Part } from './parts';
import { rolesOf } from './rank/paths';
import type { Only } from './types';

type Test = (place: string) => boolean;

export function onlyThose(parts: readonly Part[], only: Only = {}): readonly Part[] {
  const tests = testsOf(only);
  if (tests.length === 0) return parts;
  return parts.map((part): Part => {
    const accepts = (key: string) =>
      part.accepts?.(key) !== false &&
      part.sourceOf(key).kind === 'file' &&
      tests.every((test) => test(part.placeOf(key)));
    return { ...part, accepts };
  });
}

function testsOf({ glob, language, kind }: Only): Test[] {
  return [
    ...(glob ? [byGlob(glob)] : []),
    ...(language ? [byLanguage(language.toLowerCase().replace(/^\./, ''))] : []),
    ...(kind ? [byKind(kind)] : []),
  ];
}

/** A folder's name stands for all that is in it, and a name without a slash is looked for at any depth. */
function byGlob(pattern: string): Test {
  const tests = alternatives(pattern.replace(/^\.?\//, '').replace(/(?<!\/)\/+$/, '')).map((plain): Test => {
    const globs = [plain, `${plain}/**`].map((one) => compileGlob(one, true));
    const name = plain.includes('/') ? undefined : compileGlob(plain, false);
    return (place) => {
      const names = place.split('/');
      return globs.some((matches) => matches?.(names)) || names.some((one) => name?.([one]));
    };
  });
  return (place) => tests.some((test) => test(place));
}

/** More than anybody writes by hand. */
const maxAlternatives = 64;

/** `*.{ts,tsx}` as the two patterns it stands for; git knows no braces. */
function alternatives(pattern: string): string[] {
  let all = [pattern];
  for (;;) {
    const next = all.flatMap((one) => {
      const found = /\{([^{},]*,[^{}]*)\}/.exec(one);
      if (!found) return [one];
      const [before, after] = [one.slice(0, found.index), one.slice(found.index + found[0].length)];
      return (found[1] ?? '').split(',').map((part) => before + part + after);
    });
    if (next.length === all.length || next.length > maxAlternatives) return all;
    all = next;
  }
}

function byLanguage(name: string): Test {
  const wanted = languageOfName(name) ?? languageOfEnding(name);
  if (!wanted) return (place) => place.toLowerCase().endsWith(`.${name}`);
  return (place) => languageOfPath(place)?.id === wanted.id;
}

/** What is neither a test nor a document is code: settings and declarations, too. */
function byKind(kind: NonNullable<Only['kind']>): Test {
  return (place) => {
    const { tests, documents } = rolesOf(place);
    if (kind === 'tests') return tests;
    return kind === 'docs' ? documents : !tests && !documents;
  };
}
