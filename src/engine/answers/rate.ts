/**
 * How well one unit answers: the question's words in it, around it and in its passage, what retrieval thought of the
 * passage, and whether its form suits the kind of question. A weighted sum; the order is all that is used of it.
 */
import { rolesOf } from '../rank/paths';
import { misfitOf } from '../rank/priors';
import type { Question } from '../rank/question';
import { joinIdentifier } from '../text/tokens';
import { holdsVerb, verbOf } from './asked';
import type { Coverage, CoverageOf } from './coverage';
import { reason, saysNumber, wantsNumber, type QuestionKind } from './kind';
import { opposedIn, saysOpposite } from './opposites';
import { declaresShape, tellsOfShape } from './shapes';
import type { ReadPassage, Unit } from './units';
import { usedNames, useOf } from './uses';
import { valueFitOf } from './valueFit';

export interface Asked {
  query: string;
  question: Question;
  kind: QuestionKind;
  coverage: CoverageOf;
  /** Texts the question puts in quotes. */
  quoted: string[];
}

export interface Features {
  /** Shares in [0, 1] of the question's worth: in the unit, with its surroundings, in its passage. */
  unit: number;
  around: number;
  passage: number;
  /** Retrieval score of the passage, and its place in the list: 1 for the first, 0 for the last that counts. */
  retrieval: number;
  place: number;
  form: number;
  pairs: number;
  quoted: number;
  named: number;
  /** Share of the question's worth in the names of the place: of its definition and its file. */
  topic: number;
  /** Of a value: its name is of the measure asked for. */
  measure: number;
  /** Of a value: share of what is measured that its own name and comment hold; less where only its surroundings do. */
  noun: number;
  /** Of a value: it stands under the key that was asked for. */
  lookup: number;
  /** The verb that a way or a place is asked for is said: by itself, or by its definition. */
  verb: number;
  /** When a place is asked for: retrieval and names are what speaks for one. */
  whereRetrieval: number;
  whereTopic: number;
  /** It says the opposite of what is asked: "clear" for "start". */
  opposite: number;
  test: number;
  /** Of an error's own definition, where no error is asked for. */
  errorClass: number;
  long: number;
}

export interface Rated {
  unit: Unit;
  passage: ReadPassage;
  features: Features;
  coverage: Coverage;
  score: number;
}

/** Passages of a usual answer: their scores fall so steeply that beyond the second only the place tells them apart. */
const maxPlaces = 20;

/**
 * Fitted on 200 questions, those of `answers-dev` and `npm-answers` among them (listwise, held near the values before),
 * then rounded. Over four folds by question the best unit alone held the fact for .677 of them, with the values before
 * for .627; of the set that nothing is fitted on .56 and .44. `noun`, `lookup` and `verb` came later and were set by hand on
 * `answers-dev`: as low as its questions allow.
 */
export const weights: Features = {
  unit: 0.8,
  around: 1.4,
  passage: 0.5,
  retrieval: 0.37,
  place: 0.42,
  form: 1.95,
  pairs: 0.5,
  quoted: 2,
  named: 0.75,
  topic: 0.4,
  measure: 0.3,
  noun: 0.5,
  lookup: 2.8,
  verb: 1.2,
  whereRetrieval: 0.25,
  whereTopic: 0.25,
  opposite: -0.6,
  test: -1.2,
  errorClass: -0.5,
  long: -0.3,
};

type Fit = Partial<Record<Unit['form'], number>>;
const fits: Record<QuestionKind, Fit> = {
  default: { value: 0.9, sentence: 0.3, statement: 0.1, list: 0.4, definition: 0.1 },
  error: { failure: 1, sentence: 0.35, statement: 0.2, definition: 0.1 },
  why: { sentence: 0.6, failure: 0.3, statement: 0.1, definition: -0.4 },
  where: { definition: 0.7, statement: 0.55, failure: 0.6, sentence: 0.55, value: 0.4, list: 0.6 },
  what: { sentence: 0.6, definition: 0.5, statement: 0.3, list: 0.3, failure: 0.2, value: 0.2 },
  how: { sentence: 0.65, statement: 0.5, failure: 0.4, definition: 0.4, value: 0.3, list: 0.1 },
  list: { list: 1, sentence: 0.4, statement: 0.2, value: 0.1, definition: 0.15, failure: 0 },
  who: { statement: 0.7, definition: 0.3, sentence: 0.3 },
  about: { sentence: 0.6, definition: 0.55, statement: 0.4, failure: 0.3, value: 0.3, list: 0.3 },
};

/** "Does invalidating refetch?" is decided by a sentence that says what is not, or only, so. */
const asksWhether = /^\s*(?:and\s+|but\s+)?(?:do|does|is|are|can|may|will|should|has|have)\b/i;
const decides = /\b(?:not|never|only|unless|always|without|cannot|even|n't)\b/i;
/** Where something is done is no shape of data, unless that is asked for. */
const wantsShape = /\b(?:types?|interfaces?|structs?|traits?|shapes?|fields?|declared|defined|definition)\b/i;
const shapeLoss = 0.3;
const saysDefault = /\bdefault|\b(?:up to|at most|at least|maximum|minimum|unless)\b/i;

function formFit(unit: Unit, asked: Asked): number {
  if (asked.kind !== 'default' || !wantsNumber.test(asked.query)) return fitOf(unit, asked);
  if (unit.form !== 'value')
    return fitOf(unit, asked) - (saysNumber.test(`${unit.text} ${'preset' in unit ? unit.preset : ''}`) ? 0 : 0.5);
  const { value, isLiteral, isTrivial } = unit.value;
  // Zero is where counting begins, and yes or no is no number.
  return fitOf(unit, asked) - (isLiteral && (isTrivial || !/\d/.test(value)) ? 0.5 : 0);
}

/** That something is brought in tells nobody where or how it works. */
const bringsIn = /^(?:import\b|from \S+ import\b|export (?:\*|\{.*\}) from\b|(?:const|let|var) .{1,200}= require\()/;
const wantsImports = /\b(?:import|imported|imports|require|required|depend|depends)\b/i;
const importLoss = 0.5;

function fitOf(unit: Unit, { kind, coverage, query }: Asked): number {
  const fit = fits[kind][unit.form] ?? 0.1;
  if (unit.form === 'statement') return bringsIn.test(unit.text) && !wantsImports.test(query) ? fit - importLoss : fit;
  if (unit.form === 'sentence') {
    const { sentence, isDoc, tag } = unit;
    if (kind === 'how' && tag === undefined && !wantsShape.test(query) && tellsOfShape(unit)) return fit - shapeLoss;
    const isParam = tag === 'param' || tag === 'returns';
    if (kind === 'default') {
      if (unit.preset !== undefined && coverage.isAbout(unit.text)) return 0.95;
      const says =
        tag === 'default' || (saysDefault.test(sentence) && (/['"`]/.test(sentence) || saysNumber.test(sentence)));
      return says && coverage.isAbout(unit.context ?? unit.text) ? 0.95 : fit;
    }
    if (kind === 'why') return reason.test(sentence) ? 1 : fit;
    if (kind === 'error') return tag === 'throws' || /\b(?:throw|reject|raise|fail|error)/i.test(sentence) ? 0.6 : fit;
    if (kind === 'what' && (isDoc || (unit.isOpening && unit.home)) && !isParam) return unit.isFirst ? 1 : 0.75;
    if (kind === 'how' && asksWhether.test(query) && decides.test(sentence)) return fit + 0.2;
    return isParam && kind !== 'how' ? fit - 0.25 : fit;
  }
  if (unit.form === 'value') {
    if (kind !== 'default') return fit;
    return (
      (unit.value.isLiteral ? fit : fit - 0.35) + (unit.value.isFallback ? 0.1 : 0) - (unit.value.isTrivial ? 0.3 : 0)
    );
  }
  if (kind === 'where' && !wantsShape.test(query) && declaresShape(unit)) return fit - shapeLoss;
  if (unit.form === 'failure') return unit.failure.verb === 'logs' ? fit - 0.25 : fit;
  if (unit.form === 'list' && kind === 'default')
    return unit.list.isOfValues && coverage.ofText(unit.list.name).covered.length > 0 ? 0.8 : 0;
  if (unit.form === 'list' && kind === 'list')
    return coverage.ofText(unit.list.name).covered.length > 0 ? fit : fit - 0.4;
  return fit;
}

/** Share of the question's neighbouring words that are neighbours here too. */
function pairsIn(text: string, { content }: Question): number {
  const joined = joinIdentifier(text);
  const pairs = content.slice(1).map((term, place) => [content[place] ?? '', term] as const);
  if (pairs.length === 0) return 0;
  const near = pairs.filter(([one, other]) => {
    const at = joined.indexOf(one);
    return at >= 0 && joined.slice(at, at + 40).includes(other);
  });
  return near.length / pairs.length;
}

/** The unit is of the definition that the question names; best when it is what is said of the whole. */
function namedShare({ home, form, ...unit }: Unit, { question: { symbols }, kind }: Asked): number {
  const own = home === undefined ? '' : joinIdentifier(home.name.split('.').at(-1) ?? '');
  const named = 'list' in unit ? joinIdentifier(unit.list.name) : own;
  if (!symbols.includes(own) && !symbols.includes(named)) return 0;
  // That something is declared is no answer to how or why it works.
  if (form === 'definition') return kind === 'how' || kind === 'why' ? 0 : 1;
  return form === 'list' || ('isDoc' in unit && (unit.isDoc || unit.isOpening)) ? 1 : 0.6;
}

const isOfError = ({ home }: Unit): boolean => /(?:Error|Exception)(?:\.|$)/.test(home?.name ?? '');

/** 1 where the verb is said by the unit or the name of its definition, less where only by what stands above it. */
function verbMet({ home, text }: Unit, head: Coverage, verb: string): number {
  if (holdsVerb(`${home?.name ?? ''} ${text}`, verb)) return 1;
  return (head.shares.get(verb) ?? 0) > 0 ? 0.7 : 0;
}

export function rateUnits(passage: ReadPassage, place: number, asked: Asked): Rated[] {
  const { snippet, rows } = passage;
  const { coverage, question, quoted } = asked;
  const ofPassage = coverage.of(snippet);
  const roles = rolesOf(snippet.label);
  const isOffTrack =
    misfitOf('tests', roles, question.about) > 0 ||
    misfitOf('examples', roles, question.about) > 0 ||
    roles.declarations;
  const heads = new Map<number, Coverage>();
  const ofLabel = coverage.ofText(snippet.label);
  const file = snippet.label.slice(snippet.label.lastIndexOf('/') + 1);
  const topics = new Map<string, number>();
  const topicOf = (name: string): number => {
    const known = topics.get(name) ?? coverage.ofText(`${name} ${file}`).share;
    topics.set(name, known);
    return known;
  };
  const values = valueFitOf(asked, file);
  const verb = verbOf(asked.query);
  const used = usedNames(asked.query, question);
  const opposed = opposedIn(question.content);
  const isWhere = asked.kind === 'where' ? 1 : 0;
  const retrieval = snippet.score ?? 1 / (1 + place * 0.1);
  return passage.units
    .filter((unit) => values.isAskedFor(unit))
    .map((unit) => {
      const homeRow = unit.home?.row ?? 0;
      const head = heads.get(homeRow) ?? coverage.ofText(`${unit.home?.name ?? ''} ${headText(passage, homeRow)}`);
      heads.set(homeRow, head);
      const own = coverage.ofText('context' in unit ? (unit.context ?? unit.text) : unit.text);
      const around = coverage.together(own, head, ofLabel);
      const topic = topicOf(unit.home?.name ?? '');
      const longest = Math.max(0, ...rows.slice(unit.start, unit.end + 1).map((row) => row.length));
      const features: Features = {
        unit: own.share,
        around: around.share,
        passage: ofPassage.share,
        retrieval,
        place: Math.max(0, 1 - place / maxPlaces),
        form: formFit(unit, asked),
        pairs: pairsIn(unit.text, question),
        quoted: quoted.some((text) => unit.text.includes(text)) ? 1 : 0,
        named: used.length > 0 ? useOf(unit, used) : namedShare(unit, asked),
        topic,
        measure: values.measure(unit),
        noun: values.noun(unit),
        lookup: values.lookup(unit),
        verb: verb === undefined ? 0 : verbMet(unit, head, verb),
        whereRetrieval: isWhere * retrieval,
        whereTopic: isWhere * topic,
        opposite: saysOpposite(`${unit.home?.name.split('.').at(-1) ?? ''} ${unit.text}`, opposed) ? 1 : 0,
        test: isOffTrack ? 1 : 0,
        errorClass: asked.kind !== 'error' && isOfError(unit) && !/error|exception|fail/i.test(asked.query) ? 1 : 0,
        long: longest > 300 && unit.form !== 'value' ? 1 : 0,
      };
      return { unit, passage, features, coverage: around, score: weigh(features) };
    });
}

export function weigh(features: Features): number {
  const names = Object.keys(weights).filter((name): name is keyof Features => name in features);
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0);
}

/** A made file in one row would say everything of each of its parts. */
const maxHeadCharacters = 300;

/** The head of a definition and the comment above it. */
function headText({ rows, isComment }: ReadPassage, row: number): string {
  let from = row;
  while (from > 0 && row - from < 12 && isComment[from - 1]) from -= 1;
  return rows
    .slice(from, row + 1)
    .map((text) => text.slice(0, maxHeadCharacters))
    .join('\n');
}
