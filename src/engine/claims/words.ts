/** Words around what is quoted. */
export { inline, listed } from '../answers/text';

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** In one row; a bracketed number would read as a citation, and an odd mark would open code. */
export function quotable(text: string, most = 240): string {
  const line = text
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
  const short = line.length > most ? `${line.slice(0, line.lastIndexOf(' ', most))} …` : line;
  return (short.match(/`/g) ?? []).length % 2 === 0 ? short : short.replaceAll('`', "'");
}
