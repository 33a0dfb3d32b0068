/**
 * The current conversation: its turns, the running answer, and its storage. It exists as long as the window, even when
 * no page is open.
 */
import * as vscode from 'vscode';
import { ApiError } from '../../contract/errors';
import { querySpaceOf, type ChipProblem, type ContextChip } from '../../chat/chips';
import { isRunning, newTurn, type Source, type Turn } from '../../chat/turns';
import { copyRequestLine } from '../commands/service';
import { workspaceFolders } from '../start/windowFolders';
import { ChatAnswer } from './answer';
import { selectedText, gathered } from './context';
import { helpersFor, readTurns } from './file';
import type { ChatHost } from './host';
import { namePlace, withLiveSources } from './places';

interface SessionNews {
  /** Reports that all turns were replaced by those of another conversation. */
  reset(): void;
  turn(turn: Turn): void;
  /** Reports the context of a question that is being asked. */
  asking(chips: readonly ContextChip[]): void;
  text(turn: string, added: string): void;
  notice(text: string): void;
  /** Reports a turn that finished in this window. */
  answered(turn: Turn): void;
}

const conversationKey = 'quarry.chat.conversation';
const maxFollowUps = 3;

export class ChatSession {
  turns: Turn[] = [];
  #conversation: string | undefined;
  #running: ChatAnswer | undefined;
  #isAsking = false;
  #restored: Promise<void> | undefined;
  #counter = 0;
  /** Ids of the turns whose question is stored in the library. */
  readonly #kept = new Set<string>();

  constructor(
    private readonly host: ChatHost,
    private readonly memory: vscode.Memento,
    private readonly news: SessionNews,
  ) {}

  get conversation(): string | undefined {
    return this.#conversation;
  }

  /** True when there is a stored conversation that was not read back yet. */
  get isRestoring(): boolean {
    return this.turns.length === 0 && !this.#conversation && this.memory.get<string>(conversationKey) !== undefined;
  }

  /** True when reading it back failed and no new attempt is running. */
  get isLeftUnread(): boolean {
    return this.isRestoring && this.#restored === undefined;
  }

  /** Reads the workspace's latest conversation back, once, when a page is first opened. */
  restore(): Promise<void> {
    return (this.#restored ??= this.#restore());
  }

  async ask(question: string, chips: readonly ContextChip[], isBuiltIn = false): Promise<void> {
    if (this.#isAsking || this.#running) return;
    this.#isAsking = true;
    try {
      await this.restore();
      const space = await querySpaceOf(chips, { folders: workspaceFolders(), selected: selectedText, gathered });
      if (typeof space === 'string') return this.news.notice(problemText(space));
      const turn = newTurn(`${Date.now()}-${++this.#counter}`, question, [...chips]);
      this.#put(turn);
      this.news.asking(chips);
      await this.#begin();
      if (!this.#has(turn)) return;
      this.#running = new ChatAnswer(
        this.host,
        { turn, space, conversation: this.#conversation, naming: namePlace, isBuiltIn },
        {
          conversation: (id) => {
            this.#kept.add(turn.id);
            if (this.#has(turn)) this.#remember(id);
          },
          turn: (next) => this.#put(next),
          text: (next, added) => this.#grow(next, added),
        },
      );
    } finally {
      this.#isAsking = false;
    }
    const running = this.#running;
    const ended = await running.run();
    if (this.#running === running) this.#running = undefined;
    await this.#complete(ended);
  }

  stop(): void {
    this.#running?.stop();
  }

  /** Creates the conversation before its first question is sent, so that it can be found after a crash. */
  async #begin(): Promise<void> {
    if (this.#conversation !== undefined) return;
    try {
      const { id } = await this.host.api.conversationsCreateSpecificConversation({ body: {} });
      this.#remember(id);
    } catch (error) {
      // Questions can still be asked when the library is read-only; the conversation is then not stored.
      this.host.log.warn(`The chat will not be kept: ${String(error)}`);
    }
  }

  /**
   * Asks a turn's question again with the same context: the last turn is replaced, an earlier one is repeated at the
   * end.
   */
  async retry(id: string, chips: readonly ContextChip[], isBuiltIn = false): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (!turn || this.#running || this.#isAsking) return;
    if (turn === this.turns.at(-1)) await this.#goBackTo(turn);
    await this.ask(turn.question, turn.chips.length > 0 ? turn.chips : chips, isBuiltIn);
  }

  /** Asks a turn's question again, of the workspace. */
  async widen(id: string): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (turn) await this.ask(turn.question, [{ kind: 'workspace' }]);
  }

  /** Copies a turn's question, with its context, as a shell command line. */
  async copyRequest(id: string): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (!turn) return;
    const space = await querySpaceOf(turn.chips, { folders: workspaceFolders(), selected: selectedText, gathered });
    if (typeof space === 'string') return this.news.notice(problemText(space));
    const { database, ...parts } = space;
    const options = { question: true, ...(database && { database }) };
    await copyRequestLine(this.host, '/qgpt/relevance', { query: turn.question, ...parts, options });
  }

  /**
   * Asks a turn's question in other words. The last turn is replaced; for an earlier one, the chat continues in a copy
   * and the original stays in the history.
   * @throws ApiError
   */
  async edit(id: string, question: string, chips: readonly ContextChip[]): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (!turn || this.#running || this.#isAsking) return;
    if (turn === this.turns.at(-1)) await this.#goBackTo(turn);
    else await this.#copyBefore(turn);
    await this.ask(question, chips);
  }

  /** @throws ApiError when the request for people fails */
  async askForHelpers(id: string): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (!turn) return;
    const found = await helpersFor(turn, this.host);
    const now = this.turns.find((other) => other.id === id);
    if (now) this.#put({ ...now, ...found });
  }

  newChat(): void {
    this.#leave();
    this.#remember(undefined);
    this.turns = [];
    this.news.reset();
  }

  /** @throws ApiError */
  async open(conversation: string): Promise<void> {
    const turns = await readTurns(conversation, this.host);
    this.#leave();
    this.#remember(conversation);
    this.#show(turns);
    this.news.reset();
    await this.#check();
  }

  wasDeleted(conversation: string): void {
    if (conversation === this.#conversation) this.newChat();
  }

  dispose(): void {
    this.#running?.stop();
  }

  /** Stops a running answer before another conversation is shown; its text so far is stored. */
  #leave(): void {
    this.#running?.stop();
    this.#running = undefined;
    this.#restored = Promise.resolve();
  }

  async #restore(): Promise<void> {
    const conversation = this.memory.get<string>(conversationKey);
    if (conversation === undefined) return;
    try {
      this.#show(await readTurns(conversation, this.host));
      this.#conversation = conversation;
      void this.#check();
    } catch (error) {
      this.host.log.warn(`The last chat was not read back: ${String(error)}`);
      if (error instanceof ApiError && error.code === 'notFound') this.#remember(undefined);
      // The service may be starting; opening the page again retries.
      else this.#restored = undefined;
    }
  }

  #show(turns: Turn[]): void {
    this.turns = turns;
    for (const turn of turns) this.#kept.add(turn.id);
  }

  /** Number of stored questions before a turn. */
  #keptBefore(turn: Turn): number {
    const place = this.turns.indexOf(turn);
    return this.turns.slice(0, place).filter(({ id }) => this.#kept.has(id)).length;
  }

  async #goBackTo(turn: Turn): Promise<void> {
    const questions = this.#keptBefore(turn);
    if (this.#conversation !== undefined && this.#kept.has(turn.id)) {
      await this.host.api.conversationRewind({ body: { conversation: this.#conversation, questions } });
    }
    this.turns = this.turns.filter((other) => other !== turn);
    this.news.reset();
  }

  async #copyBefore(turn: Turn): Promise<void> {
    const place = this.turns.indexOf(turn);
    if (this.#conversation === undefined) return;
    const body = { conversation: this.#conversation, questions: this.#keptBefore(turn) };
    const { id } = await this.host.api.conversationCopy({ body });
    this.#remember(id);
    this.turns = this.turns.slice(0, place);
    this.news.reset();
  }

  /** Checks the sources of changed files again. */
  filesChanged(paths: ReadonlySet<string>): Promise<void> {
    return this.#check(({ path }) => path !== undefined && paths.has(path));
  }

  /**
   * Updates the state of all sources, because files change between sessions. The latest turns come first, because they
   * are visible.
   */
  async #check(isMeant: (source: Source) => boolean = () => true): Promise<void> {
    for (const turn of this.turns.filter((other) => !isRunning(other) && other.sources.some(isMeant)).reverse()) {
      const checked = await withLiveSources(turn, this.host);
      const isNews = JSON.stringify(checked.sources) !== JSON.stringify(turn.sources);
      if (isNews && this.#has(turn)) this.#put(checked);
    }
  }

  async #complete(ended: Turn): Promise<void> {
    const turn = ended.sources.length > 0 ? await withLiveSources(ended, this.host) : ended;
    if (turn !== ended) this.#put(turn);
    this.news.answered(turn);
    if (turn.state !== 'done') return;
    const [followUps, helped] = await Promise.all([this.#followUps(turn), this.#helped(turn)]);
    const now = this.turns.find((other) => other.id === turn.id);
    if (now) this.#put({ ...now, followUps, ...helped });
  }

  async #followUps(turn: Turn): Promise<string[]> {
    if (turn.found.length === 0) return [];
    try {
      const relevant = { iterable: turn.found.map(({ id }) => ({ id })) };
      const body = { relevant, query: turn.question, answer: { text: turn.text } };
      const hints = await this.host.api.hints({ body });
      return hints.answers.iterable.slice(0, maxFollowUps).map(({ text }) => text);
    } catch (error) {
      this.host.log.warn(`No follow-up questions: ${String(error)}`);
      return [];
    }
  }

  async #helped(turn: Turn): Promise<Pick<Turn, 'helpers' | 'helperNotes' | 'mayHaveHelpers'>> {
    if (!turn.mayHaveHelpers || turn.sources.length === 0) return {};
    try {
      const found = await helpersFor(turn, this.host);
      // Who works alone is not told so below each answer.
      const isAlone = found.helpers?.length === 0 && !found.helperNotes;
      return isAlone ? { mayHaveHelpers: false } : found;
    } catch (error) {
      this.host.log.warn(`Nobody was found who could help: ${String(error)}`);
      return {};
    }
  }

  /** Shows a changed turn, unless its conversation is no longer the current one. */
  #put(turn: Turn): void {
    const place = this.turns.findIndex((other) => other.id === turn.id);
    if (place === -1 && !(turn.state === 'searching' && turn.text === '')) return;
    this.turns = place === -1 ? [...this.turns, turn] : this.turns.with(place, turn);
    this.news.turn(turn);
  }

  #grow(turn: Turn, added: string): void {
    const place = this.turns.findIndex((other) => other.id === turn.id);
    if (place === -1) return;
    this.turns = this.turns.with(place, turn);
    this.news.text(turn.id, added);
  }

  #has(turn: Turn): boolean {
    return this.turns.some((other) => other.id === turn.id);
  }

  #remember(conversation: string | undefined): void {
    this.#conversation = conversation;
    void this.memory.update(conversationKey, conversation);
  }
}

function problemText(problem: ChipProblem): string {
  switch (problem) {
    case 'noContext':
      return vscode.l10n.t('Choose what to ask: the workspace, a selection, saved assets or everything.');
    case 'noFolder':
      return vscode.l10n.t('No folder is open. Open one, or ask your saved assets.');
    case 'selectionGone':
      return vscode.l10n.t('The selected code is not there any more. Select it again or remove it.');
    case 'noChanges':
      return vscode.l10n.t('Nothing was changed since the last commit.');
    case 'noProblems':
      return vscode.l10n.t('The editor finds nothing wrong in the open files.');
  }
}
