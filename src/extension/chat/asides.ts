/**
 * What the chat shows beside its answers: suggested questions while it is empty, a pending consent with its buttons,
 * and, once, the offer of a model on this machine.
 */
import * as vscode from 'vscode';
import path from 'node:path';
import { localModels, type LocalModel } from '../../models/endpoint';
import type { LocalOffer, ChatState, ConsentChoice, ToWebview } from '../../chat/messages';
import type { Turn } from '../../chat/turns';
import { builtInKey } from '../settings';
import type { Models } from '../models/models';
import type { ChatHost } from './host';
import { questionsAbout, readFolderFacts, type FolderFacts } from './starterQuestions';
import { workspaceFolders } from '../start/windowFolders';

// Section: offers a model on this machine, in the list of models and once below the first weak answer.

/** Answers below this probability count as weak: they are less likely right than wrong. */
const weakScore = 0.5;
/** Stored for the user, not the workspace, so that the offer is shown once only. */
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

  /** To be called with each finished answer. */
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
  /** Brings the chat into view. */
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

  /** To be called with each finished answer. */
  answered(turn: Turn): void {
    this.#offers.answered(turn).catch((error: unknown) => this.#failed(error));
  }

  consent(choice: ConsentChoice): Promise<void> {
    return this.host.models.consent.answer(choice);
  }

  /** @returns the turn to ask again, when the offer was accepted */
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

  /** Shows the chat while its buttons are the only ones, because the dialog was closed to preview what is sent. */
  #waitingChanged(): void {
    this.news.post({ kind: 'waiting', ...this.#waiting() });
    if (this.host.models.consent.waiting?.isPreviewed) this.news.show().catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.host.log.error(`The chat did not say all: ${String(error)}`);
  }
}

// Section: suggested questions of an empty chat, about the open folder and the active file.

const nothingKnown: Omit<FolderFacts, 'name'> = { hasStart: true, files: [] };

export class ChatStarters {
  #root: string | undefined;
  #facts: FolderFacts | undefined;

  /** @param changed called when new suggestions are available */
  constructor(private readonly changed: () => void) {}

  /** The suggestions known now; the first call starts reading the folder. */
  get questions(): string[] {
    const [root] = workspaceFolders();
    if (root === undefined) {
      return [vscode.l10n.t('Which of my assets read a file?'), vscode.l10n.t('How did I retry a failed request?')];
    }
    if (root !== this.#root) this.#look(root);
    const facts = this.#facts ?? { name: path.basename(root), ...nothingKnown };
    return questionsAbout(facts, openFileIn(root));
  }

  #look(root: string): void {
    this.#root = root;
    this.#facts = undefined;
    void readFolderFacts(root).then((facts) => {
      if (root !== this.#root) return;
      this.#facts = facts;
      this.changed();
    });
  }
}

function openFileIn(root: string): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return undefined;
  const place = path.relative(root, uri.fsPath).replaceAll(path.sep, '/');
  return place === '' || place.startsWith('..') || path.isAbsolute(place) ? undefined : place;
}
