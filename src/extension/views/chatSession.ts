/**
 * The conversation that the chat shows: its turns, the answer that is running, and what is remembered of it. Lives as
 * long as the window, whether or not the page is on screen.
 */
import * as vscode from 'vscode';
import { ApiError } from '../../contract/errors';
import {
  newTurn,
  querySpaceOf,
  turnsOfMessages,
  type ChipProblem,
  type ContextChip,
  type Turn,
} from '../../webview/messages';
import { ChatAnswer } from './chatAnswer';
import { workspaceFolders } from '../windowLease';
import { selectedText } from './chatContext';
import type { ChatHost } from './chatHost';
import { namePlace, withLiveSources } from './chatPlaces';

export interface SessionNews {
  /** Other turns than before: another conversation. */
  reset(): void;
  turn(turn: Turn): void;
  text(turn: string, added: string): void;
  notice(text: string): void;
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

  constructor(
    private readonly host: ChatHost,
    private readonly memory: vscode.Memento,
    private readonly news: SessionNews,
  ) {}

  /** Reads the workspace's latest conversation back, once; not earlier than somebody looks. */
  restore(): Promise<void> {
    return (this.#restored ??= this.#restore());
  }

  async ask(question: string, chips: readonly ContextChip[]): Promise<void> {
    if (this.#isAsking || this.#running) return;
    this.#isAsking = true;
    try {
      await this.restore();
      const space = await querySpaceOf(chips, { folders: workspaceFolders(), selected: selectedText });
      if (typeof space === 'string') return this.news.notice(problemText(space));
      const turn = newTurn(`${Date.now()}-${++this.#counter}`, question, [...chips]);
      this.#put(turn);
      this.#running = new ChatAnswer(
        this.host,
        { turn, space, conversation: this.#conversation, naming: namePlace },
        {
          conversation: (id) => {
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

  /** Asks a turn's question again in its place, of the same things. */
  async retry(id: string, chips: readonly ContextChip[]): Promise<void> {
    const turn = this.turns.find((other) => other.id === id);
    if (!turn || this.#running) return;
    this.turns = this.turns.filter((other) => other !== turn);
    this.news.reset();
    await this.ask(turn.question, turn.chips.length > 0 ? turn.chips : chips);
  }

  newChat(): void {
    this.#leave();
    this.#remember(undefined);
    this.turns = [];
    this.news.reset();
  }

  /** @throws ApiError */
  async open(conversation: string): Promise<void> {
    const turns = await this.#read(conversation);
    this.#leave();
    this.#remember(conversation);
    this.turns = turns;
    this.news.reset();
    await this.#check();
  }

  wasDeleted(conversation: string): void {
    if (conversation === this.#conversation) this.newChat();
  }

  dispose(): void {
    this.#running?.stop();
  }

  /** A running answer goes on into its own conversation no longer: it is stopped, what came is stored. */
  #leave(): void {
    this.#running?.stop();
    this.#running = undefined;
    this.#restored = Promise.resolve();
  }

  async #restore(): Promise<void> {
    const conversation = this.memory.get<string>(conversationKey);
    if (conversation === undefined) return;
    try {
      this.turns = await this.#read(conversation);
      this.#conversation = conversation;
      void this.#check();
    } catch (error) {
      this.host.log.warn(`The last chat was not read back: ${String(error)}`);
      if (error instanceof ApiError && error.code === 'notFound') this.#remember(undefined);
      // The service may be starting: the next look tries again.
      else this.#restored = undefined;
    }
  }

  async #read(conversation: string): Promise<Turn[]> {
    const messages = await this.host.api.conversationSpecificConversationMessages({ params: { conversation } });
    return turnsOfMessages(messages.iterable, namePlace);
  }

  /** Files change between sessions: what is shown as live is live. */
  async #check(): Promise<void> {
    for (const turn of this.turns.filter((other) => other.sources.length > 0)) {
      const checked = await withLiveSources(turn, this.host);
      if (checked.sources.some((source) => source.gone !== undefined)) this.#put(checked);
    }
  }

  async #complete(turn: Turn): Promise<void> {
    if (turn.sources.length > 0) this.#put((turn = await withLiveSources(turn, this.host)));
    if (turn.state !== 'done' || turn.found.length === 0) return;
    try {
      const relevant = { iterable: turn.found.map(({ id }) => ({ id })) };
      const hints = await this.host.api.hints({
        body: { relevant, query: turn.question, answer: { text: turn.text } },
      });
      const followUps = hints.answers.iterable.slice(0, maxFollowUps).map(({ text }) => text);
      this.#put({ ...turn, followUps });
    } catch (error) {
      this.host.log.warn(`No follow-up questions: ${String(error)}`);
    }
  }

  /** A turn of a conversation that was left meanwhile is not shown any more. */
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
  }
}
