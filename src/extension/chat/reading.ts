/** Conversations as the library keeps them become turns of the chat. */
import * as vscode from 'vscode';
import { chipsOfAsked } from '../../chat/chips';
import { turnsOfMessages, type Helper, type Turn } from '../../chat/turns';
import type { AskedOf } from '../../contract/schemas/receipts';
import { workspaceFolders } from '../start/windowLease';
import type { ChatHost } from './host';
import { namePlace } from './places';

/** @throws ApiError */
export async function readTurns(conversation: string, host: ChatHost): Promise<Turn[]> {
  const { iterable } = await host.api.conversationSpecificConversationMessages({ params: { conversation } });
  const asked = iterable.flatMap((message) => (message.asked ? [message.asked] : []));
  const [names, folders] = await Promise.all([assetNames(asked, host), foldersAmong(asked)]);
  return turnsOfMessages(iterable, {
    naming: namePlace,
    chipsOf: (given) =>
      chipsOfAsked(given, {
        folders: workspaceFolders(),
        uriOf: (path) => vscode.Uri.file(path).toString(),
        isFolder: (path) => folders.has(path),
        assetName: (id) => names.get(id),
        goneAsset: vscode.l10n.t('deleted asset'),
      }),
  });
}

async function assetNames(asked: readonly AskedOf[], { api }: ChatHost): Promise<Map<string, string>> {
  if (!asked.some(({ assets }) => assets?.length)) return new Map();
  const { iterable } = await api.assetsSnapshot({ query: { transferables: false } });
  return new Map(iterable.map(({ id, name }) => [id, name ?? vscode.l10n.t('Untitled asset')]));
}

async function foldersAmong(asked: readonly AskedOf[]): Promise<Set<string>> {
  const paths = [...new Set(asked.flatMap((given) => given.paths ?? []))];
  const isFolder = await Promise.all(
    paths.map(async (path) => {
      try {
        const { type } = await vscode.workspace.fs.stat(vscode.Uri.file(path));
        return (type & vscode.FileType.Directory) !== 0;
      } catch {
        // Gone since: a name with an ending was most likely a file.
        return !/\.\w+$/.test(path);
      }
    }),
  );
  return new Set(paths.filter((_, index) => isFolder[index]));
}

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
