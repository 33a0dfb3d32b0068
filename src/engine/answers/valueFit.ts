/**
 * How well a value is what was asked for: what is measured stands in its own name or in what is said of it, its name is
 * of the wanted measure, it stands under the wanted key. What stands around a value says little of it.
 */
import type { Question } from '../rank/question';
import { splitIdentifier } from '../text/tokens';
import { askedKey, isAskedValue } from './asked';
import type { CoverageOf } from './coverage';
import type { QuestionKind } from './kind';
import { isCountForTime, isOtherMeasure, measuredIn, measureFit, measuresOf } from './measures';
import type { Unit } from './units';
import { lastPart } from './values';

type ValueUnit = Unit & { form: 'value' };

/** Shares of a noun that is in the comment of a value, or only in the names around it. */
const saidShare = 0.7;
const aroundShare = 0.4;
/** What a value counts whose noun only stands around it. */
const onlyAround = -1;

interface AskedValue {
  query: string;
  question: Question;
  kind: QuestionKind;
  coverage: CoverageOf;
}

export interface ValueFit {
  /** Whether it was asked for at all: else it says nothing, however well its surroundings fit. */
  isAskedFor(unit: Unit): boolean;
  noun(unit: Unit): number;
  lookup(unit: Unit): number;
  measure(unit: Unit): number;
}

/** @param file name of the file that the units stand in */
export function valueFitOf({ query, question, kind, coverage }: AskedValue, file: string): ValueFit {
  const nouns = kind === 'default' ? measuredIn(question.content) : [];
  const key = askedKey(query);
  const wanted = measuresOf(query);
  const share = (text: string) => coverage.shareOfWords(coverage.ofText(text), nouns);
  const ownShare = ({ value, said }: ValueUnit) => Math.max(share(value.name), saidShare * share(said));
  const nearShare = ({ home }: ValueUnit) => aroundShare * share(`${home?.name ?? ''} ${file}`);
  /** Every part of it is in the question: `limit`, `maxSize`. */
  const isWholeName = (name: string) =>
    splitIdentifier(lastPart(name)).every((part) => coverage.ofText(part).covered.length > 0);
  return {
    isAskedFor(unit) {
      if (unit.form !== 'value') return true;
      const parts = splitIdentifier(unit.value.name);
      if (isCountForTime(parts, query)) return false;
      if (isOtherMeasure(parts, `${unit.said} ${unit.value.value}`, query)) return false;
      if (nouns.length === 0 || isWholeName(unit.value.name)) return coverage.isAbout(unit.value.name);
      return ownShare(unit) > 0 || nearShare(unit) > 0;
    },
    noun(unit) {
      if (unit.form !== 'value' || nouns.length === 0) return 0;
      const own = ownShare(unit);
      return own > 0 ? Math.max(own, nearShare(unit)) : onlyAround;
    },
    lookup(unit) {
      if (unit.form !== 'value' || key === undefined || !unit.value.isLiteral) return 0;
      const { value, home, said } = unit;
      return isAskedValue(key, lastPart(value.name), `${home?.name ?? ''} ${value.name} ${said} ${file}`) ? 1 : 0;
    },
    measure(unit) {
      return measureFit(splitIdentifier(measuredName(unit)), wanted);
    },
  };
}

/** Name of what a unit gives a value. */
function measuredName(unit: Unit): string {
  if (unit.form === 'value') return unit.value.name;
  return unit.form === 'sentence' && unit.preset !== undefined ? (unit.name ?? '') : '';
}
