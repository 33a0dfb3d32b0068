/** Where a comment or a document speaks of two symbols: what somebody wrote of their difference, if anybody did. */
import { commentRowsOf } from '../chunk/chunk';
import { holdsSentence, plainComment, proseBlocks, proseRows } from '../answers/sentences';
import type { Candidate } from '../outline/findSymbol';
import { wholeRows, isTest, type CodeSource, type ReadCode } from '../outline/sources';
import { holdingSources } from '../outline/names';
import { rolesOf } from '../rank/fileKinds';
import { placesOfName } from '../read/references';
import type { RowSpan } from '../read/types';
import { isProseLanguage } from '../text/comments';
import { looksLikeName } from './subjects';
import type { Asking } from './page';

/** What changed is not what something is, or is different in. */
export const ofChanges = /(?:^|\/)(?:change|history|news|release)[^/]*$/i;

/** Files looked through: those of the two first, then documents. */
const maxFiles = 40;
/** A list of what changed, or a page of names, speaks of everything. */
const maxChars = 900;

interface Paragraph extends RowSpan {
  text: string;
  /** Of one comment or document. */
  block: number;
}

export interface Spoken {
  from: CodeSource;
  code: ReadCode;
  /** One that names both, or of one comment the first of each. */
  paragraphs: Paragraph[];
}

/** Paragraphs of the comments of a file: an empty row of a comment parts two. */
function inComments({ rows }: ReadCode): Paragraph[] {
  const marks = commentRowsOf(rows);
  const found: Paragraph[] = [];
  let block = 0;
  let isOpen = false;
  for (let row = 0; row < rows.count; row += 1) {
    const said = marks[row] === 1 ? plainComment(rows.row(row)) : '';
    if (marks[row] !== 1) block += 1;
    const last = found.at(-1);
    if (said !== '' && isOpen && last) Object.assign(last, { end: row, text: `${last.text} ${said}` });
    else if (said !== '') found.push({ start: row, end: row, text: said, block });
    isOpen = said !== '';
  }
  return found;
}

function inProse({ rows }: ReadCode): Paragraph[] {
  const all = proseBlocks(proseRows(rows.slice(0, rows.count - 1)));
  return all.map(({ row, text }, at) => ({ start: row, end: row, text, block: at }));
}

/** A name that is a plain word too is meant where it is written as code. */
function names(text: string, name: string): boolean {
  const isWord = !looksLikeName(name);
  for (const at of placesOfName(text, name)) {
    const [before, after] = [text[at - 1] ?? '', text[at + name.length] ?? ''];
    if (!isWord || '`.:#>'.includes(before || ' ') || '`('.includes(after || ' ')) return true;
  }
  return false;
}

function spokenIn(from: CodeSource, code: ReadCode, [one, other]: readonly [string, string]): Paragraph[] | undefined {
  const { text } = code.source;
  if (!names(text, one) || !names(text, other)) return undefined;
  const all = isProseLanguage(from.part.languageOf(from.key)) ? inProse(code) : inComments(code);
  const said = all.filter((each) => each.text.length <= maxChars && holdsSentence(each.text));
  const both = said.find((each) => names(each.text, one) && names(each.text, other));
  if (both) return [both];
  const first = said.find((each) => names(each.text, one));
  const second = said.find((each) => names(each.text, other) && each.block === first?.block);
  return first && second ? [first, second].sort((a, b) => a.start - b.start) : undefined;
}

/** Sources that hold both names, those likeliest to say something first. */
function sourcesFor([a, b]: readonly [Candidate, Candidate], { parts }: Asking): CodeSource[] {
  const idOf = ({ from }: { from: CodeSource }) => `${from.place}\n${from.key}`;
  const own = [a.from, b.from];
  const [first, second] = [a, b].map(({ symbol: { name } }) => holdingSources(parts, { name, around: [] }) ?? []);
  const known = new Set(second!.map((from) => idOf({ from })));
  const rank = ({ place, key, part }: CodeSource) => own.some((one) => one.key === key && one.part === part) ? 0 : rolesOf(place).documents ? 1 : 2; // prettier-ignore
  const both = first!.filter(
    (from) => known.has(idOf({ from })) && !isTest(from.place, []) && !ofChanges.test(from.place),
  );
  return both.sort((x, y) => rank(x) - rank(y)).slice(0, maxFiles);
}

/** Undefined where nothing does but what is written above the two themselves. */
export function bothNamed(pair: readonly [Candidate, Candidate], asking: Asking): Spoken | undefined {
  const [a, b] = pair.map(({ symbol }) => symbol.name);
  const isOwn = (from: CodeSource, { start, end }: RowSpan) =>
    pair.some((one) => {
      const whole = wholeRows(one.symbol);
      return one.from.key === from.key && start >= whole.start && end <= whole.end;
    });
  for (const from of sourcesFor(pair, asking)) {
    asking.signal.throwIfAborted();
    const code = asking.reader.read(from);
    const paragraphs = typeof code === 'string' ? undefined : spokenIn(from, code, [a!, b!]);
    if (typeof code === 'string' || !paragraphs || paragraphs.every((one) => isOwn(from, one))) continue;
    return { from, code, paragraphs };
  }
  return undefined;
}
