/**
 * Which turns of a long chat are on the page: those in sight, some above and below, the last one, and the one that
 * holds the focus. Gaps as tall as what they stand for keep the scroll bar true. Knows no DOM.
 */

export interface Row {
  id: string;
  /** Measured when it was last on the page; else a guess. */
  height: number;
}

export type Segment = { kind: 'row'; index: number } | { kind: 'gap'; key: string; height: number };

export interface Sight {
  /** Pixels above the sight; undefined: the sight is at the end. */
  top: number | undefined;
  height: number;
}

/** Beyond the sight on each side: a turn of the wheel or a page down shows nothing empty. */
const marginPixels = 1200;

/** @param kept ids of rows that stay on the page wherever they are */
export function segmentsOf(rows: readonly Row[], sight: Sight, kept: ReadonlySet<string>): Segment[] {
  const total = rows.reduce((sum, row) => sum + row.height, 0);
  const top = sight.top ?? total - sight.height;
  const [from, to] = [top - marginPixels, top + sight.height + marginPixels];
  const segments: Segment[] = [];
  let offset = 0;
  rows.forEach((row, index) => {
    const isShown = (offset < to && offset + row.height > from) || kept.has(row.id) || index === rows.length - 1;
    offset += row.height;
    const last = segments.at(-1);
    if (isShown) segments.push({ kind: 'row', index });
    else if (last?.kind === 'gap') last.height += row.height;
    else segments.push({ kind: 'gap', key: `gap before ${rows[index - 1]?.id ?? 'all'}`, height: row.height });
  });
  return segments;
}

/** Roughly, for a turn that was never measured: a chat column holds some 45 characters. */
export function guessedHeight({ question, text, sources }: { question: string; text: string; sources: unknown[] }) {
  const lines = Math.ceil(question.length / 45) + text.split('\n').reduce((sum, line) => sum + 1 + line.length / 45, 0);
  return Math.round(110 + lines * 20 + sources.length * 24);
}

/** True when both put the same rows on the page and their gaps differ by nothing that can be seen. */
export function isSameView(one: readonly Segment[], other: readonly Segment[]): boolean {
  return (
    one.length === other.length &&
    one.every((segment, place) => {
      const counterpart = other[place];
      if (segment.kind === 'row') return counterpart?.kind === 'row' && counterpart.index === segment.index;
      return counterpart?.kind === 'gap' && Math.abs(counterpart.height - segment.height) < 1;
    })
  );
}
