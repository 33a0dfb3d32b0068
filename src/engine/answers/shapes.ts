/** Shapes of data: interfaces, types, structs. They do nothing, so they are seldom where or how something is done. */
import type { Unit } from './units';

const shape = /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface|type|struct|trait|protocol)\s/;

/** Whether the unit is the head of such a definition. */
export function declaresShape({ form, home, text }: Unit): boolean {
  return form === 'definition' && shape.test(text.slice((home?.name.length ?? -1) + 1));
}

/** Whether the unit is a sentence about such a definition. */
export function tellsOfShape(unit: Unit): boolean {
  if (unit.form !== 'sentence' || !unit.isDoc) return false;
  return shape.test((unit.snippet.text.split(/\r?\n/)[unit.codeRow] ?? '').trimStart());
}
