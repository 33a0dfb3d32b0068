/**
 * The migrations in their order. One that has run anywhere is never changed again: what is to be different is a new
 * one. Must not know who runs them.
 */
import { createHash } from 'node:crypto';
import start from './migrations/001-start.sql';
import search from './migrations/002-search.sql';

export interface Migration {
  number: number;
  name: string;
  sql: string;
  /** By it a file that was changed after it ran is told. */
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
