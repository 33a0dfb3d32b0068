/**
 * Recognises by its form what a question asks for and of which subject: callers, how to run, an explanation, a
 * difference, existence. Data: one row for each form. Whether the subject exists is decided by the code (subjects.ts).
 */

import { asideOf } from '../question/spelling';
import { plainQuestion } from '../question/courtesies';
import { type Needs, needsIn, type Run, runsIn } from './runWants';

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
  'calls?|uses?|invokes?|references?|imports?|instantiates?|depends? on|consumes?|mentions?|raises?|throws?|extends?|implements?|inherits? from|derives? from|subclass(?:es)?|overrides?|emits?|renders?';
const using =
  'calling|using|invoking|referencing|importing|instantiating|depending on|consuming|mentioning|raising|throwing|extending|implementing|inheriting from|emitting|rendering';
const used =
  'called|used|invoked|referenced|imported|instantiated|consumed|needed|raised|thrown|extended|emitted|rendered';
const whoever = String.raw`(?:who|what|(?:what|which) (?:other )?(?:code|functions?|methods?|class(?:es)?|structs?|types?|modules?|components?|services?|files?|places?|callers?|tests?))`;
const we = String.raw`(?:we|i|you|it|they|this|this project|the (?:code|project|app|library)|code)`;

/** One name; a step of a path; the last part of a path or the steps of a name. */
const ownName = String.raw`[\`"']?([\w$]{2,80})(?:\(\))?[\`"']?`;
const step = String.raw`[\w@.-]{1,80}`;
const place = String.raw`[\`"']?(?:${step}/){0,10}([\w@:-]{2,80})(?:\.\w{1,8})?[\`"']?`;

const errorsOf = String.raw`(?:the\s+(?:errors?|exceptions?)\s+(?:of|from|thrown\s+by|raised\s+by)\s+)?`;

/** "Show me all the …", or the noun alone. */
const list = String.raw`(?:(?:find|show|list|give|(?:what|which|who)\s+are)\s+(?:me\s+)?)?(?:all\s+)?(?:of\s+)?(?:the\s+|a\s+)?`;
const placesThat = String.raw`(?:places?|code|functions?|files?)\s+(?:that|which|where)`;

const explaining = String.raw`(?:explain|describe|summari[sz]e)`;
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
      String.raw`(?:what(?:'s|\s+is|\s+are)\s+|explain\s+|describe\s+)?(?:the\s+)?differences?\s+between\s+${subject}\s+and\s+${subject}`,
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
    String.raw`${list}(?:callers|usages?|uses|references|call ?-?sites?|users)\s+(?:of|to|for)\s+${subject}`,
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
    String.raw`how\s+(?:is|are)\s+${subject}\s+(?:organi[sz]ed|structured|laid\s+out|arranged|divided|split(?:\s+up)?)`,
    String.raw`(?:what(?:'s|\s+is|\s+are)\s+|${explaining}\s+|show\s+me\s+)?(?:the\s+)?(?:(?:overall|main|project|code|source|folder|directory|repository)\s+){0,2}(?:structure|architecture|folders)(?:\s+of\s+${subject})?`,
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
  const [behind = '', file] = inFile.exec(asked) ?? [];
  const text = asked.slice(0, asked.length - behind.length);
  if (asked.length > maxChars) return [];
  const wants: Want[] = [];
  const needs = needsIn(text);
  if (needs) wants.push({ want: 'needs', ...needs });
  const runs = runsIn(text);
  if (runs) wants.push({ want: 'run', runs });
  for (const { form, make } of forms) {
    const [whole, one = '', two = ''] = form.exec(text) ?? [];
    const subject = file === undefined ? one : `${file}.${one}`;
    const want = whole === undefined ? undefined : make(subject, two);
    if (want && !wants.some(({ want: known }) => known === want.want)) wants.push(want);
  }
  // "What is the default (about a pool)?" asks about the pool, not about a function called `default`.
  return aside === '' ? wants : wants.filter((want) => !('subject' in want) || want.subject.startsWith('`'));
}

export function wantOf<Wanted extends Kind>(query: string, kind: Wanted): Wants[Wanted] | undefined {
  const found = wantsOf(query).find(({ want }) => want === kind);
  return found as Wants[Wanted] | undefined;
}
