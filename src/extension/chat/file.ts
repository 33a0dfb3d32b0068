/** Stored chats: read back as turns, opened as a Markdown document, and written to or read from a file. */
import * as vscode from 'vscode';
import { chipsOfAsked, type ContextChip } from '../../chat/chips';
import { turnsOfMessages, type Helper, type Turn } from '../../chat/turns';
import type { Person } from '../../contract/schemas/attachments';
import type { AskedOf } from '../../contract/schemas/conversations';
import { workspaceFolders } from '../start/windowFolders';
import type { ChatHost } from './host';
import { namePlace } from './places';
import { chatMarkdown } from '../../chat/writing';
import type { RestoredConversation } from '../../contract/schemas/service';
import { Hint } from '../notices';
import { fileNameOf } from '../languages';

// Section: converts stored conversations to turns of the chat.

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
        // The path no longer exists, so this is a guess: a name with an extension was most likely a file.
        return !/\.\w+$/.test(path);
      }
    }),
  );
  return new Set(paths.filter((_, index) => isFolder[index]));
}

/** Most people suggested for an answer. */
const maxHelpers = 4;

/**
 * People who know the cited code. The reader is left out, who is no help with it.
 * @throws ApiError
 */
export async function helpersFor(turn: Turn, { api }: ChatHost): Promise<Pick<Turn, 'helpers' | 'helperNotes'>> {
  const cited = turn.sources.flatMap(({ path, lines }) =>
    path === undefined || !lines ? [] : [`(${path}:${lines.start}-${lines.end})`],
  );
  const iterable = [
    { role: 'USER' as const, text: turn.question },
    { role: 'ASSISTANT' as const, text: cited.join('\n') },
  ];
  const { persons, explanations = {}, notes = [] } = await api.personsRelated({ body: { conversation: { iterable } } });
  // The service marks who asked. The same name with another address is the same person.
  const reader = persons.iterable.find(({ type }) => type.platform)?.type.basic?.name;
  const isOther = ({ type }: Person) => !type.platform && (reader === undefined || type.basic?.name !== reader);
  const others = persons.iterable.filter(isOther);
  const helpers = others.slice(0, maxHelpers).map((person): Helper => {
    const { name, email } = person.type.basic ?? {};
    return {
      name: name ?? email ?? vscode.l10n.t('Somebody without a name'),
      ...(email !== undefined && { email }),
      reason: explanations[person.id] ?? '',
    };
  });
  return { helpers, ...(notes.length > 0 && { helperNotes: notes }) };
}

// Section: a chat as a Markdown document in an editor.

/** @throws ApiError */
export async function openChatMarkdown(conversation: string, name: string, host: ChatHost): Promise<void> {
  const turns = await readTurns(conversation, host);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: textOf(name, turns) });
  await vscode.window.showTextDocument(document, { preview: false });
}

function textOf(name: string, turns: readonly Turn[]): string {
  return chatMarkdown(name, turns, {
    askedOf: vscode.l10n.t('Asked of {0}'),
    sources: vscode.l10n.t('Sources'),
    incomplete: vscode.l10n.t('This answer was not finished.'),
    noAnswer: vscode.l10n.t('No answer.'),
    chip: wordsOf,
  });
}

function wordsOf(chip: ContextChip): string {
  switch (chip.kind) {
    case 'workspace':
      return vscode.l10n.t('Workspace');
    case 'everything':
      return vscode.l10n.t('Everything');
    case 'selection':
      return `${chip.name}:${chip.lines.start}-${chip.lines.end}`;
    case 'file':
    case 'folder':
      return vscode.workspace.asRelativePath(chip.path);
    case 'asset':
      return `“${chip.name}”`;
    case 'symbol':
      return `${chip.name} (${chip.file})`;
    case 'changes':
      return vscode.l10n.t('Changes');
    case 'problems':
      return vscode.l10n.t('Problems');
  }
}

// Section: a chat as a lossless file that another library can import.

const format = 'quarry.chat/1';
/** Largest chat file that is read, in bytes. */
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
 * Imports a chat file. A conversation that exists already stays as it is.
 * @returns the conversation's id
 * @throws Hint when the file holds no chat
 * @throws ApiError when the service rejects its content
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
    // The caller reports the fault.
    return undefined;
  }
}

/** Checks the outer shape only; the service checks the rest by the schema of its operation. */
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
