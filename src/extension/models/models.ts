/**
 * The models of this window: which one answers, which are available, and reporting both to the service. Must not know
 * how a model is called (asking.ts) or which can be offered (modelOffers.ts).
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import type { OfferedModel } from '../../contract/schemas/models';
import type { LocalModel } from '../../models/endpoint';
import { Hint } from '../notices';
import { askModel } from './asking';
import { createConsent, type Consent } from './consent';
import { createModelKeys, type ModelKeys, ModelOffers, type AnsweringChoice } from './modelOffers';
import { builtInKey, isEditorKey, type ModelSettings } from '../settings';
import { createModelWork, type ModelWork } from './modelWork';

export interface Models {
  readonly settings: ModelSettings;
  readonly keys: ModelKeys;
  readonly consent: Consent;
  readonly onDidChange: vscode.Event<void>;
  current(): AnsweringChoice;
  /**
   * To be called before a user's question: ensures that the service can reach the chosen model through this window.
   * @returns the key of the model
   * @throws Hint when the chosen model is not available
   */
  prepare(): Promise<string>;
  /**
   * To be called before a user's question, like `prepare`.
   * @returns the value of `options.embedder`; undefined leaves the choice to the service
   */
  prepareRanking(): Promise<string | undefined>;
  /** The remote host that ranks passages; undefined when none does. */
  rankingDestination(): string | undefined;
  /** The editor's models; only to be called when a user needs them. */
  editorModels(): Promise<OfferedModel[]>;
  choose(setting: string): Promise<void>;
  /** Makes a server on this machine the endpoint, and its model the answering one. */
  useLocal(model: Pick<LocalModel, 'baseUrl' | 'model'>): Promise<void>;
}

/** One line for status and doctor that says what leaves this machine, and where to. */
export function whereItGoes(models: Pick<Models, 'current' | 'rankingDestination'>): string {
  const [first, second] = new Set(
    [models.current().destination, models.rankingDestination()].filter((place) => place !== undefined),
  );
  if (first === undefined) return vscode.l10n.t('Nothing leaves this machine');
  return second === undefined
    ? vscode.l10n.t('Questions and the passages found for them go to {0}', first)
    : vscode.l10n.t('Questions and the passages found for them go to {0} and {1}', first, second);
}

interface ModelsSurroundings {
  api: Api;
  log: vscode.LogOutputChannel;
  isConnected(): boolean;
  onDidChangeConnection: vscode.Event<unknown>;
}

export function createModels(context: vscode.ExtensionContext, around: ModelsSurroundings): Models {
  return new OfferedModels(context, around);
}

class OfferedModels implements Models {
  readonly keys: ModelKeys;
  readonly consent: Consent;
  readonly onDidChange: vscode.Event<void>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #offers = new ModelOffers();
  readonly #work: ModelWork;
  #hasTold = false;

  constructor(
    context: vscode.ExtensionContext,
    private readonly around: ModelsSurroundings,
  ) {
    const { api, log } = around;
    this.onDidChange = this.#changed.event;
    this.keys = createModelKeys(context.secrets, context.globalState);
    this.consent = createConsent(context.globalState, (error) =>
      log.error(`Nobody could be asked whether code may be sent: ${String(error)}`),
    );
    const parts = { offers: this.#offers, keys: this.keys, consent: this.consent, log };
    this.#work = createModelWork({
      ...{ api, window: randomUUID(), offer: () => this.#offers.offer },
      ask: (job, signal) => askModel(job, parts, signal),
      warn: (text) => log.warn(text),
    });
    context.subscriptions.push(
      this.#changed,
      this.#work,
      this.consent,
      around.onDidChangeConnection(() => this.#tellOfNews()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('quarry.model')) this.#refresh();
      }),
    );
  }

  get settings(): ModelSettings {
    return this.#offers.settings;
  }

  current(): AnsweringChoice {
    return this.#offers.answering;
  }

  async prepare(): Promise<string> {
    const key = this.#offers.preferredKey;
    if (key === builtInKey) return key;
    if (isEditorKey(key) && vscode.workspace.isTrusted) await this.editorModels();
    if (this.current().key === builtInKey) return builtInKey;
    if (!this.#offers.models.some((model) => model.key === key)) throw new Hint(this.#offers.missingText);
    await this.#tell();
    return key;
  }

  async prepareRanking(): Promise<string | undefined> {
    const { embedder } = this.#offers;
    // In Restricted Mode no other window or service may send it either.
    if (!embedder) return vscode.workspace.isTrusted ? undefined : builtInKey;
    await this.#tell();
    return embedder.key;
  }

  rankingDestination(): string | undefined {
    const { embedder } = this.#offers;
    return embedder?.isRemote ? embedder.destination : undefined;
  }

  async editorModels(): Promise<OfferedModel[]> {
    const models = await this.#offers.findEditorModels();
    this.#changed.fire();
    return models;
  }

  async choose(setting: string): Promise<void> {
    await saveSetting('default', setting);
  }

  async useLocal({ baseUrl, model }: Pick<LocalModel, 'baseUrl' | 'model'>): Promise<void> {
    await saveSetting('endpoint', baseUrl);
    await saveSetting('endpointModel', model);
    await saveSetting('default', 'endpoint');
    this.#refresh();
  }

  #refresh(): void {
    this.#offers.readSettings();
    this.#changed.fire();
    this.#tellOfNews();
  }

  /** Sends changed offers to the service, unless this window never had any model. */
  #tellOfNews(): void {
    const { models, embedder } = this.#offers;
    const hasNews = models.length > 0 || embedder !== undefined;
    if (!this.around.isConnected() || (!hasNews && !this.#hasTold)) return;
    this.#tell().catch((error: unknown) => this.around.log.warn(`The models were not told: ${String(error)}`));
  }

  async #tell(): Promise<void> {
    this.#hasTold = true;
    await this.#work.tell();
  }
}

async function saveSetting(name: string, value: string): Promise<void> {
  await vscode.workspace.getConfiguration('quarry.model').update(name, value, vscode.ConfigurationTarget.Global);
}
