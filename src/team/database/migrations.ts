/**
 * The migrations in order. A migration that has run anywhere is never changed; changes need a new one. Must not know
 * who runs them.
 */
import { createHash } from 'node:crypto';
import start from './migrations/001-start.sql';
import search from './migrations/002-search.sql';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  /** Detects a file changed after it ran. */
  hash: string;
}

const texts: [name: string, sql: string][] = [
  ['start', start],
  ['search and size', search],
];

export const migrations: readonly Migration[] = texts.map(([name, sql], at) => ({
  number: at + 1,
  name,
  sql,
  // A checkout on Windows may have other ends of lines.
  hash: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'),
}));

export const newest = migrations.length;
