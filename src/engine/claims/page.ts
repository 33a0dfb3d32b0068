/** Input and output of a claim maker, and how its answer is written. */
import type { Meaning } from '../dense/embedding';
import { type CodeReader, type CodeSource, type OutlinedCode, sourceOf, type ReadCode } from '../outline/sources';
import { idOf, type Part } from '../parts';
import type { Answer, AnswerSnippet, AnswerKind, AnswerPlace, Citation } from '../types';
import { codeRows, fenced, pickedRows, sources, cited, inline } from '../answers/markdown';
import { oneLine } from '../../languages/markdown';
import type { RowSpan, OutlineSymbol } from '../read/types';
import { commentRowsOf } from '../chunk/chunk';
import { commentRows, isProseLanguage } from '../text/comments';
import { countOf, oneSpaced, rowsOfText, spaced, unquoted } from '../text/plain';
import type { Candidate } from '../outline/findSymbol';

/** Everything that a claim may read: the searched space and nothing else. */
export interface Asking {
  query: string;
  /** Passages found by retrieval, best first. */
  snippets: readonly AnswerSnippet[];
  parts: readonly Part[];
  /** True when all of the space was indexed: only then can the answer say that something is missing. */
  isWhole: boolean;
  reader: CodeReader;
  meaning: Meaning;
  signal: AbortSignal;
  /** Name of a source as shown in answers. */
  labelOf: (from: CodeSource) => string;
}

/**
 * Writes the answer to one kind of question; undefined when the question is of another kind or the code does not answer
 * it.
 */
export type Maker = (asking: Asking) => Promise<Answer | undefined>;

/** The text of a source; undefined when there is none that can be read. */
export function readOf(from: CodeSource | undefined, { reader }: Pick<Asking, 'reader'>): ReadCode | undefined {
  const code = from && reader.read(from);
  return typeof code === 'string' ? undefined : code;
}

export const isDocument = ({ part, key }: CodeSource): boolean => isProseLanguage(part.languageOf(key));

/** By row, 1 for rows of comments. */
export const commentMarks = ({ rows, language }: ReadCode): Uint8Array =>
  language?.comments ? commentRows(rows.text, language.comments) : commentRowsOf(rows);

/** The text of a source with its outline; undefined when it has no syntax tree. */
export async function outlinedOf(
  from: CodeSource,
  { reader }: Pick<Asking, 'reader'>,
): Promise<OutlinedCode | undefined> {
  const code = await reader.outlined(from);
  return typeof code === 'string' ? undefined : code;
}

/** A text value without its quotes; undefined for lists and records. */
export function textOf({ name, values }: OutlineSymbol): string | undefined {
  const value = values.find((one) => one.name === name)?.value;
  const isText = value !== undefined && !value.startsWith('[') && !value.startsWith('{');
  // `>-` begins a text that goes on in the next rows.
  const bare = isText ? value.replace(/^[>|][-+]?\s/, '').trim() : '';
  return isText ? unquoted(bare).replaceAll(String.raw`\"`, '"') : undefined;
}

// Section: an answer under construction: sentences and rows with their places. A cited place that retrieval did not
// find is added as a passage.

/** What a part of an answer is made from, and the page that it is added to. */
export interface Putting {
  asking: Asking;
  page: Page;
}

/** Most citations; further places are named in the text without one. */
const maxCitations = 12;
/** Most rows in one citation. */
const maxCitedRows = 40;

export class Page {
  private readonly parts: string[] = [];
  private readonly citations: Citation[];
  private readonly places: AnswerPlace[];

  /** @param begun an answer that the page goes on with */
  constructor(
    private readonly asking: Asking,
    begun?: Answer,
  ) {
    this.citations = [...(begun?.citations ?? [])];
    this.places = [...(begun?.places ?? [])];
    const end = begun && this.citations.length > 0 ? `\n\n${sources(begun.citations)}` : '';
    if (begun)
      this.parts.push(begun.text.endsWith(end) ? begun.text.slice(0, begun.text.length - end.length) : begun.text);
  }

  /** The number of the citation of some rows; undefined when the limit is reached. */
  cite(from: CodeSource, code: ReadCode, rows: RowSpan): number | undefined {
    const end = Math.min(rows.end, rows.start + maxCitedRows - 1, code.rows.count - 1);
    const lines = { start: rows.start + 1, end: end + 1 };
    const label = `${oneLine(this.asking.labelOf(from))}:${lines.start}-${lines.end}`;
    const known = this.citations.findIndex((citation) => citation.label === label);
    if (known >= 0) return known + 1;
    if (this.citations.length >= maxCitations) return undefined;
    const own = idOf(sourceOf(from));
    const holds = (one: AnswerSnippet) =>
      idOf(one.source) === own && one.lines.start <= lines.start && one.lines.end >= lines.end;
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

  /** Adds a sentence with its citation. */
  say(sentence: string, from?: CodeSource, code?: ReadCode, rows?: RowSpan): void {
    this.parts.push(from && code && rows ? this.cited(sentence, from, code, rows) : sentence);
  }

  cited(sentence: string, from: CodeSource, code: ReadCode, rows: RowSpan): string {
    const number = this.cite(from, code, rows);
    return number === undefined ? sentence : cited(sentence, number);
  }

  /** A part of a sentence with its citation. */
  referred(part: string, from: CodeSource, code: ReadCode, rows: RowSpan): string {
    const number = this.cite(from, code, rows);
    return number === undefined ? part : `${part} [${number}]`;
  }

  /** Adds Markdown as it is. */
  put(markdown: string): void {
    this.parts.push(markdown);
  }

  /** Adds rows of the file as a code block. */
  quote(code: ReadCode, from: CodeSource, { start, end }: RowSpan): void {
    const rows = rowsOfText(code.rows.slice(start, end).trimEnd());
    this.fence(codeRows(rows.slice(rows.findIndex((row) => row.trim() !== ''))), from);
  }

  /** Adds the first of some rows of the file, in order, with a mark where rows are left out. */
  quotePicked(code: ReadCode, from: CodeSource, picked: readonly number[], most = picked.length): void {
    const rows = pickedRows(rowsOfText(code.source.text), picked.slice(0, most));
    this.fence(picked.length > most ? [...rows, '…'] : rows, from);
  }

  private fence(rows: readonly string[], from: CodeSource): void {
    this.parts.push(fenced(rows.join('\n'), from.part.languageOf(from.key)));
  }

  /** The place of a row: `src/store.ts`, line 12. */
  at(from: CodeSource, row: number): string {
    return `${inline(this.asking.labelOf(from))}, line ${row + 1}`;
  }

  /**
   * The finished answer.
   * @param symbols names that the answer is about, as written in the code
   */
  answer(kind: AnswerKind, score: number, symbols: readonly string[] = []): Answer {
    const { citations, places } = this;
    const text = [...this.parts, ...(citations.length > 0 ? [sources(citations)] : [])].join('\n\n');
    const isAbsence = kind === 'absent';
    return { text, score, citations, isAbsence, kind, symbols: [...symbols], ...(places.length > 0 && { places }) };
  }
}

// Section: words around quotations.

export { inline, listed } from '../answers/markdown';

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * A word with its article: `a struct`, `an enum`.
 * @param shown text to print for the word, such as the word as code
 */
export function withArticle(word: string, shown = word): string {
  const isVowel = 'aeiou'.includes(word.charAt(0).toLowerCase()) && !word.toLowerCase().startsWith('uni');
  return `${isVowel ? 'an' : 'a'} ${shown}`;
}

/** A mark of Javadoc around code or a name: `{@code null}`, `{@link Pool#take}`. */
const inlineTag = /\{@(?:code|link|linkplain|literal|value) {1,4}([^{}]{1,200})\}/g;

/** A mark of reStructuredText around code, a name or a link: ``:class:`Pool` ``, `` `the pool`_ ``. */
const inlineRole =
  /``[^`]{1,200}``|(:[a-z]{1,20}(?::[a-z]{1,20})?:)?`~?([^`<]{1,200}?)(?: <[^`<>]{1,300}>)?`(__?(?!\w))?/g;
const withoutRole = (all: string, role: string | undefined, text = '', link?: string): string =>
  role !== undefined ? `\`${text}\`` : link !== undefined ? text : all;

/**
 * A text in one row, safe to quote: bracketed numbers would read as citations, and an unpaired back-quote would open
 * code.
 */
export function quotable(text: string, most = 240): string {
  const line = oneSpaced(
    text
      .replace(/\[([1-9]\d*)\]/g, '($1)')
      .replace(inlineTag, '`$1`')
      .replace(inlineRole, withoutRole),
  );
  const short = line.length > most ? `${line.slice(0, line.lastIndexOf(' ', most))} …` : line;
  const last = short.lastIndexOf('`');
  const isOdd = countOf(short, '`') % 2 === 1;
  return isOdd ? `${short.slice(0, last)}\\${short.slice(last)}` : short;
}

// Section: a definition's name in a sentence, and the word for its kind.

/** Words for kinds of types, and of functions, that the outline does not tell apart. */
const kindWords = new Set(spaced('struct record trait protocol enum interface object union contract table view'));
const ofTypes: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module']);
const functionWords = new Set(['procedure', 'trigger']);

/** A definition and the rows of its file. */
interface Described {
  symbol: Pick<OutlineSymbol, 'kind' | 'name' | 'nameRow' | 'parent'>;
  code: Pick<ReadCode, 'rows' | 'ownName'> & Partial<Pick<ReadCode, 'language'>>;
}

/** The word for a symbol's kind in the row of its name, before it or behind `type Name`; else the outline's kind. */
export function kindOfSymbol({ symbol: { kind, name, nameRow, parent }, code }: Described): string {
  if (name === code.ownName && parent === undefined) return code.language?.fileIs ?? kind;
  if (name.includes('.') && kind === 'section') return 'key';
  const words = ofTypes.has(kind) ? kindWords : functionWords;
  const said = spaced(code.rows.row(nameRow).split(/[{=]/)[0]!);
  const at = said.findIndex((word) => word.startsWith(name));
  const before = said.slice(0, Math.max(0, at));
  const head = before.at(-1) === 'type' ? said : before;
  // SQL is often written in capitals.
  const plain = head.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word));
  return (ofTypes.has(kind) || kind === 'function' ? plain.find((word) => words.has(word)) : undefined) ?? kind;
}

type Called = Pick<Candidate, 'symbol' | 'code'>;

/** True for a method with the name of its class. */
function isConstructor({ symbol, code }: Called): boolean {
  const around = symbol.parent === undefined ? undefined : code.outline.symbols[symbol.parent];
  return around?.kind === 'class' && around.name === symbol.name && !ofTypes.has(symbol.kind);
}

export function calledSo(called: Called): string {
  const { path, name } = called.symbol;
  // A key with dots is a path by itself: `"editor.tabSize": …`.
  if (name.includes('.')) return inline(name);
  return isConstructor(called) ? `the constructor of ${inline(path.slice(0, -1).join('.'))}` : inline(path.join('.'));
}

/** Begins the sentence about a symbol's place: "`Pool` is a struct", "The constructor of `Pool` is". */
export function saidToBe(called: Called): string {
  const kind = kindOfSymbol(called);
  return isConstructor(called)
    ? `The ${calledSo(called).slice('the '.length)} is`
    : `${calledSo(called)} is ${withArticle(kind)}`;
}

/** A symbol with its kind and place in brackets: "`Pool` (struct, `pool.go`, line 3)". */
export const withKind = (called: Called, at: string): string => `${calledSo(called)} (${kindOfSymbol(called)}, ${at})`;
