/**
 * What is registered at once and loaded later: the commands and the chat, the larger half of the shell. Reading its
 * text alone would double what the editor waits for.
 */
import * as vscode from 'vscode';
import type * as later from './later.js';
import type { Quarry } from './quarry';
import { chatViewId, type ChatView } from '../chat/host';
import { chatPanelType } from '../tabs';
import type { Chat } from '../chat/chat';
import { registerCommand, type Shell } from '../commands/command';
import { commandNames, idOf } from '../commands/table';

// Spelt so from this folder only: the build leaves exactly this name for run time.
const loadLater = (): Promise<typeof later> => import('./later.js');

/**
 * The chat is loaded when somebody looks at it or asks, or when the service is there and nothing else is to be done.
 */
export function registerChat(context: vscode.ExtensionContext, quarry: Quarry): ChatView & vscode.Disposable {
  let loading: Promise<Chat> | undefined;
  const load = (): Promise<Chat> =>
    (loading ??= loadLater().then((loaded) => {
      const chat = new loaded.Chat(context, quarry);
      context.subscriptions.push(chat);
      return chat;
    }));
  const registered = vscode.Disposable.from(
    vscode.window.registerWebviewViewProvider(chatViewId, {
      resolveWebviewView: async (view) => (await load()).resolveWebviewView(view),
    }),
    // A tab that was open when the window was left comes back with it.
    vscode.window.registerWebviewPanelSerializer(chatPanelType, {
      deserializeWebviewPanel: async (tab) => (await load()).adopt(tab),
    }),
    quarry.onDidChangeConnection(({ kind }) => {
      if (kind === 'connected') void load();
    }),
  );
  return {
    ask: async (question, chips) => (await load()).ask(question, chips),
    newChat: async () => (await load()).newChat(),
    showHistory: async () => (await load()).showHistory(),
    exportChat: async () => (await load()).exportChat(),
    exportChatFile: async (to) => (await load()).exportChatFile(to),
    importChat: async (from) => (await load()).importChat(from),
    openInEditor: async () => (await load()).openInEditor(),
    applyProposal: async (given) => (await load()).applyProposal(given),
    discardProposal: async (given) => (await load()).discardProposal(given),
    stepCitation: async (way) => (await load()).stepCitation(way),
    stepCode: async (way) => (await load()).stepCode(way),
    dispose: () => void registered.dispose(),
  };
}

/** What the commands do is loaded with the first one that is run. */
export function registerCommands(shell: Shell): vscode.Disposable[] {
  return commandNames.map((name) =>
    registerCommand(shell, idOf(name), async (...given) => {
      const { commands } = await loadLater();
      return commands[name](...given);
    }),
  );
}
