/**
 * Markdown row by row, where a tree would be too much: fences, headings, links. And how names that others chose (of
 * files, people, assets) are written into it, so that they stay names: no link, no markup, no line of their own. A
 * usual name stays as it is. Must not know whose names they are.
 */

const fence = /^\s{0,8}(`{3,}|~{3,})/;
const heading = /^\s{0,3}(#{1,6})\s+(\S.{0,199}?)\s*(?:#+\s*)?$/;
const underline = /^\s{0,3}(?:={3,}|-{3,}|~{3,})\s*$/;
const link = /!?\[([^\]]{0,200})\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])/g;

/** Whether a row begins or ends a block of code. */
export const isFence = (row: string): boolean => fence.test(row);

export type RowOfDocument = 'fence' | 'code' | 'prose';

/**
 * Reads a document row by row, in order: which rows are code between fences. A fence ends at one of its own sign that
 * is at least as long and has nothing behind it, so that a block may show another block.
 */
export function fenceReader(): (row: string) => RowOfDocument {
  let open = '';
  return (row) => {
    const [begin = '', marks = ''] = fence.exec(row) ?? [];
    const behind = row.slice(begin.length);
    if (open !== '') {
      const closes = marks.length >= open.length && marks[0] === open[0] && behind.trim() === '';
      if (closes) open = '';
      return closes ? 'fence' : 'code';
    }
    const opens = marks !== '' && !(marks.startsWith('`') && behind.includes('`'));
    if (opens) open = marks;
    return opens ? 'fence' : 'prose';
  };
}

/** `**so**`: not the stars of a pattern of paths. */
const stress = /(?<![^\s(])(\*{1,2})(\S[^*]{0,200})\1(?![\w/])/g;

/** The words of a heading, without their markup. */
export const plainTitle = (title: string): string =>
  withoutLinks(title, '$1').replace(stress, '$2').replaceAll('`', '').trim();

export function headingIn(row: string): { level: number; title: string } | undefined {
  const found = heading.exec(row);
  return found ? { level: found[1]!.length, title: found[2]! } : undefined;
}

/** Whether the row makes a heading of the one above it. */
export const isUnderline = (row: string): boolean => underline.test(row);

/** Each link and picture replaced; `$1` is what it shows. */
export const withoutLinks = (text: string, by: string): string => text.replace(link, by);

/** Line breaks, what a terminal obeys, and what turns the direction of writing around. */
const unseen = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name may hold a line break, and what follows it would look like a line of ours. */
export const oneLine = (name: string): string => name.replace(unseen, ' ');

/**
 * What has a meaning in Markdown where it stands: code, stress, tags, entities, the end of a link's text, numbers of
 * citations, boxes, signs at the beginning, addresses that some readers make links of; and backslashes before those.
 */
const live =
  /(?<!\\)\\+(?=[`*[\]<&~]|$)|[`*]|~(?=~)|<(?=[a-z/!?])|&(?=#|[a-z\d]{1,31};)|\](?=[([:])|\[(?=(?:\d{1,3}|[ x])\])|^[#>+-]+(?= )|^>|(?<=\/)\/|(?<=\bwww)\.|(?<=[\w.+-])@(?!\dx\.)(?=[\w-]{1,63}\.[a-z])/gi;

/** A name in a sentence or a list. */
export function plain(name: string): string {
  return oneLine(name).replace(live, (sign) => (sign.startsWith('\\') ? sign + sign : `\\${sign}`));
}

/** A name as code: the marks around it are longer than those inside. */
export function codeSpan(name: string): string {
  const line = oneLine(name);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = '`'.repeat(Math.max(0, ...runs) + 1);
  return runs.length > 0 || line.trim() === '' ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`;
}
