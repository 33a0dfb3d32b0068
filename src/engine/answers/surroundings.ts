/** What stands around a unit: the rows shown with it, its definition's name, head and body, the condition it is under. */
import { splitIdentifier, stem, termsOf } from '../text/tokens';
import type { Coverage, CoverageOf } from './coverage';
import { guardOf } from './failures';
import { blockEnd, shownFor } from './quoteCode';
import type { ReadPassage, Unit } from './units';

export interface Surroundings {
  /** Shares in [0, 1] of the question's worth in the rows shown with it, in the whole definition, in its head. */
  near: number;
  body: number;
  head: number;
  /** Share in the condition it stands under. */
  guard: number;
  /** Share of the parts of its definition's name that the question holds. */
  homeName: number;
  /** Share of its own words that the question holds; how many it has, as a logarithm. */
  density: number;
  length: number;
  /** How well it, and it with its surroundings, holds the question's word that says most. */
  rarest: number;
  rarestAround: number;
  /** Words of the question in it, up to five, in [0, 1]. */
  words: number;
  /** Rows from the head of its definition, in [0, 1]. */
  far: number;
}

/** Rows of a definition that are read as its body. */
const maxBodyRows = 60;
const maxWords = 5;
const farRows = 20;

/** Those that its own text makes; the others are of its place. */
type OfText = 'head' | 'density' | 'length' | 'rarest' | 'rarestAround' | 'words';

export interface Covered {
  text: string;
  own: Coverage;
  head: Coverage;
  around: Coverage;
}

/** @returns the surroundings of one unit of the passage; what units share is read once */
export function surroundingsOf(
  passage: ReadPassage,
  coverage: CoverageOf,
  content: readonly string[],
): (unit: Unit, covered: Covered) => Surroundings {
  const { rows } = passage;
  const shares = new Map<string, number>();
  const shareOfRows = (start: number, end: number): number =>
    once(shares, `${start} ${end}`, () => coverage.ofText(rows.slice(start, end + 1).join('\n')).share);
  // Rows of values hold many units that stand in the same place.
  const places = new Map<string, Omit<Surroundings, OfText>>();
  const ofPlace = (unit: Unit) => {
    const { form, start, end, home } = unit;
    const codeRow = form === 'sentence' ? unit.codeRow : 0;
    return once(places, `${form} ${start} ${end} ${home?.row} ${home?.name} ${codeRow}`, () => placeOf(unit));
  };
  const placeOf = (unit: Unit): Omit<Surroundings, OfText> => {
    const shown = shownFor(unit, passage);
    const top = Math.max(0, unit.home?.row ?? 0);
    const isCode = unit.form !== 'sentence' && unit.form !== 'definition';
    const guard = isCode ? guardOf(rows, unit.start) : undefined;
    const parts = splitIdentifier(unit.home?.name.split('.').at(-1) ?? '').map(stem);
    return {
      near: shareOfRows(shown.start, shown.end),
      body: shareOfRows(top, Math.min(blockEnd(rows, top), top + maxBodyRows)),
      guard: guard === undefined ? 0 : coverage.ofText(guard.text).share,
      homeName: parts.length === 0 ? 0 : parts.filter((part) => content.includes(part)).length / parts.length,
      far: (unit.home?.row ?? -1) < 0 ? 1 : Math.min(1, Math.abs(unit.start - top) / farRows),
    };
  };
  const [first = ''] = content;
  const rarest = content.reduce((best, term) => (coverage.worthOf(term) > coverage.worthOf(best) ? term : best), first);
  return (unit, { text, own, head, around }) => {
    const size = new Set(termsOf(text)).size;
    return {
      ...ofPlace(unit),
      head: head.share,
      density: size === 0 ? 0 : own.covered.length / size,
      length: Math.log(1 + size) / 4,
      rarest: own.shares.get(rarest) ?? 0,
      rarestAround: around.shares.get(rarest) ?? 0,
      words: Math.min(maxWords, own.covered.length) / maxWords,
    };
  };
}

function once<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
