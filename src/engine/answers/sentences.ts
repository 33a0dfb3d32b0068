/**
 * Sentences that stand in the code itself: in comments, documents and signatures. Each finder takes rows and gives plain
 * text; none adds words that are not written there.
 */
import { oneSpaced, rowsOfText, hasSpace } from '../text/plain';
import { fenceReader, withoutLinks } from '../../languages/markdown';

/** Comment signs, tags and rulers taken away; one space between words. */
export function plainComment(comment: string): string {
  return oneSpaced(
    comment
      .split('\n')
      .map((row) =>
        row
          .replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/[/!]?|#+!?|--|;+|%+|<!--|"""|''')\s?/, '')
          .replace(/(?:\*\/|-->|"""|''')\s*$/, ''),
      )
      .filter((row) => !/^\s*(?:@\w|eslint|prettier|istanbul|c8|ts-|type:|noqa|pylint|=+$|-+$|\/+$|\*+$)/.test(row))
      .join(' '),
  );
}

/** Sentences of a text; a full stop inside a name or a number ends none. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])(?<!\b(?:e\.g|i\.e|cf|vs)\.)\s+(?=[A-Z`"'(])/)
    .map((sentence) => sentence.trim())
    .filter(hasWords);
}

/** A word, and something after it. */
function hasWords(sentence: string): boolean {
  const word = /\p{L}{2}/u.exec(sentence);
  return word !== null && hasSpace(sentence.slice(word.index));
}

interface TextBlock {
  /** First row, 0-based. */
  row: number;
  text: string;
  /** Words follow each other in it: no badges, pictures or links alone. */
  isSaid: boolean;
}

const tag = /<[^<>]{1,600}>/g;

/** Rows of prose without the HTML that may stand in it, over several rows too; a row stays the row it is. */
export function proseRows(text: string): string[] {
  return rowsOfText(text.replace(tag, (markup) => markup.replace(/[^\n]/g, '')));
}

/** Badges, pictures, links to elsewhere and headings are no sentences. */
export function holdsSentence(text: string): boolean {
  const plain = withoutLinks(text, ' ').replace(/https?:\S+/g, ' ');
  return (plain.match(/\p{L}{2,}/gu) ?? []).length >= 4 && !/^(?:=+|-+|\.\. )/.test(text);
}

/** Paragraphs of a document outside of code. */
export function proseBlocks(rows: readonly string[]): TextBlock[] {
  const blocks: Omit<TextBlock, 'isSaid'>[] = [];
  const read = fenceReader();
  rows.forEach((row, place) => {
    if (read(row) === 'prose' && row.trim() !== '' && !/^\s*(?:\||#{1,6}\s|<|\[!\[)/.test(row)) {
      const text = withoutLinks(row.replace(/^\s*(?:[-*+>]|\d+\.)\s+/, ''), '$1');
      const last = blocks.at(-1);
      const isSame = last && rows[place - 1]?.trim() !== '' && !/^\s*(?:[-*+>]|\d+\.)\s/.test(row);
      if (isSame) last.text += ` ${text.trim()}`;
      else blocks.push({ row: place, text: text.trim() });
    }
  });
  return blocks.map((block) => ({ ...block, isSaid: holdsSentence(block.text) }));
}
