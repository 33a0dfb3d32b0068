/**
 * What the chat's pages ask for, done one by one. Every message from a page passes the parser of messages.ts; what is
 * not in its list is logged and dropped.
 */
import * as vscode from 'vscode';
import { parseToHost, type ToHost } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import type { ChatAsides } from './asides';
import type { CitationSteps } from './citationSteps';
import { createFile, insertAtCursor, openLink, saveCode } from './code';
import type { ChatContext } from './context';
import { sentenceOf, type ChatHost } from './host';
import { mentionsFor } from './mentions';
import type { ChatPage, ChatPages } from './pages';
import { pickChips } from './picker';
import { openPlace } from './places';
import type { Proposals } from './proposals';
import type { ChatSession } from './session';

interface ChatParts {
  host: ChatHost;
  session: ChatSession;
  context: ChatContext;
  asides: ChatAsides;
  steps: CitationSteps;
  proposals: Proposals;
  pages: ChatPages;
  /** Tells a page all that the chat shows. */
  postState(page: ChatPage): Promise<void>;
  focus(page: ChatPage): void;
  /** A sentence above the box. */
  notice(text: string): void;
}

type Message<Kind extends ToHost['kind']> = Extract<ToHost, { kind: Kind }>;
/** A button of a code block was pressed; the page waits for what becomes of it. */
type ButtonMessage = Message<'copy' | 'insert' | 'create' | 'apply' | 'save'>;

export class PageActions {
  constructor(private readonly chat: ChatParts) {}

  /** @param raw as the page sent it @param page that is answered */
  receive(raw: unknown, page: ChatPage): void {
    const { host, pages } = this.chat;
    const message = parseToHost(raw);
    if (!message) {
      host.log.warn('The chat’s page sent a message that is none of ours; it was dropped.');
      return;
    }
    this.#act(message, page).catch((error: unknown) => {
      host.log.error(`The chat could not ${message.kind}: ${String(error)}`);
      this.chat.notice(sentenceOf(error));
      if ('key' in message) pages.post({ kind: 'acted', key: message.key, isDone: false }, page);
    });
  }

  async #act(message: ToHost, page: ChatPage): Promise<void> {
    const { asides, context, session } = this.chat;
    switch (message.kind) {
      case 'ready':
        page.isReady = true;
        return this.chat.postState(page);
      case 'ask':
        return session.ask(message.question, message.chips);
      case 'stop':
        return session.stop();
      case 'retry':
        return session.retry(message.turn, context.chips, message.builtIn);
      case 'copyRequest':
        return session.copyRequest(message.turn);
      case 'consent':
        return asides.consent(message.choice);
      case 'offered':
        return this.#offered(message.isTaken);
      case 'chooseModel':
        await vscode.commands.executeCommand('quarry.chooseModel');
        return this.chat.focus(page);
      case 'edit':
        return session.edit(message.turn, message.question, message.chips);
      case 'helpers':
        return session.askForHelpers(message.turn);
      case 'mention':
        return this.#mention(message, page);
      case 'pauseIndex':
        await vscode.commands.executeCommand(message.isPaused ? 'quarry.pauseIndexing' : 'quarry.resumeIndexing');
        return;
      case 'cancelIndex':
        await vscode.commands.executeCommand('quarry.cancelIndexing');
        return;
      case 'openConversation':
        return session.open(message.conversation);
      case 'setChips':
        return context.set(message.chips);
      case 'addContext':
        return this.#addContext(page);
      case 'openSource':
        return this.#openSource(message);
      case 'openLink':
        return openLink(message.url);
      default: {
        const isDone = await this.#press(message);
        this.chat.pages.post({ kind: 'acted', key: message.key, isDone }, page);
      }
    }
  }

  /** @returns false when it was declined */
  async #press(message: ButtonMessage): Promise<boolean> {
    switch (message.kind) {
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        return true;
      case 'insert':
        await insertAtCursor(message.text);
        return true;
      case 'create':
        await createFile(message.text, message.language);
        return true;
      case 'apply':
        return this.chat.proposals.show(message.text, this.#turn(message.turn));
      case 'save':
        return saveCode(message.text, message.language);
    }
  }

  async #offered(isTaken: boolean): Promise<void> {
    const turn = await this.chat.asides.offered(isTaken);
    if (turn !== undefined) await this.chat.session.retry(turn, this.chat.context.chips);
  }

  async #mention({ key, query }: Message<'mention'>, page: ChatPage): Promise<void> {
    this.chat.pages.post({ kind: 'mentions', key, items: await mentionsFor(query, this.chat.host) }, page);
  }

  async #addContext(page: ChatPage): Promise<void> {
    const { context, host } = this.chat;
    const chips = await pickChips(context.chips, host);
    if (chips) context.set(chips);
    this.chat.focus(page);
  }

  async #openSource({ turn: id, list, index }: Message<'openSource'>): Promise<void> {
    const turn = this.#turn(id);
    const source = turn?.[list][index];
    if (!turn || !source) return;
    if (list === 'sources') this.chat.steps.opened(id, index);
    const said = await openPlace(source, turn, this.chat.host);
    if (said !== undefined) this.chat.notice(said);
  }

  #turn(id: string): Turn | undefined {
    return this.chat.session.turns.find((turn) => turn.id === id);
  }
}
