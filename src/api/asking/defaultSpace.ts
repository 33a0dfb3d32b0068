/**
 * What a program's question is asked of that names no space at all, as most public programs send it by default
 *: nothing, the open folders or the library, as the user has set it.
 */
import type { CallContext } from '../../contract/api';
import type { QGPTQuestionOutput, QGPTRelevanceInput } from '../../contract/schemas/qgpt';
import type { DefaultSpace } from '../../contract/serverSettings';
import type { ApiContext } from '../context';

type NamedSpace = Partial<
  Pick<QGPTRelevanceInput, 'paths' | 'seeds' | 'assets' | 'anchors' | 'messages'> & {
    options: { database?: boolean | undefined } | undefined;
  }
>;

/** A window's chat always says what it asks of, also when that is nothing; `database: false` says it too. */
function isSilent({ caller }: CallContext, { paths, options, ...lists }: NamedSpace): boolean {
  const { seeds, assets, anchors, messages } = lists;
  const named = [paths, ...[seeds, assets, anchors, messages].map((list) => list?.iterable)];
  return !caller.isOwn && options?.database === undefined && named.every((list) => !list?.length);
}

/** Undefined when the input names a space itself. */
export function defaultSpaceFor(context: ApiContext, call: CallContext, input: NamedSpace): DefaultSpace | undefined {
  return isSilent(call, input) ? context.service.defaultSpace() : undefined;
}

/** Trusted ones: only they are roots for programs. */
export function openFolders({ windows }: ApiContext): string[] {
  return windows.folders({ onlyTrusted: true });
}

/** Says how to name a space, where there is one that could have been named. */
export function withWaysToName(context: ApiContext, output: QGPTQuestionOutput): QGPTQuestionOutput {
  const count = openFolders(context).length;
  const [best, ...others] = output.answers.iterable;
  if (!best || count === 0) return output;
  const folders = count === 1 ? '1 folder is' : `${count} folders are`;
  const text =
    `${best.text}\n\nThe question named nothing to search, and ${folders} open here. A program names a space in its ` +
    'request: `paths`, `assets`, `seeds`, or `"options": {"database": true}` for the library. The setting ' +
    '`quarry.server.defaultSpace` (`--default-space` without an editor) chooses `workspace` or `library` for questions ' +
    'that name none.';
  return { answers: { ...output.answers, iterable: [{ ...best, text }, ...others] } };
}
