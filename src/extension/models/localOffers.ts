/**
 * Offers a model that answers on this machine: in the list of models whenever that is opened, and once, quietly, under
 * the first weak answer. It is never asked before somebody takes it.
 */
import type * as vscode from 'vscode';
import { localModels, type LocalModel } from '../../models/localServers';
import type { LocalOffer } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import { builtInKey } from './modelSettings';
import type { Models } from './models';

/** Less likely right than wrong. */
const weakScore = 0.5;
/** Belongs to the user: who has seen the offer is not shown it in the next folder again. */
const offeredKey = 'quarry.model.offeredLocal';

export class LocalOffers {
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
