/**
 * How a project is run, tested, built: what its manifests, makefiles, pipelines and guides say, each command as it is
 * written there with its place. Where none of them says it, what is usual for the kind of manifest, told as that.
 */
import path from 'node:path';
import { stem } from '../text/tokens';
import { Page, type Asking, inline, type Maker, quotable, withArticle } from './page';
import { proseBlocks, proseRows } from '../answers/sentences';
import {
  onePart,
  doesTask,
  guides,
  isAbove,
  isAmong,
  isHeadingOf,
  managers,
  pipelineKeys,
  pipelines,
  rankOfName,
  scriptsIn,
  targetsIn,
  usual,
  commandIn,
  inlineCommands,
  tiedRows,
} from './runTable';
import { type Run, wantOf, type Task } from './wants';
import { type CodeSource, type ReadCode, sourcesOf, type OutlinedCode } from '../outline/sources';
import type { RowSpan } from '../read/types';
import { rolesOf } from '../rank/fileKinds';
import { spaced, unquoted } from '../text/plain';
import { fenceReader, headingIn, isUnderline } from '../../languages/markdown';

/** Where one test, some, or those of a kind are asked for: the commands for them, and else how all are run. */

/** Somewhere to say which: `just filter PATTERN`. */
const takesNames =
  /(?<!\$)\{\{|<[\w-]{1,40}>|\$[@*1]|\b(?:FILES?|PATTERN|NAMES?|FILTER|TESTS?|ARGS|PATH)\b|^just [\w-]{1,60} \S/;
/** `mocha -g NAME`; within what a target does they may be another program's. */
const picksNames = /\s(?:-k|-run|-g|-t|--grep|--filter|-Dtest)\b/;

const betweenWords = /[^a-z\d]+/;
/** Shorter words are the beginning of too many. */
const minBeginning = 3;

/** Whether a word of it is one of the kinds, or a short form of it: `test:types`, `docs`, `bench`, `utest`. */
function isOfKind(text: string, kinds: readonly string[]): boolean {
  const words = text.toLowerCase().split(betweenWords).filter((word) => word.length >= minBeginning); // prettier-ignore
  return kinds.some((kind) =>
    words.some((word) => stem(word) === stem(kind) || kind.startsWith(stem(word)) || word === `${kind[0]}test`),
  );
}

/** How well a way fits what is asked for: 2 by its own name, 1 by what it does or where it stands, 0 not at all. */
function fitOf({ typed, told = '', from }: Way, { task, isPart, kinds }: Run): number {
  if (isOfKind(typed, kinds)) return 2;
  const where = task === 'test' ? from.place : '';
  if (isOfKind(told === inPipeline ? where : `${told} ${where}`, kinds)) return 1;
  const isUnder =
    told.startsWith('under “') && /\b(?:one|some|single|specific|individual|particular|only|subset)\b/i.test(told);
  const isOne = isUnder || picksNames.test(typed) || takesNames.test(typed) || takesNames.test(told);
  return task === 'test' && isPart && isOne ? 1 : 0;
}

/** Those that fit best. */
function fitting(ways: readonly Way[], run: Run): Way[] {
  const best = Math.max(0, ...ways.map((way) => fitOf(way, run)));
  return best === 0 ? [] : ways.filter((way) => fitOf(way, run) === best);
}

/** How one test alone is run where these commands run them all. */
function oneAlone(ways: readonly Way[]): { typed: string; by: string; way: Way } | undefined {
  for (const { by, typed } of onePart) {
    const way = ways.find((one) => ` ${one.typed} ${one.told ?? ''} `.includes(` ${by} `));
    if (way) return { typed, by, way };
  }
  return undefined;
}

/**
 * @param written what the project's files say, those for the wanted tests among them
 * @param usual what is usual for its manifests
 * @returns how sure it is; undefined where nothing is told
 */
function putTests(
  tests: Run,
  { written, usual, asking, page }: { written: readonly Way[]; usual: readonly Way[]; asking: Asking; page: Page },
): number | undefined {
  const found = fitting(written, tests);
  const alone = tests.isPart && found.length === 0 ? oneAlone([...written, ...usual]) : undefined;
  const kind = tests.kinds.join(' ');
  const which = tests.isPart ? 'some of the tests' : `the ${kind} tests`;
  if (found.length > 0) {
    page.say(`To run ${which}:`);
    listWays(found, { page, asking });
  }
  if (alone) {
    const { from, code, rows } = alone.way;
    page.say(`One test alone is usually run by ${inline(alone.typed)}, since ${inline(alone.by)} runs them all (${page.at(from, rows.start)})`, from, code, rows); // prettier-ignore
  }
  if (found.length === 0 && written.length > 0) {
    if (!alone) page.say(`I found no command for ${which} alone.`);
    page.say('All tests are run with:');
    listWays(written, { page, asking });
  }
  if (written.length === 0 && !alone) return undefined;
  return found.length > 0 ? scores.written : scores.usual;
}

/** What is typed to run, test or build a project, with the place that says it, and how a list of that reads. */

/** One way, with the place that says it. */
interface Way {
  /** What is typed. */
  typed: string;
  /** What that does, or under which heading it stands. */
  told?: string;
  from: CodeSource;
  code: ReadCode;
  rows: RowSpan;
  /** Lower is better. */
  rank: number;
}

/** Of an answer that the project's files give, and of one from what is usual. */
const scores = { written: 0.85, usual: 0.55 };
const maxWays = 6;

const inPipeline = 'in continuous integration';

function toldWay({ typed, told, from, code, rows }: Way, page: Page): string {
  const what = told === undefined || told === typed ? '' : told.startsWith('under “') || told === inPipeline ? `, ${told}` : ` runs ${inline(told.slice(0, 160))}`; // prettier-ignore
  return page.cited(`- ${inline(typed)}${what} (${page.at(from, rows.start)})`, from, code, rows);
}

/** The best of them a row each, and where the others are. */
function listWays(ways: readonly Way[], { page, asking }: { page: Page; asking: Asking }): void {
  page.put(ways.slice(0, maxWays).map((way) => toldWay(way, page)).join('\n')); // prettier-ignore
  const left = ways.slice(maxWays);
  const places = [...new Set(left.map(({ from }) => inline(asking.labelOf(from))))];
  if (left.length > 0) page.put(`${left.length} more ${left.length === 1 ? 'is' : 'are'} in ${places.join(' and ')}.`);
}

/** What is for the tests that are asked for stands before all else. */
const first = 100;
const maxOfKind = 3;
/** Manifests further down are of parts of the project. */
const maxDepth = 3;
/** What a manifest one folder further down says is of a part: it counts less than what a guide says of the whole. */
const ofPart = 2;
const maxRead = 40;
const maxGuideRows = 3_000;

const nameOf = ({ place }: CodeSource): string => place.split('/').at(-1) ?? place;
const depthOf = ({ place }: CodeSource): number => place.split('/').length;

interface Files {
  all: CodeSource[];
  named: (names: readonly string[]) => CodeSource[];
}

function filesOf({ parts }: Asking): Files {
  const isOther = (place: string) => {
    const { tests, examples, vendored } = rolesOf(place);
    return tests || examples || vendored;
  };
  const all = sourcesOf(parts).filter(({ place }) => !isOther(place) || !place.includes('/'));
  all.sort((a, b) => depthOf(a) - depthOf(b) || (a.place < b.place ? -1 : 1));
  return { all, named: (names) => all.filter((from) => depthOf(from) <= maxDepth && isAmong(nameOf(from), names)) };
}

/** The commands that a manifest lists, by its tree. */
async function scriptWays(files: Files, { task, kinds }: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  for (const { files: names, above, typed } of scriptsIn) {
    for (const from of files.named(names).slice(0, maxOfKind)) {
      const code = await reader.outlined(from);
      if (typeof code === 'string') continue;
      for (const { name, path, values, start, end } of code.outline.symbols) {
        const rank = rankOfName(name, task) ?? (isOfKind(name, kinds) ? byKind : undefined);
        if (rank === undefined || !isAbove(above, path.slice(0, -1))) continue;
        const value = values.find((one) => one.name === name)?.value;
        const told = value === undefined ? undefined : unquoted(value);
        ways.push({ typed: typedOf(typed, name, code), ...(told !== undefined && { told }), from, code, rows: { start, end }, rank: rank + ofPart * depthOf(from) - 1 }); // prettier-ignore
      }
    }
  }
  return ways;
}

function typedOf(typed: string, name: string, { outline }: OutlinedCode): string {
  if (!typed.startsWith('npm')) return `${typed} ${name}`;
  const named = outline.symbols.find(({ path }) => path.join('.') === 'packageManager')?.values[0]?.value ?? '';
  const manager = managers.exec(named)?.[1] ?? 'npm';
  const isShort = manager !== 'bun' && (name === 'test' || name === 'start');
  return isShort ? `${manager} ${name}` : `${manager} run ${name}`;
}

/** Of a target that is called something else, but does it. */
const byBody = 3;
/** Of what is called like the part that is asked for. */
const byKind = 3;

const rowsOf = ({ rows }: ReadCode, most = rows.count): string[] =>
  Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.row(row));

/** `filter PATTERN *FLAGS='':` takes a pattern and flags. */
const parametersIn = (row: string): string[] =>
  spaced(row.slice(0, row.indexOf(':'))).slice(1).flatMap((one) => /^[*+$]?([\w-]{1,40})/.exec(one)?.[1] ?? []); // prettier-ignore

function targetWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return targetsIn.flatMap(({ files: names, target, typed }) =>
    files.named(names).slice(0, 1).flatMap((from): Way[] => {
      const code = reader.read(from);
      if (typeof code === 'string') return [];
      const rows = rowsOf(code);
      return rows.flatMap((row, start) => {
        const name = target.exec(row)?.[1];
        if (name === undefined || name.startsWith('.')) return [];
        let end = start;
        while (/^\s+\S/.test(rows[end + 1] ?? '')) end += 1;
        const own = Array.from({ length: end - start }, (_, at) => tiedRows(rows, start + 1 + at).trim().replace(/^[@-]+/, ''));
        const typedRows = own.filter((one) => one !== '' && !/^(?:#|echo\b|printf\b)/.test(one));
        const doing = typedRows.find((one) => doesTask(one, task));
        // What a Rakefile does is Ruby, and nothing to type.
        const isTyped = typed !== 'rake';
        const rank = rankOfName(name, task) ?? (isOfKind(name, kinds) ? byKind : undefined) ?? (isTyped && task === 'test' && doing !== undefined && !doing.includes('|') ? byBody : undefined);
        // A target that only says something does nothing of the kind.
        if (rank === undefined || (typedRows.length === 0 && end > start)) return [];
        const does = !isTyped ? undefined : (doing ?? (typedRows.length === 1 ? typedRows[0] : undefined));
        const takes = typed === 'just' ? parametersIn(row) : [];
        return [{ typed: [typed, name, ...takes].join(' '), ...(does !== undefined && { told: does }), from, code, rows: { start, end }, rank: rank + 0.5 }];
      });
    }),
  ); // prettier-ignore
}

const scriptFile = /^(?:scripts?|bin|tools?|dev|ci|hack)\/([\w-]{1,60})(?:\.(?:sh|bash|py|rb|ps1|cmd|bat|mjs|js))?$/;

/** Scripts that lie in a folder for them and are named for what they do. */
function scriptFileWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return files.all.flatMap((from): Way[] => {
    const name = scriptFile.exec(from.place)?.[1];
    const rank = name === undefined ? undefined : (rankOfName(name, task) ?? (isOfKind(name, kinds) ? byKind : undefined));
    const code = rank === undefined ? undefined : reader.read(from);
    if (rank === undefined || !code || typeof code === 'string') return [];
    return [{ typed: from.place, from, code, rows: { start: 0, end: Math.min(5, code.rows.count - 1) }, rank: rank + 1 }];
  }); // prettier-ignore
}

/** For another kind of machine, for one test alone, or with what only the pipeline fills in: nobody types it as it stands. */
const isSpecial = (typed: string) => /--target\b|\$\{?[A-Z{]| -{1,2}run\b/.test(typed);
/** Ranks from here on are of pipelines. */
const pipelineRank = 4;

async function pipelineWays(files: Files, { task, kinds }: Run, { reader }: Asking): Promise<Way[]> {
  const ways: Way[] = [];
  for (const from of files.all.filter(({ place }) => pipelines.test(place)).slice(0, maxRead)) {
    const code = await reader.outlined(from);
    if (typeof code === 'string') continue;
    const rows = rowsOf(code);
    for (const { name, start, end } of code.outline.symbols) {
      if (!pipelineKeys.has(name)) continue;
      for (let row = start; row <= end; row += 1) {
        const typed = commandIn(tiedRows(rows, row).replace(/^\s*-?\s*(?:[\w-]+:\s+)?[|>]?[-+]?\s*/, ''));
        if (typed !== undefined && (doesTask(typed, task) || isOfKind(typed, kinds))) ways.push({ typed, told: inPipeline, from, code, rows: { start: row, end: row }, rank: pipelineRank + (isSpecial(typed) ? 0.5 : 0) }); // prettier-ignore
      }
    }
  }
  return ways;
}

/** Commands in the code of guides, best under a heading that says so. */
function guideWays(files: Files, { task, kinds }: Run, { reader }: Asking): Way[] {
  return files.all.filter((from) => depthOf(from) <= 2 && guides.test(from.place)).slice(0, maxOfKind + 2).flatMap((from): Way[] => {
    const code = reader.read(from);
    if (typeof code === 'string') return [];
    const ways: Way[] = [];
    let heading = '';
    const kindOfRow = fenceReader();
    const rows = rowsOf(code, maxGuideRows);
    rows.forEach((text, row) => {
      const kind = kindOfRow(text);
      if (kind === 'fence') return;
      const isFenced = kind === 'code';
      const found = isFenced ? undefined : headingIn(text);
      if (found) heading = found.title;
      else if (!isFenced && isUnderline(text)) heading = (rows[row - 1] ?? '').trim();
      else {
        const whole = isFenced || /^(?: {3,}|\t)\S/.test(text) ? commandIn(tiedRows(rows, row)) : undefined;
        const isUnder = isHeadingOf(heading, task);
        for (const typed of whole === undefined ? (isFenced ? [] : inlineCommands(text)) : [whole]) {
          if (!doesTask(typed, task) && !isOfKind(typed, kinds) && !(isUnder && task === 'run' && whole !== undefined)) continue;
          const isOurs = task === 'install' || !/\b(?:install|add|clone)\b/.test(typed);
          if (isOurs) ways.push({ typed, ...(heading !== '' && { told: `under “${heading}”` }), from, code, rows: { start: row, end: row }, rank: isUnder ? 2 : 3 });
        }
      }
    });
    return ways;
  }); // prettier-ignore
}

function usualWays(files: Files, task: Task, { reader }: Asking): Way[] {
  const found = usual.flatMap(({ files: names, typed }): Way[] => {
    const command = typed[task];
    const [from] = files.all.filter((one) => depthOf(one) === 1 && isAmong(nameOf(one), names));
    const code = from && reader.read(from);
    if (command === undefined || !from || !code || typeof code === 'string') return [];
    return [{ typed: command, from, code, rows: { start: 0, end: 0 }, rank: 5 }];
  });
  return found.slice(0, 2);
}

/** Each command once, the best of each file first, so that one file does not say it all. */
function chosen(ways: readonly Way[]): Way[] {
  const sorted = ways.toSorted((a, b) => a.rank - b.rank);
  const once = sorted.filter((way, at) => sorted.findIndex(({ typed }) => typed === way.typed) === at);
  const seen = new Map<string, number>();
  return once.filter(({ from }) => {
    const count = (seen.get(from.place) ?? 0) + 1;
    seen.set(from.place, count);
    return count <= maxOfKind;
  });
}

const aims: Readonly<Record<Task, string>> = {
  test: 'run the tests',
  build: 'build it',
  run: 'run it',
  install: 'install it',
  lint: 'check its style',
  release: 'release it',
};

/** Manifests that say what the project is called. */
const naming = ['package.json', 'composer.json', 'pyproject.toml', 'Cargo.toml', 'mix.exs', 'pubspec.yaml'];

/** Words of the project's names: of its folder, and of what its manifests call it. */
async function projectWords(files: Files, { parts, reader }: Asking): Promise<Set<string>> {
  const names = parts.flatMap((part) => {
    const [key = ''] = part.keys();
    const source = part.sourceOf(key);
    return source.kind === 'file' ? [path.basename(source.path.slice(0, source.path.length - key.length))] : [];
  });
  for (const from of files.named(naming).filter((one) => depthOf(one) === 1)) {
    const code = await reader.outlined(from);
    const named = typeof code === 'string' ? [] : code.outline.symbols.filter(({ name, path: at }) => name === 'name' && at.length <= 2);
    names.push(...named.flatMap(({ values }) => values.map(({ value }) => unquoted(value))));
  }
  return new Set(names.flatMap((name) => [name.toLowerCase(), ...name.toLowerCase().split(betweenWords)]));
} // prettier-ignore

/** One of the things asked for; undefined where the files tell nothing of it. @returns how sure it is */
async function putRun(asked: Run, files: Files, { asking, page }: { asking: Asking; page: Page }) {
  const own = asked.task === 'test' || asked.kinds.length === 0 ? new Set() : await projectWords(files, asking);
  const wanted = { ...asked, kinds: asked.kinds.filter((kind) => !own.has(kind)) };
  const { task, isPart, kinds } = wanted;
  const scripts = [
    ...(await scriptWays(files, wanted, asking)),
    ...targetWays(files, wanted, asking),
    ...scriptFileWays(files, wanted, asking),
  ];
  const all = [...scripts, ...(await pipelineWays(files, wanted, asking)), ...guideWays(files, wanted, asking)];
  const written = chosen(all.map((way) => ({ ...way, rank: way.rank - first * fitOf(way, wanted) })));
  if (task === 'test' && (isPart || kinds.length > 0))
    return putTests(wanted, { written, usual: usualWays(files, task, asking), asking, page });
  if (kinds.length > 0) {
    const found = fitting(written, wanted);
    if (found.length === 0) return undefined;
    page.say(`For the ${kinds.join(' ')}:`);
    listWays(found, { page, asking });
    return scores.written;
  }
  if (written.length === 0) return putUsual(files, task, { asking, page });
  const isPlain = written.some(({ rank, typed }) => rank < pipelineRank || !isSpecial(typed));
  const usually = isPlain ? [] : usualTold(files, task, { asking, page });
  page.say(usually.length > 0 ? `To ${aims[task]}, ${usually.join(', ')}.` : `To ${aims[task]}:`);
  if (usually.length > 0) page.say('For special cases:');
  listWays(written, { page, asking });
  return scores.written;
}

export const run: Maker = async (asking) => {
  const want = wantOf(asking.query, 'run');
  if (!want) return undefined;
  const files = filesOf(asking);
  const page = new Page(asking);
  const sure: number[] = [];
  for (const one of want.runs) {
    const score = await putRun(one, files, { asking, page });
    if (score === undefined) return undefined;
    sure.push(score);
  }
  return page.answer('run', Math.min(...sure));
};

function usualTold(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }): string[] {
  return usualWays(files, task, asking).map(({ typed, from, code, rows }) => {
    const label = asking.labelOf(from);
    return page.referred(`with ${withArticle(label, inline(label))} it is usually ${inline(typed)}`, from, code, rows);
  });
}

/** Of a guide that tells it without a command: what stands first below such a heading, the shortest of several. */
function putGuide(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }): boolean {
  for (const from of files.all.filter((one) => depthOf(one) <= 2 && guides.test(one.place)).slice(0, maxOfKind)) {
    const code = asking.reader.read(from);
    if (typeof code === 'string') continue;
    const blocks = proseBlocks(proseRows(code.source.text)).filter(({ isSaid }) => isSaid);
    const sections = rowsOf(code, maxGuideRows).flatMap((text, row) => {
      const title = headingIn(text)?.title;
      if (title === undefined || !isHeadingOf(title, task)) return [];
      const said = blocks.filter((block) => block.row > row && block.row - row < maxSectionRows).slice(0, maxSaid);
      return said.length > 0 ? [{ title, row, said }] : [];
    });
    const [best] = sections.sort((a, b) => a.title.length - b.title.length);
    if (!best) continue;
    page.say(`Under “${best.title}” it says in ${page.at(from, best.row)}`, from, code, { start: best.row, end: best.said.at(-1)!.row }); // prettier-ignore
    page.put(best.said.map(({ text }) => `> ${quotable(text, 400)}`).join('\n'));
    return true;
  }
  return false;
}

/** Paragraphs and entries of a section that are quoted, and how far below the heading they may stand. */
const maxSaid = 5;
const maxSectionRows = 15;

function putUsual(files: Files, task: Task, { asking, page }: { asking: Asking; page: Page }) {
  const isTold = putGuide(files, task, { asking, page });
  const told = usualTold(files, task, { asking, page });
  if (told.length === 0) return isTold ? scores.usual : undefined;
  page.say(
    isTold ? `As a command, ${told.join(', ')}.` : `No file here says how to ${aims[task]}; ${told.join(', ')}.`,
  );
  return scores.usual;
}
