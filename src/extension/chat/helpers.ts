/** Who could help with an answer: people who wrote the cited lines. Found on this machine, from git and the library. */
import * as vscode from 'vscode';
import type { Helper, Turn } from '../../chat/messages';
import type { ChatHost } from './host';

/** More names than these are no help. */
const maxHelpers = 4;

/** @throws ApiError */
export async function helpersFor(turn: Turn, { api }: ChatHost): Promise<Pick<Turn, 'helpers' | 'helperNotes'>> {
  const cited = turn.sources.flatMap(({ path, lines }) =>
    path === undefined || !lines ? [] : [`(${path}:${lines.start}-${lines.end})`],
  );
  // Not the question: whoever asked it is no help with it.
  const iterable = [{ role: 'ASSISTANT' as const, text: cited.join('\n') }];
  const { persons, explanations = {}, notes = [] } = await api.personsRelated({ body: { conversation: { iterable } } });
  const helpers = persons.iterable.slice(0, maxHelpers).map((person): Helper => {
    const { name, email } = person.type.basic ?? {};
    return {
      name: name ?? email ?? vscode.l10n.t('Somebody without a name'),
      ...(email !== undefined && { email }),
      reason: explanations[person.id] ?? '',
    };
  });
  return { helpers, ...(notes.length > 0 && { helperNotes: notes }) };
}
