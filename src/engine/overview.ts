/**
 * Questions about a whole: what the project does, where the program starts, what one file is for. No words of theirs could
 * be looked for; what answers stands in known places: the README, the manifest, the functions called `main`, the file's
 * own beginning and definitions. Pure functions of text.
 */

export type Overview =
  /** The name, where the question has one: it may be that of one package of several. */
  { about: 'project'; name?: string | undefined } | { about: 'start' } | { about: 'file'; name: string };

/** Longer questions ask for something of their own. */
const maxChars = 120;
const project = String.raw`(?:this|the|our|my)\s+(?:whole\s+|entire\s+)?(?:project|repo|repository|code ?base|library|package|app|application|program|tool|software|workspace|extension)`;
const file = String.raw`(?:the\s+file\s+)?[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10}\.[a-z]\w{0,7})[\`"']?`;
const opening = String.raw`^(?:(?:please|so|ok|and|can you|could you)[\s,]+){0,2}`;

/** A name of a few words, by which a project may be called; whether it is, the project says. */
const name = String.raw`(?:the\s+)?[\`"']?(@?[\w.-]{1,60}(?:[ /][\w.-]{1,40}){0,3}?)[\`"']?(?:\s+(?:project|library|package|app|tool|framework|extension))?`;

/** Ways to ask of a whole that is called by its kind or by its name. */
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

/** Undefined when the question asks for something in particular. */
export function overviewOf(query: string): Overview | undefined {
  const text = query.trim();
  if (text.length > maxChars) return undefined;
  if (projectAsked.some((form) => form.test(text))) return { about: 'project' };
  if (startAsked.some((form) => form.test(text))) return { about: 'start' };
  const name = fileAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return name === undefined ? undefined : { about: 'file', name };
}

/** What a question about a whole calls it; whether a project here has that name, `isCalled` knows. */
export function nameInQuestion(query: string): string | undefined {
  const text = query.trim();
  if (text.length > maxChars) return undefined;
  return nameAsked.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
}

const readme = /(?:^|[\\/])readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
export const isReadme = (place: string): boolean => readme.test(place);
export { isMain, isManifest, isStartFile } from '../languages/projects';

/** Whether a place is the file that was named: by its name alone, or by the end of its path. */
export function isNamed(place: string, name: string): boolean {
  const [path, wanted] = [place, name].map((text) => text.replaceAll('\\', '/').toLowerCase());
  return path === wanted || (path ?? '').endsWith(`/${wanted ?? ''}`);
}
