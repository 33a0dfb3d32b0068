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
  const isNear = ({ score }: Rated) => score >= best.score * minShare;
  const written = rated.filter((entry) => isNear(entry) && writes(entry, name));
  const target =
    written.find(({ features }) => features.test === 0) ??
    rated.find((entry) => isNear(entry) && isToldOf(entry, name)) ??
    written[0];
  return target ? [{ ...target, score: best.score }, ...rated.filter((entry) => entry !== target)] : [...rated];
}

function writes({ unit }: Rated, name: string): boolean {
  return unit.form === 'value' && unit.value.isLiteral && !unit.value.isTrivial && lastPart(unit.value.name) === name;
}

/** A document says it: "Default: 3" under what is called so. */
function isToldOf({ unit }: Rated, name: string): boolean {
  return unit.form === 'sentence' && unit.heading === name;
}
