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
import type { Features } from './features';
import { formFit } from './formFit';
import type { QuestionKind } from './kind';
import { marksOf } from './marks';
import { opposedIn, saysOpposite } from './opposites';
import { surroundingsOf } from './surroundings';
import type { ReadPassage, Unit } from './units';
import { useOf } from './uses';
import { valueFitOf } from './valueFit';
import { weights, type AnswerWeights } from './weights';

export interface Asked {
  query: string;
  question: Question;
  kind: QuestionKind;
  coverage: CoverageOf;
  /** Texts the question puts in quotes. */
  quoted: string[];
  /** Names whose uses are asked for. */
  used: readonly string[];
  /** Labels of the files that a program has written. */
  generated: ReadonlySet<string>;
}

export interface Rated {
  unit: Unit;
  passage: ReadPassage;
  features: Features;
  coverage: Coverage;
  score: number;
}

/** A value that a test sets is not the one that is taken without it. */
const testValue = 3;
/** Passages of a usual answer: their scores fall so steeply that beyond the second only the place tells them apart. */
const maxPlaces = 20;

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

/** Of a comment inside of the definition whose doing is asked for. */
const insideShare = 0.4;

/** The unit is of the definition that the question names; best when it is what is said of the whole. */
function namedShare({ home, form, ...unit }: Unit, { question: { symbols }, kind }: Asked): number {
  const own = home === undefined ? '' : joinIdentifier(home.name.split('.').at(-1) ?? '');
  const named = 'list' in unit ? joinIdentifier(unit.list.name) : own;
  if (!symbols.includes(own) && !symbols.includes(named)) return 0;
  // That something is declared is no answer to how or why it works.
  if (form === 'definition') return kind === 'how' || kind === 'why' ? 0 : 1;
  if (form === 'list' || ('isDoc' in unit && (unit.isDoc || unit.isOpening))) return 1;
  // A comment inside tells of one step, not what the whole does.
  return form === 'sentence' && kind === 'what' ? insideShare : 0.6;
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
  const isTest = misfitOf('tests', roles, question.about) > 0;
  const isOffTrack =
    isTest ||
    misfitOf('examples', roles, question.about) > 0 ||
    roles.declarations ||
    asked.generated.has(snippet.label);
  const weighing = weighingFor(asked.kind);
  const heads = new Map<number, Coverage>();
  const ofLabel = coverage.ofText(snippet.label);
  const file = snippet.label.slice(snippet.label.lastIndexOf('/') + 1);
  const topics = new Map<string, number>();
  const topicOf = (name: string): number => {
    const known = topics.get(name) ?? coverage.ofText(`${name} ${file}`).share;
    topics.set(name, known);
    return known;
  };
  const around = surroundingsOf(passage, coverage, question.content);
  const values = valueFitOf(asked, file);
  const verb = verbOf(asked.query);
  const opposed = opposedIn(question.content);
  const retrieval = snippet.score ?? 1 / (1 + place * 0.1);
  return passage.units
    .filter((unit) => values.isAskedFor(unit))
    .map((unit) => {
      const homeRow = unit.home?.row ?? 0;
      const head = heads.get(homeRow) ?? coverage.ofText(`${unit.home?.name ?? ''} ${headText(passage, homeRow)}`);
      heads.set(homeRow, head);
      const text = 'context' in unit ? (unit.context ?? unit.text) : unit.text;
      const own = coverage.ofText(text);
      const all = coverage.together(own, head, ofLabel);
      const longest = Math.max(0, ...rows.slice(unit.start, unit.end + 1).map((row) => row.length));
      const met = {
        unit: own.share,
        around: all.share,
        passage: ofPassage.share,
        retrieval,
        place: Math.max(0, 1 - place / maxPlaces),
        form: formFit(unit, asked),
        pairs: pairsIn(unit.text, question),
        quoted: quoted.some((part) => unit.text.includes(part)) ? 1 : 0,
        named: asked.used.length > 0 ? useOf(unit, asked.used) : namedShare(unit, asked),
        topic: topicOf(unit.home?.name ?? ''),
        measure: values.measure(unit),
        noun: values.noun(unit),
        lookup: values.lookup(unit),
        verb: verb === undefined ? 0 : verbMet(unit, head, verb),
        opposite: saysOpposite(`${unit.home?.name.split('.').at(-1) ?? ''} ${unit.text}`, opposed) ? 1 : 0,
        test: isOffTrack ? (isTest && asked.kind === 'default' && unit.form === 'value' ? testValue : 1) : 0,
        errorClass: asked.kind !== 'error' && isOfError(unit) && !/error|exception|fail/i.test(asked.query) ? 1 : 0,
        long: longest > 300 && unit.form !== 'value' ? 1 : 0,
      };
      // Spreading some sixty names into a literal took three times as long as all else.
      const features: Features = Object.assign(
        marksOf(unit, asked),
        around(unit, { text, own, head, around: all }),
        met,
      );
      return { unit, passage, features, coverage: all, score: weigh(features, weighing) };
    });
}

/** Weights of the features for one kind of question. */
export type Weighing = Readonly<Record<keyof Features, number>>;

export const featureNames = Object.keys(weights.all).filter((name): name is keyof Features => name in weights.all);

export function weighingFor(kind: QuestionKind, { all, byKind }: AnswerWeights = weights): Weighing {
  const own = byKind[kind];
  const weighing = { ...all };
  for (const name of featureNames) weighing[name] += own?.[name] ?? 0;
  return weighing;
}

export function weigh(features: Features, weighing: Weighing): number {
  let sum = 0;
  for (const name of featureNames) sum += weighing[name] * features[name];
  return sum;
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
