/**
 * Sentences that stand in the code itself: comments, messages of errors, values of constants, signatures. Each finder
 * takes rows of code and gives plain text; none adds words that the code does not support.
 */
/** Longer than this is a paragraph. */
const maxSentenceChars = 220;

/** Comment signs, tags and rulers taken away; one space between words. */
export function plainComment(comment: string): string {
  return comment
    .split('\n')
    .map((row) =>
      row
        .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/[/!]?|#+!?|--|;+|%+|<!--|"""|''')\s?/, '')
        .replace(/(?:\*\/|-->|"""|''')\s*$/, ''),
    )
    .filter((row) => !/^\s*(?:@\w|eslint|prettier|istanbul|c8|ts-|type:|noqa|pylint|=+$|-+$|\/+$|\*+$)/.test(row))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Sentences of a text; a full stop inside a name or a number ends none. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[A-Z`"'(])/)
    .map((sentence) => sentence.trim())
    .filter(hasWords);
}

/** A word, and something after it. */
function hasWords(sentence: string): boolean {
  const word = /\p{L}{2}/u.exec(sentence);
  return word !== null && /\s/.test(sentence.slice(word.index));
}

/** A bracketed number would read as a citation. */
export function quotable(text: string): string {
  const short =
    text.length > maxSentenceChars ? `${text.slice(0, maxSentenceChars).replace(/(?<!\s)\s+\S*$/, '')} …` : text;
  return short
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\s+/g, ' ')
    .trim();
}

export interface TextBlock {
  /** First row, 0-based. */
  row: number;
  text: string;
}

const blockOpens = /^\s*(?:\/\*|<!--|[rbu]?"""|[rbu]?''')/;
const blockCloses = /\*\/|-->|"""|'''/;

/** Runs of comment rows as plain text; a comment behind code is a run of its own. */
export function commentBlocks(rows: readonly string[]): TextBlock[] {
  const blocks: { row: number; end: number; rows: string[] }[] = [];
  let isInside = false;
  rows.forEach((row, place) => {
    const opens = !isInside && blockOpens.test(row);
    const trailing = /\s(?:\/\/|#)\s+\S[^]{11,}/.exec(row)?.[0];
    const comment = isInside || opens || isCommentRow(row) ? row : trailing;
    if (opens || isInside) isInside = !blockCloses.test(opens ? row.replace(blockOpens, '') : row);
    if (comment === undefined) return;
    const last = blocks.at(-1);
    if (last && last.end === place - 1 && comment === row) {
      last.rows.push(comment);
      last.end = place;
    } else blocks.push({ row: place, end: place, rows: [comment] });
  });
  return blocks
    .map(({ row, rows: comments }) => ({ row, text: plainComment(comments.join('\n')) }))
    .filter(({ text }) => !looksLikeCode(text));
}

/** Paragraphs of a document outside of code. */
export function proseBlocks(rows: readonly string[]): TextBlock[] {
  const blocks: TextBlock[] = [];
  let isFenced = false;
  rows.forEach((row, place) => {
    if (/^\s*(?:```|~~~)/.test(row)) isFenced = !isFenced;
    else if (!isFenced && row.trim() !== '' && !/^\s*(?:\||#{1,6}\s|<|\[!\[)/.test(row)) {
      const text = row.replace(/^\s*(?:[-*+>]|\d+\.)\s+/, '').replace(/\[([^\]]{1,100})\]\([^)]{1,300}\)/g, '$1');
      const last = blocks.at(-1);
      const isSame = last && rows[place - 1]?.trim() !== '' && !/^\s*(?:[-*+>]|\d+\.)\s/.test(row);
      if (isSame) last.text += ` ${text.trim()}`;
      else blocks.push({ row: place, text: text.trim() });
    }
  });
  return blocks;
}

function looksLikeCode(sentence: string): boolean {
  const signs = sentence.replace(/[\p{L}\p{N}\s.,:'"`()-]/gu, '').length;
  return signs > sentence.length * 0.12 || /[{};]\s*$|^\s*(?:const|let|var|return|if \()/.test(sentence);
}

/** The first sentence of the comment or docstring that stands directly above or on top of a definition. */
export function docSentence(code: string, language: string): string | undefined {
  const rows = code.split('\n');
  const first = rows.findIndex((row) => row.trim() !== '');
  const head = rows.slice(Math.max(0, first), first + 40).join('\n');
  const comment =
    /^\s*(?:\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n[ \t]*)+|(?:#(?!\[|!\[|!)[^\n]*\n[ \t]*)+|(?:--[^\n]*\n[ \t]*)+)/.exec(
      head,
    )?.[0];
  const docstring = /^[^\n]*(?:\n[^\n]*){0,8}?:[^\S\n]*\n\s*[rbu]?("""[\s\S]*?"""|'''[\s\S]*?''')/.exec(head)?.[1];
  const text = comment ?? (/^pyw?$|^pyi$/.test(language) ? docstring : undefined);
  return text === undefined ? undefined : sentencesOf(`${plainComment(text)} `)[0];
}

const declaration =
  /^\s*(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|static\s+|async\s+|abstract\s+|final\s+|override\s+|inline\s+|virtual\s+)*(?:function\b|class\b|interface\b|struct\b|enum\b|trait\b|type\b|def\b|fn\b|func\b|fun\b|module\b|impl\b|const\b|let\b|var\b|[\w$.[\]]+\s*=\s*(?:async\s+)?(?:function|\()|[\w$*#[\]]+\s*\([^;]*\)\s*(?:[:{]|->))/;
const commentStart = /^\s*(?:\/\/|\/\*|\*|#(?!\[|include|define)|--|;|<!--|"""|''')/;

export function isCommentRow(row: string): boolean {
  return commentStart.test(row);
}

/** The row that declares what the passage is, without its opening bracket. */
export function signature(code: string): string | undefined {
  const rows = code.split('\n').filter((row) => row.trim() !== '' && !isCommentRow(row));
  const row = rows.slice(0, 12).find((entry) => declaration.test(entry));
  const text = row?.replace(/(?<!\s)\s*[{:]\s*$/, '').trim();
  return text === undefined || text.length > 160 ? undefined : text;
}

/** Text of an error that a row throws or returns. */
export function errorMessage(row: string): string | undefined {
  if (!/throw|raise|panic|Error|Exception|reject|fail|abort|err/i.test(row)) return undefined;
  const found = /(["'`])((?:\\.|(?!\1)[^\\\n]){8,200})\1/.exec(row)?.[2]?.replace(/(?<![\s'"(:])[\s'"(:]+$/, '');
  // A pattern of many places to fill is a log line, not a message.
  if (found === undefined || !/\p{L}{2}\s+\p{L}/u.test(found) || (found.match(/%\w|\\n/g) ?? []).length > 2)
    return undefined;
  return found;
}

/** `name = literal` or `name: literal`, as a default or a constant. */
export function constantOf(row: string): { name: string; value: string } | undefined {
  const literal = String.raw`-?\d[\w.]*(?:\s*(?:[*+]|<<)\s*\d[\w.]*)*|"[^"\n]{0,80}"|'[^'\n]{0,80}'|true|false|null|None|undefined|nil|Infinity`;
  const found = new RegExp(
    String.raw`([A-Za-z_$][\w$.-]{1,60})["']?\s*(?::[^=:]{1,30}=|[:=]{1,2}|\?\?=?|\|\|=?|default\()\s*(?:[\w$.]{1,60}\s*(?:\?\?|\|\|)\s*)?(${literal})(?![\w$(.])`,
  ).exec(row);
  const [, name, value] = found ?? [];
  return name !== undefined && value !== undefined ? { name, value } : undefined;
}
