/**
 * Callers' words: the best passages mention names that one other file alone declares, and so point at it. Idea: whoever
 * uses a thing says what it is for, in words that the thing's own file lacks; tests above all. Source: anchor texts of
 * the web (Craswell, Hawking, Robertson 2001), our file-finding ablation. Cost: the words of ten passages, and a look at
 * the postings of each name. Known limit: names that several files declare point nowhere.
 */
import type { Segment } from '../index/segment';
import { declaredMark, eachTermOfWord, joinIdentifier, wordsOf } from '../text/tokens';
import type { Scorer } from './bm25f';
import type { FeedbackPassage } from './feedback';
import type { Question } from './question';
import type { Selection } from './selection';

/** Shorter names are local. */
const minNameChars = 4;
/** A name declared in more passages is no file's own. */
const maxDeclaring = 12;
/** What a mention counts on a row without a word of the question, beside one on a row with all of them. */
const rowlessShare = 0.2;

export interface Mentioning extends FeedbackPassage {
  /** Place of its file in the selection. */
  file: number;
}

interface Reading {
  question: Question;
  scorer: Scorer;
  selection: Selection;
}

/** The selected file that alone declares the name, or -1. */
function declaringFile(name: string, { scorer, selection }: Reading): number {
  let only = -1;
  for (const [piece, { segment }] of scorer.searched.entries()) {
    const id = segment.terms.get(declaredMark + name);
    if (id === undefined) continue;
    const file = fileOfPostings(segment, id, { slots: selection.slots[piece], fileOf: selection.fileOf });
    if (file < 0 || (only >= 0 && only !== file)) return -1;
    only = file;
  }
  return only;
}

function fileOfPostings(
  { offsets, passages, alive }: Segment,
  id: number,
  { slots, fileOf }: { slots: Uint32Array | undefined; fileOf: Uint32Array },
): number {
  const [from, to] = [offsets[id] ?? 0, offsets[id + 1] ?? 0];
  if (to - from > maxDeclaring) return -1;
  let only = -1;
  for (let at = from; at < to; at += 1) {
    const passage = passages[at]!;
    if (!alive[passage]) continue;
    const slot = slots?.[passage] ?? 0;
    const file = slot > 0 ? fileOf[slot - 1]! : -1;
    if (file < 0 || (only >= 0 && only !== file)) return -1;
    only = file;
  }
  return only;
}

/** Share of the question's words that a row says. */
function saidIn(words: readonly string[], content: ReadonlySet<string>): number {
  const said = new Set<string>();
  for (const word of words) eachTermOfWord(word, (term) => content.has(term) && said.add(term));
  return said.size / Math.max(1, content.size);
}

/** Names of a passage by how much the rows say on which they stand. */
function namesIn(text: string, content: ReadonlySet<string>): Map<string, number> {
  const names = new Map<string, number>();
  for (const row of text.split('\n')) {
    const words = wordsOf(row);
    const share = rowlessShare + saidIn(words, content);
    for (const word of words) {
      const name = joinIdentifier(word);
      if (name.length >= minNameChars && share > (names.get(name) ?? 0)) names.set(name, share);
    }
  }
  return names;
}

/** What the best passages say for each selected file. */
export function mentionsOf(passages: readonly Mentioning[], reading: Reading): Float64Array {
  const points = new Float64Array(reading.selection.files.length);
  const content = new Set(reading.question.content);
  const declaring = new Map<string, number>();
  for (const { text, score, file: own } of passages) {
    for (const [name, share] of namesIn(text, content)) {
      const file = declaring.get(name) ?? declaringFile(name, reading);
      declaring.set(name, file);
      if (file >= 0 && file !== own) points[file]! += score * share;
    }
  }
  return points;
}
