/** Tells which ways to run something fit what is asked for: the kind of tests, the part, the name of what is built. Pure. */
import { stem } from '../text/tokens';
import { doesOther, doesTask, isHeadingOf, isUndoing, rankOfName } from './runTasks';
import type { Run, Task } from './runWants';
import type { Way } from './runWays';
import { isOwnScript, isPlainName } from './runTable';
import { setOf } from '../question/courtesies';
import { spaced } from '../text/plain';

/** Words that name a kind otherwise. */
const alike: Readonly<Record<string, readonly string[]>> = {
  javascript: ['js'],
  js: ['javascript'],
  typescript: ['ts'],
  integration: ['integ', 'int'],
  without: ['no', 'skip', 'disable'],
  coverage: ['cov', 'cover'],
  documentation: ['doc', 'docs'],
  development: ['dev'],
  frontend: ['ui', 'web'],
  ui: ['frontend'],
  site: ['website', 'www'],
  website: ['site', 'www'],
  fuzzers: ['fuzz'],
  features: ['feature'],
};
/** Scripts that start a server, whatever they are named after. */
const startsServer = setOf('serve start dev up watch');
/** Phrases that are one word here, in questions and in files. */
const oneWord: readonly (readonly [phrase: string, word: string])[] = [
  ['end-to-end', 'e2e'],
  ['end to end', 'e2e'],
  ['c++', 'cpp'],
  ['c#', 'csharp'],
];

/** Least characters of a word compared by its beginning. */
const minBeginning = 3;
const letters = /[a-z\d]+/g;

const plainOf = (text: string): string =>
  oneWord.reduce((said, [phrase, word]) => said.replaceAll(phrase, word), text.toLowerCase());

/** True when a word of the text is the kind or a short form of it: `test:types`, `docs`, `bench`, `utest`. */
function isOfKind(words: readonly string[], kind: string): boolean {
  const others = alike[kind] ?? [];
  return words.some((word) => {
    if (word === kind || others.includes(word)) return true;
    if (word.length < minBeginning || kind.length < minBeginning) return false;
    const isShort = kind.startsWith(stem(word)) && word.length * 2 >= kind.length;
    return stem(word) === stem(kind) || isShort || word === `${kind.charAt(0)}test`;
  });
}

/** Options that leave something out: `--exclude-tags=integration` runs no integration tests. */
const leavingOut = ['--exclude', '--skip', '--ignore', '--deselect', '--no-', '-x'];

/** True when a command starts a server by the name of a script: `npm run dev`. */
function isServing(command: string): boolean {
  const typed = spaced(command);
  return doesTask(command, 'run') && !isOwnScript(typed[0] ?? '') && typed.some((word) => startsServer.has(word.split(':')[0]!)); // prettier-ignore
}

/** How many of the kinds a command names, or the words around it. */
export function kindsNamed(typed: string, kinds: readonly string[], around = ''): number {
  if (kinds.length === 0) return 0;
  const isLess = kinds.includes('without');
  const said = spaced(typed).filter((word) => isLess || !leavingOut.some((option) => word.startsWith(option)));
  const words = plainOf(`${said.join(' ')} ${around}`).match(letters) ?? [];
  return kinds.filter((kind) => isOfKind(words, plainOf(kind)) || (kind === 'server' && isServing(typed))).length;
}

const partWords = setOf('one some single specific individual particular given only subset just');
const pickers = [
  '-k',
  '-run',
  '-g',
  '-t',
  '--grep',
  '--filter',
  '--filter-expr',
  '--match',
  '--tests',
  '--only',
  'testOnly',
];
/** Words of a command in whose place a name is to be written. */
const placeholders = setOf('FILE FILES PATTERN NAME NAMES FILTER TEST TESTS ARGS PATH $@ $* $1');

const withoutBrackets = (word: string): string => [...word].filter((sign) => !`[]"'(){}`.includes(sign)).join('');

/** True when a word of the command stands for something that is to be written there. */
function hasPlace(command: string): boolean {
  return spaced(command).some((word) => {
    if ((word.includes('{{') && !word.includes('${{')) || (word.startsWith('<') && word.endsWith('>'))) return true;
    const [option = '', value = ''] = withoutBrackets(word).split('=');
    // `PATH=…` sets where programs lie.
    const places = option === 'PATH' && word.includes('=') ? [value] : [option, value];
    return places.some((one) => placeholders.has(one) || placeholders.has(one.replace('$', '')));
  });
}

/** True when the command picks tests or takes a name for them: `just filter PATTERN`, `mocha -g NAME`, `go test x_test.go`. */
function picks(command: string): boolean {
  const typed = spaced(command).slice(1);
  const isPicked = typed.some((word) => {
    const [option = ''] = word.split('=');
    return pickers.includes(word) || pickers.includes(option) || isTestFile(withoutBrackets(word));
  });
  return isPicked || hasPlace(typed.join(' '));
}

/** True for the path of one file of tests. */
function isTestFile(word: string): boolean {
  const parts = word.split('/');
  const file = parts.at(-1)!.split(':')[0]!;
  const at = file.lastIndexOf('.');
  return parts.length > 1 && at > 0 && parts.every((part) => isPlainName(part.replaceAll(':', ''))) && plainOf(word).includes('test'); // prettier-ignore
}

/** True when a recipe of `just` has parameters behind its name. */
const takesName = (typed: string): boolean => typed.startsWith('just ') && spaced(typed).length > 2;

/**
 * How well a way fits the request; 0 not at all. Each kind that it names counts, by its name more than by what it does or
 * where it stands.
 */
export function fitOf({ typed, told = '', about, from }: Way, { task, isPart, kinds }: Run): number {
  const place = task === 'test' ? from.place : '';
  const named = kindsNamed(typed, kinds);
  const all = kindsNamed(typed, kinds, `${told} ${about} ${place}`);
  const isUnder = (plainOf(about).match(letters) ?? []).some((word) => partWords.has(word));
  const isPicking = picks(typed) || takesName(typed);
  const one = task !== 'test' || !isPart ? 0 : isPicking ? 2 : isUnder || hasPlace(told) ? 1 : 0;
  return all * 8 + (named > 0 ? 4 : 0) + one;
}

/** The ways that fit best; none when no way fits. */
export function fitting(ways: readonly Way[], run: Run): Way[] {
  const best = Math.max(0, ...ways.map((way) => fitOf(way, run)));
  if (best === 0) return [];
  const found = ways.filter((way) => fitOf(way, run) === best);
  // Among tests of a package, what builds the package is none.
  const tests = run.task === 'test' ? found.filter(({ typed }) => !doesOther(typed, run.task)) : found;
  return tests.length > 0 ? tests : found;
}

/** True when a way names all of the kinds asked for. */
export function namesAll({ typed, told = '', about, from }: Way, { kinds }: Run): boolean {
  return kindsNamed(typed, kinds, `${told} ${about} ${from.place}`) === kinds.length;
}

/** Tasks that are not done by what merely has the name of the part asked for: `make ui-build` lints nothing. */
const strict: readonly Task[] = ['lint', 'format', 'types', 'docs', 'bench', 'coverage', 'install', 'release'];
/** Rank of what is named like the kind asked for. */
const byKind = 3;

/** Rank of a named script or target for the request, lower is better; undefined when it does not fit. */
export function rankOfScript(name: string, about: string, { task, kinds }: Run): number | undefined {
  const own = rankOfName(name, task);
  if (own !== undefined) return own;
  if (strict.includes(task)) return isHeadingOf(about, task) ? byKind : undefined;
  return !isUndoing(name) && kindsNamed(name, kinds, about) > 0 ? byKind : undefined;
}

/** True when a command fits the request: it does the task, or is named like the part asked for. */
export function isAsked(typed: string, { task, kinds }: Run): boolean {
  if (doesTask(typed, task)) return true;
  // Documents that are served are no server of the project.
  return !strict.includes(task) && !(task === 'run' && doesTask(typed, 'docs')) && kindsNamed(typed, kinds) > 0;
}
