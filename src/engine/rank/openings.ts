/**
 * How the files found begin: there a file says what it is for and names its limits, and a passage of it that fits a
 * question's words better hides that. Whoever wants answers needs it; it takes the last rows of a long list, where nobody
 * looks for results. Costs some reads of files that are read anyway.
 */
import { splitComments } from '../text/comments';
import { languageOf } from '../text/languages';
import type { Scorer } from './bm25f';
import { segmentAt } from './firstLook';
import { passagesOf, type Selection } from './selection';

/** Rows that stay as they were ranked, and the most that openings take. */
const keptRows = 10;
const maxOpenings = 6;
/** A shorter one names no limits. */
const minRows = 4;

/** A passage by its place in the segment of its file. */
export interface Opening {
  /** Place of the file in the selection. */
  file: number;
  passage: number;
}

/** Openings of the best files among `slots` (best first) that are not among those that stay. */
export function openingsOf(scorer: Scorer, selection: Selection, slots: readonly number[], limit: number): Opening[] {
  const most = Math.min(maxOpenings, limit - keptRows);
  if (most <= 0) return [];
  const files = [...new Set(slots.map((slot) => selection.fileOf[slot]!))].slice(0, most);
  const stays = ({ file, passage }: Opening) =>
    slots.slice(0, limit - most).some((slot) => isAt({ file, passage }, slot, selection));
  const isLong = ({ file, passage }: Opening) => {
    const { records } = segmentAt(scorer, selection.files[file]!.piece);
    const record = records.at(passage);
    return record !== undefined && record.end - record.start + 1 >= minRows;
  };
  return files
    .map((file) => ({ file, passage: passagesOf(scorer, selection.files[file]!).first }))
    .filter((opening) => !stays(opening) && isLong(opening));
}

/** Numbers that stand for themselves, not those of a version or a name. */
const constant = /(?:^|[\s(,])(?:[:=]|:=)\s*-?\d/m;

/** Whether an opening says anything: words about the file, or a number. Others only bring things in. */
export function saysSomething(text: string, language: string): boolean {
  const { code, comments } = splitComments(text, languageOf(language).comments);
  return /\p{L}{2}\s+\p{L}{2}\S*\s+\p{L}/u.test(comments) || constant.test(code);
}

function isAt({ file, passage }: Opening, slot: number, { fileOf, passageOf }: Selection): boolean {
  return fileOf[slot] === file && passageOf[slot] === passage;
}
