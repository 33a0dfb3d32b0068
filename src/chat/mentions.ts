/** An `@` in the question box: where it is, what was typed after it, the text without it, and what the list offers. */
import type { ContextChip } from './chips';

/** A row of the `@` list; choosing it adds its chips. */
export interface MentionItem {
  label: string;
  /** Where it is, or what it stands for. */
  detail: string;
  chips: ContextChip[];
}

interface Mention {
  /** Place of the `@`. */
  start: number;
  /** Behind the last character of the query. */
  end: number;
  query: string;
}

/** Longer than any path that somebody types. */
const maxQuery = 100;

/** The mention that the caret stands in; an `@` inside a word, as in an address, is none. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const before = text.slice(Math.max(0, caret - maxQuery - 1), caret);
  const match = /(?:^|\s|[([{"'])@([^\s@]*)$/.exec(before);
  if (!match) return undefined;
  const query = match[1] ?? '';
  return { start: caret - query.length - 1, end: caret, query };
}

/** The text without the mention, with one blank where two would meet, and where the caret then stands. */
export function withoutMention(text: string, { start, end }: Mention): { text: string; caret: number } {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isDoubled = (before === '' || /\s$/.test(before)) && /^ /.test(after);
  return { text: before + (isDoubled ? after.slice(1) : after), caret: start };
}
