/** How a follow-up names what it is about: a file, a definition, a name in code marks. Pure functions of texts. */
import { shortName } from '../answers/home';
import { inline } from '../answers/text';
import type { Unit } from '../answers/units';
import type { AnswerSnippet } from '../types';

const genericNames =
  /^(?:index|main|mod|lib|util|utils|helper|helpers|common|types?|constants?|core|src|app|init|misc|base|shared|test|tests|errors?)$/i;

/** What a passage is part of, as one would say it: its file, and the folder too where the name alone says little. */
export function topicOf({ label }: AnswerSnippet): string {
  const parts = label.split(/[\\/]/);
  const file = parts.at(-1) ?? label;
  return genericNames.test(file.replace(/\.\w+$/, '')) ? parts.slice(-2).join('/') : file;
}

/** One of several ways to ask the same, always the same one for the same name. */
export function oneOf(name: string, ...ways: string[]): string {
  const sum = [...name].reduce((total, character) => total + character.charCodeAt(0), 0);
  return ways[sum % ways.length] ?? '';
}

/** "`Store.open`" in a sentence, when it has a name worth saying. */
export function nameOf(unit: Unit): string | undefined {
  const name = unit.home === undefined ? undefined : shortName(unit.home.name);
  return name !== undefined && name.length > 2 && !/^(?:default|index|main)$/.test(name) ? name : undefined;
}

export const code = inline;
