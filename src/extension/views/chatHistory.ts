/** Earlier chats: the list to go on with, and the picker that opens, renames and deletes. */
import * as vscode from 'vscode';
import type { Conversation } from '../../contract/schemas/conversations';
import type { ChatHost } from './chatHost';

/** As many as an empty chat shows. */
const recentCount = 3;

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

const nameOf = (conversation: Conversation): string => conversation.name ?? vscode.l10n.t('Untitled chat');

async function all({ api }: ChatHost): Promise<Conversation[]> {
  const { iterable } = await api.conversationsSnapshot({ query: { transferables: false } });
  return iterable
    .filter((conversation) => conversation.messages.iterable.length > 0)
    .sort((a, b) => b.updated.value.localeCompare(a.updated.value));
}

export async function recentConversations(host: ChatHost): Promise<{ id: string; name: string; when: string }[]> {
  try {
    const conversations = await all(host);
    return conversations.slice(0, recentCount).map((conversation) => ({
      id: conversation.id,
      name: nameOf(conversation),
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

const rename = { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename…') };
const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete') };

function itemOf(conversation: Conversation): ChatItem {
  return {
    label: nameOf(conversation),
    description: ago(conversation.updated.value),
    buttons: [rename, remove],
    conversation,
  };
}

async function renamed(conversation: Conversation, { api }: ChatHost): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Rename Chat'),
    value: nameOf(conversation),
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Give it a name.') : undefined),
  });
  if (name !== undefined) await api.conversationUpdate({ body: { id: conversation.id, name: name.trim() } });
}

async function deleted(conversation: Conversation, { api }: ChatHost): Promise<boolean> {
  const confirm = vscode.l10n.t('Delete');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete the chat “{0}”?', nameOf(conversation)),
    { modal: true, detail: vscode.l10n.t('Its questions and answers are removed from the library.') },
    confirm,
  );
  if (choice !== confirm) return false;
  await api.conversationsDeleteSpecificConversation({ params: { conversation: conversation.id } });
  return true;
}

type Choice = { kind: 'open' | 'rename' | 'delete'; conversation: Conversation };

async function choose(host: ChatHost): Promise<Choice | undefined> {
  const picker = vscode.window.createQuickPick<ChatItem>();
  picker.title = vscode.l10n.t('Earlier Chats');
  picker.placeholder = vscode.l10n.t('Choose a chat to go on with');
  picker.busy = true;
  picker.show();
  try {
    picker.items = (await all(host)).map(itemOf);
  } catch (error) {
    picker.dispose();
    throw error;
  }
  picker.busy = false;
  if (picker.items.length === 0) picker.placeholder = vscode.l10n.t('No chats yet');
  return new Promise((resolve) => {
    const done = (choice: Choice | undefined) => {
      resolve(choice);
      picker.hide();
    };
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      done(item && { kind: 'open', conversation: item.conversation });
    });
    picker.onDidTriggerItemButton(({ item, button }) =>
      done({ kind: button === rename ? 'rename' : 'delete', conversation: item.conversation }),
    );
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
  });
}

/** Shows the list until a chat is chosen or the list is left. */
export async function pickConversation(
  host: ChatHost,
  wasDeleted: (conversation: string) => void,
): Promise<string | undefined> {
  for (;;) {
    const choice = await choose(host);
    if (!choice) return undefined;
    const { kind, conversation } = choice;
    if (kind === 'open') return conversation.id;
    if (kind === 'rename') await renamed(conversation, host);
    else if (await deleted(conversation, host)) wasDeleted(conversation.id);
  }
}
