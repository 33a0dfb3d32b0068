/**
 * What a file says of itself at its top is said of the definition that the file is named after: `reprompt` in
 * reprompt.ts. A definition with a comment of its own keeps that.
 */
import { joinIdentifier } from '../text/tokens';
import { declaresShape } from './shapes';
import type { ReadPassage, Unit } from './units';
import { lastPart } from './values';

function baseOf(label: string): string {
  const file = label.split(/[\\/]/).at(-1) ?? label;
  return joinIdentifier(file.split('.')[0] ?? '');
}

const isDocOf = (unit: Unit, row: number) => unit.form === 'sentence' && unit.isDoc && unit.home?.row === row;

/** By file the name of the definition that it is named after, where that has no comment of its own. */
function mainDefinitions(passages: readonly ReadPassage[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { snippet, units } of passages)
    for (const unit of units) {
      const { form, home, start } = unit;
      if (form !== 'definition' || home === undefined || names.has(snippet.label) || declaresShape(unit)) continue;
      const isMain = joinIdentifier(lastPart(home.name)) === baseOf(snippet.label);
      if (isMain && !units.some((other) => isDocOf(other, start))) names.set(snippet.label, home.name);
    }
  return names;
}

/** The same passages; sentences at the top of such a file belong to its definition. */
export function withMainDefinitions(passages: readonly ReadPassage[]): readonly ReadPassage[] {
  const names = mainDefinitions(passages);
  if (names.size === 0) return passages;
  return passages.map((passage) => {
    const name = names.get(passage.snippet.label);
    if (name === undefined) return passage;
    const told = (unit: Unit): Unit =>
      unit.form === 'sentence' && unit.isOpening
        ? { ...unit, home: { name, row: -1 }, text: `${lastPart(name)} ${unit.text}` }
        : unit;
    return { ...passage, units: passage.units.map(told) };
  });
}
