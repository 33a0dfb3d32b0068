/**
 * Carries out the requests of the chat's pages, one after the other. Every message passes the parser of messages.ts;
 * unknown messages are logged and dropped.
 */
import * as vscode from 'vscode';
import { languageOfEnding, languageOfName, wordsOf } from '../../languages/table';
import { Hint } from '../notices';
import { insertCode } from '../library/insertion';
import { codeColumn } from '../tabs';
import { isNarrowed, withChip, type ContextChip } from '../../chat/chips';
import { parseToHost, type QuotedPlace, type ToHost } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import type { LineRange } from '../../contract/schemas/values';
import type { ChatAsides } from './asides';
import { quotedLines, type CitationSteps, type FileLines } from './citations';
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
async function saveCode(code: vscode.Location | { text: string; language: string }): Promise<boolean> {
  const saved = await vscode.commands.executeCommand<unknown[] | undefined>('quarry.saveCode', code);
  return saved !== undefined && saved.length > 0;
}

/** Saves lines of a file as if they had been selected in an editor. @returns false when it was declined */
async function saveLines({ path, lines }: FileLines, isCut: boolean, host: ChatHost): Promise<boolean> {
  const { uri, isDirty } = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  // The syntax tree is of the saved file.
  const wanted = isCut && !isDirty ? await withWholeSymbols({ path, lines }, host) : lines;
  const range = new vscode.Range(wanted.start - 1, 0, wanted.end - 1, Number.MAX_SAFE_INTEGER);
  return saveCode(new vscode.Location(uri, range));
}

/** The lines, with all of the symbols in which they begin and end. */
async function withWholeSymbols({ path, lines }: FileLines, { api, log }: ChatHost): Promise<LineRange> {
  try {
    const ends = [lines.start, lines.end].map((line) => api.symbol({ body: { path, line } }));
    const ranges = [lines, ...(await Promise.all(ends)).flatMap(({ found }) => found?.lines ?? [])];
    return { start: Math.min(...ranges.map(({ start }) => start)), end: Math.max(...ranges.map(({ end }) => end)) };
  } catch (error) {
    log.debug(`The symbol of quoted code was not found: ${String(error)}`);
    return lines;
  }
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
        return session.ask(message.question, await this.#chipsOf(message));
      case 'stop':
        return session.stop();
      case 'retry':
        return session.retry(message.turn, context.chips, message.builtIn);
      case 'widen':
        return session.widen(message.turn);
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
        return message.quote ? this.#saveQuote(message.quote) : saveCode(message);
    }
  }

  /** @throws Hint when the answer does not cite these lines, or not any more */
  async #saveQuote(quote: QuotedPlace): Promise<boolean> {
    const cited = quotedLines(this.#turn(quote.turn), quote);
    if (!cited) throw new Hint(vscode.l10n.t('These lines were changed since.'));
    return saveLines(cited, quote.isCut === true, this.chat.host);
  }

  /** The chips of a question: what is selected in the place of the workspace, when the words of the question mean it. */
  async #chipsOf({ question, chips }: Message<'ask'>): Promise<ContextChip[]> {
    const { context, host } = this.chat;
    const { offered } = context;
    if (!offered || isNarrowed(chips)) return chips;
    try {
      const { isMeant } = await host.api.questionPointing({ body: { query: question } });
      return isMeant ? withChip(chips, offered) : chips;
    } catch (error) {
      // Without the service the question fails as well, and tells why.
      host.log.debug(`Whether a question means the selection is not known: ${String(error)}`);
      return chips;
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
