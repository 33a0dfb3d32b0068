/** Recognises questions about a whole project or file or about the given text, and finds a project's name. */
import { isManifest } from '../languages/habits';
import { headingIn, isUnderline, withoutLinks } from '../languages/markdown';
import { isDroppedFromQuestion, wordsOf } from './text/tokens';
import { spaced, segmentsOf } from './text/plain';

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
const name = String.raw`(?:the\s+)?[\`"']?(@?[\w.-]{1,60}(?:[ /][\w.-]{1,40}){0,3}?)[\`"']?(?:\s+(?:project|library|package|app|tool|framework|extension))?`;

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

/** What whole the question is about; undefined when it asks for something particular. */
export function overviewOf(query: string): Overview | undefined {
  const text = query.trim();
  if (text.length > maxChars) return undefined;
  if (projectAsked.some((form) => form.test(text))) return { about: 'project' };
  if (startAsked.some((form) => form.test(text))) return { about: 'start' };
  const name = fileAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : { about: 'file', name };
}

/** The name that a question about a whole uses; `isCalled` decides whether a project has it. */
export function nameInQuestion(query: string): string | undefined {
  const text = query.trim();
  if (text.length > maxChars) return undefined;
  return nameAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
}

const readme = /(?:^|[\\/])readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
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

function nameInManifest({ text }: Told): string[] {
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

function namesOf(told: Told): string[] {
  const folder = segmentsOf(told.place).at(-2);
  const own = isManifest(told.place) ? nameInManifest(told) : titleOfReadme(told);
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
const pointing = /\b(?:this|that|these|those|it|here|the (?:\w+ )?(?:code|file|snippet|selection|asset|text))\b/i;

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
