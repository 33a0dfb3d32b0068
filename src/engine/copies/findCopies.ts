/**
 * The files of a space that hold a text or a near copy of it. Idea: the index tells which files hold the rarest words of
 * the text; those with most of them are read and compared. Cost: the postings of at most `maxTerms` words and the reading
 * of at most `maxRead` files. Known limit: a copy in which nearly all names are others is not found.
 */
import { maskSecrets } from '../files/secrets';
import { Slices } from '../index/slices';
import { piecesOf, type Part } from '../parts';
import { Scorer } from '../rank/bm25f';
import { indexedTermsOf, wordsOf } from '../text/tokens';
import type { CopiesRequest, CopiesResult, Copy } from '../types';
import { CopySearch } from './copiesIn';

/** Words that are looked up, the rarest first. */
const maxTerms = 48;
/** What stands in more passages tells no files apart. */
const maxPassages = 20_000;
const maxRead = 1500;
/** Of the words looked up; a file with fewer is hardly a copy. */
const likelyShare = 0.5;
const maxRowChars = 200;

interface Candidate {
  part: Part;
  key: string;
  terms: number;
  rarity: number;
}

/** Files by how many of the words they hold. */
async function candidatesOf(parts: readonly Part[], text: string, signal: AbortSignal) {
  const pieces = piecesOf(parts);
  const scorer = new Scorer(pieces);
  const rarities = indexedTermsOf(wordsOf(text)).map((term) => ({ term, rarity: scorer.idf(term) }));
  const rarest = rarities.filter(({ rarity }) => rarity > 0).sort((a, b) => b.rarity - a.rarity).slice(0, maxTerms); // prettier-ignore
  const found = new Map<Part, Map<string, Candidate>>();
  const slices = new Slices();
  let asked = 0;
  for (const { term, rarity } of rarest) {
    await slices.rest();
    signal.throwIfAborted();
    const passages = scorer.passagesOfAll([term], maxPassages);
    if (!passages) continue;
    asked += 1;
    const counted = new Set<Candidate>();
    for (const { place, passage } of passages) {
      const { part, segment } = pieces[place]!;
      const key = segment.records.sourceOf(passage);
      const ofPart = found.get(part) ?? new Map<string, Candidate>();
      found.set(part, ofPart);
      const candidate = ofPart.get(key) ?? { part, key, terms: 0, rarity: 0 };
      ofPart.set(key, candidate);
      if (counted.has(candidate)) continue;
      counted.add(candidate);
      candidate.terms += 1;
      candidate.rarity += rarity;
    }
  }
  const candidates = [...found.values()].flatMap((ofPart) => [...ofPart.values()]);
  return { candidates: candidates.sort((a, b) => b.rarity - a.rarity), asked };
}

export async function findCopies(
  { text: given, limit }: CopiesRequest,
  { parts, signal }: { parts: readonly Part[]; signal: AbortSignal },
): Promise<Omit<CopiesResult, 'skipped' | 'searched'>> {
  // What is read has its secrets masked.
  const text = maskSecrets(given);
  const search = new CopySearch(text);
  const { candidates, asked } = await candidatesOf(parts, text, signal);
  const slices = new Slices();
  const found: Copy[] = [];
  for (const { part, key } of candidates.slice(0, maxRead)) {
    await slices.rest();
    signal.throwIfAborted();
    const source = part.sourceOf(key);
    // A file that went away or cannot be read any more holds no copy.
    const read = source.kind === 'file' ? part.contentOf(key) : undefined;
    if (source.kind !== 'file' || !read?.ok) continue;
    const rows = read.source.text.split('\n');
    for (const copy of search.in(read.source.text)) {
      const row = (rows[copy.lines.start - 1] ?? '').trim().slice(0, maxRowChars);
      found.push({ ...copy, path: source.path, row });
    }
  }
  found.sort((a, b) => Number(b.isSame) - Number(a.isSame) || b.share - a.share);
  return {
    copies: found.slice(0, limit),
    left: {
      copies: Math.max(0, found.length - limit),
      files: candidates.slice(maxRead).filter(({ terms }) => terms >= likelyShare * asked).length,
    },
  };
}
