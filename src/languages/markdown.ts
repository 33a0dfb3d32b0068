/**
 * Reads Markdown row by row without a tree: fences, headings, links. Also escapes untrusted names (of files, people,
 * assets) so that they cannot become links, markup or lines of their own; usual names are unchanged. Must not know
 * whose names they are.
 */

const fence = /^\s{0,8}(`{3,}|~{3,})/;
const heading = /^\s{0,3}(#{1,6})\s+(\S.{0,199}?)\s*(?:#+\s*)?$/;
const underline = /^\s{0,3}(?:={3,}|-{3,}|~{3,}|\*{3,}|\^{3,})\s*$/;
const picture = /!\[[^\]]{0,200}\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])/g;
/** A link of AsciiDoc: `{docs}/install[how to install]`. */
const macro = /(?:\b(?:link|xref|https?):|\{[\w-]{1,40}\})[^\s[\]]{0,200}\[([^\]]{0,200})\]/g;
const link = /!?\[([^\]]{0,200})\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])/g;

/** True when the row begins or ends a code block. */
export const isFence = (row: string): boolean => fence.test(row);

export type RowOfDocument = 'fence' | 'code' | 'prose';

/**
 * Tells, row by row in order, which rows are in fenced code. A fence ends at one of its own sign that is at least as
 * long with nothing behind it, so that a block may show another block.
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

/** Emphasis such as `**word**`, but not the stars of a path pattern. */
const stress = /(?<![^\s(])(\*{1,2})(\S[^*]{0,200})\1(?![\w/])/g;

/** Text of a heading without markup and without the pictures behind it. */
export function plainTitle(title: string): string {
  const at = title.indexOf('![');
  const said = at > 0 ? title.slice(0, title[at - 1] === '[' ? at - 1 : at) : title;
  return withoutLinks(said, '$1').replace(stress, '$2').replaceAll('`', '').trim();
}

export function headingIn(row: string): { level: number; title: string } | undefined {
  const found = heading.exec(row);
  return found ? { level: found[1]!.length, title: found[2]! } : undefined;
}

/** True when the row underlines a heading above it. */
export const isUnderline = (row: string): boolean => underline.test(row);

export const withoutPictures = (text: string): string => text.replace(picture, '');

/** Replaces each link and image; `$1` is its text. */
export const withoutLinks = (text: string, by: string): string => text.replace(link, by).replace(macro, by);

/** Line breaks, control characters and marks of text direction. */
const unseen = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name on one line, since text behind a line break would look like ours. */
export const oneLine = (name: string): string => name.replace(unseen, ' ');

/**
 * Characters with a meaning in Markdown at their place: code, emphasis, tags, entities, ends of link texts, citations,
 * check boxes, marks at line starts, autolinked addresses; and backslashes before those.
 */
const live =
  /(?<!\\)\\+(?=[`*[\]<&~]|$)|[`*]|~(?=~)|<(?=[a-z/!?])|&(?=#|[a-z\d]{1,31};)|\](?=[([:])|\[(?=(?:\d{1,3}|[ x])\])|^[#>+-]+(?= )|^>|(?<=\/)\/|(?<=\bwww)\.|(?<=[\w.+-])@(?!\dx\.)(?=[\w-]{1,63}\.[a-z])/gi;

/** Escapes a name for a sentence or a list. */
export function plain(name: string): string {
  return oneLine(name).replace(live, (sign) => (sign.startsWith('\\') ? sign + sign : `\\${sign}`));
}

/** Formats a name as code; its marks are longer than those inside. */
export function codeSpan(name: string): string {
  const line = oneLine(name);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = '`'.repeat(Math.max(0, ...runs) + 1);
  return runs.length > 0 || line.trim() === '' ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`;
}
