/**
 * The list of places at the end of an answer: `[n] path:start-end`, one a line. The engine writes it for plain clients;
 * the chat draws its own list, so the text is shown without it.
 */
const listLine = /^\s*(?:[-*]\s+)?\[(\d+)\]:?\s+\S/;
/** A heading of the list: `Sources:`, `**Sources**`, `## Sources`. */
const heading = /^\s*(?:#{1,6}\s*)?(?:\*\*|__)?(?:sources|references|citations|places)(?:\*\*|__)?:?(?:\*\*|__)?\s*$/i;
const unfinishedLine = /^\s*(?:[-*]\s+)?\[\d*\]?:?\s*$/;

/** The line at which the list of sources begins; `lines.length` when there is none. */
function listStart(lines: readonly string[]): number {
  let start = lines.length;
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (listLine.test(line)) start = index;
    else if (unfinishedLine.test(line) && index === lines.length - 1) start = index;
    else if (line.trim() !== '') break;
  }
  if (start === lines.length) return start;
  let above = start - 1;
  while (above >= 0 && lines[above]?.trim() === '') above--;
  if (above >= 0 && heading.test(lines[above] ?? '')) return above;
  // Without a heading the list is a block of its own: a blank line parts it from the prose.
  return start === 0 || lines[start - 1]?.trim() === '' ? start : lines.length;
}

/** The text without the list at its end, also while the list is still being written. */
export function answerBody(text: string): string {
  const lines = text.split('\n');
  const start = listStart(lines);
  if (start < lines.length) return lines.slice(0, start).join('\n').trimEnd();
  return text;
}
