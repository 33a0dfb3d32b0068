/** Places that are like a piece of code: one that is given, or the symbol at a place. */
import type { ToolInput } from '../../../contract/agentTools';
import { ApiError } from '../../../contract/errors';
import { behindStroke, placeAt, placesOf, stateOf, nearestOf } from '../found';
import { readPlace } from '../roots';
import type { ToolCall } from '../session';
import { fit, numberedRows, type Forms } from '../text';

type Input = ToolInput<'find_related'>;

const standardTokens = 1500;
const standardLimit = 5;
/** Enough of a long symbol to be like others. */
const maxCharacters = 8000;

export async function findRelated(input: Input, { session, signal }: ToolCall): Promise<string> {
  const { code, path, line = 1, limit = standardLimit, max_tokens: budget = standardTokens } = input;
  if (code === undefined && (path === undefined || input.line === undefined)) {
    throw new ApiError('invalid', 'find_related needs code, or a path and a line.');
  }
  const { roots, paths } = readPlace(session.folders, code === undefined ? path : undefined);
  const options = { characters: maxCharacters };
  const made =
    code === undefined
      ? await session.api.symbol({ body: { path: paths[0] ?? '', line, options } }, signal)
      : undefined;
  const query = code ?? made?.found?.text;
  if (query === undefined) return nearestOf(input, made ?? {}, roots);
  const found = await session.api.relevance(
    { body: { query, paths: [...roots.folders], options: { limit: limit + 1 } } },
    signal,
  );
  const itself = made?.found && placeAt(roots, made.found.path ?? '', made.found.lines);
  const [file, own] = [made?.found?.path, made?.found?.lines];
  const others = found.relevant.iterable.filter(
    ({ path: other, lines }) => other !== file || !own || !lines || lines.end < own.start || lines.start > own.end,
  );
  const pieces = placesOf(others, roots)
    .slice(0, limit)
    .map(({ at, what, text, firstLine }): Forms => {
      const head = behindStroke(at, what);
      return [`${head}\n${numberedRows(text, firstLine)}`, head];
    });
  const { texts, left, isShortened } = fit(pieces, budget);
  const head = itself === undefined ? [] : [`Like ${itself}:`];
  const rest = left > 0 ? [`${left} more places: raise max_tokens.`] : [];
  const shortened = isShortened ? ['Some texts did not fit: read_symbol gives them.'] : [];
  const none = pieces.length === 0 ? ['Nothing here is like it.'] : [];
  return [...head, ...none, ...texts, [...rest, ...shortened, stateOf(found, roots)].join(' ').trim()].join('\n');
}
