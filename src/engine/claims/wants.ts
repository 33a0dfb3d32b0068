/**
 * Recognises by its form what a question asks for and of which subject: callers, how to run, an explanation, a
 * difference, existence. Data: one row for each form. Whether the subject exists is decided by the code (subjects.ts).
 */

import { asideOf } from '../question/spelling';
import { plainQuestion } from '../question/courtesies';
import { spaced } from '../text/plain';

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
  folder: { subject: string };
  difference: { subject: string; other: string };
  run: { runs: Run[] };
}
type Kind = keyof Wants;
type Want = { [kind in Kind]: { want: kind } & Wants[kind] }[Kind];

export type Task = 'test' | 'build' | 'run' | 'install' | 'lint' | 'release';

/** What is to be run, and which part of it. */
export interface Run {
  task: Task;
  /** True when one test or some tests are meant. */
  isPart: boolean;
  /**
   * Words before the word for tests ("integration"), or names of what is built ("docs"). They may include the project's
   * name.
   */
  kinds: string[];
}

/** Most characters of a question without its courtesies; longer ones ask for something particular. */
const maxChars = 160;
/** Most characters of a question with its courtesies. */
const maxAsked = 400;

/** Matches a subject with an optional word for its kind, which may be part of the name: `TimeoutError`. */
const subject = String.raw`(?:(?:the|a|an|our|this)\s+)?((?:[a-z]{1,20}\s+)??[\`"'“]?(?:@|--?)?[\w$~][\w$.:#>@~/?!-]{0,80}(?:\([^()]{0,40}\))?[\`"'”]?(?: [\w$-]{1,40}){0,3}?)`;
const other = subject;
const uses = 'calls?|uses?|invokes?|references?|imports?|instantiates?|depends? on|consumes?|mentions?';
const using = 'calling|using|invoking|referencing|importing|instantiating|depending on|consuming|mentioning';
const used = 'called|used|invoked|referenced|imported|instantiated|consumed|needed';
const whoever = String.raw`(?:who|what|(?:what|which) (?:other )?(?:code|functions?|methods?|class(?:es)?|structs?|types?|modules?|components?|services?|files?|places?|callers?|tests?))`;
const we = String.raw`(?:we|i|you|it|they|this|this project|the (?:code|project|app|library)|code)`;

const errorsOf = String.raw`(?:the\s+(?:errors?|exceptions?)\s+(?:of|from|thrown\s+by|raised\s+by)\s+)?`;

const placesThat = String.raw`(?:places?|code|functions?|files?)\s+(?:that|which|where)`;

const thing = String.raw`(?:(?:the|this|that|my|our|all|all the|all of the|its|a)\s+)?(?:(?:unit|integration|whole|local|dev|development|full|example)\s+){0,2}`;
/** Matches one test, some tests or a kind of tests; a question about writing a new one asks for something else. */
const part = String.raw`(?:(?:only|just)\s+)?(?:(?:(?:a|an|the)\s+)?(?:single|specific|particular|individual|one)|one|some|(?:a\s+)?few|(?:a\s+)?(?:part|subset))(?:\s+of)?`;
const testWords = String.raw`(?:tests?(?:\s+(?:files?|cases?|class(?:es)?|functions?|methods?|suites?))?|test ?suite|specs?)`;
const someTests = String.raw`(?:${part}\s+)?(?:(?:the|all|all the|our|my|only|just)\s+){0,2}(?:(?!(?:new|custom|own|another|a|an)\s)[a-z\d-]{2,20}\s+){0,2}${testWords}`;
const ofProject =
  'projects?|app|application|program|server|service|code|repo|repository|library|package|it|this|everything|site|website|cli|tool|extension|plugin|from source|code ?base|gem|crate|wheel|jar|solution|sources|executable|binary|bundle|release|linter|lint|dependencies|deps';
/** Matches the name of something to run; with an indefinite article, "a query", it is a thing in the code instead. */
const named = String.raw`(?!(?:an?|new|my|own|custom|another|several|many|some)\s)(?:[\w@.+#/-]{1,40})(?:\s(?!from\s|and\s|locally|on\s|in\s)[\w@.+#/-]{1,40}){0,2}`;
const objects = String.raw`(?:${someTests}\b|${thing}(?:tests?|test ?suite|specs?|${ofProject})\b|(?:the\s+|its\s+)?${named})?`;
const manner = String.raw`(?:\s+(?:locally|here|from source|in development|for development|on my machine|myself|first|in production|from the command line))?`;
const verbs =
  'run|execute|start|launch|serve|build|compile|bundle|make|test|lint|format|install|set ?up|setup|release|publish|deploy';

interface Form {
  form: RegExp;
  make: (found: RegExpExecArray) => Want | undefined;
}

const whole = (form: string) => new RegExp(`^${form}$`, 'i');
const of = (
  want: 'callers' | 'tests' | 'fails' | 'caught' | 'takes' | 'explain' | 'isThere' | 'folder',
  forms: readonly string[],
): Form[] => forms.map((form) => ({ form: whole(form), make: ([, found = '']) => ({ want, subject: found }) }));

/** The first pattern that matches decides the task: `run the tests` is a test. */
const tasks: readonly (readonly [Task, RegExp])[] = [
  ['test', /\b(?:tests?|test ?suite|specs?)\b/i],
  ['lint', /\b(?:lint|linter|format|formatting|style)\b/i],
  ['install', /\b(?:install|set ?up|dependencies|deps)\b/i],
  ['release', /\b(?:release|publish|deploy)\b/i],
  ['build', /\b(?:build|built|compile|compiled|bundle|make|docs|documentation|from source)\b/i],
  ['run', /./],
];
const taskOf = (text: string): Task => tasks.find(([, said]) => said.test(text))?.[0] ?? 'run';
const isPart = new RegExp(String.raw`\b${part}\s+(?:(?:the|our|my)\s+)?(?:[a-z\d-]{2,20}\s+){0,2}${testWords}\b`, 'i');
const noKind = new Set(
  spaced(`the a an all our my its this these only just whole single specific particular individual one some few of
  part subset local project for to i we you ${verbs.replaceAll('|', ' ')} runs builds starts running building starting testing run command commands
  script scripts target targets are is do`),
);
/** Words that do not say what is built or run. */
const noObject = new Set(
  spaced(`which what does should use need how can from source locally here on in development production machine first
  myself line code base check style formatting compiled built tested started launched installed released ${ofProject.replaceAll('|', ' ').replaceAll('?', ' ')}`),
);
const testsWord = /^(?:tests?|specs?)\b/;
/** For tests the words before the first word for them, back to a question word; otherwise what is built or run. */
function kindsOf(text: string, task: Task): string[] {
  const said = spaced(text.toLowerCase().replaceAll('?', ''));
  const at = said.findIndex((word, place) => place > 0 && testsWord.test(word));
  if (task !== 'test') return said.filter((word) => !noKind.has(word) && !noObject.has(word) && word.length > 1);
  const before = said.slice(0, Math.max(0, at));
  return before.slice(before.findLastIndex((word) => noKind.has(word)) + 1);
}
const another = new RegExp(String.raw`\s(?:and|or)\s+(?=(?:${verbs})\b)`, 'i');
const run = (forms: readonly string[]): Form[] =>
  forms.map((form) => ({
    form: whole(form),
    make: ([text]) => {
      const runs = text.split(another).map((one): Run => {
        const task = taskOf(one);
        return { task, isPart: task === 'test' && isPart.test(one), kinds: kindsOf(one, task) };
      });
      return { want: 'run', runs };
    },
  }));
const difference = (forms: readonly string[]): Form[] =>
  forms.map((form) => ({
    form: whole(form),
    make: ([, one = '', two = '']) => ({ want: 'difference', subject: one, other: two }),
  }));

const forms: readonly Form[] = [
  ...difference([
    String.raw`(?:what(?:'s|\s+is|\s+are)\s+|explain\s+|describe\s+)?(?:the\s+)?differences?\s+between\s+${subject}\s+and\s+${other}`,
    String.raw`how\s+(?:does|do|is|are)\s+${subject}\s+(?:differ|different)\s+(?:from|to|than)\s+${other}`,
    String.raw`compare\s+${subject}\s+(?:and|with|to|against)\s+${other}`,
    String.raw`${subject}\s+(?:vs\.?|versus)\s+${other}`,
  ]),
  ...run([
    String.raw`how\s+(?:(?:do|can|would|should|must|could)\s+(?:i|we|you|one)|(?:i|we|one)\s+(?:can|could|should)|to)\s+(?:${verbs})\s*${objects}${manner}(?:\s+(?:and|or)\s+(?:${verbs})\s*${objects}${manner})?`,
    String.raw`how\s+(?:do|can|should|to)\s+(?:(?:i|we|you|one)\s+)?check\s+(?:the\s+)?(?:code\s+)?(?:style|formatting)`,
    String.raw`how\s+(?:is|are)\s+${thing}(?:tests?|test ?suite|specs?|${ofProject})\s+(?:run|built|tested|compiled|started|launched|installed|released)${manner}`,
    String.raw`(?:what|which)(?:\s+is\s+the|\s+are\s+the)?\s+(?:commands?|scripts?|targets?)\s+(?:(?:do|should|can)\s+(?:i|we)\s+(?:use|need)\s+)?(?:to\s+|for\s+)?(?:runs?|builds?|tests?|starts?|lints?|compiles?|running|building|testing|linting|${verbs})s?\s*${objects}${manner}`,
  ]),
  ...of('tests', [
    String.raw`(?:which|what)\s+tests?\s+(?:cover|exercise|check|test|${uses.replaceAll('s?', '')})s?\s+${subject}`,
    String.raw`(?:how|where)\s+(?:is|are)\s+${subject}\s+(?:being\s+)?tested`,
    String.raw`(?:(?:find|show|list|give|what are|which are)\s+(?:me\s+)?)?(?:all\s+)?(?:the\s+|a\s+)?tests?\s+(?:of|for)\s+${subject}`,
  ]),
  ...of('fails', [
    String.raw`when\s+(?:does|do|can|could|will|would|might)\s+${subject}\s+(?:fail|throw|raise|panic|error|reject)(?:\s+(?:an?\s+)?(?:errors?|exceptions?))?`,
    String.raw`when\s+${subject}\s+(?:fails|throws|raises|panics)`,
    String.raw`what\s+(?:can|could|might)\s+(?:go|fail)(?:\s+wrong)?\s+(?:in|with|when calling)\s+${subject}`,
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
    String.raw`${whoever}\s+(?:all\s+)?(?:${uses}|(?:is|are)\s+(?:${using}))\s+${subject}`,
    String.raw`(?:from\s+)?where\s+${subject}\s+(?:is|are|gets?)\s+(?:being\s+)?(?:${used})`,
    String.raw`(?:from\s+)?where\s+(?:all\s+)?(?:is|are|does|do|gets?)\s+${subject}\s+(?:get\s+)?(?:being\s+)?(?:${used})`,
    String.raw`where\s+(?:do|does)\s+${we}\s+(?:call|use|invoke|reference|import)\s+${subject}`,
    String.raw`(?:(?:find|show|list|give|what are|who are)\s+(?:me\s+)?)?(?:all\s+)?(?:the\s+)?(?:of\s+the\s+)?(?:callers|usages?|uses|references|call ?-?sites?|users)\s+(?:of|to|for)\s+${subject}`,
    String.raw`(?:find|show|list)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?${placesThat}\s+(?:${uses})\s+${subject}`,
    String.raw`(?:find|show|list)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?${placesThat}\s+${subject}\s+(?:is|are)\s+(?:${used})`,
  ]),
  ...of('folder', [
    String.raw`what(?:'s|\s+is|\s+does)\s+(?:in\s+)?(?:the\s+)?(?:folder|directory)\s+[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10})/?[\`"']?(?:\s+(?:do|for|about|hold|contain))?`,
    String.raw`what(?:'s|\s+is|\s+does)\s+(?:in\s+)?(?:the\s+)?[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10})/?[\`"']?\s+(?:folder|directory)(?:\s+(?:do|for|about|hold|contain))?`,
    String.raw`what(?:'s|\s+is|\s+does)\s+(?:in\s+)?(?:the\s+)?[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,9}/(?:[\w@.-]{1,80})?)[\`"']?(?:\s+(?:do|for|about|hold|contain))?`,
    String.raw`(?:explain|describe|summari[sz]e)\s+(?:the\s+)?(?:folder|directory)\s+[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10})/?[\`"']?`,
    String.raw`(?:explain|describe|summari[sz]e)\s+(?:the\s+)?[\`"']?([\w@.-]{1,80}(?:/[\w@.-]{1,80}){0,10})/?[\`"']?\s+(?:folder|directory)`,
  ]),
  ...of('isThere', [
    String.raw`(?:is|are)\s+there\s+(?:already\s+)?(?:an?|any|some)?\s*${subject}`,
    String.raw`(?:does|do)\s+${we}\s+(?:already\s+)?have\s+(?:an?|any)?\s*${subject}`,
    String.raw`(?:does|do)\s+${subject}\s+exist`,
  ]),
  ...of('explain', [
    String.raw`(?:explain|describe|summari[sz]e)\s+(?:to\s+me\s+)?(?:what\s+)?${subject}(?:\s+(?:does|do|is|means?|works?|is for))?`,
    String.raw`what(?:'s|\s+is|\s+are|\s+does|\s+do)\s+(?:the\s+(?:purpose|role|job|point)\s+of\s+)?${subject}(?:\s+(?:do|for|mean|about|used for|supposed to do|good for|represent|stand for))?`,
    String.raw`tell\s+me\s+(?:more\s+)?about\s+${subject}`,
    String.raw`how\s+do(?:es)?\s+${subject}\s+work`,
    String.raw`what\s+${subject}\s+(?:does|do|is|are|means)`,
    String.raw`how\s+${subject}\s+works?`,
  ]),
];

/** Requests that a question's form may express, the likeliest first; the subject is not checked against the code. */
export function wantsOf(query: string): Want[] {
  const { own, aside } = asideOf(query.slice(0, maxAsked));
  const text = plainQuestion(own);
  if (text.length > maxChars) return [];
  const wants: Want[] = [];
  for (const { form, make } of forms) {
    const found = form.exec(text);
    const want = found && make(found);
    if (want && !wants.some((one) => one.want === want.want)) wants.push(want);
  }
  // "What is the default (about a pool)?" asks about the pool, not about a function called `default`.
  return aside === '' ? wants : wants.filter((want) => !('subject' in want) || want.subject.startsWith('`'));
}

export function wantOf<Wanted extends Kind>(query: string, kind: Wanted): Wants[Wanted] | undefined {
  const found = wantsOf(query).find(({ want }) => want === kind);
  return found as Wants[Wanted] | undefined;
}
