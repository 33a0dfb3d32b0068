/** Earlier chats: a list with full-text search, and the actions on each chat. */
import * as vscode from 'vscode';
import type { Conversation } from '../../contract/schemas/conversations';
import { showError } from '../notices';
import { openChatMarkdown } from './file';
import type { ChatHost } from './host';

/** Number of recent chats that an empty chat shows. */
const recentCount = 3;
/** Delay after the last key before a search starts. */
const searchMs = 150;

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function ago(timestamp: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(timestamp)) / 1000);
  const words = new Intl.RelativeTimeFormat(vscode.env.language, { numeric: 'auto', style: 'narrow' });
  for (const [unit, length] of steps) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return vscode.l10n.t('just now');
}

/** A text for a list, which shows it as it is: names in it need no back-quotes. */
export const inList = (text: string): string => text.replaceAll('`', '');

export const nameOf = (conversation: Conversation): string => conversation.name ?? vscode.l10n.t('Untitled chat');

/** All conversations, pinned ones first, then the latest. */
async function all({ api }: ChatHost): Promise<Conversation[]> {
  const { iterable } = await api.conversationsSnapshot({ query: { transferables: false } });
  return iterable
    .filter((conversation) => conversation.messages.iterable.length > 0)
    .sort((a, b) => rank(b) - rank(a) || b.updated.value.localeCompare(a.updated.value));
}

const rank = ({ favorited }: Conversation): number => (favorited ? 1 : 0);

/** The latest conversations with their age in words; empty when they cannot be listed. */
export async function recentConversations(host: ChatHost): Promise<{ id: string; name: string; when: string }[]> {
  try {
    const conversations = await all(host);
    return conversations.slice(0, recentCount).map((conversation) => ({
      id: conversation.id,
      name: inList(nameOf(conversation)),
      when: ago(conversation.updated.value),
    }));
  } catch (error) {
    host.log.debug(`Earlier chats are not listed: ${String(error)}`);
    return [];
  }
}

interface ChatItem extends vscode.QuickPickItem {
  conversation: Conversation;
}

const isChat = (item: vscode.QuickPickItem): item is ChatItem => 'conversation' in item;
const icon = (id: string) => new vscode.ThemeIcon(id);

type Act = 'pin' | 'unpin' | 'rename' | 'export' | 'delete';

interface ActButton extends vscode.QuickInputButton {
  act: Act;
}

function buttonsOf({ favorited }: Conversation): ActButton[] {
  return [
    favorited
      ? { act: 'unpin', iconPath: icon('pinned'), tooltip: vscode.l10n.t('Unpin') }
      : { act: 'pin', iconPath: icon('pin'), tooltip: vscode.l10n.t('Pin') },
    { act: 'rename', iconPath: icon('edit'), tooltip: vscode.l10n.t('Rename…') },
    { act: 'export', iconPath: icon('markdown'), tooltip: vscode.l10n.t('Open as Markdown') },
    { act: 'delete', iconPath: icon('trash'), tooltip: vscode.l10n.t('Delete') },
  ];
}

function itemOf(conversation: Conversation, excerpt?: string): ChatItem {
  return {
    label: inList(nameOf(conversation)),
    description: ago(conversation.updated.value),
    ...(excerpt !== undefined && { detail: inList(excerpt) }),
    // The match is in the messages, so the picker must not filter by name.
    alwaysShow: true,
    buttons: buttonsOf(conversation),
    conversation,
  };
}

function listOf(items: readonly ChatItem[]): vscode.QuickPickItem[] {
  const pinned = items.filter(({ conversation }) => conversation.favorited);
  const others = items.filter(({ conversation }) => !conversation.favorited);
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  if (pinned.length === 0) return [...others];
  return [
    ...[separator(vscode.l10n.t('Pinned')), ...pinned],
    ...(others.length > 0 ? [separator(vscode.l10n.t('Latest')), ...others] : []),
  ];
}

async function found(query: string, host: ChatHost): Promise<vscode.QuickPickItem[]> {
  const conversations = await all(host);
  if (query.trim() === '') return listOf(conversations.map((conversation) => itemOf(conversation)));
  const { iterable } = await host.api.conversationsFind({ body: { query: query.trim() } });
  const excerpts = new Map(iterable.map(({ conversation, excerpt }) => [conversation.id, excerpt]));
  const hits = conversations.filter(({ id }) => excerpts.has(id));
  return listOf(hits.map((conversation) => itemOf(conversation, excerpts.get(conversation.id))));
}

async function rename(conversation: Conversation, { api }: ChatHost): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Chat'),
    value: nameOf(conversation),
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Give it a name.') : undefined),
  });
  if (name !== undefined) await api.conversationUpdate({ body: { id: conversation.id, name: name.trim() } });
}

/** Removes a conversation without asking, and offers to undo that. */
async function remove(conversation: Conversation, host: ChatHost, history: HistoryNews): Promise<void> {
  const { id } = conversation;
  const { iterable } = await host.api.conversationSpecificConversationMessages({ params: { conversation: id } });
  await host.api.conversationsDeleteSpecificConversation({ params: { conversation: id } });
  history.wasDeleted(id);
  const undo = vscode.l10n.t('Undo');
  const text = vscode.l10n.t('The chat “{0}” was deleted.', nameOf(conversation));
  void vscode.window.showInformationMessage(text, undo).then(async (choice) => {
    if (choice !== undo) return;
    try {
      await host.api.conversationRestore({ body: { conversation, messages: iterable } });
      history.wasRestored();
    } catch (error) {
      showError(host.log, error, 'undo of a deleted chat');
    }
  });
}

interface HistoryNews {
  wasDeleted(conversation: string): void;
  wasRestored(): void;
}

async function act(what: Act, conversation: Conversation, host: ChatHost, history: HistoryNews): Promise<void> {
  switch (what) {
    case 'pin':
    case 'unpin':
      await host.api.conversationUpdate({ body: { id: conversation.id, favorited: what === 'pin' } });
      return;
    case 'rename':
      return rename(conversation, host);
    case 'export':
      return openChatMarkdown(conversation.id, nameOf(conversation), host);
    case 'delete':
      return remove(conversation, host, history);
  }
}

type Choice = { kind: 'open' | Act; conversation: Conversation; query: string };

async function choose(query: string, host: ChatHost): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick();
  picker.title = vscode.l10n.t('Earlier Chats');
  picker.placeholder = vscode.l10n.t('Search in all chats, or choose one to go on with');
  picker.value = query;
  let timer: NodeJS.Timeout | undefined;
  let round = 0;
  const fill = async (): Promise<void> => {
    const mine = ++round;
    picker.busy = true;
    const items = await found(picker.value, host);
    if (mine !== round) return;
    picker.items = items;
    picker.busy = false;
    if (items.length === 0 && picker.value === '') picker.placeholder = vscode.l10n.t('No chats yet');
  };
  picker.show();
  return new Promise((resolve, reject) => {
    const refill = () => {
      fill().catch((error: unknown) => {
        picker.hide();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    };
    const done = (kind: Choice['kind'], item: vscode.QuickPickItem | undefined) => {
      resolve(item && isChat(item) ? { kind, conversation: item.conversation, query: picker.value } : undefined);
      picker.hide();
    };
    picker.onDidChangeValue(() => {
      clearTimeout(timer);
      timer = setTimeout(refill, searchMs);
    });
    picker.onDidAccept(() => done('open', picker.selectedItems[0]));
    picker.onDidTriggerItemButton(({ item, button }) => {
      if ('act' in button) done((button as ActButton).act, item);
    });
    picker.onDidHide(() => {
      clearTimeout(timer);
      resolve(undefined);
      picker.dispose();
    });
    refill();
  });
}

/** Shows the list until a chat is chosen or the list is closed. */
export async function pickConversation(host: ChatHost, history: HistoryNews): Promise<string | undefined> {
  for (let query = ''; ;) {
    const choice = await choose(query, host);
    if (!choice) return undefined;
    const { kind, conversation } = choice;
    if (kind === 'open') return conversation.id;
    await act(kind, conversation, host, history);
    if (kind === 'export') return undefined;
    query = choice.query;
  }
}
