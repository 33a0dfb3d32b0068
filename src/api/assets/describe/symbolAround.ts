/**
 * The title of lines that define nothing by themselves: the symbol around them in their file, with their lines. Must not
 * know how assets are stored.
 */
import type { CallContext } from '../../../contract/api';
import type { Origin } from '../../../store/records';
import type { ApiContext } from '../../context';
import { decidePaths } from '../../paths';
import { maxTitleLength, shorten } from './describe';

/** Longest wait for the engine, in milliseconds: a save must not wait for the reading of many files. */
const patienceMs = 2_000;
/** Most characters of a symbol that are compared with the lines. */
const maxCharacters = 40_000;

const inPlainLines = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** @returns undefined when the file may not be read, has other lines by now, or no symbol holds all of them */
export async function symbolAround(
  context: ApiContext,
  call: CallContext,
  { path, lines }: Origin,
  text: string,
): Promise<string | undefined> {
  if (path === undefined || !lines) return undefined;
  const { start, end } = lines;
  try {
    const [place] = await decidePaths(context, call.caller, [path], 'body.asset.metadata.origin');
    if (place?.kind !== 'allowed') return undefined;
    const { symbol } = await context.engine.symbol(
      { space: { paths: [place.real] }, line: start, limit: 1, characters: maxCharacters, siblings: false },
      AbortSignal.any([call.signal, AbortSignal.timeout(patienceMs)]),
    );
    if (!symbol || end > symbol.lines.end || !inPlainLines(symbol.text).includes(inPlainLines(text))) return undefined;
    const range = ` (${start === end ? start : `${start}–${end}`})`;
    return shorten(symbol.path.join('.'), maxTitleLength - range.length) + range;
  } catch (error) {
    // The asset is saved all the same, titled by its first line.
    context.log('info', `The symbol around saved lines is not known: ${String(error)}`);
    return undefined;
  }
}
