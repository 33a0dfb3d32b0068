/**
 * The models of this window: which one answers, what may be asked, and the asking itself. An endpoint is asked from
 * here and not from the service, because here the editor's proxy, certificates and secret store are at hand.
 */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Api } from '../../contract/api';
import type { ModelJob, ModelsOffer, OfferedEmbedder, OfferedModel } from '../../contract/schemas/modelWork';
import { writeVectors } from '../../contract/vectorText';
import { offeredEndpoint } from '../../models/endpoint';
import type { LocalModel } from '../../models/localServers';
import { ModelFault } from '../../models/modelFault';
import { createOpenAiChat } from '../../models/openAiChat';
import { createOpenAiEmbedder } from '../../models/openAiEmbedder';
import { Hint } from '../errors';
import { createConsent, type Consent } from './consent';
import { mayBeOffered } from './consentRules';
import { createEditorModel } from './editorModel';
import { createModelKeys, type ModelKeys } from './modelKeys';
import {
  builtInKey,
  isEditorKey,
  modelSettingsFrom,
  offeredEditorModel,
  offeredEmbedder,
  type ModelSettings,
} from './modelSettings';
import { createModelWork } from './modelWork';

/** What people are told of the model that answers. */
interface AnsweringChoice {
  key: string;
  name: string;
  /** Undefined: nothing leaves this machine. */
  destination: string | undefined;
  /** Why it is not the one that the settings name. */
  because?: string;
}

export interface Models {
  readonly settings: ModelSettings;
  readonly keys: ModelKeys;
  readonly consent: Consent;
  readonly onDidChange: vscode.Event<void>;
  current(): AnsweringChoice;
  /**
   * To be called when a person asks: makes sure that the service can reach the chosen model through this window.
   * @returns the key to ask with
   * @throws Hint when the chosen model cannot be had
   */
  prepare(): Promise<string>;
  /**
   * To be called when a person asks, like `prepare`.
   * @returns what to name as `options.embedder`; undefined leaves it to the service
   */
  prepareRanking(): Promise<string | undefined>;
  /** Host of another machine that ranks passages; undefined: none does. */
  rankingDestination(): string | undefined;
  /** The editor's models; to be called only when a person wants them. */
  editorModels(): Promise<OfferedModel[]>;
  choose(setting: string): Promise<void>;
  /** Makes a server on this machine the endpoint, and its model the one that answers. */
  useLocal(model: Pick<LocalModel, 'baseUrl' | 'model'>): Promise<void>;
}

/** In one line, for status and doctor. */
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

function readModelSettings(): ModelSettings {
  const configuration = vscode.workspace.getConfiguration();
  return modelSettingsFrom((name) => configuration.get<unknown>(name));
}

export function createModels(context: vscode.ExtensionContext, around: ModelsSurroundings): Models {
  const { api, log } = around;
  const changed = new vscode.EventEmitter<void>();
  const keys = createModelKeys(context.secrets, context.globalState);
  const consent = createConsent(context.globalState, (error) =>
    log.error(`Nobody could be asked whether code may be sent: ${String(error)}`),
  );
  let settings = readModelSettings();
  let inEditor: vscode.LanguageModelChat[] = [];

  const endpoint = (): OfferedModel | undefined =>
    settings.endpoint && offeredEndpoint(settings.endpoint, settings.contextTokens);
  const mayOffer = (model: OfferedModel): boolean => mayBeOffered(model, vscode.workspace.isTrusted);
  const offeredModels = (): OfferedModel[] =>
    [endpoint(), ...inEditor.map(offeredEditorModel)].filter((model) => model !== undefined).filter(mayOffer);

  function preferredKey(): string {
    if (settings.preferred === 'endpoint') return endpoint()?.key ?? 'endpoint';
    return settings.preferred;
  }

  const embedder = (): OfferedEmbedder | undefined => {
    const offered = settings.embeddings && offeredEmbedder(settings.embeddings);
    return offered && mayBeOffered(offered, vscode.workspace.isTrusted) ? offered : undefined;
  };

  function offer(): Omit<ModelsOffer, 'window'> {
    const key = preferredKey();
    const ranking = embedder();
    return {
      models: offeredModels(),
      ...(key !== builtInKey && vscode.workspace.isTrusted && { preferred: key }),
      ...(ranking && { embedder: ranking }),
    };
  }

  /** @returns the vectors of the texts, as they are passed on */
  async function embed({ model, ...job }: ModelJob, signal: AbortSignal): Promise<string> {
    const offered = embedder();
    const { embeddings: target } = settings;
    if (!target || offered?.key !== model)
      throw new ModelFault('unavailable', vscode.l10n.t('The model is not there any more: choose another.'));
    await consent.require({ model, ...job }, { ...offered, kind: 'endpoint' }, signal);
    log.info(`Asking ${offered.name} to rank ${job.passages.length} passages.`);
    const port = createOpenAiEmbedder({ endpoint: target, key: () => keys.get(target.baseUrl) });
    return writeVectors(await port.embed(job.texts ?? [], signal));
  }

  async function* ask(job: ModelJob, signal: AbortSignal): AsyncGenerator<string, void> {
    if (job.texts) {
      yield await embed(job, signal);
      return;
    }
    const offered = offeredModels().find(({ key }) => key === job.model);
    if (!offered)
      throw new ModelFault('unavailable', vscode.l10n.t('The model is not there any more: choose another.'));
    await consent.require(job, offered, signal);
    log.info(`Asking ${offered.name} at ${offered.destination}: ${job.passages.length} passages.`);
    const request = { messages: job.messages };
    if (offered.kind === 'editor') {
      const model = inEditor.find((candidate) => offeredEditorModel(candidate).key === job.model);
      if (model) yield* createEditorModel(model).generate(request, signal);
      return;
    }
    const { endpoint: target } = settings;
    if (target)
      yield* createOpenAiChat({ endpoint: target, key: () => keys.get(target.baseUrl) }).generate(request, signal);
  }

  const work = createModelWork({ api, window: randomUUID(), offer, ask, warn: (text) => log.warn(text) });

  /** A window without other models leaves the service alone. */
  function tell(): void {
    const hasNews = offeredModels().length > 0 || embedder() !== undefined;
    if (!around.isConnected() || (!hasNews && !hasTold)) return;
    hasTold = true;
    work.tell().catch((error: unknown) => log.warn(`The models were not told: ${String(error)}`));
  }
  let hasTold = false;

  function refresh(): void {
    settings = readModelSettings();
    changed.fire();
    tell();
  }

  async function editorModels(): Promise<OfferedModel[]> {
    inEditor = await vscode.lm.selectChatModels();
    changed.fire();
    return inEditor.map(offeredEditorModel);
  }

  context.subscriptions.push(
    changed,
    work,
    consent,
    around.onDidChangeConnection(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('quarry.model')) refresh();
    }),
  );

  return {
    get settings() {
      return settings;
    },
    keys,
    consent,
    onDidChange: changed.event,
    editorModels,
    current: () => currentChoice(settings, endpoint(), inEditor.map(offeredEditorModel), mayOffer),
    async prepare() {
      const key = preferredKey();
      if (key === builtInKey) return key;
      if (isEditorKey(key) && vscode.workspace.isTrusted) await editorModels();
      const choice = currentChoice(settings, endpoint(), inEditor.map(offeredEditorModel), mayOffer);
      if (choice.key === builtInKey) return builtInKey;
      if (!offeredModels().some((model) => model.key === key)) throw new Hint(missingText(settings, inEditor.length));
      hasTold = true;
      await work.tell();
      return key;
    },
    async prepareRanking() {
      const ranking = embedder();
      // In Restricted Mode no other window or service may send it either.
      if (!ranking) return vscode.workspace.isTrusted ? undefined : builtInKey;
      hasTold = true;
      await work.tell();
      return ranking.key;
    },
    rankingDestination() {
      const ranking = embedder();
      return ranking?.isRemote ? ranking.destination : undefined;
    },
    async choose(setting) {
      const configuration = vscode.workspace.getConfiguration('quarry.model');
      await configuration.update('default', setting, vscode.ConfigurationTarget.Global);
    },
    async useLocal({ baseUrl, model }) {
      const configuration = vscode.workspace.getConfiguration('quarry.model');
      await configuration.update('endpoint', baseUrl, vscode.ConfigurationTarget.Global);
      await configuration.update('endpointModel', model, vscode.ConfigurationTarget.Global);
      await configuration.update('default', 'endpoint', vscode.ConfigurationTarget.Global);
      refresh();
    },
  };
}

function currentChoice(
  settings: ModelSettings,
  endpoint: OfferedModel | undefined,
  inEditor: readonly OfferedModel[],
  mayOffer: (model: OfferedModel) => boolean,
): AnsweringChoice {
  const builtIn = { key: builtInKey, name: vscode.l10n.t('Built-in'), destination: undefined };
  const { preferred } = settings;
  if (preferred === builtInKey) return builtIn;
  const isEditors = isEditorKey(preferred);
  const model = isEditors ? inEditor.find(({ key }) => key === preferred) : endpoint;
  if (isEditors ? !vscode.workspace.isTrusted : model && !mayOffer(model)) {
    return { ...builtIn, because: vscode.l10n.t('Restricted Mode: nothing is sent from this window.') };
  }
  if (model) return { key: model.key, name: model.name, destination: model.isRemote ? model.destination : undefined };
  // Not looked up yet, or gone: asking tells.
  const name = isEditors ? (preferred.split('/').at(-1) ?? preferred) : vscode.l10n.t('No model');
  return { key: preferred, name, destination: isEditors ? vscode.l10n.t('a model of the editor') : undefined };
}

function missingText({ preferred, endpointFault }: ModelSettings, editorCount: number): string {
  if (isEditorKey(preferred)) {
    return editorCount === 0
      ? vscode.l10n.t('The editor has no language model now: sign in to its provider, or choose another model.')
      : vscode.l10n.t('The editor no longer has the chosen model: choose another.');
  }
  return endpointFault ?? vscode.l10n.t('No endpoint is set: choose a model with “Quarry: Choose Model…”.');
}
