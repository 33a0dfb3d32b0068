/**
 * Search of a space on the server, for spaces too large to copy. PostgreSQL selects candidates by words, similar names
 * (pg_trgm) and meaning (pgvector); the engine ranks them while no connection is held; then the results are read under
 * the rights of that moment.
 */
import { stem } from '../../engine/door';
import type { SharedFields } from '../../contract/schemas/team';
import type { TeamPart, TeamReturns } from '../../contract/operations/team';
import type { Caller, Transaction } from '../database/database';
import type { Meanings, Candidate, Ranker } from '../ranking';
import { assetColumns, assetsOf, type AssetRow } from './changes';
import { demand } from './rights';

const defaultLimit = 20;
/** Most words of a query; more make a search slower and seldom different. */
const maxWords = 24;
/** Most characters of a question; its beginning names the subject. */
const maxQuestion = 400;
/** Characters of an asset that are ranked: fewer for more assets, as ranking a megabyte takes a second. */
const rankedChars = { most: 10_000, least: 1_500, ofAll: 250_000 };

export interface SearchVisit {
  /** Runs a transaction as the caller. */
  as: <Result>(work: (tx: Transaction, caller: Caller) => Promise<Result>) => Promise<Result>;
  rank: Ranker;
  meanings: Meanings | undefined;
}

export interface SearchInput {
  params: TeamPart<'search', 'params'>;
  body: TeamPart<'search', 'body'>;
}

export async function search(
  { params: { space }, body }: SearchInput,
  { as, rank, meanings }: SearchVisit,
): Promise<TeamReturns<'search'>> {
  const question = body.query.slice(0, maxQuestion);
  const candidates = await as(async (tx) => {
    await demand(tx, space, 'read');
    return candidatesFor(tx, { space, question, meaning: meanings?.ofQuestion(question), madeBy: meanings?.madeBy });
  });
  const ranked = await rank(question, candidates, body.limit ?? defaultLimit);
  if (ranked.length === 0) return [];
  const assets = await as(async (tx) => {
    const rows = await tx.rows<AssetRow>(
      `SELECT ${assetColumns} FROM quarry.assets WHERE space = $1 AND id = ANY ($2::uuid[]) AND NOT deleted`,
      [space, ranked.map(({ id }) => id)],
    );
    return new Map((await assetsOf(tx, rows)).map((asset) => [asset.id, asset]));
  });
  return ranked.flatMap(({ id, score }) => {
    const asset = assets.get(id);
    return asset ? [{ asset, score }] : [];
  });
}

interface Asked {
  space: string;
  question: string;
  meaning: string | undefined;
  madeBy: string | undefined;
}

interface CandidateRow extends Pick<SharedFields, 'name' | 'text' | 'language' | 'description' | 'tags'> {
  id: string;
  score: number;
}

async function candidatesFor(tx: Transaction, { space, question, meaning, madeBy }: Asked): Promise<Candidate[]> {
  // Read by the caller of the function, so under row-level policies.
  const rows = await tx.rows<CandidateRow>(
    `SELECT c.id, c.score, f.name, left(f.text, $6) AS text, f.language, left(f.description, $6) AS description, f.tags
       FROM quarry.candidates($1, $2, $3, $4, $5) c JOIN quarry.assets a ON a.id = c.id AND a.space = $1
      CROSS JOIN LATERAL jsonb_to_record(a.fields) AS f(name text, text text, language text, description text, tags jsonb)
      ORDER BY c.score DESC, c.id`,
    [space, question, JSON.stringify(wordsOf(question)), meaning ?? null, madeBy ?? null, rankedChars.most],
  );
  const room = Math.max(rankedChars.least, Math.floor(rankedChars.ofAll / Math.max(1, rows.length)));
  return rows.map(({ id, score, name, text, language, description, tags }) => {
    const notes = [description, ...(tags ?? [])].filter(Boolean).join('\n').slice(0, room);
    return {
      ...{ id, score, text: text?.slice(0, room) ?? '' },
      ...(name && { name }),
      ...(language && { language }),
      ...(notes && { notes }),
    };
  });
}

/** English endings of verbs and nouns, because PostgreSQL indexes words unstemmed. */
const endings = ['', 's', 'e', 'es', 'ed', 'ing'];

/** Forms of each word: whole, split at capitals as indexed, and inflected. */
function wordsOf(question: string): string[][] {
  const words = question.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const known = new Set(words.map((word) => word.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase()));
  return [...known].slice(0, maxWords).map((word) => {
    if (!/^[a-z]{3,}$/.test(word)) return [word];
    const root = stem(word);
    const whole = root.endsWith('i') ? [`${root.slice(0, -1)}y`] : [];
    return [...new Set([word, ...whole, ...endings.map((ending) => root + ending)])];
  });
}
