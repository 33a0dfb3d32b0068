/**
 * Recognises by its form what a question asks for and of which subject: callers, how to run, an explanation, a
 * difference, existence. Data: one row for each form, and the words of questions for what is run. Whether the subject
 * exists is decided by the code (subjects.ts). Pure; linear.
 */
import { firstQuestion, setOf, readWords, plainQuestion } from '../question/courtesies';
import { spaced } from '../text/plain';
import { stem } from '../text/tokens';
import { asideOf } from '../question/spelling';

interface Wants {
  callers: { subject: string };
  /** Callers that are tests. */
  tests: { subject: string };
  fails: { subject: string };
  /** Rows that handle the error, or the errors that the subject throws. */
  caught: { subject: string };
  /** Parameters of the subject. */
  takes: { subject: string };
  explain: { subject: string };
  isThere: { subject: string };
  /** Whether it does something, which may be there by another name. */
  supports: { subject: string };
  folder: { subject: string };
  /** How the code is organised. */
  layout: { subject: string };
  difference: { subject: string; other: string };
  run: { runs: Run[] };
  needs: Needs;
}
type Kind = keyof Wants;
type Want = { [kind in Kind]: { want: kind } & Wants[kind] }[Kind];

/** Most characters of a question without its courtesies; longer ones ask for something particular. */
const maxChars = 160;
/** Most characters of a question with its courtesies. */
const maxAsked = 400;

/** Matches a subject with an optional word for its kind, which may be part of the name: `TimeoutError`. */
const subject = String.raw`(?:(?:the|a|an|our|this)\s+)?((?:[a-z]{1,20}\s+)??[\`"'“]?(?:@|--?)?[\w$~][\w$.:#>@~/?!'-]{0,80}(?:\([^()]{0,40}\))?[\`"'”]?(?: [\w$-]{1,40}){0,3}?)`;
const uses =
  'calls?|uses?|makes? use of|invokes?|references?|imports?|instantiates?|depends? on|consumes?|mentions?|raises?|throws?|extends?|implements?|inherits? from|derives? from|subclass(?:es)?|overrides?|emits?|renders?';
const using =
  'calling|using|invoking|referencing|importing|instantiating|depending on|consuming|mentioning|raising|throwing|extending|implementing|inheriting from|emitting|rendering';
const used =
  'called|used|invoked|referenced|imported|instantiated|consumed|needed|raised|thrown|extended|emitted|rendered';
const whoever = String.raw`(?:who|what|(?:what|which) (?:other )?(?:code|functions?|methods?|class(?:es)?|structs?|types?|modules?|components?|services?|files?|places?|callers?|tests?)(?:\s+(?:in\s+)?here)?)`;
const we = String.raw`(?:we|i|you|it|they|this|this project|the (?:code|project|app|library)|code)`;

/** An end of a question for uses that asks for what is told apart anyway. */
const besideTests = String.raw`(?:\s+(?:outside|besides|apart\s+from)(?:\s+of)?(?:\s+the)?\s+tests)?`;

/** What is changed of something, where it is not all of it. */
const part = String.raw`(?:(?:the|its)\s+(?:signature|name|parameters?|arguments?|(?:return\s+)?type)\s+of\s+)?`;
const breaks = String.raw`(?:(?:would|will|could|may)\s+)?(?:breaks?|stops?\s+working|fails?|(?:is|be)\s+affected)`;

/** One name; a step of a path; the last part of a path or the steps of a name. */
const ownName = String.raw`[\`"']?([\w$]{2,80})(?:\(\))?[\`"']?`;
const step = String.raw`[\w@.-]{1,80}`;
const place = String.raw`[\`"']?(?:${step}/){0,10}([\w@:-]{2,80})(?:\.\w{1,8})?[\`"']?`;

const errorsOf = String.raw`(?:the\s+(?:errors?|exceptions?)\s+(?:of|from|thrown\s+by|raised\s+by)\s+)?`;

/** "Show me all the …", or the noun alone. */
const list = String.raw`(?:(?:find|show|list|give|(?:what|which|who)\s+are)\s+(?:me\s+)?)?(?:all\s+)?(?:of\s+)?(?:the\s+|a\s+)?`;
const placesThat = String.raw`(?:places?|code|functions?|files?)\s+(?:that|which|where)`;

const explaining = String.raw`(?:explain|describe|summari[sz]e)`;
const modules = '(?:modules|packages|crates|subprojects|parts|folders|projects)';
const folderWord = '(?:folder|directory)';
const folderPath = String.raw`[\`"']?(${step}(?:/${step}){0,10})/?[\`"']?`;
const inFolder = String.raw`(?:what(?:'s|\s+is|\s+does)\s+(?:in\s+)?|${explaining}\s+)(?:the\s+)?`;
const folderDoes = String.raw`(?:\s+(?:do|for|about|hold|contain))?`;

interface Form {
  form: RegExp;
  /** The request, by what the groups of the form matched. */
  make: (one: string, two: string) => Want;
}

const formsOf = (make: Form['make'], forms: readonly string[]): Form[] =>
  forms.map((form) => ({ form: new RegExp(`^${form}$`, 'i'), make }));
const of = (want: Exclude<Kind, 'difference' | 'run' | 'needs'>, forms: readonly string[]): Form[] =>
  formsOf((found) => ({ want, subject: found }), forms);

const forms: readonly Form[] = [
  ...formsOf(
    (one, two) => ({ want: 'difference', subject: one, other: two }),
    [
      String.raw`(?:what(?:'s|\s+is|\s+are)\s+|explain\s+|describe\s+)?(?:the\s+)?differences?\s+between\s+${subject}\s+and\s+${subject}(?:\s+(?:of|on|in)\s+(?:an?|the)\s+[\w-]{1,40}|\s+(?:when|for|if)\s.{1,60})?`,
      String.raw`how\s+(?:does|do|is|are)\s+${subject}\s+(?:differ|different)\s+(?:from|to|than)\s+${subject}`,
      String.raw`compare\s+${subject}\s+(?:and|with|to|against)\s+${subject}`,
      String.raw`${subject}\s+(?:vs\.?|versus)\s+${subject}`,
    ],
  ),
  ...of('tests', [
    String.raw`(?:which|what)\s+tests?\s+(?:covers?|exercises?|checks?|tests?|${uses})\s+${subject}`,
    String.raw`(?:how|where)\s+(?:is|are)\s+${subject}\s+(?:being\s+)?tested`,
    String.raw`${list}tests?\s+(?:of|for)\s+${subject}`,
  ]),
  ...of('fails', [
    String.raw`when\s+(?:(?:does|do|can|could|will|would|might)\s+)?${subject}\s+(?:fail|throw|raise|panic|error|reject)s?(?:\s+(?:an?\s+)?(?:errors?|exceptions?))?`,
    String.raw`what\s+(?:can|could|might)\s+(?:go|fail)(?:\s+wrong)?\s+(?:in|with|when calling)\s+${subject}`,
    String.raw`what\s+happens\s+(?:when|if)\s+${subject}\s+(?:is|gets)\s+(?:given|passed|handed|called\s+with)\s.{1,80}`,
    String.raw`what\s+do(?:es)?\s+the\s+error(?:\s+messages?|s)?\s+say\s+of\s+${subject}`,
    String.raw`(?:which|what)\s+(?:errors?|exceptions?)\s+(?:does|do|can|could|may|might)\s+${subject}\s+(?:throw|raise|return|give|cause|produce)`,
  ]),
  ...of('caught', [
    String.raw`(?:from\s+)?where\s+(?:is|are|does|do|gets?)\s+${errorsOf}${subject}\s+(?:get\s+)?(?:being\s+)?(?:caught|rescued)`,
    String.raw`where\s+(?:do|does)\s+${we}\s+(?:catch|rescue)\s+${errorsOf}${subject}`,
    String.raw`${whoever}\s+(?:catch(?:es)?|rescues?)\s+${errorsOf}${subject}`,
  ]),
  ...of('takes', [
    String.raw`what\s+do(?:es)?\s+${subject}\s+(?:take|accept|expect)(?:\s+as\s+(?:its\s+)?(?:arguments?|parameters?|inputs?))?`,
    String.raw`(?:what|which)\s+(?:arguments?|args|parameters?|params|options|inputs?)\s+(?:does|do|can)\s+${subject}\s+(?:take|accept|expect|have|need|get)`,
    String.raw`(?:what\s+(?:are|is)\s+)?(?:the\s+)?(?:arguments?|args|parameters?|params|signature)\s+(?:of|for|to)\s+${subject}`,
  ]),
  ...of('callers', [
    String.raw`${whoever}\s+(?:all\s+)?(?:${uses}|(?:is|are)\s+(?:${using}))\s+${subject}(?:\s+on\s+(?:an?|the)\s.{1,40})?${besideTests}`,
    String.raw`(?:from\s+)?where\s+(?:all\s+)?(?:(?:is|are|does|do|gets?)\s+)?${subject}\s+(?:(?:is|are|gets?)\s+)?(?:being\s+)?(?:${used})${besideTests}`,
    String.raw`where\s+(?:do|does)\s+${we}\s+(?:call|use|invoke|reference|import)\s+${subject}`,
    String.raw`when\s+(?:is|are|does|do|gets?)\s+${subject}\s+(?:get\s+)?(?:being\s+)?(?:raised|thrown)`,
    String.raw`${list}(?:callers|usages?|uses|references|call ?-?sites?|users)\s+(?:of|to|for)\s+${subject}`,
    String.raw`how\s+many\s+(?:callers|usages|uses|references|users)\s+(?:does|do)\s+${subject}\s+have`,
    String.raw`how\s+(?:often|many\s+times)\s+(?:is|are|does|do|gets?)\s+${subject}\s+(?:get\s+)?(?:${used})`,
    String.raw`what\s+${breaks}\s+(?:if|when)\s+${we}\s+(?:remove|delete|drop|rename|change)s?\s+${part}${subject}`,
    String.raw`what\s+${breaks}\s+(?:if|when)\s+${part}${subject}\s+(?:is|are|gets?)\s+(?:removed|deleted|dropped|renamed|changed)`,
    String.raw`${list}${placesThat}\s+(?:${uses})\s+${subject}`,
    String.raw`${list}${placesThat}\s+${subject}\s+(?:is|are)\s+(?:${used})`,
  ]),
  ...of('folder', [
    `${inFolder}${folderWord}\\s+${folderPath}${folderDoes}`,
    `${inFolder}${folderPath}\\s+${folderWord}${folderDoes}`,
    String.raw`${inFolder}[\`"']?(${step}(?:/${step}){0,9}/(?:${step})?)[\`"']?${folderDoes}`,
    // A path alone.
    String.raw`[\`"']?(${step}(?:/|(?:/${step}){1,10}/?))[\`"']?`,
  ]),
  ...of('layout', [
    String.raw`how\s+(?:is|are)\s+${subject}\s+(?:organi[sz]ed|structured|laid\s+out|arranged|divided|split(?:\s+up)?)(?:\s+into\s+(?:\w{1,20}\s+)?${modules})?`,
    String.raw`(?:which|what)\s+(?:[\w-]{1,20}\s+)?${modules}\s+(?:are\s+there|(?:does|do|is|are)\s+${subject}\s+(?:have|hold|contain|consist\s+of|made\s+of))`,
    String.raw`(?:what(?:'s|\s+is|\s+are)\s+|${explaining}\s+|show\s+me\s+)?(?:the\s+)?(?:(?:overall|main|project|code|source|folder|directory|repository)\s+){0,2}(?:structure|architecture|folders)(?:\s+of\s+${subject})?`,
  ]),
  ...of('supports', [
    String.raw`(?:is|are)\s+there\s+(?:any\s+)?(?:built-?in\s+)?support\s+for\s+${subject}`,
    String.raw`(?:does|do)\s+(?:${we}|[\w.-]{1,40})\s+support\s+${subject}`,
  ]),
  ...of('isThere', [
    String.raw`(?:is|are)\s+there\s+(?:already\s+)?(?:an?|any|some)?\s*${subject}`,
    String.raw`(?:does|do)\s+${we}\s+(?:already\s+)?have\s+(?:an?|any)?\s*${subject}`,
    String.raw`(?:does|do)\s+${subject}\s+exist`,
  ]),
  // "What does open do in the store?" and "What does the open method of Store do?" name where it stands.
  ...formsOf(
    (name, at) => ({ want: 'explain', subject: `${at}.${name}` }),
    [
      String.raw`(?:what\s+do(?:es)?|explain(?:\s+what)?)\s+${ownName}\s+do(?:es)?\s+in\s+(?:the\s+)?${place}`,
      String.raw`what\s+do(?:es)?\s+(?:the\s+)?${ownName}\s+(?:function|method|macro|procedure|subroutine)\s+(?:in|of|from)\s+(?:the\s+)?${place}\s+do`,
    ],
  ),
  // What it is an option of, the description tells.
  ...of('explain', [
    String.raw`what\s+do(?:es)?\s+(?:the\s+)?([\`"']?-{0,2}[\w$][\w$.-]{0,60}[\`"']?\s+(?:option|flag|setting|switch|parameter|argument))\s+(?:of|in|for|on|to)\s+.{1,80}\s+do`,
  ]),
  ...of('explain', [
    String.raw`what(?:'s|\s+is|\s+does)\s+${subject}(?:\s+do)?,?\s+and\s+(?:(?:who|what)\s+(?:${uses})\s+it|where\s+is\s+it\s+(?:${used}))`,
    String.raw`${explaining}\s+(?:to\s+me\s+)?(?:what\s+)?${subject}(?:\s+(?:does|do|is|means?|works?|is for))?`,
    String.raw`what(?:'s|\s+is|\s+are|\s+does|\s+do)\s+(?:the\s+(?:purpose|role|job|point)\s+of\s+)?${subject}(?:\s+(?:do|for|mean|about|used for|supposed to do|good for|represent|stand for))?`,
    String.raw`tell\s+me\s+(?:more\s+)?about\s+${subject}`,
    String.raw`where\s+(?:is|are)\s+${subject}\s+(?:defined|declared|implemented)`,
    String.raw`how\s+(?:do(?:es)?\s+)?${subject}\s+works?`,
    String.raw`what\s+${subject}\s+(?:does|do|is|are|means)`,
  ]),
];

/** A file in which the subject stands, behind the question: "What is `State` in src/delta.rs?" */
const inFile = new RegExp(String.raw`(?<!\s)\s+in\s+(?:the\s+)?(?:file\s+)?[\`"']?(?:${step}/){0,10}([\w@-]{1,80})\.\w{1,8}[\`"']?$`, 'i'); // prettier-ignore

/** Requests that a question's form may express, the likeliest first; the subject is not checked against the code. */
export function wantsOf(query: string): Want[] {
  const { own, aside } = asideOf(query.slice(0, maxAsked));
  const asked = plainQuestion(own);
  const wants = wantsIn(asked);
  // Of two questions in one the first is answered where they are none together.
  const told = wants.length > 0 ? wants : wantsIn(firstQuestion(asked));
  // "What is the default (about a pool)?" asks about the pool, not about a function called `default`.
  return aside === '' ? told : told.filter((want) => !('subject' in want) || want.subject.startsWith('`'));
}

function wantsIn(asked: string): Want[] {
  const [behind = '', file] = inFile.exec(asked) ?? [];
  const text = asked.slice(0, asked.length - behind.length);
  if (asked.length > maxChars) return [];
  const wants: Want[] = [];
  const runs = runsIn(text);
  if (runs) wants.push({ want: 'run', runs });
  // The command to install the dependencies is no list of them.
  const needs = runs ? undefined : needsIn(text);
  if (needs) wants.push({ want: 'needs', ...needs });
  for (const { form, make } of forms) {
    const [whole, one = '', two = ''] = form.exec(text) ?? [];
    const subject = file === undefined ? one : `${file}.${one}`;
    const want = whole === undefined ? undefined : make(subject, two);
    if (want && !wants.some(({ want: known }) => known === want.want)) wants.push(want);
  }
  return wants;
}

export function wantOf<Wanted extends Kind>(query: string, kind: Wanted): Wants[Wanted] | undefined {
  const found = wantsOf(query).find(({ want }) => want === kind);
  return found as Wants[Wanted] | undefined;
}

// Section: how the project is run, tested, built or checked, word by word, and which part of it is meant. Words that are
// not known here become kinds, which must be found in the project's files before anything is claimed.

export type Task =
  'test' | 'build' | 'run' | 'install' | 'lint' | 'format' | 'types' | 'docs' | 'bench' | 'coverage' | 'release';

/** What is to be run, and which part of it. */
export interface Run {
  task: Task;
  /** True when one test or some tests are meant. */
  isPart: boolean;
  /**
   * Words for what kind of tests ("integration"), or names of what is built ("docs"). They may include the project's
   * name.
   */
  kinds: string[];
  /** True where something is to be started. */
  isStart?: boolean;
  /** Those of the kinds that are parts of the project, as its files tell. */
  parts?: readonly string[];
  /** Words for what it is to be done without: "cmake". */
  without?: string[];
}

/** Phrases read as one word. */
const joined: readonly (readonly [phrase: string, word: string])[] = [
  ['end to end', 'end-to-end'],
  ['set up', 'setup'],
  ['test coverage', 'coverage'],
  ['type check', 'typecheck'],
  ['static analysis', 'analysis'],
  ['own machine', 'machine'],
  ['own computer', 'computer'],
  // What one makes for oneself is not the project's.
  ['my own', 'custom'],
  ['your own', 'custom'],
];
/** What a question for how something is run begins with: "how do I", "what is the command to". */
const lead =
  /^(?:how (?:to|(?:do|can|could|would|should|must) (?:i|we|you|one|people)|(?:i|we|you|one) can)|(?:which|what(?: is| are|'s)?)(?: the)? (?:command|script|target|task)s?(?: (?:do|can|should|must) (?:i|we|you|one) (?:run|use|type|need))?(?: to| for| that)?|what (?:do|can|should|must) (?:i|we|you|one) (?:run|use|type) to) /;

/** Verbs that say that something of the project is run, with their task; beside '' a noun must say so: to check the types. */
const verbs: Readonly<Record<string, Task | ''>> = {
  run: 'run', ran: 'run', execute: 'run', start: 'run', try: 'run', launch: 'run', serve: 'run', build: 'build', built: 'build', compile: 'build',
  bundle: 'build', make: 'build', made: 'build', test: 'test', lint: 'lint', format: 'format', typecheck: 'types', 'type-check': 'types',
  benchmark: 'bench', install: 'install', setup: 'install', release: 'release', publish: 'release', deploy: 'release', check: '', verify: '',
  generate: '', regenerate: '', get: '', see: '', view: '', preview: '', measure: '', fix: '', collect: '', render: '', validate: '', watch: '',
  cut: '', create: '', prepare: '', do: '',
}; // prettier-ignore
const taskOfStem = new Map(Object.entries(verbs).map(([verb, task]) => [stem(verb), task]));
const taskOfVerb = (word = '') => taskOfStem.get(stem(word));

const testWords = setOf('test tests spec specs testing');
/** Words for what a task is about; the first row with a word of the question decides. */
const nounsOf: readonly (readonly [task: Task, words: ReadonlySet<string>])[] = [
  ['coverage', setOf('coverage')],
  ['bench', setOf('benchmark benchmarks bench benches benchmarking microbenchmarks')],
  ['test', testWords],
  ['types', setOf('type types typing typings typecheck typechecker type-check type-checker')],
  ['docs', setOf('docs documentation doc apidocs site website')],
  ['format', setOf('formatting formatter')],
  ['lint', setOf('lint linter linters linting style analysis analyser analyzer standard standards')],
  ['install', setOf('dependencies deps')],
  ['release', setOf('release releases')],
];

/** Words that name no part of a project. */
const little = setOf(
  `the a an all our my its it this these that whole entire own project's for to of in on at with using via against from by
  under into and or is are do does be i we you me us here need needed locally myself first again development production mode machine
  computer command commands line script scripts target targets dev local single specific particular individual one some few
  part subset only just full quickly best also properly manually actually go about simply error errors case cases suite suites
  class classes function functions method methods application program code base repo repository everything cli tool crate wheel
  jar solution sources source executable binary bundle release codebase file files things report reports style coding change changes warnings`,
); // prettier-ignore
/** Words for the whole project, or for a part of it: "the tests of a single package". */
const members = setOf('package crate gem project app service library plugin extension module workspace');
const partWords = setOf('single specific particular individual one some few part subset');
/** What a project is made into: "build a wheel" asks for the project, "install a plugin" for something else. */
const artefacts = setOf('wheel jar gem crate package binary executable bundle');
/** Words before something that is not there yet, and words that begin a clause: what follows is no name of something to run. */
const otherWords = setOf(
  `new custom another several many different that which when while if after before because until unless so whether how why
  what where is are was can not`,
); // prettier-ignore

/** Most words for a part beside a known noun; without one a long question is of something else. */
const maxKinds = 4;

const nounTask = (object: readonly string[]): Task | undefined =>
  nounsOf.find(([, nouns]) => object.some((word) => nouns.has(word)))?.[0];

function wordsIn(text: string): string {
  const said = readWords(text).map(({ word }) => word);
  return joined
    .reduce((all, [phrase, word]) => all.replaceAll(` ${phrase} `, ` ${word} `), ` ${said.join(' ')} `)
    .trim();
}

/** The words from the verb on; of "how are the docs built" too. */
function afterLead(text: string): string[] | undefined {
  const [begin] = lead.exec(text) ?? [];
  if (begin !== undefined) return spaced(text.slice(begin.length));
  const [how, is, ...said] = spaced(text);
  const at = said.findLastIndex((word) => taskOfVerb(word) !== undefined && !testWords.has(word));
  return how === 'how' && (is === 'is' || is === 'are') && at > 0 ? [said[at]!, ...said.toSpliced(at, 1)] : undefined;
}

/** The task of a verb and what stands behind it; undefined when nothing is run. */
function taskOf(verb: string, object: readonly string[]): Task | undefined {
  const own = taskOfVerb(verb);
  const said = nounTask(object);
  // To fix the style is to format.
  if (own === '') return said === 'lint' && verb === 'fix' ? 'format' : said;
  if (own === undefined) return undefined;
  // To try the site is to start it.
  if (own === 'run' && ['site', 'website'].includes(object.at(-1)!)) return own;
  // To build the dependencies is to build, and to lint the docs is to lint.
  const isOfBuild = said === 'install' || (said === 'release' && !['make', 'made'].includes(verb));
  const isDecided = own === 'build' ? isOfBuild : own !== 'run';
  return isDecided ? own : (said ?? own);
}

/** The words that say which part is meant. */
function kindsOf(object: readonly string[], task: Task): string[] {
  const nouns = nounsOf.find(([of]) => of === task)?.[1];
  const bare = object.map((word) => (word.endsWith("'s") ? word.slice(0, -2) : word));
  return bare.filter((word, at) => {
    if (nouns?.has(word) || word.length < 2) return false;
    // "Check the types" has no kind, "run the checks" has.
    if (word.startsWith('check')) return task === 'run';
    // “Go about testing” and “the Go tests”.
    if (word === 'go') return nouns?.has(object[at + 1] ?? '') === true;
    if (members.has(word)) return object.slice(Math.max(0, at - 2), at).some((before) => partWords.has(before));
    return !little.has(word);
  });
}

function runIn(words: readonly string[]): Run | undefined {
  const begin = words.findIndex((word) => taskOfVerb(word) !== undefined || !little.has(word));
  const object = words.slice(begin + 1);
  const task = taskOf(words[begin] ?? '', object);
  const isKnown = nounTask(object) !== undefined;
  const isMade = isKnown || object.some((word) => artefacts.has(word));
  const isAnother = (object[0] === 'a' || object[0] === 'an') && !isMade;
  if (task === undefined || isAnother || object.some((word) => otherWords.has(word))) return undefined;
  const kinds = kindsOf(object, task);
  const at = object.findIndex((word) => testWords.has(word));
  const isPart = task === 'test' && object.slice(0, Math.max(at, 0)).some((word) => partWords.has(word));
  const isShort = object.length <= maxKinds || kinds.length <= (isKnown ? maxKinds : 1);
  const isStart = starting.has(stem(words[begin] ?? ''));
  return isShort ? { task, isPart, kinds, ...(isStart && { isStart }) } : undefined;
}
/** Stems of verbs that are said of what goes on running. */
const starting = new Set(['start', 'launch', 'serve'].map(stem));

/** First words of clauses that say when or what for something is run, behind what it is. */
const clauseWords = setOf('before so');

/** The words before a clause that changes nothing of what is run: "the linters before I open a pull request". */
function upToClause(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, place) => place > 1 && clauseWords.has(word));
  const isWhole = at > 0 && words.slice(1, at).every((word) => little.has(word) || members.has(word));
  return isWhole || (at > 0 && nounTask(words.slice(1, at)) !== undefined) ? words.slice(0, at) : words;
}

/** What a question asks to have run; undefined when it asks for something else. */
export function runsIn(text: string): Run[] | undefined {
  const all = afterLead(wordsIn(text));
  if (!all) return undefined;
  const at = all.indexOf('without');
  const words = upToClause(at > 0 ? all.slice(0, at) : all);
  const next = words.findIndex(
    (word, at) => at > 0 && ['and', 'or', 'then'].includes(words[at - 1]!) && taskOfVerb(word) !== undefined,
  );
  const parts = next < 0 ? [words] : [words.slice(0, next - 1), words.slice(next)];
  const runs = parts.map(runIn);
  if (!runs.every((run) => run !== undefined)) return undefined;
  return at > 0 ? runs.map((run) => ({ ...run, without: all.slice(at + 1) })) : runs;
}

// Section: what a project needs before it is run or built: versions of languages and tools, and dependencies.

/** What is asked to be there beforehand. */
export interface Needs {
  isOfDependencies: boolean;
  /** Words for what is needed: "node". They may include the project's name. */
  kinds: string[];
}

const dependencyWords = setOf('dependency dependencies depend depends');
const requirementWords = setOf('requirement requirements prerequisite prerequisites');
const needWords = setOf(
  'need needs needed require requires required support supports supported minimum minimal oldest lowest',
);
const versionWords = setOf('version versions');
const usingWords = setOf(
  'run running build building compile compiling use using install installing develop developing',
);
const aroundNeeds = setOf('have must should system software there least your runtime other list show tell');
/** Most words for what is needed. */
const maxNeeded = 2;

/**
 * What a question asks to be there beforehand: "which Node version do I need?", "what are the requirements?"; undefined
 * when it asks for something else, such as what a part of the code needs.
 */
export function needsIn(text: string): Needs | undefined {
  const words = spaced(wordsIn(text));
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const known = [
    dependencyWords,
    requirementWords,
    needWords,
    versionWords,
    usingWords,
    aroundNeeds,
    little,
    otherWords,
  ];
  const isWhole = (word: string, at: number) => members.has(word) && ['this', 'the', 'our'].includes(words[at - 1]!);
  const kinds = words.filter((word, at) => !known.some((set) => set.has(word)) && !isWhole(word, at));
  const isOfVersion = has(versionWords) && has(needWords);
  const isOfDependencies = has(dependencyWords);
  const isOfAll = isOfDependencies || has(requirementWords) || (has(needWords) && has(usingWords));
  // "Which version is this?" asks for its own, and "what does the pool need?" is about code.
  if (!['what', 'which', 'list', 'show'].includes(words[0] ?? '') || !(isOfVersion || isOfAll)) return undefined;
  return kinds.length <= (isOfVersion ? maxNeeded : 0) ? { isOfDependencies, kinds } : undefined;
}
