/** A default that only points elsewhere is followed to where it is written down, when that place was found too. */
import type { Rated } from './rate';
import { lastPart } from './values';

/** Share of the pointing row's rating that the place it points to must have. */
const minShare = 0.45;

/** The same list with the value pointed to before what points to it. */
export function settled(rated: readonly Rated[]): Rated[] {
  const [best] = rated;
  if (best?.unit.form !== 'value' || best.unit.value.isLiteral) return [...rated];
  const name = lastPart(best.unit.value.value);
  const target = rated.find(
    ({ unit, score, features }) =>
      features.test === 0 &&
      unit.form === 'value' &&
      unit.value.isLiteral &&
      !unit.value.isTrivial &&
      lastPart(unit.value.name) === name &&
      score >= best.score * minShare,
  );
  return target ? [{ ...target, score: best.score }, ...rated.filter((entry) => entry !== target)] : [...rated];
}
