/**
 * The chat's view: ties the page, the session and the row of chips together. Every message from the page passes the
 * parser of messages.ts; what is not in its list is logged and dropped.
 */
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import {
  parseToHost,
  type AnsweringModel,
  type ChatState,
  type ContextChip,
  type ToHost,
  type ToWebview,
} from '../../webview/messages';
import { CitationSteps } from './chatCitations';
import { createFile, insertAtCursor, openLink, saveCode } from './chatCode';
import { workspaceFolders } from '../windowLease';
import { ChatContext, starters } from './chatContext';
import { openChatMarkdown } from './chatExport';
import { nameOf, pickConversation, recentConversations } from './chatHistory';
import { Hint } from '../errors';
import { builtInKey } from '../models/modelSettings';
import { sentenceOf, type ChatHost } from './chatHost';
import { chatHtml, chatRoots, readPageParts, type PageParts } from './chatHtml';
import { mentionsFor } from './chatMentions';
import { pickChips } from './chatPicker';
import { openPlace } from './chatPlaces';
import { ChatSession } from './chatSession';
import { chatViewId, type ChatView } from './chatTypes';

function answeringOf({ models }: ChatHost): AnsweringModel {
  const { key, name, destination, because } = models.current();
  const ranking = models.rankingDestination();
  return {
    ...(ranking !== undefined && { ranking }),
    ...(key !== builtInKey && { name }),
    ...(destination !== undefined && { destination }),
    ...(because !== undefined && { because }),
  };
}

export class Chat implements ChatView, vscode.WebviewViewProvider, vscode.Disposable {
  #view: vscode.WebviewView | undefined;
  /** The page has said that it listens. */
  #isReady = false;
  /** What is to be done as soon as it does. */
  #wantsFocus = false;
  #unsaid: string | undefined;
  readonly #listening: vscode.Disposable;
  readonly #steps = new CitationSteps();
  #index: ChatState['index'] = { done: 0, total: 0, isPaused: false };
  readonly #session: ChatSession;
  readonly #context: ChatContext;
  /** Read before anybody opens the view. */
  readonly #parts: Promise<PageParts>;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly host: ChatHost,
  ) {
    this.#context = new ChatContext(() => this.#postChips());
    this.#parts = readPageParts(extension.extensionUri);
    // A fault is told when the view is opened.
    this.#parts.catch((error: unknown) => host.log.error(`The chat’s page could not be read: ${String(error)}`));
    this.#session = new ChatSession(host, extension.workspaceState, {
      reset: () => void this.#postState(),
      turn: (turn) => this.#post({ kind: 'turn', turn }),
      text: (turn, text) => this.#post({ kind: 'text', turn, text }),
      notice: (text) => this.#notice(text),
    });
    const parts = [
      host.onDidChangeConnection?.(() => {
        if (this.#session.turns.length === 0) void this.#postState();
      }),
      host.models.onDidChange(() => this.#post({ kind: 'answering', answering: answeringOf(host) })),
      host.onDidReadStatus?.(({ index }) => this.#postIndex(index)),
    ];
    this.#listening = vscode.Disposable.from(...parts.filter((part) => part !== undefined));
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    const { extensionUri } = this.extension;
    this.#view = view;
    this.#isReady = false;
    view.webview.options = {
      enableScripts: true,
      enableCommandUris: false,
      localResourceRoots: chatRoots(extensionUri),
    };
    view.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    view.onDidDispose(() => {
      this.#view = undefined;
      this.#isReady = false;
    });
    const parts = await this.#parts;
    view.webview.html = chatHtml({
      ...parts,
      webview: view.webview,
      extension: extensionUri,
      state: this.#stateWith([]),
    });
  }

  async ask(question: string | undefined, chips: ContextChip[]): Promise<void> {
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#context.give(chips);
    if (question === undefined) this.#focus();
    else await this.#session.ask(question, chips);
  }

  async newChat(): Promise<void> {
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#session.newChat();
    this.#context.reset();
    this.#focus();
  }

  async showHistory(): Promise<void> {
    const conversation = await pickConversation(this.host, {
      wasDeleted: (id) => this.#session.wasDeleted(id),
      wasRestored: () => void this.#postState(),
    });
    if (conversation === undefined) return;
    await this.#session.open(conversation);
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
  }

  async exportChat(): Promise<void> {
    await this.#session.restore();
    const id = this.#session.conversation;
    if (id === undefined) throw new Hint(vscode.l10n.t('There is nothing to export: ask something first.'));
    const conversation = await this.host.api.conversationGetSpecificConversation({ params: { conversation: id } });
    await openChatMarkdown(id, nameOf(conversation), this.host);
  }

  async stepCitation(way: 1 | -1): Promise<void> {
    await this.#session.restore();
    const step = this.#steps.step(this.#session.turns, way);
    if (!step) throw new Hint(vscode.l10n.t('No answer in this chat cites a place.'));
    this.#post({ kind: 'reveal', turn: step.turn.id, index: step.index });
    const said = await openPlace(step.source, step.turn, this.host);
    if (said !== undefined) this.#notice(said);
  }

  async stepCode(way: 1 | -1): Promise<void> {
    await this.#session.restore();
    if (!this.#session.turns.some(({ text }) => text.includes('```'))) {
      throw new Hint(vscode.l10n.t('No answer in this chat has a code block.'));
    }
    await vscode.commands.executeCommand(`${chatViewId}.focus`);
    this.#post({ kind: 'stepCode', way });
  }

  dispose(): void {
    this.#listening.dispose();
    this.#context.dispose();
    this.#session.dispose();
  }

  #receive(raw: unknown): void {
    const message = parseToHost(raw);
    if (!message) {
      this.host.log.warn('The chat’s page sent a message that is none of ours; it was dropped.');
      return;
    }
    this.#act(message).catch((error: unknown) => {
      this.host.log.error(`The chat could not ${message.kind}: ${String(error)}`);
      this.#notice(sentenceOf(error));
      if ('key' in message) this.#post({ kind: 'acted', key: message.key, isDone: false });
    });
  }

  async #act(message: ToHost): Promise<void> {
    let isDone = true;
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        return this.#postState();
      case 'ask':
        return this.#session.ask(message.question, message.chips);
      case 'stop':
        return this.#session.stop();
      case 'retry':
        return this.#session.retry(message.turn, this.#context.chips, message.builtIn);
      case 'chooseModel':
        await vscode.commands.executeCommand('quarry.chooseModel');
        return this.#focus();
      case 'edit':
        return this.#session.edit(message.turn, message.question, message.chips);
      case 'helpers':
        return this.#session.askForHelpers(message.turn);
      case 'mention':
        this.#post({ kind: 'mentions', key: message.key, items: await mentionsFor(message.query, this.host) });
        return;
      case 'pauseIndex':
        await vscode.commands.executeCommand(message.isPaused ? 'quarry.pauseIndexing' : 'quarry.resumeIndexing');
        return;
      case 'openConversation':
        return this.#session.open(message.conversation);
      case 'setChips':
        return this.#context.set(message.chips);
      case 'addContext':
        return this.#addContext();
      case 'openSource':
        return this.#openSource(message);
      case 'openLink':
        return openLink(message.url);
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        break;
      case 'insert':
        await insertAtCursor(message.text);
        break;
      case 'create':
        await createFile(message.text, message.language);
        break;
      case 'save':
        isDone = await saveCode(message.text, message.language);
    }
    this.#post({ kind: 'acted', key: message.key, isDone });
  }

  async #addContext(): Promise<void> {
    const chips = await pickChips(this.#context.chips, this.host);
    if (chips) this.#context.set(chips);
    this.#focus();
  }

  async #openSource({ turn: id, list, index }: Extract<ToHost, { kind: 'openSource' }>): Promise<void> {
    const turn = this.#session.turns.find((other) => other.id === id);
    const source = turn?.[list][index];
    if (!turn || !source) return;
    if (list === 'sources') this.#steps.opened(id, index);
    const said = await openPlace(source, turn, this.host);
    if (said !== undefined) this.#notice(said);
  }

  async #postState(): Promise<void> {
    if (!this.#isReady) return;
    // What is known is shown at once; the service may still be starting.
    this.#postStateWith([]);
    if (this.#session.isRestoring) {
      await this.#session.restore();
      this.#postStateWith([]);
    }
    if (this.#session.turns.length > 0) return;
    const recent = await recentConversations(this.host);
    if (recent.length > 0 && this.#session.turns.length === 0) this.#postStateWith(recent);
  }

  #stateWith(recent: ChatState['recent']): ChatState {
    const { turns, isRestoring } = this.#session;
    const folders = workspaceFolders().map((path) => path.split(/[\\/]/).at(-1) ?? path);
    const { chips } = this.#context;
    const answering = answeringOf(this.host);
    return { turns, chips, starters: starters(), recent, folders, isRestoring, index: this.#index, answering };
  }

  #postStateWith(recent: ChatState['recent']): void {
    this.#post({ kind: 'state', state: this.#stateWith(recent) });
    if (this.#wantsFocus) this.#focus();
    if (this.#unsaid !== undefined) this.#notice(this.#unsaid);
  }

  #postIndex({ state, isPaused, filesDone, filesTotal }: ServiceStatus['index']): void {
    const isBusy = state === 'indexing';
    const next = { done: isBusy ? filesDone : 0, total: isBusy ? filesTotal : 0, isPaused };
    if (JSON.stringify(next) === JSON.stringify(this.#index)) return;
    this.#index = next;
    this.#post({ kind: 'index', index: next });
  }

  #postChips(): void {
    this.#post({ kind: 'chips', chips: this.#context.chips, starters: starters() });
  }

  /** Now, or as soon as the page is there. */
  #focus(): void {
    this.#wantsFocus = !this.#isReady;
    this.#post({ kind: 'focus' });
  }

  #notice(text: string): void {
    this.#unsaid = this.#isReady ? undefined : text;
    this.#post({ kind: 'notice', text });
  }

  #post(message: ToWebview): void {
    if (this.#isReady) void this.#view?.webview.postMessage(message);
  }
}
