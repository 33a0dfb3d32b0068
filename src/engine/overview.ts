/**
 * Recognises questions about a whole project or file or about the given text, finds a project's name, and the passages
 * that answer such a question, whose words do not occur in them.
 */
import { isMain, isManifest, isStartFile } from '../languages/habits';
import { headingIn, isUnderline, withoutLinks } from '../languages/markdown';
import { isDroppedFromQuestion, wordsOf } from './text/tokens';
import { isNumber, segmentsOf } from './text/plain';
import { firstQuestion, setOf } from './question/courtesies';
import { hasFiles, snippetOf, type Piece } from './parts';
import type { Scorer } from './rank/bm25f';
import type { Snippet } from './types';
import { fileTableOf } from './rank/fileTable';
import { byText, isAside } from './outline/sources';

// Section: questions about a whole, answered by README, manifest, `main` or a file’s beginning. Pure functions of text.

export type Overview =
  /** The name in the question, if any: it may be that of one of several packages. */
  { about: 'project'; name?: string | undefined } | { about: 'start' } | { about: 'file'; name: string };

/** Most characters of a question about a whole; longer ones ask for something particular. */
const maxChars = 120;
const project = String.raw`(?:this|the|our|my)\s+(?:whole\s+|entire\s+)?(?:project|repo|repository|code ?base|library|package|app|application|program|tool|software|workspace|extension)`;
const opening = String.raw`^(?:(?:please|so|ok|and|can you|could you)[\s,]+){0,2}`;
const whole = (form: string) => new RegExp(`${opening}${form}[?.!\\s]*$`, 'i');

/** Patterns of questions about a subject, which is told apart by what it is. */
const subjectAsked = [
  String.raw`what(?:'s|\s+is)\s+the\s+(?:purpose|goal|point|aim|idea|job)\s+of\s+(.{1,80}?)`,
  String.raw`what(?:'s|\s+is|\s+does)\s+(.{1,80}?)(?:\s+(?:do|about|for|all about|good for|used for|supposed to do|test|cover|hold|contain))?`,
  String.raw`(?:explain|describe|summari[sz]e|introduce)(?:\s+me)?\s+(?:what\s+)?(.{1,80}?)(?:\s+(?:does|is))?`,
  String.raw`(?:(?:give|show)\s+me\s+)?an?\s+(?:short\s+|quick\s+|brief\s+|high-level\s+)?(?:overview|summary|introduction|description)\s+of\s+(.{1,80}?)`,
  String.raw`tell\s+me\s+(?:something\s+)?about\s+(.{1,80}?)`,
].map(whole);
const startAsked = [
  String.raw`where\s+(?:does|do)\s+(?:the|this|our|my)\s+(?:program|app|application|project|server|tool|code|execution|extension|cli)\s+(?:start|begin|boot)`,
  String.raw`(?:where|what|which)\s+(?:is|are)\s+(?:the|its)\s+(?:main\s+)?(?:entry\s*-?points?|entry\s+files?|main\s+(?:function|file|method))(?:\s+of\s+${project})?`,
  String.raw`(?:how|where)\s+is\s+${project}\s+started`,
].map(whole);
const projectForm = new RegExp(`^(?:this|it|${project})$`, 'i');
const fileForm = /^(?:the\s+file\s+)?[`"']?([\w@.-]{1,80}(?:\/[\w@.-]{1,80}){0,10}\.[a-z]\w{0,7})[`"']?$/i;
/** Matches a name of a few words; `isCalled` decides whether the project has that name. */
const nameForm = /^[`"']?(@?[\w.][\w.-]{0,59}(?:[ /][\w.-]{1,40}){0,4})[`"']?$/;

/** What a question about a whole may be about, and the question as asked. */
function subjectsOf(query: string): { text: string; subjects: string[] } {
  const text = firstQuestion(query.trim());
  if (text.length > maxChars) return { text: '', subjects: [] };
  return { text, subjects: subjectAsked.flatMap((form) => form.exec(text)?.[1] ?? []) };
}

/** What whole the question is about, which may be the path of a file alone; undefined when it asks for something particular. */
export function overviewOf(query: string): Overview | undefined {
  const { text, subjects } = subjectsOf(query);
  if (subjects.some((one) => projectForm.test(one))) return { about: 'project' };
  if (startAsked.some((form) => form.test(text))) return { about: 'start' };
  const name = [...subjects, text].map((one) => fileForm.exec(one)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : { about: 'file', name };
}

/** The name that a question about a whole uses; `isCalled` decides whether a project has it. */
export const nameInQuestion = (query: string): string | undefined =>
  subjectsOf(query).subjects.flatMap((one) => nameForm.exec(one)?.[1] ?? [])[0];

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

/** Words for a project in "this library provides", and others that are no part of a name: "Slim Framework 4". */
export const ownKinds = setOf('project library package module crate gem plugin extension framework repository repo tool app application program'); // prettier-ignore
const ofNoName = setOf('the a an js ts py rs go net');

/** Runs of letters and digits. */
export const lettersIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Normalises a name: "@scope/Some-Name.js", "some name" and "Some Name library 4" become equal. */
export function plainName(name: string): string {
  const words = lettersIn(name.slice(name.startsWith('@') ? name.indexOf('/') + 1 : 0).toLowerCase());
  const bare = words.filter((word, at) => !ownKinds.has(word) && !ofNoName.has(word) && !(at > 0 && isNumber(word)));
  return (bare.length > 0 ? bare : words).join('');
}

const nameRow = /^\s*["']?name["']?\s*[:=]\s*["']([^"'\n]{1,100})["']/;
const moduleRow = /^module\s+(\S{1,200}?)(?:\/v\d{1,3})?\s*$/;
/** Rows searched for the project's name; further down it is a dependency's or an author's. */
const maxNameRow = 40;

/** What a manifest calls its project, or its module; none when it has no name. */
export function nameInManifest(text: string): string[] {
  const found = text.split('\n', maxNameRow).flatMap((row) => {
    const name = nameRow.exec(row)?.[1];
    return name ?? moduleRow.exec(row)?.[1]?.split('/').at(-1) ?? [];
  });
  return found.slice(0, 1);
}

const htmlHeading = /<h1[^>]{0,100}>(.{1,200}?)<\/h1>/i;

/** The README's first heading of level 1 or 2, without a subtitle too: "Zod – schemas for all"; deeper ones name a part. */
function titleOfReadme({ text }: Told): string[] {
  const rows = text.split('\n', maxNameRow);
  const titles = rows.flatMap((row, at) => {
    const found = headingIn(row);
    if (found) return found.level <= 2 ? [found.title] : [];
    return htmlHeading.exec(row)?.[1] ?? (at > 0 && isUnderline(row) ? (rows[at - 1] ?? []) : []);
  });
  const title = titles.find((one) => one.trim() !== '');
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
  const wanted = plainName(name);
  return wanted !== '' && namesOf(told).some((known) => plainName(known) === wanted);
}

// Section: questions about the given text as it stands (“explain this snippet”). Pure function of the text.

/** Most characters of a question about the given text; longer ones ask for something particular. */
const maxGivenChars = 120;

/** Words that ask to tell of the given text or name it; those that may stand around them. */
const telling =
  setOf(`explain explains explanation describe summarize summarise summary overview tldr tl dr walk clarify
  understand introduce break introduction snippet snippets selection selected asset assets passage passages fragment
  excerpt block text piece`);
const manner = setOf(`step steps detail details detailed short shortly brief briefly simple simply plain english terms
  words general mean means meaning purpose contain contains say says line sentence sentences quick quickly high level
  help understanding about`);

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
  const isKnown = (word: string) => telling.has(word) || manner.has(word) || isDroppedFromQuestion(word);
  return (words.some((word) => telling.has(word)) || pointing.test(query)) && words.every(isKnown);
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
  if (!asked && !isOfGiven && name === undefined) return undefined;
  const snippets: Snippet[] = [];
  const rows = overviewRows({ scorer, pieces }, asked ?? { about: 'project', name }).slice(0, limit);
  for (const [place, { piece, passage }] of rows.entries()) {
    const record = pieces[piece]!.segment.records.at(passage);
    const snippet = record && (await snippetOf(pieces[piece]!, record, 1 - place / (rows.length + 1)));
    if (snippet) snippets.push({ ...snippet, ...(isExplained && { explanation: { matchedTerms: [], parts: {} } }) });
  }
  const isOfName = ({ source, text }: Snippet) =>
    name === undefined || (source.kind === 'file' && isCalled(name, { place: source.path, text }));
  return snippets.some(isOfName) ? snippets : undefined;
}

// Section: passages that answer a question about a whole, in reading order.

interface Searched {
  scorer: Scorer;
  pieces: readonly Piece[];
}

interface OverviewRow {
  piece: number;
  passage: number;
}

/** Most passages taken from the beginning of a README. */
const readmePassages = 3;
/** Most passages taken from the beginning of a manifest. */
const manifestPassages = 2;
/** Most manifests, those nearest the root first: a workspace has one for each package. */
const maxManifests = 2;
const maxStarts = 8;
const maxStartFiles = 4;

interface File {
  piece: number;
  place: string;
  passages: number[];
}

const depthOf = ({ place }: File) => segmentsOf(place).length;

/** Files with some names, those nearest the root first. */
function filesOf({ scorer, pieces }: Searched, accepts: (place: string) => boolean): File[] {
  const files = pieces.flatMap(({ part, segment }, piece) => {
    const { sources, firsts } = fileTableOf(segment);
    return sources.flatMap((source, row) => {
      const place = part.placeOf(source);
      if (source === '' || !accepts(place)) return [];
      const [first = 0, end = 0] = [firsts[row], firsts[row + 1]];
      const passages = Array.from({ length: end - first }, (_, step) => first + step);
      return [{ piece, place, passages: passages.filter((passage) => scorer.isIn(piece, passage)) }];
    });
  });
  return files
    .filter(({ passages }) => passages.length > 0)
    .sort((a, b) => depthOf(a) - depthOf(b) || byText(a.place, b.place));
}

const firstOf = (files: readonly File[], most: number): OverviewRow[] =>
  files.flatMap(({ piece, passages }) => passages.slice(0, most).map((passage) => ({ piece, passage })));

/** True for the project's own code. */
const isOwn = (place: string): boolean => !isAside(place);

/**
 * Those in a folder of that name, such as a workspace's package, else those of the whole; none where only parts of it
 * have such a file, which each says what it is itself.
 */
function ofWhole(files: readonly File[], name: string): readonly File[] {
  const called = files.filter(({ place }) => name !== '' && plainName(segmentsOf(place).at(-2) ?? '') === name);
  if (called.length > 0) return called;
  const nearest = files.filter((file) => depthOf(file) === depthOf(files[0]!));
  return nearest.length > 1 && depthOf(nearest[0]!) > 1 ? [] : nearest;
}

function ofProject(searched: Searched, name = ''): OverviewRow[] {
  const readmes = ofWhole(filesOf(searched, isReadme), plainName(name)).slice(0, 1);
  const manifests = ofWhole(filesOf(searched, isManifest), plainName(name));
  if (readmes.length > 0)
    return [...firstOf(readmes, readmePassages), ...firstOf(manifests.slice(0, 1), manifestPassages)];
  // Without a README, show the files nearest the root too.
  const files = filesOf(searched, (place) => isOwn(place) && !isManifest(place)).slice(0, maxStarts);
  return [...firstOf(manifests.slice(0, maxManifests), manifestPassages), ...firstOf(files, 2)];
}

function ofStart(searched: Searched): OverviewRow[] {
  const manifests = filesOf(searched, isManifest).slice(0, 1);
  const mains = filesOf(searched, isOwn).flatMap((file) => {
    const { records } = searched.pieces[file.piece]!.segment;
    const main = file.passages.find((passage) => isMain(records.symbolOf(passage) ?? '', file.place));
    return main === undefined ? [] : [{ ...file, passages: [main] }];
  });
  const files = filesOf(searched, (place) => isOwn(place) && isStartFile(place)).filter(
    ({ place }) => !mains.some((one) => one.place === place),
  );
  return [
    ...firstOf(mains.slice(0, maxStarts), 1),
    ...firstOf(manifests, manifestPassages + 1),
    ...firstOf(files.slice(0, maxStartFiles), 1),
  ];
}

function overviewRows(searched: Searched, overview: Overview): OverviewRow[] {
  if (overview.about === 'project') return ofProject(searched, overview.name);
  if (overview.about === 'start') return ofStart(searched);
  const found = filesOf(searched, (place) => isNamed(place, overview.name));
  const file = found.find(({ place }) => isOwn(place)) ?? found[0];
  return file ? firstOf([file], Infinity) : [];
}
