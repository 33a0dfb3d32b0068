/**
 * Recognises by its form what a question asks for and of which subject: callers, how to run, an explanation, a
 * difference, existence. Data: one row for each form. Whether the subject exists is decided by the code (subjects.ts).
 */

import { asideOf } from '../question/spelling';
import { plainQuestion } from '../question/courtesies';
import { type Run, runsIn } from './runWants';

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

/** Most characters of a question without its courtesies; longer ones ask for something particular. */
const maxChars = 160;
/** Most characters of a question with its courtesies. */
const maxAsked = 400;

/** Matches a subject with an optional word for its kind, which may be part of the name: `TimeoutError`. */
const subject = String.raw`(?:(?:the|a|an|our|this)\s+)?((?:[a-z]{1,20}\s+)??[\`"'“]?(?:@|--?)?[\w$~][\w$.:#>@~/?!-]{0,80}(?:\([^()]{0,40}\))?[\`"'”]?(?: [\w$-]{1,40}){0,3}?)`;
const other = subject;
const uses =
  'calls?|uses?|invokes?|references?|imports?|instantiates?|depends? on|consumes?|mentions?|raises?|throws?|extends?|implements?|inherits? from|derives? from|subclass(?:es)?|overrides?|emits?|renders?';
const using =
  'calling|using|invoking|referencing|importing|instantiating|depending on|consuming|mentioning|raising|throwing|extending|implementing|inheriting from|emitting|rendering';
const used =
  'called|used|invoked|referenced|imported|instantiated|consumed|needed|raised|thrown|extended|emitted|rendered';
const whoever = String.raw`(?:who|what|(?:what|which) (?:other )?(?:code|functions?|methods?|class(?:es)?|structs?|types?|modules?|components?|services?|files?|places?|callers?|tests?))`;
const we = String.raw`(?:we|i|you|it|they|this|this project|the (?:code|project|app|library)|code)`;

/** One name, and the last part of a path or the steps of a name. */
const ownName = String.raw`[\`"']?([\w$]{2,80})(?:\(\))?[\`"']?`;
const place = String.raw`[\`"']?(?:[\w@.-]{1,80}/){0,10}([\w@:-]{2,80})(?:\.\w{1,8})?[\`"']?`;

const errorsOf = String.raw`(?:the\s+(?:errors?|exceptions?)\s+(?:of|from|thrown\s+by|raised\s+by)\s+)?`;

const placesThat = String.raw`(?:places?|code|functions?|files?)\s+(?:that|which|where)`;

interface Form {
  form: RegExp;
  make: (found: RegExpExecArray) => Want | undefined;
}

const whole = (form: string) => new RegExp(`^${form}$`, 'i');
const of = (
  want: 'callers' | 'tests' | 'fails' | 'caught' | 'takes' | 'explain' | 'isThere' | 'folder',
  forms: readonly string[],
): Form[] => forms.map((form) => ({ form: whole(form), make: ([, found = '']) => ({ want, subject: found }) }));

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
  // A path alone.
  ...of('folder', [String.raw`[\`"']?([\w@.-]{1,80}(?:/|(?:/[\w@.-]{1,80}){1,10}/?))[\`"']?`]),
  ...of('isThere', [
    String.raw`(?:is|are)\s+there\s+(?:already\s+)?(?:an?|any|some)?\s*${subject}`,
    String.raw`(?:does|do)\s+${we}\s+(?:already\s+)?have\s+(?:an?|any)?\s*${subject}`,
    String.raw`(?:does|do)\s+${subject}\s+exist`,
  ]),
  // "What does open do in store.ts?" and "What does the open method of Store do?" name where it stands.
  ...[
    String.raw`(?:what\s+do(?:es)?|explain(?:\s+what)?)\s+${ownName}\s+do(?:es)?\s+in\s+(?:the\s+)?${place}`,
    String.raw`what\s+do(?:es)?\s+(?:the\s+)?${ownName}\s+(?:function|method|macro|procedure|subroutine)\s+(?:in|of|from)\s+(?:the\s+)?${place}\s+do`,
  ].map((form): Form => ({
    form: whole(form),
    make: ([, name = '', at = '']) => ({ want: 'explain', subject: `${at}.${name}` }),
  })),
  ...of('explain', [
    String.raw`what(?:'s|\s+is|\s+does)\s+${subject}(?:\s+do)?,?\s+and\s+(?:(?:who|what)\s+(?:${uses})\s+it|where\s+is\s+it\s+(?:${used}))`,
    String.raw`(?:explain|describe|summari[sz]e)\s+(?:to\s+me\s+)?(?:what\s+)?${subject}(?:\s+(?:does|do|is|means?|works?|is for))?`,
    String.raw`what(?:'s|\s+is|\s+are|\s+does|\s+do)\s+(?:the\s+(?:purpose|role|job|point)\s+of\s+)?${subject}(?:\s+(?:do|for|mean|about|used for|supposed to do|good for|represent|stand for))?`,
    String.raw`tell\s+me\s+(?:more\s+)?about\s+${subject}`,
    String.raw`where\s+(?:is|are)\s+${subject}\s+(?:defined|declared|implemented)`,
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
  const runs = runsIn(text);
  if (runs) wants.push({ want: 'run', runs });
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
