/**
 * The chat: connects its pages, its session and its chips, and carries out the chat commands. Requests of a page are
 * handled in pageActions.ts.
 */
import * as vscode from 'vscode';
import type { ServiceStatus } from '../../contract/schemas/service';
import type { ContextChip } from '../../chat/chips';
import type { AnsweringModel, ChatState, ToWebview } from '../../chat/messages';
import { ChatAsides, ChatStarters } from './asides';
import { CitationSteps, CitedFiles } from './citations';
import { onFilesChanged, workspaceFolders } from '../start/windowFolders';
import { ChatContext } from './context';
import { openChatMarkdown, readChatFile, writeChatFile } from './file';
import { nameOf, pickConversation, recentConversations } from './history';
import { Hint } from '../notices';
import { stepDone } from '../start/firstSteps';
import { builtInKey } from '../settings';
import { type ChatHost, chatViewId, type ChatView } from './host';
import { readPageParts, ChatPages, type ChatPage } from './pages';
import { PageActions } from './pageActions';
import { openPlace } from './places';
import { ChatSession } from './session';
import { chatPanelType } from '../tabs';
import { Proposals } from './proposals';

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

interface ChatTab {
  readonly tab: vscode.WebviewPanel;
  page?: ChatPage;
}

export class Chat implements ChatView, vscode.WebviewViewProvider, vscode.Disposable {
  #view: ChatPage | undefined;
  /** The chat in an editor tab; commands show their results there while it is open. */
  #panel: ChatTab | undefined;
  /** True when the page must be focused as soon as it is ready. */
  #wantsFocus = false;
  #unsaid: string | undefined;
  readonly #listening: vscode.Disposable;
  readonly #steps = new CitationSteps();
  #index: ChatState['index'] = { done: 0, total: 0, isPaused: false };
  readonly #session: ChatSession;
  readonly #cited = new CitedFiles((paths) => this.#logged(this.#session.filesChanged(paths)));
  readonly #context: ChatContext;
  readonly #starters = new ChatStarters(() => this.#postChips());
  readonly #pages: ChatPages;
  readonly #proposals = new Proposals();
  readonly #asides: ChatAsides;
  readonly #actions: PageActions;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly host: ChatHost,
  ) {
    this.#context = new ChatContext(() => this.#postChips());
    const parts = readPageParts(extension.extensionUri);
    // The user is told of a fault when a page is opened.
    parts.catch((error: unknown) => host.log.error(`The chat’s page could not be read: ${String(error)}`));
    this.#pages = new ChatPages({
      extension: extension.extensionUri,
      parts,
      state: () => this.#stateWith([]),
      receive: (message, page) => this.#actions.receive(message, page),
    });
    this.#session = new ChatSession(host, extension.workspaceState, {
      reset: () => {
        void this.#postState();
        this.#watchCited();
      },
      turn: (turn) => {
        this.#post({ kind: 'turn', turn });
        this.#watchCited();
      },
      asking: (chips) => this.#context.asked(chips),
      text: (turn, text) => this.#post({ kind: 'text', turn, text }),
      notice: (text) => this.#notice(text),
      answered: (turn) => {
        stepDone(extension.globalState, 'asked');
        this.#asides.answered(turn);
      },
    });
    this.#asides = new ChatAsides(extension.globalState, host, {
      post: (message) => this.#post(message),
      show: () => this.#show(),
    });
    this.#actions = new PageActions({
      ...{ host, session: this.#session, context: this.#context, asides: this.#asides, steps: this.#steps },
      ...{ proposals: this.#proposals, pages: this.#pages },
      postState: (page) => this.#postState(page),
      focus: (page) => this.#focus(page),
      notice: (text) => this.#notice(text),
    });
    const listening = [
      host.onDidChangeConnection?.(() => {
        if (this.#session.turns.length === 0) void this.#postState();
      }),
      onFilesChanged((paths) => this.#logged(this.#session.filesChanged(paths))),
      this.#cited,
      host.models.onDidChange(() => this.#post({ kind: 'answering', answering: answeringOf(host) })),
      host.onDidReadStatus?.(({ index }) => {
        this.#postIndex(index);
        if (this.#session.isLeftUnread) void this.#postState();
      }),
    ];
    this.#listening = vscode.Disposable.from(...listening.filter((part) => part !== undefined));
  }

  /** Watches the files that are cited, those of the latest answers first. */
  #watchCited(): void {
    const latestFirst = this.#session.turns.toReversed();
    this.#cited.watch(latestFirst.flatMap(({ sources }) => sources.flatMap(({ path }) => path ?? [])));
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    view.onDidDispose(() => (this.#view = undefined));
    this.#view = await this.#pages.open(view.webview, view.onDidDispose);
  }

  async openInEditor(): Promise<void> {
    if (!this.#panel) {
      // Beside the code, not over it.
      const { Active, Beside } = vscode.ViewColumn;
      const column = vscode.window.activeTextEditor ? Beside : Active;
      const title = vscode.l10n.t('Quarry Chat');
      await this.adopt(vscode.window.createWebviewPanel(chatPanelType, title, column, { enableFindWidget: true }));
    }
    this.#panel?.tab.reveal();
    this.#focus();
  }

  async adopt(tab: vscode.WebviewPanel): Promise<void> {
    const panel: ChatTab = { tab };
    const before = this.#panel;
    this.#panel = panel;
    before?.tab.dispose();
    tab.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    const icon = (name: string) => vscode.Uri.joinPath(this.extension.extensionUri, 'media', name);
    tab.iconPath = { light: icon('chat-light.svg'), dark: icon('chat-dark.svg') };
    panel.page = await this.#pages.open(tab.webview, tab.onDidDispose);
  }

  async ask(question: string | undefined, chips: ContextChip[]): Promise<void> {
    await this.#show();
    if (question !== undefined) return this.#session.ask(question, chips);
    this.#context.give(chips);
    this.#focus();
  }

  async newChat(): Promise<void> {
    await this.#show();
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
    await this.#show();
  }

  async exportChat(): Promise<void> {
    const { id, name } = await this.#shown();
    await openChatMarkdown(id, name, this.host);
  }

  async exportChatFile(to: vscode.Uri | undefined): Promise<void> {
    const { id, name } = await this.#shown();
    await writeChatFile({ id, name }, this.host, to);
  }

  async importChat(from: vscode.Uri | undefined): Promise<void> {
    const conversation = await readChatFile(this.host, from);
    if (conversation === undefined) return;
    await this.#session.open(conversation);
    await this.#show();
  }

  applyProposal(given: unknown): Promise<void> {
    return this.#proposals.accept(given);
  }

  discardProposal(given: unknown): Promise<void> {
    return this.#proposals.discard(given);
  }

  /** @throws Hint when no question was asked yet */
  async #shown(): Promise<{ id: string; name: string }> {
    await this.#session.restore();
    const id = this.#session.conversation;
    if (id === undefined) throw new Hint(vscode.l10n.t('There is nothing to export: ask something first.'));
    const conversation = await this.host.api.conversationGetSpecificConversation({ params: { conversation: id } });
    return { id, name: nameOf(conversation) };
  }

  async stepCitation(way: 1 | -1): Promise<void> {
    await this.#session.restore();
    const step = this.#steps.step(this.#session.turns, way);
    if (!step) throw new Hint(vscode.l10n.t('No answer in this chat cites a place.'));
    this.#pages.post({ kind: 'reveal', turn: step.turn.id, index: step.index }, this.#target);
    const said = await openPlace(step.source, step.turn, this.host);
    if (said !== undefined) this.#notice(said);
  }

  async stepCode(way: 1 | -1): Promise<void> {
    await this.#session.restore();
    if (!this.#session.turns.some(({ text }) => text.includes('```'))) {
      throw new Hint(vscode.l10n.t('No answer in this chat has a code block.'));
    }
    await this.#show();
    this.#pages.post({ kind: 'stepCode', way }, this.#target);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#asides.dispose();
    this.#context.dispose();
    this.#proposals.dispose();
    this.#session.dispose();
  }

  /** @param only the page to update; all pages when absent */
  async #postState(only?: ChatPage): Promise<void> {
    if (!this.#pages.isReady) return;
    // The known state is shown at once, because the service may still be starting.
    this.#postStateWith([], only);
    if (this.#session.isRestoring) {
      await this.#session.restore();
      this.#postStateWith([], only);
    }
    if (this.#session.turns.length > 0) return;
    const recent = await recentConversations(this.host);
    if (recent.length > 0 && this.#session.turns.length === 0) this.#postStateWith(recent, only);
  }

  #stateWith(recent: ChatState['recent']): ChatState {
    const { turns, isRestoring } = this.#session;
    const folders = workspaceFolders().map((path) => path.split(/[\\/]/).at(-1) ?? path);
    const { chips, offered } = this.#context;
    const answering = answeringOf(this.host);
    const index = this.#index;
    const starters = this.#starters.questions;
    const state = { turns, chips, starters, recent, folders, isRestoring, index, answering };
    return { ...state, ...(offered && { offered }), ...this.#asides.state };
  }

  #logged(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.host.log.error(`The chat did not do all: ${String(error)}`));
  }

  #postStateWith(recent: ChatState['recent'], only?: ChatPage): void {
    this.#pages.post({ kind: 'state', state: this.#stateWith(recent) }, only);
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
    const { chips, offered } = this.#context;
    this.#post({ kind: 'chips', chips, ...(offered && { offered }), starters: this.#starters.questions });
  }

  /** The page on which commands show their results. */
  get #target(): ChatPage | undefined {
    return this.#panel ? this.#panel.page : this.#view;
  }

  async #show(): Promise<void> {
    if (this.#panel) this.#panel.tab.reveal();
    else await vscode.commands.executeCommand(`${chatViewId}.focus`);
  }

  /** Focuses a page now, or as soon as it is ready. */
  #focus(page = this.#target): void {
    this.#wantsFocus = !page?.isReady;
    if (page) this.#pages.post({ kind: 'focus' }, page);
  }

  #notice(text: string): void {
    this.#unsaid = this.#pages.isReady ? undefined : text;
    this.#post({ kind: 'notice', text });
  }

  #post(message: ToWebview): void {
    this.#pages.post(message);
  }
}
