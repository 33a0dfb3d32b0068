/**
 * Documents that are not files: saved assets, the seeds of one request, or passages whose files are not available.
 * Their texts stay in memory, with secrets masked.
 */
import { Rows } from '../chunk/block';
import type { Grammars } from '../chunk/grammars';
import { lineStartsOf, sourceOfText, type ReadSource } from '../files/readSource';
import { languageKey } from '../text/comments';
import type { Document, AnswerSnippet } from '../types';
import { Collection } from './collection';
import { putPassages } from './fileReader';
import type { PassageRecord } from './segment';
import { Slices } from './scheduling';
import { idOf, type Part } from '../parts';
import { rowsOfText } from '../text/plain';

interface Kept {
  text: string;
  language: string;
  name: string;
}

/** Most characters of a document; the rest is not searched. */
const maxDocumentChars = 1024 * 1024;

/** Language of a document: as given, else by its name, else plain text. */
function languageOfDocument({ language, name }: Document): string {
  if (language !== undefined && language !== '') {
    const key = languageKey(language.toLowerCase());
    return key === 'txt' ? language.toLowerCase() : key;
  }
  return name?.includes('.') ? languageKey(name) : 'txt';
}

export class Library {
  readonly collection = new Collection();
  private readonly kept = new Map<string, Kept>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly grammars: Grammars) {}

  get size(): number {
    return this.kept.size;
  }

  has(id: string): boolean {
    return this.kept.has(id);
  }

  /** Puts documents. Changes are made one at a time in order, since the later text of a document must win. */
  put(documents: readonly Document[]): Promise<void> {
    return this.inTurn(() => this.putNow(documents));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.inTurn(() => this.removeNow(ids));
  }

  /** Waits until what was put before is searchable, or the signal aborts. */
  async ready(signal?: AbortSignal): Promise<void> {
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => {
      onAbort = () => resolve();
      signal?.addEventListener('abort', onAbort, { once: true });
    });
    await Promise.race([this.last, aborted]);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    signal?.throwIfAborted();
  }

  private inTurn(change: () => Promise<void> | void): Promise<void> {
    const done = this.last.then(change);
    // A failed change must not stop the next ones; its own caller gets the error.
    this.last = done.catch(() => undefined);
    return done;
  }

  private async putNow(documents: readonly Document[]): Promise<void> {
    const slices = new Slices();
    for (const document of documents) {
      const language = languageOfDocument(document);
      const name = document.name ?? '';
      const source = sourceOfText(document.text.slice(0, maxDocumentChars));
      const description = {
        key: document.id,
        place: name,
        language,
        ...(document.notes ? { notes: document.notes } : {}),
      };
      await putPassages(source, description, { grammars: this.grammars, collection: this.collection, slices });
      this.kept.set(document.id, { text: source.text, language, name });
      await slices.rest();
    }
    this.collection.flush();
    await this.collection.settle(slices);
  }

  private removeNow(ids: readonly string[]): void {
    for (const id of ids) {
      this.collection.remove(id);
      this.kept.delete(id);
    }
  }

  textOf(record: PassageRecord): string | undefined {
    const kept = this.kept.get(record.source);
    return kept && new Rows(kept.text, lineStartsOf(kept.text)).slice(record.start, record.end);
  }

  get ids(): Iterable<string> {
    return this.kept.keys();
  }

  contentOf(id: string): ReadSource {
    const kept = this.kept.get(id);
    return kept ? { ok: true, source: sourceOfText(kept.text) } : { ok: false, reason: 'It is not there any more.' };
  }

  languageOf(id: string): string {
    return this.kept.get(id)?.language ?? 'txt';
  }

  nameOf(id: string): string {
    return this.kept.get(id)?.name ?? '';
  }
}

// Section: passages of an answer as documents that can be parsed when their source is not available; unknown rows are
// blank.

/** Greatest row of a passage; beyond it the source is generated. */
const maxRow = 500_000;

/** The passages of one source at their rows, as one text. */
function textOf(snippets: readonly AnswerSnippet[]): string {
  const rows: string[] = [];
  for (const { text, lines } of snippets) {
    if (lines.start > maxRow) continue;
    while (rows.length < lines.start - 1) rows.push('');
    rowsOfText(text).forEach((row, at) => {
      rows[lines.start - 1 + at] = row;
    });
  }
  return rows.join('\n');
}

export async function partOfSnippets(snippets: readonly AnswerSnippet[], grammars: Grammars): Promise<Part> {
  const bySource = new Map<string, AnswerSnippet[]>();
  for (const snippet of snippets) {
    const id = idOf(snippet.source);
    bySource.set(id, [...(bySource.get(id) ?? []), snippet]);
  }
  const firstOf = (id: string) => bySource.get(id)![0]!;
  const library = new Library(grammars);
  await library.put(
    [...bySource].map(([id, own]) => ({ id, text: textOf(own), language: own[0]!.language, name: own[0]!.label })),
  );
  return {
    collection: library.collection,
    placeOf: (id) => firstOf(id).label,
    textOf: (record) => library.textOf(record),
    keys: () => library.ids,
    contentOf: (id) => library.contentOf(id),
    languageOf: (id) => library.languageOf(id),
    sourceOf: (id) => firstOf(id).source,
  };
}
