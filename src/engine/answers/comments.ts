/**
 * Comments as people read them: without signs, rulers and machine marks, cut into sentences that know their rows. Tags
 * ("@returns"), list items and addresses each stand alone, so that a sentence never runs into what follows it.
 */
import { isMarkdown, languageOf, type CommentStyle } from '../text/languages';

export type CommentTag = 'returns' | 'throws' | 'default' | 'param' | 'deprecated' | 'item';

export interface CommentSentence {
  text: string;
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
  tag?: CommentTag;
  /** Of a tag or item that names something: "@param timeout", "- `idle`: not fetching". */
  name?: string;
  /** Of a parameter that may be left out: "[timeout=300]". */
  preset?: string;
  /** Of a document: what it stands under. */
  heading?: string;
}

export interface CommentBlock {
  start: number;
  end: number;
  /** Behind code in the same row. */
  isTrailing: boolean;
  /** A string under the head of what it documents (Python). */
  isDocstring: boolean;
  sentences: CommentSentence[];
}

interface PlainRow {
  row: number;
  text: string;
}

const lineSigns: Record<CommentStyle, RegExp | undefined> = {
  slash: /^\s*(?:\/\/[/!]?|\*(?![\w*/[(]))\s?/,
  hash: /^\s*#+(?![!{[])\s?/,
  dash: /^\s*---?\s?/,
  percent: /^\s*%+\s?/,
  semicolon: /^\s*;+\s?/,
  paren: /^\s*(?:\/\/\/?|\(\*+)\s?/,
  markup: undefined,
  none: undefined,
};
const trailing: Partial<Record<CommentStyle, RegExp>> = {
  slash: /\s\/\/\s+([^\s"'`][^"'`]{7,400})$/,
  hash: /\s#\s+([^\s"'`][^"'`]{7,400})$/,
};
const machineMark =
  /^\s*(?:eslint|oxlint|prettier|istanbul|c8|v8|ts-|@ts-|type:|noqa|pylint|nolint|clippy|swiftlint|#?endregion\b|#region|[=*~_/-]{3,})/i;
/** What folds code in an editor: "region Members". */
const foldMark = /^\s*(?:region [A-Z]|MARK:|pragma mark\b)/;

/** Opening and closing signs of comments that run over rows. */
function blockSigns(style: CommentStyle, row: string): { open: RegExp; close: RegExp; isString: boolean } | undefined {
  if (style === 'slash' && /^\s*\/\*/.test(row))
    return { open: /^\s*\/\*+!?\s?/, close: /(?<!\s)\s*(?<!\*)\*+\/[^]*/, isString: false };
  if (style === 'markup' && /^\s*<!--/.test(row))
    return { open: /^\s*<!--\s?/, close: /(?<!\s)\s*-->[^]*/, isString: false };
  const quote = style === 'hash' ? /^\s*[rRbBuUfF]{0,2}("""|''')/.exec(row)?.[1] : undefined;
  if (quote === undefined) return undefined;
  return {
    open: new RegExp(`^\\s*\\w{0,2}${quote}\\s?`),
    close: new RegExp(`(?<!\\s)\\s*${quote}[^]*`),
    isString: true,
  };
}

function clean(text: string): string {
  return text
    .replace(/\{@(?:link|code|linkplain|see|literal)\s+([^}|]{1,120})(?:\|[^}]*)?\}/g, (_, name: string) => name.trim())
    .replace(/<\/?(?:p|code|pre|em|b|i|tt|br|li|ul)\s*\/?>/gi, '')
    .trimEnd();
}

/** Every run of comment rows with its plain rows, in order. */
function plainBlocks(
  rows: readonly string[],
  style: CommentStyle,
): (Omit<CommentBlock, 'sentences'> & { plain: PlainRow[] })[] {
  const blocks: (Omit<CommentBlock, 'sentences'> & { plain: PlainRow[] })[] = [];
  const add = (row: number, text: string, isDocstring: boolean, mayJoin: boolean) => {
    const last = blocks.at(-1);
    if (mayJoin && last && last.end === row - 1 && !last.isTrailing && last.isDocstring === isDocstring) {
      last.plain.push({ row, text });
      last.end = row;
    } else blocks.push({ start: row, end: row, isTrailing: false, isDocstring, plain: [{ row, text }] });
  };
  let inside: ReturnType<typeof blockSigns>;
  rows.forEach((row, place) => {
    if (inside) {
      const ends = inside.close.test(row);
      const text = clean(row.replace(inside.close, '').replace(inside.isString ? /^\s{0,12}/ : /^\s*\*?\s?/, ''));
      add(place, text, inside.isString, true);
      if (ends) inside = undefined;
      return;
    }
    const signs = blockSigns(style, row);
    const sign = lineSigns[style];
    if (signs) {
      const rest = row.replace(signs.open, '');
      const ends = signs.close.test(rest);
      add(place, clean(rest.replace(signs.close, '')), signs.isString, false);
      if (!ends) inside = signs;
    } else if (sign?.test(row)) add(place, clean(row.replace(sign, '')), false, true);
    else {
      const text = trailing[style]?.exec(row)?.[1];
      if (text !== undefined) blocks.push({ start: place, end: place, isTrailing: true, isDocstring: false, plain: [{ row: place, text }] }); // prettier-ignore
    }
  });
  return blocks;
}

const tagged = /^\s*@(\w+)\s*(?:\{[^}]*\}\s*)?([^]*)/;
const tagOf: Record<string, CommentTag> = {
  return: 'returns', returns: 'returns', throws: 'throws', throw: 'throws', exception: 'throws', raises: 'throws',
  default: 'default', defaultValue: 'default', defaultvalue: 'default', param: 'param', arg: 'param', property: 'param', deprecated: 'deprecated',
}; // prettier-ignore
const section =
  /^\s*(?:(Args|Arguments|Parameters|Params)|(Returns?|Yields?)|(Raises|Throws|Errors|Panics)|\w+)\s*:\s*$|^#+\s*(\w+)\s*$/;
const rstField = /^\s*:(param|returns?|raises?|throws?)\s*(?:([\w.]+)\s*)?:\s*([^]*)/;
const item = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+([^]*)/;

interface Paragraph {
  rows: PlainRow[];
  tag?: CommentTag;
  name?: string;
  preset?: string;
}

/** A tag behind a sentence in one row: "Opens it. @returns the door". */
const tagBehind = /(?<=[.!?]\s{0,3})(?=@(?:returns?|throws?)\b)/;

/** Paragraphs of a comment; examples and code are left out. */
function paragraphsOf(whole: readonly PlainRow[]): Paragraph[] {
  const plain = whole.flatMap(({ row, text }) => text.split(tagBehind).map((part) => ({ row, text: part })));
  const paragraphs: Paragraph[] = [];
  let current: Paragraph | undefined;
  let isExample = false;
  let isFenced = false;
  const begin = (row: number, text: string, more: Pick<Paragraph, 'tag' | 'name' | 'preset'> = {}) => {
    current = { rows: text.trim() === '' ? [] : [{ row, text: text.trim() }], ...more };
    paragraphs.push(current);
  };
  for (const { row, text } of plain) {
    if (/^\s*(?:```|~~~)/.test(text)) isFenced = !isFenced;
    const tag = tagged.exec(text);
    const field = rstField.exec(text);
    if (tag)
      isExample = /^(?:example|see|author|license|copyright|since|internal|inline|template|typedef|type|link)$/.test(
        tag[1] ?? '',
      );
    if (isFenced || /^\s*(?:```|~~~)/.test(text) || (isExample && !section.test(text))) current = undefined;
    else if (text.trim() === '' || machineMark.test(text) || foldMark.test(text) || section.test(text)) {
      current = undefined;
      isExample = false;
    } else if (tag) {
      const kind = tagOf[tag[1] ?? ''];
      const named =
        kind === 'param' ? /^\[?([\w.$]+)(?:=([^\]]*))?\]?\s*(?:-\s*)?([^]*)/.exec(tag[2] ?? '') : undefined;
      if (kind)
        begin(row, named?.[3] ?? tag[2] ?? '', { tag: kind, ...(named?.[1] !== undefined && { name: named[1] }), ...(named?.[2] !== undefined && { preset: named[2].trim() }) }); // prettier-ignore
      else current = undefined;
    } else if (field) {
      const kind = tagOf[field[1] ?? ''];
      if (kind) begin(row, field[3] ?? '', { tag: kind, ...(field[2] ? { name: field[2] } : {}) });
    } else if (item.test(text)) {
      const said = item.exec(text)?.[1] ?? '';
      const name = /^[`'"]{1,2}([\w$.' -]{1,40}?)[`'"]{1,2}/.exec(said)?.[1];
      begin(row, said, { tag: 'item', ...(name !== undefined && { name }) });
    } else if (/^\s*https?:\/\/\S+\s*$/.test(text) || looksLikeCode(text)) current = undefined;
    else if (current) current.rows.push({ row, text: text.trim() });
    else begin(row, text);
  }
  return paragraphs.filter(({ rows, tag }) => rows.length > 0 || tag === 'default');
}

/** Code that was commented out, not prose. */
export function looksLikeCode(text: string): boolean {
  const bare = text.replace(/`[^`]*`/g, '').trim();
  const signs = bare.replace(/[\p{L}\p{N}\s.,:'"()?!–—-]/gu, '').length;
  return signs > bare.length * 0.15 || /[{};]$|^(?:const|let|var|return|import)\s[\w{]|^[\w.]+\([^)]*\);?$/.test(bare);
}

/** Places where a sentence ends: never inside a name, a number or an abbreviation. */
const sentenceEnd =
  /(?<=[.!?:])(?<!\bdefaults?:)(?<!\bDefaults?:)(?<!\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|No|Mr|Dr)\.)\s+(?=[A-Z`"'(“])/g;

function sentencesOfParagraph({ rows, tag, name, preset }: Paragraph): CommentSentence[] {
  const whole = rows.map(({ text }) => text).join(' ');
  const rowAt = (offset: number): number => {
    let end = 0;
    for (const { row, text } of rows) {
      end += text.length + 1;
      if (offset < end) return row;
    }
    return rows.at(-1)?.row ?? 0;
  };
  const sentences: CommentSentence[] = [];
  let from = 0;
  const ends = [...whole.matchAll(sentenceEnd)].map((found) => found.index);
  for (const end of [...ends, whole.length]) {
    const text = whole.slice(from, end).trim();
    const isFirst = sentences.length === 0;
    const more = { ...(tag && { tag }), ...(name !== undefined && { name }), ...(isFirst && preset !== undefined && { preset }) }; // prettier-ignore
    if (/\p{L}{2}/u.test(text) || tag === 'default') {
      sentences.push({
        // A link may run over two rows.
        text: clean(text).replace(/\s+/g, ' '),
        start: rowAt(from),
        end: rowAt(Math.max(from, end - 1)),
        ...more,
      });
    }
    from = end + 1;
  }
  return sentences;
}

export function readComments(rows: readonly string[], language: string): CommentBlock[] {
  const { comments } = languageOf(language);
  const style = comments === 'none' ? 'slash' : comments;
  return plainBlocks(rows, style).map(({ plain, ...block }) => ({
    ...block,
    sentences: paragraphsOf(plain).flatMap(sentencesOfParagraph),
  }));
}

/** Sentences of a document outside of code, tables and headings. */
export function readProse(rows: readonly string[]): CommentSentence[] {
  const plain: PlainRow[] = rows.map((row, place) => {
    const isOutside = /^\s*(?:\||#{1,6}\s|<|\[!\[)/.test(row);
    const text = row.replace(/^\s*>\s?/, '').replace(/!?\[([^\]]{1,100})\]\([^)]{1,300}\)/g, '$1').replace(/\*\*([^*]+)\*\*/g, '$1'); // prettier-ignore
    return { row: place, text: isOutside ? '' : text };
  });
  const headings: string[] = [];
  rows.forEach((row, place) => headings.push(/^#{1,6}\s+(\S.{0,80})$/.exec(row)?.[1] ?? headings[place - 1] ?? ''));
  return paragraphsOf(plain)
    .flatMap(sentencesOfParagraph)
    .map((sentence) => ({ ...sentence, heading: (headings[sentence.start] ?? '').replace(/[`#*]/g, '').trim() }));
}

export function isProseLanguage(language: string): boolean {
  return isMarkdown(language) || /^(?:txt|rst|adoc)$/.test(language);
}
