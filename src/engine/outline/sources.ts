/**
 * The files and documents of a query space as whole texts, with their outlines. Reads what is searched and nothing else:
 * each text as the index reads it, secrets masked. State: what was read of contents.
 */
import path from 'node:path';
import { languageOfEnding } from '../../languages/lookup';
import type { Language } from '../../languages/table';
import { Rows } from '../chunk/block';
import { hasLongRow } from '../chunk/chunk';
import type { Grammars } from '../chunk/grammars';
import type { SourceText } from '../files/readSource';
import type { Part } from '../parts';
import { isTestPath, rolesOf } from '../rank/paths';
import { readOutline } from '../read/readOutline';
import type { Outline } from '../read/types';
import type { SnippetSource } from '../types';
import { ContentCache } from '../chunk/contentCache';

/** One source of one part. */
export interface CodeSource {
  part: Part;
  key: string;
  /** Path relative to its folder, or a name. */
  place: string;
}

export interface ReadCode {
  source: SourceText;
  rows: Rows;
  language: Language | undefined;
}

export interface OutlinedCode extends ReadCode {
  outline: Outline;
}

/** Some thousand files. */
const maxOutlineBytes = 24 * 1024 * 1024;
const maxReferenceBytes = 4 * 1024 * 1024;

/** A reference as it is kept with its content; the row is 0-based. */
export interface KeptReference {
  kind: 'definition' | 'call' | 'use' | 'import';
  row: number;
}

export class CodeReader {
  private readonly outlines = new ContentCache<Outline>(maxOutlineBytes);
  readonly references = new ContentCache<KeptReference[]>(maxReferenceBytes);

  constructor(readonly grammars: Grammars) {}

  /** The text, or why there is none. */
  read({ part, key }: CodeSource): ReadCode | string {
    const read = part.contentOf(key);
    if (!read.ok) return read.reason;
    const { source } = read;
    const rows = new Rows(source.text, source.lineStarts);
    return { source, rows, language: languageOfEnding(part.languageOf(key)) };
  }

  /** The text with its outline, or why there is none. */
  async outlined(from: CodeSource): Promise<OutlinedCode | string> {
    const read = this.read(from);
    return typeof read === 'string' ? read : this.outlineOf(read);
  }

  async outlineOf(read: ReadCode): Promise<OutlinedCode | string> {
    const { source, rows, language } = read;
    if (!language) return 'Its language is not known, so there is no syntax tree of it.';
    if (!language.tree) return `There is no grammar for ${language.label} here, so there is no syntax tree of it.`;
    const known = this.outlines.get(source, language.id);
    if (known) return { ...read, outline: known };
    if (hasLongRow(rows)) return 'Its lines are so long that it is machine-made: it was not parsed.';
    const outline = await readOutline(source.text, language, this.grammars);
    if (!outline) return `The grammar of ${language.label} could not read it.`;
    this.outlines.put(source, language.id, outline);
    return { ...read, outline };
  }
}

export function sourceOf({ part, key }: CodeSource): SnippetSource {
  return part.sourceOf(key);
}

/** The name by which a source that was skipped is told. */
export function nameOfSource(from: CodeSource): string {
  const source = sourceOf(from);
  return source.kind === 'file' ? source.path : from.place || `${source.kind} ${from.key}`;
}

/** How files are named in answers: relative to the innermost folder that was given, with `/`. */
export function labelsBelow(roots: readonly string[]): (from: CodeSource) => string {
  const innermostFirst = [...roots].sort((a, b) => b.length - a.length);
  return (from) => {
    const source = sourceOf(from);
    if (source.kind !== 'file') return from.place || `${source.kind} ${from.key}`;
    const root = innermostFirst.find((folder) => source.path.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)); // prettier-ignore
    if (root === undefined) return from.place || source.path;
    return path.relative(root, source.path).split(path.sep).join('/');
  };
}

/** All sources of the parts: the code that is meant first, by path. */
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

/** Tests, documents and their like. */
export function isAside(place: string): boolean {
  return Object.values(rolesOf(place)).some(Boolean);
}

/** Whether a symbol is part of tests: by its file, or by the names it stands in, as a module `tests`. */
export function isTest(place: string, path: readonly string[]): boolean {
  return isTestPath(place) || isTestPath(`${path.slice(0, -1).join('/')}/`);
}
