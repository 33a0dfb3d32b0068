/** Questions about a whole ask for no words that could be looked for: known places answer them, by their kind. */
import { asksOfGiven } from './given';
import { nameInQuestion, overviewOf } from './overview';
import { hasFiles, snippetOf, type Piece } from './parts';
import { isCalled } from './projectName';
import type { Scorer } from './rank/bm25f';
import { overviewRows } from './rank/overviewRows';
import type { Snippet } from './types';

interface WholeQuestion {
  query: string;
  limit: number;
  explain?: boolean;
}

/** What answers a question about the whole; undefined when it asks for something in particular, or nothing does. */
export async function wholeOf(
  scorer: Scorer,
  pieces: readonly Piece[],
  { query, limit, explain: isExplained }: WholeQuestion,
): Promise<Snippet[] | undefined> {
  if (!hasFiles(pieces)) return undefined;
  const asked = overviewOf(query);
  const name = asked ? undefined : nameInQuestion(query);
  const isOfAll = name !== undefined || asksOfGiven(query);
  const overview = asked ?? (isOfAll ? { about: 'project' as const, name } : undefined);
  if (!overview) return undefined;
  const shelves = pieces.map(({ part, segment }, piece) => ({
    segment,
    isIn: (passage: number) => scorer.isIn(piece, passage),
    placeOf: part.placeOf,
  }));
  const snippets: Snippet[] = [];
  const rows = overviewRows(shelves, overview).slice(0, limit);
  for (const [place, { piece, passage }] of rows.entries()) {
    const record = pieces[piece]!.segment.records.at(passage);
    const snippet = record && (await snippetOf(pieces[piece]!, record, 1 - place / (rows.length + 1)));
    if (snippet) snippets.push({ ...snippet, ...(isExplained && { explanation: { matchedTerms: [], parts: {} } }) });
  }
  if (name !== undefined && !snippets.some((one) => one.source.kind === 'file' && isCalled(name, { place: one.source.path, text: one.text }))) return undefined; // prettier-ignore
  return snippets.length > 0 ? snippets : undefined;
}
