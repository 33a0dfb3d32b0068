/**
 * Carries out the requests of the chat's pages, one after the other. Every message passes the parser of messages.ts;
 * unknown messages are logged and dropped.
 */
import * as vscode from 'vscode';
import { languageOfEnding, languageOfName, wordsOf } from '../../languages/table';
import { Hint } from '../notices';
import { insertCode } from '../library/insertion';
import { codeColumn } from '../tabs';
import { parseToHost, type ToHost } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import type { ChatAsides } from './asides';
import type { CitationSteps } from './citations';
import type { ChatContext } from './context';
import { sentenceOf, type ChatHost } from './host';
import { mentionsFor, pickChips } from './picker';
import type { ChatPage, ChatPages } from './pages';
import { openPlace } from './places';
import type { Proposals } from './proposals';
import type { ChatSession } from './session';

// Section: the actions of a code block's buttons.

/** Inserts into the editor used last, because the page has the focus while its button is pressed. */
async function insertAtCursor(code: string): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  if (!editor) throw new Hint(vscode.l10n.t('Open a file to insert into first.'));
  if (!(await insertCode(editor, code))) throw new Hint(vscode.l10n.t('The file cannot be changed.'));
  await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn });
}

/** Opens the code in a new unsaved editor. */
async function createFile(code: string, language: string): Promise<void> {
  const known = await vscode.languages.getLanguages();
  const word = language.toLowerCase();
  // The language name of an answer may differ from the editor's id.
  const ids = wordsOf((languageOfName(word) ?? languageOfEnding(word))?.editor);
  const id = [word, ...ids].find((name) => known.includes(name));
  const document = await vscode.workspace.openTextDocument({ content: `${code}\n`, ...(id && { language: id }) });
  const viewColumn = codeColumn();
  await vscode.window.showTextDocument(document, { preview: false, ...(viewColumn !== undefined && { viewColumn }) });
}

/**
 * Saves code as an asset; duplicates and secrets are asked about as in any other save. @returns false when it was
 * declined
 */
async function saveCode(text: string, language: string): Promise<boolean> {
  const saved = await vscode.commands.executeCommand<unknown[] | undefined>('quarry.saveCode', { text, language });
  return saved !== undefined && saved.length > 0;
}

async function openLink(url: string): Promise<void> {
  const open = vscode.l10n.t('Open');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('Open this link from an answer?'),
    { modal: true, detail: url },
    open,
  );
  if (choice === open) await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

interface ChatParts {
  host: ChatHost;
  session: ChatSession;
  context: ChatContext;
  asides: ChatAsides;
  steps: CitationSteps;
  proposals: Proposals;
  pages: ChatPages;
  /** Sends the whole chat state to a page. */
  postState(page: ChatPage): Promise<void>;
  focus(page: ChatPage): void;
  /** Shows a sentence above the box. */
  notice(text: string): void;
}

type Message<Kind extends ToHost['kind']> = Extract<ToHost, { kind: Kind }>;
/** A press of a code block's button; the page waits for the result. */
type ButtonMessage = Message<'copy' | 'insert' | 'create' | 'apply' | 'save'>;

export class PageActions {
  constructor(private readonly chat: ChatParts) {}

  /** @param raw the unchecked message @param page the sender, which receives the reply */
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
