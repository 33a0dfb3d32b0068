/** The origin of a saved text: its current lines there, and the address of its repository. Must not know the editor. */
import type { LineRange } from '../../contract/schemas/values';

// Section: locates a saved text in its origin. Common lines vote for the offset, in one pass. Known limit: a changed
// text with few distinctive lines (mostly closing brackets) is not found.

export type Drift =
  | { kind: 'same'; lines: LineRange }
  /** The text is unchanged, but at other lines. */
  | { kind: 'moved'; lines: LineRange }
  /** `text` is the current text of these lines. */
  | { kind: 'changed'; lines: LineRange; text: string }
  | { kind: 'gone' };

/** Shortest distinctive line, in characters; brackets and short keywords are excluded. */
const minTellingLength = 5;
/** Smallest share of distinctive lines that must be found; below it, the text counts as other code. */
const minShare = 0.3;

/** @param lines the saved lines, 1-based; absent for a whole file */
export function driftOf(saved: string, file: string, lines?: LineRange): Drift {
  const whole = splitLines(file);
  if (!lines) {
    const all = { start: 1, end: whole.length };
    return tidy(saved) === tidy(file) ? { kind: 'same', lines: all } : { kind: 'changed', lines: all, text: file };
  }
  const wanted = splitLines(saved);
  if (standsAt(wanted, whole, lines.start)) return { kind: 'same', lines };
  const moved = nearest(starts(wanted, whole), lines.start);
  if (moved !== undefined) return { kind: 'moved', lines: { start: moved, end: moved + wanted.length - 1 } };
  const range = changedRange(wanted, whole, lines.start);
  if (!range) return { kind: 'gone' };
  return { kind: 'changed', lines: range, text: whole.slice(range.start - 1, range.end).join('\n') };
}

const splitLines = (text: string): string[] => text.split(/\r\n?|\n/);
const tidy = (text: string): string => splitLines(text).join('\n').trim();

/** True when the text is at this line; a selection may begin and end within its first and last line. */
function standsAt(wanted: readonly string[], whole: readonly string[], start: number): boolean {
  const lastIndex = wanted.length - 1;
  return wanted.every((line, index) => {
    const there = whole[start - 1 + index];
    if (there === undefined) return index === lastIndex && line === '';
    if (index > 0 && index < lastIndex) return there === line;
    if (lastIndex === 0) return there.includes(line);
    return index === 0 ? there.endsWith(line) : there.startsWith(line);
  });
}

function starts(wanted: readonly string[], whole: readonly string[]): number[] {
  const found: number[] = [];
  for (let start = 1; start + wanted.length - 1 <= whole.length; start += 1) {
    if (standsAt(wanted, whole, start)) found.push(start);
  }
  return found;
}

function nearest(candidates: readonly number[], to: number): number | undefined {
  return [...candidates].sort((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];
}

function changedRange(wanted: readonly string[], whole: readonly string[], start: number): LineRange | undefined {
  const telling = wanted.flatMap((line, index) => (line.trim().length >= minTellingLength ? [index] : []));
  const places = new Map<string, number[]>();
  for (const [index, line] of whole.entries()) {
    const key = line.trim();
    if (key.length >= minTellingLength) places.set(key, [...(places.get(key) ?? []), index + 1]);
  }
  // Of several equal lines, the one nearest to the saved position counts.
  const matched = telling.flatMap((index) => {
    const line = nearest(places.get(wanted[index]?.trim() ?? '') ?? [], start + index);
    return line === undefined ? [] : [{ index, line }];
  });
  const near = withinReach(matched, wanted.length);
  const first = near[0];
  const final = near.at(-1);
  if (!first || !final || near.length < Math.max(1, telling.length * minShare)) return undefined;
  return {
    start: Math.max(1, first.line - first.index),
    end: endOf(wanted.slice(final.index + 1), whole, final.line),
  };
}

/** Last line of the text: the lines after the last distinctive one (mostly closing brackets) are searched nearby. */
function endOf(tail: readonly string[], whole: readonly string[], from: number): number {
  let end = from;
  for (const line of tail) {
    const near = whole.slice(end, end + tail.length + 1);
    const ahead = near.findIndex((there) => there.trim() === line.trim());
    if (ahead >= 0) end += ahead + 1;
  }
  const isWhole = tail.length === 0 || whole[end - 1]?.trim() === tail.at(-1)?.trim();
  return isWhole ? end : Math.min(whole.length, from + tail.length);
}

/** Keeps matches that are in order and close together; a distant common line is chance. */
function withinReach(matched: readonly { index: number; line: number }[], length: number) {
  const offsets = matched.map(({ index, line }) => line - index).sort((a, b) => a - b);
  const middle = offsets[Math.floor(offsets.length / 2)] ?? 0;
  const kept: { index: number; line: number }[] = [];
  for (const match of matched) {
    const isNear = Math.abs(match.line - match.index - middle) <= Math.max(10, length);
    if (isNear && match.line > (kept.at(-1)?.line ?? 0)) kept.push(match);
  }
  return kept;
}

// Section: repository addresses, without credentials.

interface Remote {
  readonly name: string;
  readonly fetchUrl?: string;
}

/** The address of `origin`, or of the first remote, without credentials. */
export function repositoryAddress(remotes: readonly Remote[]): string | undefined {
  const remote = remotes.find(({ name }) => name === 'origin') ?? remotes[0];
  return remote?.fetchUrl === undefined ? undefined : withoutCredentials(remote.fetchUrl);
}

/** Removes passwords and tokens. The user of ssh (`git@host:`) is part of the address and stays. */
export function withoutCredentials(address: string): string {
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)/is.exec(address);
  if (!match) return address;
  const [, scheme = '', authority = '', rest = ''] = match;
  const at = authority.lastIndexOf('@');
  if (at < 0) return withoutQuery(address);
  const user = authority.slice(0, at).split(':')[0] ?? '';
  const isSsh = scheme.toLowerCase().endsWith('ssh');
  const host = authority.slice(at + 1);
  return withoutQuery(`${scheme}://${isSsh && user ? `${user}@` : ''}${host}${rest}`);
}

/** Removes the query, because some hosts accept a token there. */
function withoutQuery(address: string): string {
  return address.replace(/[?#].*/s, '');
}
