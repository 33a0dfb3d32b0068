/**
 * Reads guides, such as READMEs and documents for contributors: the commands that they show for a task, each with the
 * words around it, and the sections that say something of it without a command that is known here.
 */
import { hasWordSign, segmentsOf, spaced, unquoted } from '../text/plain';
import { tools, isGuide, otherWords, programs } from './runTable';
import { fenceReader, isUnderline, plainTitle, headingIn } from '../../languages/markdown';
import {
  type Way,
  type Files,
  rowsOf,
  isHeadingOf,
  otherTasks,
  isAsked,
  isSetting,
  isPartStart,
  doesOther,
  doesTask,
  depthOf,
  nameOf,
  maxOfKind,
  goesOn,
  tiedRows,
  commandIn,
  inlineCommands,
  minInlineWords,
  isOwnScript,
} from './runFits';
import type { CodeSource, ReadCode } from '../outline/sources';
import type { Run, Task } from './wants';
import path from 'node:path';
import { isReadme, isManifest } from '../overview';
import { setOf } from '../question/courtesies';
import { type Asking, type Page, type Putting, quotable } from './page';
import { isOfProject } from '../rank/fileKinds';
import { commands } from './runManifests';
import type { RowSpan } from '../read/types';
import { proseBlocks, proseRows } from '../text/comments';
import { fenced } from '../answers/markdown';

/** Rank of what installs the project by its name. */
export const byName = 0;

const maxGuideRows = 3_000;
const maxGuides = 14;
/** Most characters of a sentence before a command. */
const maxLead = 160;

const isGetting = (typed: string): boolean => spaced(typed).some((word) => otherWords.installing.has(word));

/** A command and the comment behind it. */
export function partedComment(row: string): [command: string, comment: string] {
  const at = row.indexOf(' # ');
  return at < 0 ? [row, ''] : [row.slice(0, at).trimEnd(), row.slice(at + 3).trim()];
}

interface Title {
  title: string;
  level: number;
}

/** Endings of documents in which a row that begins with `#` is no heading, but a comment of a command. */
const withoutHeadings = ['.rst', '.adoc', '.asciidoc', '.rdoc', '.txt', '.pod', '.org'];
const hasHeadings = ({ place }: CodeSource): boolean => !withoutHeadings.some((end) => place.endsWith(end));
/** Most characters of a heading. */
const maxTitle = 200;

/** A heading, in Markdown, with `=` before it or with a line below it; `title: …` above hyphens is front matter. */
function titleAt(rows: readonly string[], at: number, from: CodeSource): Title | undefined {
  const [row = '', below = ''] = [rows[at], rows[at + 1]];
  const level = row.startsWith('=') ? row.indexOf(' ') : 0;
  if (level > 0 && level < 6) return { title: row.slice(level).trim(), level };
  const marked = hasHeadings(from) ? headingIn(row) : undefined;
  const isLine = isUnderline(below) && below.trim().length > 2 && !below.startsWith('~~~');
  const isTitle = row.trim() !== '' && !isUnderline(row) && row.length <= maxTitle && !row.includes(': ');
  return marked ?? (isLine && isTitle ? { title: row.trim(), level: below.startsWith('=') ? 1 : 2 } : undefined);
}

/** What is asked for, and what is known of the project. */
interface Asked {
  run: Run;
  ownPrograms: ReadonlySet<string>;
  files: Files;
}

/** Reads one guide row by row: the heading, the sentence and the comment that a command stands under. */
class GuideReader {
  /** The heading, and those of the parts that this one is a part of. */
  private titles: Title[] = [];
  /** The last sentence before a block. */
  private lead = '';
  /** The last comment inside of a block. */
  private comment = '';
  /** The folder that a block has gone to; undefined where it is none of the project's. */
  private folder: string | undefined = '';
  /** What a block made before it went there. */
  private made: string[] = [];
  private readonly kindOfRow = fenceReader();
  private readonly rows: readonly string[];
  private readonly ways: Way[] = [];

  constructor(
    private readonly from: CodeSource,
    private readonly code: ReadCode,
    private readonly asked: Asked,
  ) {
    this.rows = rowsOf(code, maxGuideRows);
  }

  read(): Way[] {
    this.rows.forEach((text, row) => this.readRow(text, row));
    return this.ways;
  }

  private get heading(): string {
    return this.titles.at(-1)?.title ?? '';
  }

  private readRow(text: string, row: number): void {
    const kind = this.kindOfRow(text);
    if (kind === 'fence') {
      [this.comment, this.folder, this.made] = ['', '', []];
      return;
    }
    const isFenced = kind === 'code';
    const found = isFenced ? undefined : titleAt(this.rows, row, this.from);
    if (found) this.under(found);
    const begun = text.trim();
    if (isFenced && begun.startsWith('#')) this.comment = begun.replaceAll('#', '').trim();
    else if (isFenced || text.startsWith('   ') || text.startsWith('\t')) this.readCode(text, row, isFenced);
    else this.readProse(text, row);
  }

  private under({ title, level }: Title): void {
    this.titles = [...this.titles.filter((one) => one.level < level), { title: plainTitle(title), level }];
    [this.lead, this.comment] = ['', ''];
  }

  /** The heading for the task, of this part or of one that it is a part of. */
  private headingFor(task: Task): string | undefined {
    const last = this.titles.findLast(
      ({ title }) => isTitleOf(title, task) || otherTasks.some((other) => isHeadingOf(title, other)),
    );
    return last && isTitleOf(last.title, task) ? last.title : undefined;
  }

  private readCode(text: string, row: number, isFenced: boolean): void {
    if (goesOn(this.rows, row)) return;
    const [whole, behind] = partedComment(tiedRows(this.rows, row));
    // `(cd build && ctest)` leaves nobody in another folder.
    const isApart = whole.trim().startsWith('(') && whole.trim().endsWith(')');
    const command = isApart ? whole.trim().slice(1, -1) : whole;
    if (isFenced && this.goes(spaced(command))) return;
    // The project's own program shows how it is used, not how it is built.
    // A row of a sample begins with the project's name as well; an option tells that it is a command.
    const hasOption = spaced(command).some((word) => word.startsWith('-'));
    const { run, ownPrograms, files } = this.asked;
    const typed = commandIn(
      command,
      isFenced && run.task === 'run' ? (hasOption ? files.own : ownPrograms) : undefined,
    );
    if (typed !== undefined) this.take(typed, row, { isWhole: true, said: behind === '' ? this.comment : behind });
    else if (!isFenced) this.readProse(text, row);
  }

  /** True for a row of a block that goes to a folder, with nothing behind it. */
  private goes(words: readonly string[]): boolean {
    const [verb = '', name = '', ...rest] = words[0] === '$' ? words.slice(1) : words;
    if (verb === 'mkdir') this.made.push(rest.at(-1) ?? name);
    if (verb !== 'cd' || rest.length > 0) return false;
    const to = path.posix.join(this.folder ?? '', unquoted(name));
    const isThere = this.made.includes(to) || this.asked.files.all.some(({ place }) => place.startsWith(`${to}/`));
    // A clone of the project is the project itself.
    const isRoot = to === '.' || this.isOwn(path.posix.basename(to));
    this.folder = isThere ? to : isRoot ? '' : undefined;
    return true;
  }

  private readProse(text: string, row: number): void {
    const begun = text.trim();
    const title = commandIn(this.heading === begun ? begun : '');
    if (title !== undefined) this.take(title, row, { isWhole: false, said: begun });
    else
      for (const { typed, before, isLabelled } of inlineCommands(text)) {
        const isOfTask = isTitleOf(before, this.asked.run.task);
        if (spaced(typed).length >= minInlineWords || isOwnScript(typed) || isOfTask)
          this.take(typed, row, { isWhole: false, said: begun, isLabelled: isLabelled && isOfTask });
      }
    if (begun !== '' && begun !== this.heading) this.lead = begun.slice(0, maxLead);
  }

  /** @param isLabelled true for a command behind words for the task and a colon */
  private take(
    typed: string,
    row: number,
    { isWhole, said, isLabelled = false }: { isWhole: boolean; said: string; isLabelled?: boolean },
  ): void {
    const { run, ownPrograms } = this.asked;
    const { task } = run;
    // What is installed may come from a clone of something else.
    if (isWhole && this.folder === undefined && task !== 'install') return;
    const around = isWhole ? `${this.lead} ${said}` : said;
    // Any sentence before a command may say “run”.
    const isLed = task === 'run' ? startsIt(around) : isHeadingOf(around, task);
    const heading = this.headingFor(task);
    const isUnder = heading !== undefined || (isWhole && isLed);
    const [program = '', ...given] = spaced(typed);
    // What was built is run, and builds nothing.
    const name = path.posix.basename(program);
    const isScript = isOwnScript(program) && !tools.has(name) && (task === 'run' || !this.isOwn(name));
    const isMeant = task === 'run' ? !isPartStart(run) : isScript && !doesOther(typed, task);
    // A readme shows the project's own program at work.
    const isUsage = task === 'run' && !isPartStart(run) && isReadme(this.from.place) && ownPrograms.has(program);
    // `gem install NAME` installs the project.
    const isOwnInstall = task === 'install' && isGetting(typed) && given.some((word) => this.isOwn(word));
    const isTaken = isAsked(typed, run) || isOwnInstall || (isWhole && ((isUnder && isMeant) || isUsage));
    if (!isTaken || this.isBeside(typed, heading)) return;
    const shown = heading ?? this.heading;
    // Below a heading for how it is run more is done than to start it.
    const behind = task !== 'run' || doesTask(typed, task) ? 0 : 0.4;
    this.ways.push({
      typed,
      ...(isWhole && this.folder && { folder: this.folder }),
      ...(shown !== '' && { where: `under “${shown}”` }),
      about: `${this.heading} ${around}`,
      from: this.from,
      code: this.code,
      rows: { start: row, end: row },
      rank: isOwnInstall ? byName : (isUnder || isLabelled ? 2 : 3) + behind + (depthOf(this.from) > 2 ? 0.5 : 0),
    });
  }

  private isOwn(word: string): boolean {
    return this.asked.files.own.has(word.toLowerCase());
  }

  /** True for a command that does not do the task for the project itself, whatever its words are. */
  private isBeside(typed: string, heading: string | undefined): boolean {
    const { task, kinds } = this.asked.run;
    const [program = '', ...given] = spaced(typed).filter((word) => !isSetting(word));
    const isPath = program.includes('/');
    const isUntold = kinds.length === 0 && heading === undefined;
    const isOther = task === 'install' && namesOther(typed) && !given.some((word) => this.isOwn(word));
    return (
      // The project's own program is shown at work on what its users have: `shellcheck yourscript`, `xmake test`.
      ((task === 'lint' || task === 'format') && [program, ...given].some((word) => this.isOwn(word))) ||
      (this.isOwn(program) && given[0] === 'test') ||
      (task === 'install' && isPath && this.isOwn(path.posix.basename(program))) ||
      // What is installed, built or run for the benchmarks is not the project; what is named under another heading is a
      // tool for what stands there.
      (isUntold && (isOther || isOfOneOther(this.heading, task))) ||
      (task !== 'install' && !programs.buildsInstalled.has(program) && isGetting(typed))
    );
  }
}

/** Tasks that are asked for the project as a whole, whatever else is run, built or installed in it. */
const general: readonly Task[] = ['run', 'build', 'install'];
const several = setOf('and & + or with');
/** True for a heading on another task alone: "Running benchmarks" says nothing of running the project. */
function isOfOneOther(title: string, task: Task): boolean {
  const isOfSeveral = spaced(title.toLowerCase().replaceAll('/', ' or ')).some((word) => several.has(word));
  const isOfOther = (other: Task) => !general.includes(other) && isHeadingOf(title, other);
  return general.includes(task) && !isOfSeveral && otherTasks.some(isOfOther);
}

/** True for a heading or a label on the task, and on no other one alone. */
const isTitleOf = (title: string, task: Task): boolean => isHeadingOf(title, task) && !isOfOneOther(title, task);

/** True for a command that gets something by its name. */
export const namesOther = (typed: string): boolean =>
  isGetting(typed) &&
  spaced(typed)
    .slice(2)
    .some((word) => !(word.startsWith('-') || word === '.' || word.includes('/') || word.endsWith('.txt')));

const startsIt = (sentence: string): boolean =>
  [' to run ', ' to start ', 'start it', 'launch'].some((said) => ` ${sentence.toLowerCase()} `.includes(said));

/** Where the file of a project's own program may lie, without its ending. */
const placesOfProgram = ['', 'bin/', 'exe/', 'libexec/', 'src/'];
/** Names of files of which a program is made that has the project's name. */
const mainFiles = setOf('main.go main.rs main.c main.cc main.cpp main.swift Main.hs main.ml main.zig');

/** Names of the programs that manifests declare, and of those that a file at such a place is named after. */
async function programsOf(files: Files, { reader }: Asking): Promise<Set<string>> {
  const named = files.all.flatMap(({ place }) => (isManifest(place) ? [] : [place.replace(/\.\w{1,3}$/, '')]));
  const isProgram = files.all.some((one) => mainFiles.has(nameOf(one)) && isOfProject(one.place));
  const names = new Set(
    [...files.own].filter((name) => isProgram || placesOfProgram.some((at) => named.includes(at + name))),
  );
  for (const from of files.named(['package.json', 'pyproject.toml']).filter((one) => depthOf(one) === 1)) {
    const code = await reader.outlined(from);
    if (typeof code === 'string') continue;
    for (const { path: at, name } of code.outline.symbols) if (commands.has(at.slice(0, -1).join('.'))) names.add(name);
  }
  return names;
}

/** Commands in the code of guides, the best ones under a heading for the task. */
export async function guideWays(files: Files, run: Run, asking: Asking): Promise<Way[]> {
  const ownPrograms = run.task === 'run' ? await programsOf(files, asking) : new Set<string>();
  return files.all
    .filter((from) => isGuide(from.place))
    .slice(0, maxGuides)
    .flatMap((from): Way[] => {
      const code = asking.reader.read(from);
      return typeof code === 'string' ? [] : new GuideReader(from, code, { run, ownPrograms, files }).read();
    });
}

// Section: what guides say of a task without a command that is known here.

interface Section extends RowSpan {
  title: string;
  /** Paragraphs, and rows of code blocks, in their order. */
  said: ({ text: string } | RowSpan)[];
  /** True when more is said there. */
  isCut: boolean;
}

/** Words that a heading on the use of the project begins with; one on development says how it is worked on. */
const usageWords = setOf('usage using getting quickstart quick running run start starting');
/** Words before those for what is needed that make other ones of them. */
const otherNeeds = setOf('change pull feature test code style review');

/** True for a heading on it; "Custom architecture" is that of a machine. */
function isMeant(title: string, task: Task | 'needs' | 'layout'): boolean {
  const said = spaced(title.toLowerCase());
  if (task === 'layout') return isHeadingOf(title, task) || said[0] === 'architecture';
  if (!isHeadingOf(title, task)) return false;
  if (task === 'needs') return !said.some((word) => otherNeeds.has(word));
  return !isOfOneOther(title, task) && (task !== 'run' || usageWords.has(said[0] ?? ''));
}

/** A heading without the pictures of badges, whose words are none of it. */
const withoutBadges = (title: string): string => plainTitle(title.split('[![')[0]!.split('![')[0]!);

/** Sections of a guide under a heading for the task that say something, the shortest heading first. */
export function sectionsFor(from: CodeSource, code: ReadCode, task: Task | 'needs' | 'layout'): Section[] {
  const rows = rowsOf(code, maxGuideRows);
  const blocks = proseBlocks(proseRows(rows.join('\n'))).filter(({ isSaid }) => isSaid);
  const blockAt = new Map(blocks.map((block) => [block.row, block]));
  const kindOfRow = fenceReader();
  const kinds = rows.map((row) => kindOfRow(row));
  const headings = rows.map((_, at) => (kinds[at] === 'prose' ? titleAt(rows, at, from)?.title : undefined));
  const sections = headings.flatMap((heading, start): Section[] => {
    const title = withoutBadges(heading ?? '');
    // `morgan.compile(format)` is a part of its interface.
    const isCode = spaced(title).length * 2 <= title.split('.').length;
    if (title === '' || isCode || !isMeant(title.split(' (')[0]!, task)) return [];
    const next = headings.findIndex((one, at) => at > start && one !== undefined);
    const stop = next < 0 ? rows.length : next;
    const end = Math.min(start + maxSectionRows, stop);
    const said: Section['said'] = [];
    let row = start + 1;
    for (; row < end && said.length < maxSaid; row += 1) {
      const block = blockAt.get(row);
      if (block) said.push({ text: block.text });
      if (kinds[row] !== 'code' || kinds[row - 1] === 'code') continue;
      let last = row;
      while (kinds[last + 1] === 'code') last += 1;
      said.push({ start: row, end: last });
    }
    const isTold = said.some((one) => 'text' in one || task === 'layout' || task === 'install');
    const isCut = blocks.some((block) => block.row >= row && block.row < stop);
    return isTold ? [{ title, start, end: end - 1, said, isCut }] : [];
  });
  return sections.sort((a, b) => a.title.length - b.title.length);
}

/** True unless the paths that a section draws are mostly of nothing here: the layout that users should give their projects. */
function isOfThis({ said }: Section, code: ReadCode, files: Files): boolean {
  const isPath = (word: string) => (word.includes('/') || word.includes('.')) && hasWordSign(word);
  const drawn = said.flatMap((one) => ('text' in one ? [] : spaced(code.rows.slice(one.start, one.end))));
  const names = drawn.flatMap((word) => (isPath(word) ? segmentsOf(word).filter(hasWordSign).slice(-1) : []));
  const here = new Set(files.all.flatMap(({ place }) => segmentsOf(place)));
  return names.filter((name) => here.has(name)).length * 2 >= names.length;
}

/**
 * Adds what a guide says without a command that is known here: the first paragraphs and blocks below the shortest heading
 * for the task; false when there is none.
 */
export function putGuide(files: Files, task: Task | 'layout', { asking, page }: Putting): boolean {
  for (const from of files.all.filter((one) => isGuide(one.place) && depthOf(one) === 1).slice(0, maxOfKind)) {
    const code = asking.reader.read(from);
    if (typeof code === 'string' || !hasHeadings(from)) continue;
    const best = sectionsFor(from, code, task).find((one) => task !== 'layout' || isOfThis(one, code, files));
    if (!best) continue;
    putSection(best, { from, code, page });
    return true;
  }
  return false;
}

function putSection(
  { title, start, end, said, isCut }: Section,
  { from, code, page }: { from: CodeSource; code: ReadCode; page: Page },
) {
  page.say(`Under “${title}” it says in ${page.at(from, start)}`, from, code, { start, end });
  let quoted: string[] = [];
  const flush = () => {
    if (quoted.length > 0) page.put(quoted.join('\n'));
    quoted = [];
  };
  for (const one of said) {
    if ('text' in one) quoted.push(`> ${quotable(one.text, 400)}`);
    else {
      flush();
      page.put(fenced(code.rows.slice(one.start, one.end), ''));
    }
  }
  if (isCut) quoted.push('> …');
  flush();
}

/** Most paragraphs and blocks of a section that are quoted. */
const maxSaid = 6;
/** Most rows between the heading and quoted text. */
const maxSectionRows = 20;
