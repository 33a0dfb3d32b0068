/**
 * Recognises questions about a whole project or file or about the given text, finds a project's name, and the passages
 * that answer such a question, whose words do not occur in them.
 */
import { isMain, isManifest, isStartFile } from '../languages/habits';
import { headingIn, isUnderline, withoutLinks } from '../languages/markdown';
import { isDroppedFromQuestion, wordsOf } from './text/tokens';
import { spaced, segmentsOf } from './text/plain';
import { firstQuestion } from './question/courtesies';
import { hasFiles, snippetOf, type Piece } from './parts';
import type { Scorer } from './rank/bm25f';
import type { Snippet } from './types';
import { fileTableOf } from './rank/fileTable';
import type { Segment } from './index/segment';
import { rolesOf } from './rank/fileKinds';

// Section: questions about a whole, answered by README, manifest, `main` or a file’s beginning. Pure functions of text.

export type Overview =
  /** The name in the question, if any: it may be that of one of several packages. */
  { about: 'project'; name?: string | undefined } | { about: 'start' } | { about: 'file'; name: string };

/** Most characters of a question about a whole; longer ones ask for something particular. */
const maxChars = 120;
const project = String.raw`(?:this|the|our|my)\s+(?:whole\s+|entire\s+)?(?:project|repo|repository|code ?base|library|package|app|application|program|tool|software|workspace|extension)`;
const file = String.raw`(?:the\s+file\s+)?[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10}\.[a-z]\w{0,7})[\`"']?`;
const opening = String.raw`^(?:(?:please|so|ok|and|can you|could you)[\s,]+){0,2}`;

/** Matches a name of a few words; `isCalled` decides whether the project has that name. */
const name = String.raw`(?:the\s+)?[\`"']?(@?[\w.][\w.-]{0,59}(?:[ /][\w.-]{1,40}){0,3}?)[\`"']?(?:\s+(?:project|library|package|app|tool|framework|extension))?`;

/** Patterns of questions about a subject, given by its kind or by its name. */
const formsOf = (subject: string) => [
  String.raw`what(?:'s|\s+is)\s+the\s+(?:purpose|goal|point|aim|idea|job)\s+of\s+${subject}`,
  String.raw`what(?:'s|\s+is|\s+does)\s+${subject}(?:\s+(?:do|about|for|all about|good for|used for|supposed to do))?`,
  String.raw`(?:explain|describe|summari[sz]e|introduce)(?:\s+me)?\s+(?:what\s+)?${subject}(?:\s+(?:does|is))?`,
  String.raw`(?:(?:give|show)\s+me\s+)?an?\s+(?:short\s+|quick\s+|brief\s+|high-level\s+)?(?:overview|summary|introduction|description)\s+of\s+${subject}`,
  String.raw`tell\s+me\s+(?:something\s+)?about\s+${subject}`,
];

const projectForms = [
  ...formsOf(project),
  String.raw`what(?:\s+is|\s+does)\s+(?:this|it)(?:\s+(?:do|about|for|all about))?`,
];
const startForms = [
  String.raw`where\s+(?:does|do)\s+(?:the|this|our|my)\s+(?:program|app|application|project|server|tool|code|execution|extension|cli)\s+(?:start|begin|boot)`,
  String.raw`(?:where|what|which)\s+(?:is|are)\s+(?:the|its)\s+(?:main\s+)?(?:entry\s*-?points?|entry\s+files?|main\s+(?:function|file|method))(?:\s+of\s+${project})?`,
  String.raw`(?:how|where)\s+is\s+${project}\s+started`,
];
const fileForms = [
  String.raw`what(?:'s|\s+is|\s+does)\s+${file}(?:\s+(?:do|about|for|test|cover|hold|contain))?`,
  String.raw`(?:explain|describe|summari[sz]e)\s+${file}`,
];

const whole = (form: string) => new RegExp(`${opening}${form}[?.!\\s]*$`, 'i');
const projectAsked = projectForms.map(whole);
const nameAsked = formsOf(name).map(whole);
const startAsked = startForms.map(whole);
const fileAsked = fileForms.map(whole);
const fileAlone = whole(file);

/** What whole the question is about; undefined when it asks for something particular. */
export function overviewOf(query: string): Overview | undefined {
  const text = firstQuestion(query.trim());
  if (text.length > maxChars) return undefined;
  if (projectAsked.some((form) => form.test(text))) return { about: 'project' };
  if (startAsked.some((form) => form.test(text))) return { about: 'start' };
  const name = fileAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : { about: 'file', name };
}

/** The file that a question without any other word names; whether there is one, the space decides. */
export const fileIn = (query: string): string | undefined =>
  query.length > maxChars ? undefined : fileAlone.exec(query.trim())?.[1];

/** The name that a question about a whole uses; `isCalled` decides whether a project has it. */
export function nameInQuestion(query: string): string | undefined {
  const text = firstQuestion(query.trim());
  if (text.length > maxChars) return undefined;
  return nameAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
}

const readme = /(?:^|[\\/])readme(?:\.(?:md|markdown|rst|txt|adoc|asciidoc|rdoc))?$/i;
export const isReadme = (place: string): boolean => readme.test(place);
export { isMain, isManifest, isStartFile } from '../languages/habits';

/** True when a path equals the name or ends with it. */
export function isNamed(place: string, name: string): boolean {
  const [path, wanted] = [place, name].map((text) => text.replaceAll('\\', '/').toLowerCase());
  return path === wanted || (path ?? '').endsWith(`/${wanted ?? ''}`);
}

// Section: a project's name: from its manifest, its README’s title, its folder. Pure functions of text.

/** A file of the searched space. */
interface Told {
  /** Path, as much of it as is known. */
  place: string;
  text: string;
}

/** Normalises a name: "@scope/Some-Name.js" and "some name" become equal. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^@[^/]{1,100}\//, '')
    .replace(/\.(?:js|ts|py|rs|go|net)$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const nameRow = /^\s*["']?name["']?\s*[:=]\s*["']([^"'\n]{1,100})["']/;
const moduleRow = /^module\s+(\S{1,200})/;
/** Rows searched for the project's name; further down it is a dependency's or an author's. */
const maxNameRow = 40;

/** What a manifest calls its project, or its module by the last part of its path; none when it has no name. */
export function nameInManifest(text: string): string[] {
  for (const row of text.split('\n').slice(0, maxNameRow)) {
    const path = moduleRow.exec(row)?.[1];
    if (path !== undefined)
      return [
        path
          .replace(/\/v\d{1,3}$/, '')
          .split('/')
          .at(-1) ?? path,
      ];
    const name = nameRow.exec(row)?.[1];
    if (name !== undefined) return [name];
  }
  return [];
}

const htmlHeading = /<h1[^>]{0,100}>(.{1,200}?)<\/h1>/i;
/** The title in a heading row of level 1 or 2; deeper headings name a part. */
const titleIn = (row: string): string | undefined => {
  const found = headingIn(row);
  return found && found.level <= 2 ? found.title : htmlHeading.exec(row)?.[1];
};

/** The README's first heading, without a subtitle: "Zod – schemas for all". */
function titleOfReadme({ text }: Told): string[] {
  const rows = text.split('\n').slice(0, maxNameRow);
  const under = rows.findIndex((row, place) => place > 0 && isUnderline(row) && (rows[place - 1] ?? '').trim() !== '');
  const title = rows.map(titleIn).find((one) => one !== undefined) ?? rows[under - 1];
  if (title === undefined) return [];
  const bare = withoutLinks(title, '$1').replace(/<[^>]{1,200}>/g, '');
  return [bare, bare.split(/\s[-–—|]|:\s|\s\(/)[0] ?? bare];
}

/** Names of the project that a README or manifest belongs to, its title first. */
export function namesOf(told: Told): string[] {
  const folder = segmentsOf(told.place).at(-2);
  const own = isManifest(told.place) ? nameInManifest(told.text) : titleOfReadme(told);
  return folder === undefined ? own : [...own, folder];
}

/** True when a README or manifest belongs to a project of this name. */
export function isCalled(name: string, told: Told): boolean {
  if (!isReadme(told.place) && !isManifest(told.place)) return false;
  const wanted = plain(name);
  return wanted !== '' && namesOf(told).some((known) => plain(known) === wanted);
}

// Section: questions about the given text as it stands (“explain this snippet”). Pure function of the text.

/** Most characters of a question about the given text; longer ones ask for something particular. */
const maxGivenChars = 120;

const telling = `explain explains explanation describe summarize summarise summary overview tldr tl dr walk clarify
  understand introduce break introduction`;
const given = `snippet snippets selection selected asset assets passage passages fragment excerpt block text piece`;
const manner = `step steps detail details detailed short shortly brief briefly simple simply plain english terms words
  general mean means meaning purpose contain contains say says line sentence sentences quick quickly high level help
  understanding about`;
const asWords = (text: string) => new Set(spaced(text));
const [tellingWords, givenWords, mannerWords] = [asWords(telling), asWords(given), asWords(manner)];

/** Words that point at the given text: "this", "it", "the code". */
const pointing =
  /(?<![\w-])(?:this|that|these|those|it|here|the (?:\w+ )?(?:code|file|snippet|selection|asset|text))\b/i;

/** Matches words for a whole, which is then meant even if a text was given. */
const wholeQuestion =
  /\b(?:projects?|repo|repository|code ?base|library|package|app|application|program|tool|software|workspace|extension)\b/i;

/** True when the question only asks to explain the given text and has no subject of its own. */
export function asksOfGiven(query: string): boolean {
  if (query.length > maxGivenChars || wholeQuestion.test(query) || /[`"“$]|[a-z][A-Z]|_/.test(query)) return false;
  const words = wordsOf(query).map((word) => word.toLowerCase());
  const isTelling = words.some((word) => tellingWords.has(word));
  const isGiven = words.some((word) => givenWords.has(word)) || pointing.test(query);
  const isKnown = (word: string) =>
    tellingWords.has(word) || givenWords.has(word) || mannerWords.has(word) || isDroppedFromQuestion(word);
  return (isTelling || isGiven) && words.every(isKnown);
}

// Section: questions about a whole: known kinds of places answer them, since their words cannot be searched for.

interface WholeQuestion {
  query: string;
  limit: number;
  explain?: boolean;
}

/** The passages that answer a question about a whole; undefined for other questions, or when there are none. */
export async function wholeOf(
  scorer: Scorer,
  pieces: readonly Piece[],
  { query, limit, explain: isExplained }: WholeQuestion,
): Promise<Snippet[] | undefined> {
  if (!hasFiles(pieces)) return undefined;
  const asked = overviewOf(query);
  const isOfGiven = asksOfGiven(query);
  const name = asked || isOfGiven ? undefined : nameInQuestion(query);
  const isOfAll = name !== undefined || isOfGiven;
  const overview = asked ?? (isOfAll ? { about: 'project' as const, name } : undefined);
  if (!overview) return undefined;
  const shelves = pieces.map(({ part, segment }, piece) => ({
    segment,
    isIn: (passage: number) => scorer.isIn(piece, passage),
    placeOf: part.placeOf,
  }));
  const snippets: Snippet[] = [];
  const rows = overviewRows(shelves, overview).slice(0, limit);
  for (const [place, { piece, passage }] of rows.entries()) {
    const record = pieces[piece]!.segment.records.at(passage);
    const snippet = record && (await snippetOf(pieces[piece]!, record, 1 - place / (rows.length + 1)));
    if (snippet) snippets.push({ ...snippet, ...(isExplained && { explanation: { matchedTerms: [], parts: {} } }) });
  }
  if (
    name !== undefined &&
    !snippets.some((one) => one.source.kind === 'file' && isCalled(name, { place: one.source.path, text: one.text }))
  )
    return undefined;
  return snippets.length > 0 ? snippets : undefined;
}

// Section: passages that answer a question about a whole, in reading order; empty for other questions.

/** One piece of the space. */
export interface Shelf {
  segment: Segment;
  isIn: (passage: number) => boolean;
  placeOf: (source: string) => string;
}

export interface OverviewRow {
  piece: number;
  passage: number;
}

/** Most passages taken from the beginning of a README. */
const readmePassages = 3;
/** Most passages taken from the beginning of a manifest, and from its end. */
const manifestPassages = 2;
/** Most files of each kind, those nearest the root first: a workspace has a manifest for each package. */
const maxFilesOfKind = 2;
const maxStarts = 8;
/** Most passages of a file shown whole; of a longer one only the beginnings of its definitions are shown. */
const maxWholeFile = 20;
const maxStartFiles = 4;

interface File {
  piece: number;
  place: string;
  passages: number[];
}

function filesOf(shelves: readonly Shelf[], accepts: (place: string) => boolean): File[] {
  const files = shelves.flatMap(({ segment, isIn, placeOf }, piece) => {
    const { sources, firsts } = fileTableOf(segment);
    return sources.flatMap((source, row) => {
      const place = placeOf(source);
      if (source === '' || !accepts(place)) return [];
      const [first = 0, end = 0] = [firsts[row], firsts[row + 1]];
      const passages = Array.from({ length: end - first }, (_, step) => first + step).filter(isIn);
      return passages.length > 0 ? [{ piece, place, passages }] : [];
    });
  });
  const depth = ({ place }: File) => segmentsOf(place).length;
  return files.sort((a, b) => depth(a) - depth(b) || (a.place < b.place ? -1 : 1));
}

const firstOf = (files: readonly File[], most: number): OverviewRow[] =>
  files.flatMap(({ piece, passages }) => passages.slice(0, most).map((passage) => ({ piece, passage })));

/** The first and last passages of a manifest: entry points stand near its top or, with scripts, near its end. */
function endsOf({ piece, passages }: File): OverviewRow[] {
  const kept = new Set([...passages.slice(0, manifestPassages + 1), ...passages.slice(-manifestPassages)]);
  return [...kept].map((passage) => ({ piece, passage }));
}

/** True for the project's own code: no tests, examples, vendored files, declarations or documents. */
function isOwn(place: string): boolean {
  const { tests, examples, vendored, declarations, documents } = rolesOf(place);
  return !tests && !examples && !vendored && !declarations && !documents;
}

/** Puts the files in a folder of that name first, such as a workspace's package. */
function calledFirst(files: readonly File[], name: string | undefined): File[] {
  const isCalled = ({ place }: File) => place.split('/').at(-2)?.toLowerCase() === name?.toLowerCase();
  return name === undefined ? [...files] : [...files.filter(isCalled), ...files.filter((file) => !isCalled(file))];
}

/** Those of the whole, nearest the root first; none where only parts of it have such a file, which each says what it is itself. */
function ofWhole(files: readonly File[]): readonly File[] {
  const depth = (file: File | undefined) => (file ? segmentsOf(file.place).length : 0);
  const [first, second] = files;
  return depth(first) > 1 && depth(first) === depth(second) ? [] : files.filter((file) => depth(file) === depth(first));
}

function ofProject(shelves: readonly Shelf[], name: string | undefined): OverviewRow[] {
  const chosen = (accepts: (place: string) => boolean) => {
    const all = filesOf(shelves, accepts);
    return name === undefined ? ofWhole(all) : calledFirst(all, name);
  };
  const readmes = chosen(isReadme).slice(0, 1);
  const manifests = chosen(isManifest).slice(0, readmes.length > 0 ? 1 : maxFilesOfKind);
  const rows = [...firstOf(readmes, readmePassages), ...firstOf(manifests, manifestPassages)];
  if (readmes.length > 0) return rows;
  // Without a README, show the files nearest the root too.
  const files = filesOf(shelves, (place) => isOwn(place) && !isManifest(place));
  return [...rows, ...firstOf(files.slice(0, maxStarts), 2)];
}

function ofStart(shelves: readonly Shelf[]): OverviewRow[] {
  const manifests = filesOf(shelves, isManifest).slice(0, 1).flatMap(endsOf);
  const mains = filesOf(shelves, isOwn).flatMap(({ piece, place, passages }) => {
    const { records } = shelves[piece]!.segment;
    const main = passages.find((passage) => isMain(records.symbolOf(passage) ?? '', place));
    return main === undefined ? [] : [{ piece, passage: main }];
  });
  const files = filesOf(shelves, (place) => isOwn(place) && isStartFile(place));
  const rows = [...mains.slice(0, maxStarts), ...manifests, ...firstOf(files.slice(0, maxStartFiles), 1)];
  const isSame = (one: OverviewRow, other: OverviewRow) => one.piece === other.piece && one.passage === other.passage;
  return rows.filter((row, place) => rows.findIndex((other) => isSame(row, other)) === place);
}

/** The passage at the file's beginning and those where its definitions begin. */
function ofFile(shelves: readonly Shelf[], name: string): OverviewRow[] {
  const found = filesOf(shelves, (place) => isNamed(place, name));
  const file = found.find(({ place }) => isOwn(place)) ?? found[0];
  if (!file) return [];
  const { records } = shelves[file.piece]!.segment;
  const [first, ...others] = file.passages;
  const seen = new Set<string>();
  const beginnings = others.filter((passage) => {
    const symbol = records.symbolOf(passage);
    if (symbol === undefined || seen.has(symbol)) return false;
    seen.add(symbol);
    return true;
  });
  const isShort = file.passages.length <= maxWholeFile;
  const kept = isShort ? file.passages : [...(first === undefined ? [] : [first]), ...beginnings];
  return kept.map((passage) => ({ piece: file.piece, passage }));
}

function overviewRows(shelves: readonly Shelf[], overview: Overview): OverviewRow[] {
  if (overview.about === 'project') return ofProject(shelves, overview.name);
  return overview.about === 'start' ? ofStart(shelves) : ofFile(shelves, overview.name);
}
