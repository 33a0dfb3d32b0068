/**
 * The files and documents of a query space as whole texts, with their outlines. Reads only what is searched, each text
 * as the index reads it, with secrets masked. State: a cache of outlines and references by content.
 */
import path from 'node:path';
import { definedByFile, isOutlined, languageOfEnding, type Language } from '../../languages/table';
import { Rows } from '../chunk/block';
import { isMachineMade } from '../chunk/chunk';
import type { Grammars } from '../chunk/grammars';
import { lineStartsOf, type SourceText } from '../files/readSource';
import { maxFileBytes } from '../files/walk';
import { idOf, type Part } from '../parts';
import { isTestPath, rolesOf } from '../rank/fileKinds';
import { isLicence, readOutline } from '../read/readOutline';
import type { Outline, OutlineSymbol, RowSpan } from '../read/types';
import type { AnswerSnippet, DefinedRows, SnippetSource, SkippedPath } from '../types';
import { ContentCache } from '../index/contentCache';
import { Slices } from '../index/scheduling';
import type { OutlineRequest, OutlineResult, OutlinedSource, SymbolHead } from '../querySpace';
import { isMarkdown, plainComment, rowsOfComment, sentencesOf, withoutPodCodes } from '../text/comments';
import { oneSpaced, rowsOfText } from '../text/plain';
import type { SymbolKind } from '../../languages/captures';
import { fenceReader, headingIn, plainTitle } from '../../languages/markdown';

/** One source of one part. */
export interface CodeSource {
  part: Part;
  key: string;
  /** Path relative to the root, or the name of a document. */
  place: string;
}

export interface ReadCode {
  source: SourceText;
  rows: Rows;
  language: Language | undefined;
  /** What the file defines by its own name. */
  ownName?: string | undefined;
}

export interface OutlinedCode extends ReadCode {
  outline: Outline;
}

/** Bytes of the cache of outlines, enough for some thousand files. */
const maxOutlineBytes = 24 * 1024 * 1024;
const maxReferenceBytes = 4 * 1024 * 1024;

/** A reference as it is cached with its content; the row is 0-based. */
export interface KeptReference {
  kind: 'definition' | 'call' | 'use' | 'import';
  row: number;
}

export class CodeReader {
  constructor(
    readonly grammars: Grammars,
    protected readonly outlines = new ContentCache<Outline>(maxOutlineBytes),
    readonly references = new ContentCache<KeptReference[]>(maxReferenceBytes),
  ) {}

  /** A reader for one call, which takes what it has read once as it was then. */
  forCall(): CodeReader {
    return new CallReader(this.grammars, this.outlines, this.references);
  }

  /** The text of a source, or the reason why there is none. */
  read({ part, key, place }: CodeSource): ReadCode | string {
    const read = part.contentOf(key);
    if (!read.ok) return read.reason;
    const { source } = read;
    // Rows of the text as it is here, where masks are shorter than the secrets on disk.
    const rows = new Rows(source.text, lineStartsOf(source.text));
    const language = languageOfEnding(part.languageOf(key));
    return { source, rows, language, ownName: definedByFile(place, language) };
  }

  /** The text of a source with its outline, or the reason why there is none. */
  async outlined(from: CodeSource): Promise<OutlinedCode | string> {
    const read = this.read(from);
    return typeof read === 'string' ? read : this.outlineOf(read);
  }

  async outlineOf(read: ReadCode): Promise<OutlinedCode | string> {
    const { source, rows, language } = read;
    if (!language) return 'Its language is not known, so there is no syntax tree of it.';
    if (!isOutlined(language)) return `There is no grammar for ${language.label} here, so there is no outline of it.`;
    const known = this.outlines.get(source, language.id);
    if (known) return { ...read, outline: withOwn(known, read) };
    if (isMachineMade(rows)) return 'Its lines are so long that it is machine-made: it was not parsed.';
    const outline = await readOutline(source.text, language, this.grammars);
    if (!outline) return `The grammar of ${language.label} could not read it.`;
    this.outlines.put(source, language.id, outline);
    return { ...read, outline: withOwn(outline, read) };
  }
}

/** Most characters of the texts that a call keeps. */
const maxCallChars = 16 * 1024 * 1024;

/** Reads each source once: the types of a call's receivers stand in the same files again and again. */
class CallReader extends CodeReader {
  private readonly kept = new Map<Part, Map<string, OutlinedCode | string>>();
  private chars = 0;

  override async outlined(from: CodeSource): Promise<OutlinedCode | string> {
    const known = this.kept.get(from.part)?.get(from.key);
    if (known !== undefined) return known;
    const made = await super.outlined(from);
    this.chars += typeof made === 'string' ? made.length : made.source.text.length;
    if (this.chars > maxCallChars) {
      this.kept.clear();
      this.chars = 0;
    }
    const ofPart = this.kept.get(from.part) ?? new Map<string, OutlinedCode | string>();
    this.kept.set(from.part, ofPart.set(from.key, made));
    return made;
  }
}

/** The outline with what the file defines inside of what it is. */
function withOwn(outline: Outline, { ownName, rows, language }: ReadCode): Outline {
  if (ownName === undefined) return outline;
  const whole: OutlineSymbol = {
    ...{
      kind: language?.fileIs === 'module' ? 'module' : 'class',
      name: ownName,
      path: [ownName],
      start: 0,
      end: Math.max(0, rows.count - 1),
      nameRow: 0,
    },
    ...{ signature: '', values: [], failures: [], calls: [], parameters: [] },
    ...(outline.documentation &&
      !isLicence(rows.text, outline.documentation) && { documentation: outline.documentation }),
  };
  const inside = outline.symbols.map((symbol) => ({
    ...symbol,
    parent: (symbol.parent ?? -1) + 1,
    path: [ownName, ...symbol.path],
  }));
  return { ...outline, symbols: [whole, ...inside] };
}

export function sourceOf({ part, key }: CodeSource): SnippetSource {
  return part.sourceOf(key);
}

/** The name under which a skipped source is reported. */
export function nameOfSource(from: CodeSource): string {
  const source = sourceOf(from);
  return source.kind === 'file' ? source.path : from.place || `${source.kind} ${from.key}`;
}

/** Names files in answers: relative to the innermost of the given folders, with `/`. */
export function labelsBelow(roots: readonly string[]): (from: CodeSource) => string {
  const innermostFirst = [...roots].sort((a, b) => b.length - a.length);
  return (from) => {
    const source = sourceOf(from);
    if (source.kind !== 'file') return from.place || `${source.kind} ${from.key}`;
    const root = innermostFirst.find((folder) =>
      source.path.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`),
    );
    if (root === undefined) return from.place || source.path;
    return path.relative(root, source.path).split(path.sep).join('/');
  };
}

/** All sources of the parts by path, with code before tests, documents and the like. */
export function sourcesOf(parts: readonly Part[]): CodeSource[] {
  const found: (CodeSource & { isAside: boolean })[] = [];
  for (const part of parts) {
    for (const key of part.keys()) {
      const place = part.placeOf(key);
      if (part.accepts?.(key) !== false) found.push({ part, key, place, isAside: isAside(place) });
    }
  }
  found.sort((a, b) => Number(a.isAside) - Number(b.isAside) || byText(a.place, b.place));
  return found;
}

/** Compares texts by their code units, so that an order is the same on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The names of a path's folders and file without its ending: `pydantic/main.py` matches `pydantic.main`. */
export const namesOfPlace = (place: string): string[] => place.replace(/\.\w+$/, '').split('/');

/** True for tests, documents, examples and the like. */
export function isAside(place: string): boolean {
  return Object.values(rolesOf(place)).some(Boolean);
}

const testNames: ReadonlySet<string> = new Set(['test', 'tests', 'testing', 'spec', 'specs']);
const commandFolders: ReadonlySet<string> = new Set(
  'cmd cmds command commands subcommands cli bin tasks scripts'.split(' '),
);
const testEnds: readonly string[] = ['Test', 'Tests', 'Spec', '_test', '_tests', '_spec'];

/** True for the name of a part that holds tests; a function that runs tests, `validateTest`, is none. */
const isTestName = (name: string): boolean =>
  testNames.has(name.toLowerCase()) ||
  testEnds.some((end) => name.endsWith(end) && (end.startsWith('_') || name[0] !== name[0]!.toLowerCase()));

/** True when a symbol is part of tests, by its file or by the names around it, such as a module `tests`. */
export function isTest(place: string, path: readonly string[]): boolean {
  // A module that is named after its file is told by that.
  const steps = namesOfPlace(place);
  // `test_truncate` is a module of tests where it holds something, and else a function that may test a connection.
  const isModule = (name: string, at: number) => name.startsWith('test_') && (path[at + 1] ?? '') !== '';
  const isOne = (name: string, at: number) => isTestName(name) || isModule(name, at);
  const [folder = '', file = ''] = steps.slice(-2);
  // Of the commands of a program `test` is one.
  const isFileOfTests = (file === 'test' || file === 'tests') && !commandFolders.has(folder);
  return (
    isFileOfTests || isTestPath(place) || path.slice(0, -1).some((name, at) => !steps.includes(name) && isOne(name, at))
  );
}

// Section: the outlines of a query space. When symbols are too many, the deepest are left out first.

/** Most sources without an outline that are listed by name. */
const maxNamed = 50;

interface Read {
  from: CodeSource;
  code: OutlinedCode;
  /** Depth of each symbol. */
  depths: number[];
}

function depthsOf(symbols: readonly OutlineSymbol[]): number[] {
  const depths: number[] = [];
  for (const { parent } of symbols) depths.push(parent === undefined ? 1 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** The greatest depth at which the symbols are within the limit; 1 when even those are too many. */
function depthWithin(read: readonly Read[], { depth, limit }: OutlineRequest): number {
  const counts = new Array<number>(depth + 1).fill(0);
  for (const { depths } of read) for (const one of depths) if (one <= depth) counts[one]! += 1;
  let [sum, fitting] = [counts[1] ?? 0, 1];
  while (fitting < depth && sum + counts[fitting + 1]! <= limit) {
    fitting += 1;
    sum += counts[fitting]!;
  }
  return fitting;
}

function outlined({ from, code, depths }: Read, depth: number, most: number): OutlinedSource {
  const { outline, rows, language } = code;
  const said = outline.documentation;
  const isOfFile = said !== undefined && !isLicence(rows.text, said);
  const documentation = firstSentence(isOfFile ? plainDocumentationOf(rows, said) : '');
  const symbols = outline.symbols.flatMap((symbol, at) => {
    const own = depths[at] ?? 1;
    return own <= depth ? [{ ...headOf(symbol, rows), depth: own }] : [];
  });
  return {
    source: sourceOf(from),
    language: language?.id ?? '',
    lines: rows.count,
    ...(documentation === undefined ? {} : { documentation }),
    hasErrors: outline.hasErrors,
    symbols: symbols.slice(0, most),
  };
}

/** Skipped sources: a few by name, the others counted. */
function fewOf(skipped: readonly SkippedPath[], most: number, what: string): SkippedPath[] {
  const next = skipped[most];
  if (!next) return [...skipped];
  const files = skipped.length - most;
  return [...skipped.slice(0, most), { ...next, reason: `This and ${files - 1} further ones ${what}.`, files }];
}

/** Most source files that are named of those too large to be read. */
const maxNamedLarge = 3;

/** The source files that are too large to be read, since what is defined and used there is not known. */
export function largeSources(parts: readonly Part[]): SkippedPath[] {
  const found = new Map<string, SkippedPath>();
  for (const part of parts) {
    for (const { path: key, size: bytes } of part.tooLarge ?? []) {
      const language = languageOfEnding(part.languageOf(key));
      const isSource = isOutlined(language) && language?.isData !== true;
      if (part.accepts?.(key) === false || !(isSource || part.isGiven)) continue;
      const name = nameOfSource({ part, key, place: part.placeOf(key) });
      found.set(name, { path: name, reason: `It is larger than ${maxFileBytes >> 20} MiB.`, bytes });
    }
  }
  return fewOf([...found.values()], maxNamedLarge, 'are too large to be read');
}

export async function outlineFiles(
  parts: readonly Part[],
  request: OutlineRequest,
  reader: CodeReader,
  signal: AbortSignal,
): Promise<OutlineResult> {
  const sources = sourcesOf(parts);
  const slices = new Slices();
  const read: Read[] = [];
  const skipped: SkippedPath[] = [];
  let at = 0;
  for (; at < sources.length && read.length < request.files; at += 1) {
    const from = sources[at]!;
    const code = await reader.outlined(from);
    if (typeof code === 'string') skipped.push({ path: nameOfSource(from), reason: code });
    else read.push({ from, code, depths: depthsOf(code.outline.symbols) });
    await slices.rest();
    signal.throwIfAborted();
  }
  const depth = depthWithin(read, request);
  const files: OutlinedSource[] = [];
  let [told, all] = [0, 0];
  for (const one of read) {
    all += one.depths.filter((own) => own <= request.depth).length;
    if (told >= request.limit && one.depths.length > 0) continue;
    const made = outlined(one, depth, request.limit - told);
    told += made.symbols.length;
    files.push(made);
  }
  const left = { files: sources.length - at + (read.length - files.length), symbols: all - told };
  return { files, depth, left, skipped: fewOf(skipped, maxNamed, 'have no outline') };
}

// Section: summaries of a symbol without its text.

const maxSentenceChars = 300;

/** True for documentation in the form of Perl's, which begins with a command. */
export const isPod = (rows: Rows, { start }: RowSpan): boolean => rows.row(start).startsWith('=');

/** All rows of documentation as they were written, without the signs of a comment. */
export function documentationOf(rows: Rows, span: RowSpan | undefined): string {
  if (!span) return '';
  if (isPod(rows, span)) return rows.slice(span.start, span.end).trim();
  const written = rowsOfComment(rows.slice(span.start, span.end)).map((row) => row.trimEnd());
  const [first, last] = [written.findIndex((row) => row !== ''), written.findLastIndex((row) => row !== '')];
  return first < 0 ? '' : written.slice(first, last + 1).join('\n');
}

/** Documentation as one text: without tags, and without the example at its end. */
export function plainDocumentationOf(rows: Rows, span: RowSpan | undefined): string {
  const text = span ? plainComment(rows.slice(span.start, span.end)) : '';
  return span && isPod(rows, span) ? withoutPodCodes(text) : text;
}

/** HTML or XML tags in documentation. Other words in angle brackets are types: `List<String>`. */
const tag =
  /<\/?(?:p|br|ul|ol|li|b|i|em|strong|code|pre|tt|a|h[1-6]|blockquote|sup|sub|var|div|span|dl|dt|dd|summary|remarks|para|c|value|inheritdoc|threadsafety)(?:\s[^<>]{0,200})?\/?>/gi;

/** A reference to another name: `<see cref="Pool.take"/>`. */
const reference =
  /<(?:see|seealso|paramref|typeparamref)\s[^<>]{0,80}?(?:cref|name|langword|href)="(?:[A-Z]:)?([^"<>]{1,200})"[^<>]{0,80}\/>/gi;

export const withoutTags = (text: string): string => oneSpaced(text.replace(reference, '$1').replace(tag, ''));

/** The first paragraph of documentation with `<p>` tags, without tags. */
export function firstParagraph(documentation: string): string {
  const paragraphs = documentation.split('<p>').map(withoutTags);
  return paragraphs.find((paragraph) => paragraph !== '') ?? '';
}

export function firstSentence(documentation: string): string | undefined {
  const plain = withoutTags(documentation);
  const sentence = sentencesOf(plain)[0] ?? plain;
  if (sentence === '') return undefined;
  return sentence.length > maxSentenceChars ? `${sentence.slice(0, maxSentenceChars - 1)}…` : sentence;
}

export const isWithin = ({ start, end }: RowSpan, whole: RowSpan): boolean => start >= whole.start && end <= whole.end;

/** The rows of a symbol together with its documentation. */
export function wholeRows({ start, end, documentation }: OutlineSymbol): RowSpan {
  return { start: Math.min(start, documentation?.start ?? start), end: Math.max(end, documentation?.end ?? end) };
}

export function headOf(symbol: OutlineSymbol, rows: Rows): SymbolHead {
  const { kind, name, path, signature, nameRow, documentation: span } = symbol;
  // A comment behind code in the same row cannot be separated from the code.
  const isBehind = span !== undefined && span.start === symbol.start && span.end === symbol.end;
  const documentation = firstSentence(isBehind ? '' : plainDocumentationOf(rows, span));
  const { start, end } = wholeRows(symbol);
  return {
    ...{ kind, name, path, signature },
    lines: { start: start + 1, end: end + 1 },
    line: nameRow + 1,
    ...(documentation === undefined ? {} : { documentation }),
  };
}

// Section: the sources of passages that were found, and what is defined in and around the rows of these.

/** Most files read, in the order of their best passage. */
const maxFiles = 12;

/** The sources of the best passages, each once, best first. */
export function foundSources(
  { parts, snippets }: { parts: readonly Part[]; snippets: readonly AnswerSnippet[] },
  most = maxFiles,
): CodeSource[] {
  const wanted = new Map<string, number>();
  for (const { source } of snippets) if (!wanted.has(idOf(source))) wanted.set(idOf(source), wanted.size);
  const found = new Map<number, CodeSource>();
  for (const part of parts) {
    for (const key of part.keys()) {
      const at = wanted.get(idOf(part.sourceOf(key)));
      if (at === undefined || at >= most || found.has(at) || part.accepts?.(key) === false) continue;
      found.set(at, { part, key, place: part.placeOf(key) });
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, from]) => from);
}

/** Most passages that may be shown, tests and further ones of a symbol left out. */
const maxShown = 8;

/** Kinds of symbols that rows belong to, and those that count when they have several rows. */
const definingKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'class', 'interface', 'enum', 'type', 'module', 'implementation', 'macro', 'declaration', 'test']); // prettier-ignore
const holdingKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'variable', 'property', 'field']);

function definitionsIn({ outline }: OutlinedCode, { start, end }: RowSpan): DefinedRows[] {
  return outline.symbols.flatMap((symbol) => {
    const { kind, nameRow, documentation, path } = symbol;
    const first = Math.min(symbol.start, documentation?.start ?? symbol.start);
    const isTold = definingKinds.has(kind) || (holdingKinds.has(kind) && symbol.end > symbol.start);
    if (!isTold || symbol.end < start || first > end) return [];
    return [{ name: path.join('.'), start: first, nameRow, end: symbol.end }];
  });
}

/** The sections of a passage of Markdown, each to the next heading. */
function sectionsIn({ text, lines }: AnswerSnippet): DefinedRows[] {
  const rows = rowsOfText(text);
  const read = fenceReader();
  const first = lines.start - 1;
  const heads = rows.flatMap((row, at) => {
    const title = read(row) === 'prose' ? headingIn(row)?.title : undefined;
    return title === undefined ? [] : [{ name: plainTitle(title), at }];
  });
  return heads.map(({ name, at }, place) => ({
    name,
    start: first + at,
    nameRow: first + at,
    end: first + (heads[place + 1]?.at ?? rows.length) - 1,
  }));
}

/** The passages with the definitions in and around the rows of those that may be shown. Cost: an outline of each file. */
export async function withDefinitions(
  snippets: readonly AnswerSnippet[],
  { parts, reader }: { parts: readonly Part[]; reader: CodeReader },
): Promise<AnswerSnippet[]> {
  const shown = snippets.slice(0, maxShown);
  const sources = foundSources({ parts, snippets: shown }, shown.length);
  const codes = new Map<string, OutlinedCode>();
  for (const from of sources) {
    const code = await reader.outlined(from);
    if (typeof code === 'object') codes.set(idOf(sourceOf(from)), code);
  }
  return snippets.map((snippet, at) => {
    if (at < maxShown && isMarkdown(snippet.language)) return { ...snippet, definitions: sectionsIn(snippet) };
    const code = codes.get(idOf(snippet.source));
    const { start, end } = snippet.lines;
    return code ? { ...snippet, definitions: definitionsIn(code, { start: start - 1, end: end - 1 }) } : snippet;
  });
}
