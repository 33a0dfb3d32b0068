/**
 * An answer as it is put together: sentences and rows, each with the place that it stands in. What is quoted is taken
 * from the file as it is; a place that retrieval did not find becomes a passage of its own, so that it can be opened.
 */
import { codeRows, fenced, pickedRows, sources } from '../answers/markdown';
import { cited, inline } from '../answers/text';
import { oneLine } from '../../languages/markdown';
import { sourceOf, type CodeSource, type ReadCode } from '../outline/sources';
import type { RowSpan } from '../read/types';
import type { Answer, AnswerKind, AnswerPlace, AnswerSnippet, Citation, SnippetSource } from '../types';
import type { Asking } from './types';

/** More places are named in the text without a reference of their own. */
const maxCitations = 12;
/** Rows that are cited of one place. */
const maxCitedRows = 40;

function isSame(one: SnippetSource, other: SnippetSource): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.path === other.path;
  if (one.kind === 'document') return other.kind === 'document' && one.id === other.id;
  return other.kind === 'seed' && one.index === other.index;
}

export class Page {
  private readonly parts: string[] = [];
  private readonly citations: Citation[] = [];
  private readonly places: AnswerPlace[] = [];

  constructor(private readonly asking: Asking) {}

  /** The number of the reference to rows of a file; undefined where there are too many already. */
  cite(from: CodeSource, code: ReadCode, rows: RowSpan): number | undefined {
    const end = Math.min(rows.end, rows.start + maxCitedRows - 1, code.rows.count - 1);
    const lines = { start: rows.start + 1, end: end + 1 };
    const label = `${oneLine(this.asking.labelOf(from))}:${lines.start}-${lines.end}`;
    const known = this.citations.findIndex((citation) => citation.label === label);
    if (known >= 0) return known + 1;
    if (this.citations.length >= maxCitations) return undefined;
    const source = sourceOf(from);
    const holds = (one: AnswerSnippet) => isSame(one.source, source) && one.lines.start <= lines.start && one.lines.end >= lines.end; // prettier-ignore
    const id = this.asking.snippets.find(holds)?.id ?? this.placed(from, code, { start: rows.start, end });
    return this.citations.push({ id, label, lines });
  }

  private placed(from: CodeSource, { rows, source, language }: ReadCode, { start, end }: RowSpan): string {
    const id = `place:${this.places.length}`;
    this.places.push({
      id,
      source: sourceOf(from),
      text: rows.slice(start, end),
      language: from.part.languageOf(from.key) || (language?.id ?? ''),
      start: source.lineStarts[start] ?? 0,
      end: source.lineStarts[end + 1] ?? source.text.length,
      lines: { start: start + 1, end: end + 1 },
    });
    return id;
  }

  /** A sentence with its reference. */
  say(sentence: string, from?: CodeSource, code?: ReadCode, rows?: RowSpan): void {
    this.parts.push(from && code && rows ? this.cited(sentence, from, code, rows) : sentence);
  }

  cited(sentence: string, from: CodeSource, code: ReadCode, rows: RowSpan): string {
    const number = this.cite(from, code, rows);
    return number === undefined ? sentence : cited(sentence, number);
  }

  /** A part of a sentence with its reference. */
  referred(part: string, from: CodeSource, code: ReadCode, rows: RowSpan): string {
    const number = this.cite(from, code, rows);
    return number === undefined ? part : `${part} [${number}]`;
  }

  /** Markdown as it is. */
  put(markdown: string): void {
    this.parts.push(markdown);
  }

  /** Rows of the file as they stand there. */
  quote(code: ReadCode, from: CodeSource, { start, end }: RowSpan, needle?: string): void {
    const rows = Array.from({ length: end - start + 1 }, (_, row) => code.rows.row(start + row));
    while (rows.length > 1 && rows.at(-1)!.trim() === '') rows.pop();
    this.fence(codeRows(rows, needle), from);
  }

  /** Some rows of the file, in their order, with a sign where others are left out. */
  quotePicked(code: ReadCode, from: CodeSource, picked: readonly number[]): void {
    const first = picked[0] ?? 0;
    const rows = Array.from({ length: (picked.at(-1) ?? first) - first + 1 }, (_, row) => code.rows.row(first + row));
    this.fence(pickedRows(rows, picked.map((row) => row - first)), from); // prettier-ignore
  }

  private fence(rows: readonly string[], from: CodeSource): void {
    this.parts.push(fenced(rows.join('\n'), from.part.languageOf(from.key)));
  }

  /** `src/store.ts`, line 12. */
  at(from: CodeSource, row: number): string {
    return `${inline(this.asking.labelOf(from))}, line ${row + 1}`;
  }

  /** @param symbols names that the answer is about, as they are written in the code */
  answer(kind: AnswerKind, score: number, symbols: readonly string[] = []): Answer {
    const { citations, places } = this;
    const text = [...this.parts, ...(citations.length > 0 ? [sources(citations)] : [])].join('\n\n');
    const isAbsence = kind === 'absent';
    return { text, score, citations, isAbsence, kind, symbols: [...symbols], ...(places.length > 0 && { places }) };
  }
}
