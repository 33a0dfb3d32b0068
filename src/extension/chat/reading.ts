/** Conversations as the library keeps them become turns of the chat. */
import * as vscode from 'vscode';
import type { AskedOf } from '../../contract/schemas/receipts';
import { chipsOfAsked, turnsOfMessages, type Turn } from '../../chat/messages';
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
