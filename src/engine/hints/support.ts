/** Whether a passage holds the answer to a follow-up: a call, a mention or a definition of a name somewhere else. */
import { homeOf } from '../answers/home';
import { readPassage, type ReadPassage } from '../answers/units';
import { lastPart } from '../answers/values';
import { placesOfName } from '../read/references';
import type { AnswerSnippet } from '../types';
import type { Hint } from './hint';

const escaped = (name: string) => name.replace(/[$]/g, '\\$&');
export const has = (text: string, name: string): boolean => placesOfName(text, name).next().done !== true;

/** The same file is called by its whole path in one list and from its root in another. */
export function isSameSource({ source: one }: AnswerSnippet, { source: other }: AnswerSnippet): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.path === other.path;
  if (one.kind === 'document') return other.kind === 'document' && one.id === other.id;
  return other.kind === 'seed' && one.index === other.index;
}

export function usesOutside(name: string, own: AnswerSnippet): Hint['isHeldBy'] {
  const used = new RegExp(`(?<![\\w$])${escaped(lastPart(name))}\\s*\\(`);
  return (snippet) => snippet.text.split('\n').some((row, place) => {
    if (!used.test(row) || /^\s*(?:\/\/|\*|#)/.test(row)) return false;
    const line = snippet.lines.start + place;
    const isOwn = isSameSource(snippet, own) && line >= own.lines.start && line <= own.lines.end;
    return !isOwn && !new RegExp(`(?:function|def|fn|func|class)\\s+${escaped(lastPart(name))}\\b`).test(row) && !/\{\s*$/.test(row.replace(/=>\s*\{\s*$/, ''));
  }); // prettier-ignore
}

export function mentionsOutside(name: string, own: AnswerSnippet): Hint['isHeldBy'] {
  return (snippet) => snippet.text.split('\n').some((row, place) => {
    const line = snippet.lines.start + place;
    const isOwn = isSameSource(snippet, own) && line >= own.lines.start && line <= own.lines.end;
    const isCode = !/^\s*(?:\/\/|\*|#|import\b|export \{)/.test(row) && !new RegExp(`(?:const|let|var|def|class|type|interface)\\s+${escaped(name)}\\b`).test(row);
    return !isOwn && isCode && has(row, name);
  }); // prettier-ignore
}

export function definesName(name: string): Hint['isHeldBy'] {
  return (snippet) => {
    const { rows } = readPassageOnce(snippet);
    return rows.some((row, place) => {
      const home = has(row, name) ? homeOf(snippet, rows, place) : undefined;
      return home?.row === place && lastPart(home.name) === name;
    });
  };
}

const read = new WeakMap<AnswerSnippet, ReadPassage>();
export function readPassageOnce(snippet: AnswerSnippet): ReadPassage {
  const known = read.get(snippet) ?? readPassage(snippet);
  read.set(snippet, known);
  return known;
}
