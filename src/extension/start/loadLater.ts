/**
 * Registers commands and chat at once and loads their code on demand, because it is the larger half of the extension
 * and would slow down the editor's start.
 */
import * as vscode from 'vscode';
import type * as later from './later.js';
import type { Quarry } from './quarry';
import { chatViewId, type ChatView } from '../chat/host';
import { chatPanelType } from '../tabs';
import type { Chat } from '../chat/chat';
import { registerCommand, type Shell } from '../commands/command';
import { commandNames, idOf } from '../commands/table';
import type { TimelineView } from '../library/timeline';

// The path is relative to this folder; the build keeps this module name for run time.
const loadLater = (): Promise<typeof later> => import('./later.js');

/** Registers the chat. It is loaded when it is first used, at the latest once the service is connected. */
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
    // Restores a chat tab that was open when the window was closed.
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

/** The timeline's pages; their code is loaded with the first one that is shown. */
export function offerTimeline(context: vscode.ExtensionContext, quarry: Quarry): TimelineView {
  let loading: Promise<TimelineView> | undefined;
  const load = (): Promise<TimelineView> =>
    (loading ??= loadLater().then(({ createTimelineView }) => {
      const view = createTimelineView(quarry);
      context.subscriptions.push(view);
      return view;
    }));
  return { show: async (asset) => (await load()).show(asset) };
}

/** Registers the commands; their code is loaded with the first one that is run. */
export function registerCommands(shell: Shell): vscode.Disposable[] {
  return commandNames.map((name) =>
    registerCommand(shell, idOf(name), async (...given) => {
      const { commands } = await loadLater();
      return commands[name](...given);
    }),
  );
}
