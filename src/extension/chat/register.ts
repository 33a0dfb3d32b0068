/**
 * The chat as the window knows it: registered at once, loaded when somebody looks at it or asks, or when the service is
 * there and nothing else is to be done.
 */
import * as vscode from 'vscode';
import { loadLater } from '../start/loadLater';
import type { Quarry } from '../start/quarry';
import { chatViewId, type ChatView } from './host';
import { chatPanelType } from './tabs';
import type { Chat } from './chat';

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
