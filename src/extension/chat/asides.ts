/**
 * What the chat says beside its answers: that somebody's word is waited for before anything is sent, with the buttons
 * in place; and, once, that a model runs on this machine.
 */
import type * as vscode from 'vscode';
import { localModels, type LocalModel } from '../../models/listModels';
import type { LocalOffer, ChatState, ConsentChoice, ToWebview } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import { builtInKey } from '../models/modelSettings';
import type { Models } from '../models/models';
import type { ChatHost } from './host';

/**
 * Offers a model that answers on this machine: in the list of models whenever that is opened, and once, quietly, under
 * the first weak answer. It is never asked before somebody takes it.
 */

/** Less likely right than wrong. */
const weakScore = 0.5;
/** Belongs to the user: who has seen the offer is not shown it in the next folder again. */
const offeredKey = 'quarry.model.offeredLocal';

class LocalOffers {
  #offered: (LocalModel & LocalOffer) | undefined;
  #isLooking = false;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly models: Pick<Models, 'settings' | 'useLocal'>,
    private readonly changed: () => void,
  ) {}

  get current(): LocalOffer | undefined {
    if (!this.#offered) return undefined;
    const { turn, model, server } = this.#offered;
    return { turn, model, server };
  }

  /** To be called with each answer as it ended. */
  async answered(turn: Turn): Promise<void> {
    const { preferred, endpoint } = this.models.settings;
    const isWeak = turn.state === 'done' && !turn.model && turn.score !== undefined && turn.score < weakScore;
    if (!isWeak || this.#isLooking || preferred !== builtInKey || endpoint) return;
    if (this.memory.get(offeredKey) === true) return;
    this.#isLooking = true;
    try {
      const [found] = await localModels(new AbortController().signal);
      if (!found) return;
      this.#offered = { ...found, turn: turn.id };
      await this.memory.update(offeredKey, true);
      this.changed();
    } finally {
      this.#isLooking = false;
    }
  }

  /** @returns the turn to ask again; undefined when the offer was declined */
  async close(isTaken: boolean): Promise<string | undefined> {
    const offered = this.#offered;
    this.#offered = undefined;
    this.changed();
    if (!isTaken || !offered) return undefined;
    await this.models.useLocal(offered);
    return offered.turn;
  }
}

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
