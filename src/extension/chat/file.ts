/** A chat as a file: everything that is kept of it, so that another library takes it in without loss. */
import * as vscode from 'vscode';
import type { RestoredConversation } from '../../contract/schemas/service';
import { Hint } from '../errors';
import { fileNameOf } from '../languages';
import type { ChatHost } from './host';

const format = 'quarry.chat/1';
/** Above any chat; a larger file is none. */
const maxBytes = 100_000_000;

/** @throws ApiError */
export async function writeChatFile(
  { id, name }: { id: string; name: string },
  { api }: ChatHost,
  given: vscode.Uri | undefined,
): Promise<void> {
  const to = given ?? (await chooseTarget(name));
  if (!to) return;
  const params = { conversation: id };
  const [conversation, { iterable: messages }] = await Promise.all([
    api.conversationGetSpecificConversation({ params }),
    api.conversationSpecificConversationMessages({ params }),
  ]);
  const text = `${JSON.stringify({ format, conversation, messages }, undefined, 2)}\n`;
  await vscode.workspace.fs.writeFile(to, Buffer.from(text));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Saved “{0}”', name), 4_000);
}

/**
 * @returns the conversation's id; of one that is there already too: it is shown as it is here
 * @throws Hint when the file holds no chat
 * @throws ApiError when what it holds cannot be taken
 */
export async function readChatFile({ api }: ChatHost, given: vscode.Uri | undefined): Promise<string | undefined> {
  const from = given ?? (await chooseSource());
  if (!from) return undefined;
  const body = await chatIn(from);
  const { id } = body.conversation;
  const { iterable } = await api.conversationsSnapshot({ query: { transferables: false } });
  if (iterable.some((known) => known.id === id)) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This chat is in the library already.'));
    return id;
  }
  await api.conversationRestore({ body });
  return id;
}

async function chatIn(from: vscode.Uri): Promise<RestoredConversation> {
  const name = from.path.split('/').at(-1) ?? '';
  const { size } = await vscode.workspace.fs.stat(from);
  const content =
    size > maxBytes ? undefined : parsed(Buffer.from(await vscode.workspace.fs.readFile(from)).toString());
  if (!isChat(content)) {
    throw new Hint(vscode.l10n.t('{0} holds no chat of Quarry. Choose a file that “Save Chat to File…” wrote.', name));
  }
  const { conversation, messages } = content;
  return { conversation, messages };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What it is not is said by whoever asked for it.
    return undefined;
  }
}

/** Whether the rest is as it should be the service tells, by the schema of its operation. */
function isChat(value: unknown): value is RestoredConversation {
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== format) return false;
  if (!('conversation' in value) || !('messages' in value) || !Array.isArray(value.messages)) return false;
  const { conversation } = value;
  return typeof conversation === 'object' && conversation !== null && 'id' in conversation;
}

const filters = { JSON: ['json'] };

async function chooseTarget(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileNameOf(name, 'json')) }),
    filters,
  });
}

async function chooseSource(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({ filters, openLabel: vscode.l10n.t('Import') });
  return chosen?.[0];
}
