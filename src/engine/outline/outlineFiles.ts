/**
 * The outlines of the sources of a query space. Budgets: files are looked at in their order until there are enough; where
 * their symbols are too many, the deepest are left out first, so that each file says at least what stands at its top.
 */
import { Slices } from '../index/slices';
import type { Part } from '../parts';
import type { OutlineSymbol } from '../read/types';
import type { SkippedPath } from '../types';
import { documentationOf, firstSentence, headOf } from './heads';
import { nameOfSource, sourceOf, sourcesOf, type CodeReader, type CodeSource, type OutlinedCode } from './sources';
import type { OutlineRequest, OutlineResult, OutlinedSource } from './types';

/** Sources without an outline that are named one by one. */
const maxNamed = 50;

interface Read {
  from: CodeSource;
  code: OutlinedCode;
  /** By symbol. */
  depths: number[];
}

function depthsOf(symbols: readonly OutlineSymbol[]): number[] {
  const depths: number[] = [];
  for (const { parent } of symbols) depths.push(parent === undefined ? 1 : (depths[parent] ?? 0) + 1);
  return depths;
}

/** The greatest depth whose symbols are not too many; 1 when even those are. */
function depthWithin(read: readonly Read[], { depth, limit }: OutlineRequest): number {
  const counts = new Array<number>(depth + 1).fill(0);
  for (const { depths } of read) for (const one of depths) if (one <= depth) counts[one]! += 1;
  let [sum, fitting] = [counts[1] ?? 0, 1];
  while (fitting < depth && sum + counts[fitting + 1]! <= limit) {
    fitting += 1;
    sum += counts[fitting]!;
  }
  return fitting;
}

function outlined({ from, code, depths }: Read, depth: number, most: number): OutlinedSource {
  const { outline, rows, language } = code;
  const documentation = firstSentence(documentationOf(rows, outline.documentation));
  const symbols = outline.symbols.flatMap((symbol, at) => {
    const own = depths[at] ?? 1;
    return own <= depth ? [{ ...headOf(symbol, rows), depth: own }] : [];
  });
  return {
    source: sourceOf(from),
    language: language?.id ?? '',
    lines: rows.count,
    ...(documentation === undefined ? {} : { documentation }),
    hasErrors: outline.hasErrors,
    symbols: symbols.slice(0, most),
  };
}

/** Those that cannot be outlined: a few by name, the others counted. */
function skippedOf(unread: readonly { from: CodeSource; reason: string }[]): SkippedPath[] {
  const named = unread.slice(0, maxNamed).map(({ from, reason }) => ({ path: nameOfSource(from), reason }));
  const others = unread.length - named.length;
  const next = unread[maxNamed];
  if (others > 0 && next) named.push({ path: nameOfSource(next.from), reason: `This and ${others - 1} further ones have no outline.` }); // prettier-ignore
  return named;
}

export async function outlineFiles(
  parts: readonly Part[],
  request: OutlineRequest,
  reader: CodeReader,
  signal: AbortSignal,
): Promise<OutlineResult> {
  const sources = sourcesOf(parts);
  const slices = new Slices();
  const read: Read[] = [];
  const unread: { from: CodeSource; reason: string }[] = [];
  let at = 0;
  for (; at < sources.length && read.length < request.files; at += 1) {
    const from = sources[at]!;
    const code = await reader.outlined(from);
    if (typeof code === 'string') unread.push({ from, reason: code });
    else read.push({ from, code, depths: depthsOf(code.outline.symbols) });
    await slices.rest();
    signal.throwIfAborted();
  }
  const depth = depthWithin(read, request);
  const files: OutlinedSource[] = [];
  let [told, all] = [0, 0];
  for (const one of read) {
    all += one.depths.filter((own) => own <= request.depth).length;
    if (told >= request.limit && one.depths.length > 0) continue;
    const made = outlined(one, depth, request.limit - told);
    told += made.symbols.length;
    files.push(made);
  }
  const left = { files: sources.length - at + (read.length - files.length), symbols: all - told };
  return { files, depth, left, skipped: skippedOf(unread) };
}
