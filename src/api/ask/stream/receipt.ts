/** What is kept of a turn beside its words: what was asked of, what was searched, what was considered. */
import type { QGPTQuestionAnswer, QGPTRelevanceInput, QGPTRelevanceOutput } from '../../../contract/schemas/qgpt';
import type { Seed } from '../../../contract/schemas/seeds';
import type { AskedRecord, ReceiptRecord } from '../../../store/records';
import { fragmentOf } from '../querySpace';

/** The best first; more than these are never looked at, and each is kept with every answer. */
const maxConsidered = 12;
const maxTerms = 12;

/** What the question was asked of, as it is kept: ids and names, no texts. */
export function askedOf({ paths = [], assets, seeds, options }: QGPTRelevanceInput): AskedRecord {
  const ids = (assets?.iterable ?? []).map(({ id }) => id);
  const selections = (seeds?.iterable ?? []).map(selectionOf);
  return {
    ...(paths.length > 0 && { paths: [...paths] }),
    ...(ids.length > 0 && { assets: ids }),
    ...(options?.database === true && { database: true }),
    ...(selections.length > 0 && { selections }),
  };
}

function selectionOf(seed: Seed): NonNullable<AskedRecord['selections']>[number] {
  const name = seed.asset?.metadata?.name ?? seed.asset?.format.fragment?.metadata?.name ?? '';
  return {
    name,
    ...(seed.anchor && { path: seed.anchor.fullpath }),
    ...(seed.anchor?.lines && { lines: seed.anchor.lines }),
    characters: fragmentOf(seed)?.length ?? 0,
  };
}

/** What a piece of the answer says of it. */
export function answeredReceipt(
  receipt: ReceiptRecord,
  { score, kind, symbols, model, notes }: QGPTQuestionAnswer,
): ReceiptRecord {
  return {
    ...receipt,
    score,
    ...(kind && { kind, symbols: symbols ?? [] }),
    ...(model && { model }),
    ...(notes && { notes }),
  };
}

/** What was searched and considered for an answer, as it is kept: the best places without their texts. */
export function receiptOf(found: Omit<QGPTRelevanceOutput, 'answer'> | undefined): ReceiptRecord {
  const considered = (found?.relevant.iterable ?? []).slice(0, maxConsidered).flatMap((item) => {
    if (item.id === undefined) return [];
    const { id, path, asset, lines, score, explanation, seed } = item;
    const label = seed?.asset?.metadata?.name ?? seed?.asset?.format.fragment?.metadata?.name;
    return [
      {
        id,
        ...(path !== undefined && { path }),
        ...(asset && { asset: asset.id }),
        ...(path === undefined && label !== undefined && { label }),
        ...(lines && { lines }),
        ...(score !== undefined && { score }),
        ...(explanation && { terms: explanation.matchedTerms.slice(0, maxTerms), parts: explanation.parts }),
      },
    ];
  });
  return {
    ...(found?.searched && { searched: found.searched }),
    ...(considered.length > 0 && { considered }),
    ...(found?.skipped && { skipped: found.skipped }),
  };
}
