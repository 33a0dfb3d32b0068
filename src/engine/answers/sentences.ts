/**
 * Sentences that stand in the code itself: in comments, documents and signatures. Each finder takes rows and gives plain
 * text; none adds words that are not written there.
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

interface TextBlock {
  /** First row, 0-based. */
  row: number;
  text: string;
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

const declaration =
  /^\s*(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|static\s+|async\s+|abstract\s+|final\s+|override\s+|inline\s+|virtual\s+)*(?:function\b|class\b|interface\b|struct\b|enum\b|trait\b|type\b|def\b|fn\b|func\b|fun\b|module\b|impl\b|const\b|let\b|var\b|[\w$.[\]]+\s*=\s*(?:async\s+)?(?:function|\()|[\w$*#[\]]+\s*\([^;]*\)\s*(?:[:{]|->))/;
const commentStart = /^\s*(?:\/\/|\/\*|\*|#(?!\[|include|define)|--|;|<!--|"""|''')/;

function isCommentRow(row: string): boolean {
  return commentStart.test(row);
}

/** The row that declares what the passage is, without its opening bracket. */
export function signature(code: string): string | undefined {
  const rows = code.split('\n').filter((row) => row.trim() !== '' && !isCommentRow(row));
  const row = rows.slice(0, 12).find((entry) => declaration.test(entry));
  const text = row?.replace(/(?<!\s)\s*[{:]\s*$/, '').trim();
  return text === undefined || text.length > 160 ? undefined : text;
}
