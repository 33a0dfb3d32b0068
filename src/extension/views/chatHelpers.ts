/** Who could help with an answer: people who wrote the cited lines. Found on this machine, from git and the library. */
import * as vscode from 'vscode';
import type { Helper, Turn } from '../../webview/messages';
import type { ChatHost } from './chatHost';

/** More names than these are no help. */
const maxHelpers = 4;

/** @throws ApiError */
export async function helpersFor(turn: Turn, { api }: ChatHost): Promise<Pick<Turn, 'helpers' | 'helperNotes'>> {
  const cited = turn.sources.flatMap(({ path, lines }) =>
    path === undefined || !lines ? [] : [`(${path}:${lines.start}-${lines.end})`],
  );
  const iterable = [
    { role: 'ASSISTANT' as const, text: cited.join('\n') },
    { role: 'USER' as const, text: turn.question },
  ];
  const { persons, explanations = {}, notes = [] } = await api.personsRelated({ body: { conversation: { iterable } } });
  const shown = withoutIdleSelf(persons.iterable, notes.length > 0);
  const helpers = shown.slice(0, maxHelpers).map((person): Helper => {
    const { name, email } = person.type.basic ?? {};
    return {
      name: person.type.platform ? vscode.l10n.t('You') : (name ?? email ?? vscode.l10n.t('Somebody without a name')),
      ...(email !== undefined && { email }),
      reason: explanations[person.id] ?? '',
    };
  });
  return { helpers, ...(notes.length > 0 && { helperNotes: notes }) };
}

type Persons = Awaited<ReturnType<ChatHost['api']['personsRelated']>>['persons']['iterable'];

/** Whoever asked is no news to themselves, unless they know the code better than somebody else does. */
function withoutIdleSelf(persons: Persons, isIncomplete: boolean): Persons {
  const isSelfLast = persons.at(-1)?.type.platform !== undefined;
  return isSelfLast && (persons.length > 1 || isIncomplete) ? persons.slice(0, -1) : persons;
}
