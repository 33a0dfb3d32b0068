// The same questions over the same files, by what else one could take: MiniSearch, SQLite FTS5, a plain BM25, and
// counting words in the texts. Each is built once and asked with the same words.
import MiniSearch from 'minisearch';
import sqlite from 'node-sqlite3-wasm';

export interface Peer {
  name: string;
  /** Milliseconds of building. */
  built: number;
  search: (question: string) => unknown;
  close: () => void;
}

interface Text {
  id: number;
  text: string;
}

const wordsOf = (text: string) => text.toLowerCase().match(/\w{2,}/g) ?? [];
const wanted = 20;

/** Robertson and Zaragoza 2009 with the usual constants, on maps: what one writes in an afternoon. */
function plainBm25(texts: readonly Text[]): Pick<Peer, 'search' | 'close'> {
  const postings = new Map<string, Map<number, number>>();
  const lengths = texts.map(({ id, text }) => {
    const words = wordsOf(text);
    for (const word of words) {
      const list = postings.get(word) ?? new Map<number, number>();
      postings.set(word, list.set(id, (list.get(id) ?? 0) + 1));
    }
    return words.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const search = (question: string) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(question))) {
      const list = postings.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - list.size + 0.5) / (list.size + 0.5));
      for (const [id, count] of list) {
        const norm = 1.2 * (0.25 + 0.75 * ((lengths[id] ?? 0) / average));
        scores.set(id, (scores.get(id) ?? 0) + (rarity * count * 2.2) / (count + norm));
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1]).slice(0, wanted);
  };
  return { search, close: () => undefined };
}

function miniSearch(texts: readonly Text[]): Pick<Peer, 'search' | 'close'> {
  const index = new MiniSearch<Text>({ fields: ['text'] });
  index.addAll(texts);
  return { search: (question) => index.search(question).slice(0, wanted), close: () => undefined };
}

function fts5(texts: readonly Text[]): Pick<Peer, 'search' | 'close'> {
  const database = new sqlite.Database();
  database.run('CREATE VIRTUAL TABLE texts USING fts5(body)');
  database.run('BEGIN');
  const insert = database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
  for (const { id, text } of texts) insert.run([id + 1, text]);
  insert.finalize();
  database.run('COMMIT');
  const select = database.prepare(`SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${wanted}`);
  const search = (question: string) =>
    select.all([
      wordsOf(question)
        .map((word) => `"${word}"`)
        .join(' OR '),
    ]);
  return {
    search,
    close: () => {
      select.finalize();
      database.close();
    },
  };
}

const makers: Record<string, typeof plainBm25> = {
  'plain BM25': plainBm25,
  MiniSearch: miniSearch,
  'SQLite FTS5': fts5,
};
const names = Object.keys(makers);

/** A peer that cannot be had here is left out, and the reason printed. */
export function peersOver(texts: readonly string[], wantedNames: readonly string[] = names): Peer[] {
  const numbered = texts.map((text, id) => ({ id, text }));
  return wantedNames.flatMap((name) => {
    const make = makers[name];
    if (!make) return [];
    const began = performance.now();
    try {
      const made = make(numbered);
      return [{ name, built: performance.now() - began, ...made }];
    } catch (error) {
      console.log(`${name} is not compared: ${String(error)}`);
      return [];
    }
  });
}
