/**
 * What the chat says beside its answers: that somebody's word is waited for before anything is sent, with the buttons
 * in place; and, once, that a model runs on this machine.
 */
import type * as vscode from 'vscode';
import type { ChatState, ConsentChoice, ToWebview } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import { LocalOffers } from '../models/localOffers';
import type { ChatHost } from './host';

interface AsidesNews {
  post(message: ToWebview): void;
  /** Brings the chat into sight. */
  show(): Promise<void>;
}

export class ChatAsides implements vscode.Disposable {
  readonly #offers: LocalOffers;
  readonly #listening: vscode.Disposable;

  constructor(
    memory: vscode.Memento,
    private readonly host: ChatHost,
    private readonly news: AsidesNews,
  ) {
    this.#offers = new LocalOffers(memory, host.models, () => news.post({ kind: 'offer', ...this.#offer() }));
    this.#listening = host.models.consent.onDidChangeWaiting(() => this.#waitingChanged());
  }

  get state(): Pick<ChatState, 'waiting' | 'offer'> {
    return { ...this.#waiting(), ...this.#offer() };
  }

  /** To be called with each answer as it ended. */
  answered(turn: Turn): void {
    this.#offers.answered(turn).catch((error: unknown) => this.#failed(error));
  }

  consent(choice: ConsentChoice): Promise<void> {
    return this.host.models.consent.answer(choice);
  }

  /** @returns the turn to ask again, when the offer was taken */
  offered(isTaken: boolean): Promise<string | undefined> {
    return this.#offers.close(isTaken);
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #waiting(): Pick<ChatState, 'waiting'> {
    const { waiting } = this.host.models.consent;
    return waiting ? { waiting: { question: waiting.question } } : {};
  }

  #offer(): Pick<ChatState, 'offer'> {
    const { current } = this.#offers;
    return current ? { offer: current } : {};
  }

  /** Once the dialog has made room for what is sent, the chat's buttons are the only ones: they have to be in sight. */
  #waitingChanged(): void {
    this.news.post({ kind: 'waiting', ...this.#waiting() });
    if (this.host.models.consent.waiting?.isPreviewed) this.news.show().catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.host.log.error(`The chat did not say all: ${String(error)}`);
  }
}
