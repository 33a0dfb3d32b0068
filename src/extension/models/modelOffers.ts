/**
 * The models of this window: the configured endpoint and the editor's own, subject to workspace trust. Determines what
 * is offered to the service and which model answers. Must not send anything.
 */
import * as vscode from 'vscode';
import type { ModelsOffer, OfferedEmbedder, OfferedModel } from '../../contract/schemas/models';
import { offeredEndpoint, hostOf } from '../../models/endpoint';
import { mayBeOffered } from './consentRules';
import {
  builtInKey,
  isEditorKey,
  modelSettingsFrom,
  offeredEditorModel,
  offeredEmbedder,
  type ModelSettings,
} from '../settings';

/** The answering model as users see it. */
export interface AnsweringChoice {
  key: string;
  name: string;
  /** Host that receives the text; undefined when nothing leaves this machine. */
  destination: string | undefined;
  /** Why it is not the model in the settings. */
  because?: string;
}

function readModelSettings(): ModelSettings {
  const configuration = vscode.workspace.getConfiguration();
  return modelSettingsFrom((name) => configuration.get<unknown>(name));
}

export class ModelOffers {
  #settings = readModelSettings();
  #inEditor: readonly vscode.LanguageModelChat[] = [];

  get settings(): ModelSettings {
    return this.#settings;
  }

  readSettings(): void {
    this.#settings = readModelSettings();
  }

  /** Asks the editor for its models; only to be called when a user needs them. */
  async findEditorModels(): Promise<OfferedModel[]> {
    this.#inEditor = await vscode.lm.selectChatModels();
    return this.#editorModels;
  }

  /** The key of the model in the settings, available or not. */
  get preferredKey(): string {
    const { preferred } = this.#settings;
    return preferred === 'endpoint' ? (this.#endpoint?.key ?? preferred) : preferred;
  }

  /** The models that may be used. */
  get models(): OfferedModel[] {
    return [this.#endpoint, ...this.#editorModels].filter((model) => model !== undefined).filter(mayOffer);
  }

  /** The model that may rank passages; undefined when there is none. */
  get embedder(): OfferedEmbedder | undefined {
    const { embeddings } = this.#settings;
    const offered = embeddings && offeredEmbedder(embeddings);
    return offered && mayOffer(offered) ? offered : undefined;
  }

  /** The offer that is sent to the service. */
  get offer(): Omit<ModelsOffer, 'window'> {
    const { preferredKey, embedder } = this;
    return {
      models: this.models,
      ...(preferredKey !== builtInKey && vscode.workspace.isTrusted && { preferred: preferredKey }),
      ...(embedder && { embedder }),
    };
  }

  /** The editor's object of an offered model. */
  editorModel(key: string): vscode.LanguageModelChat | undefined {
    return this.#inEditor.find((candidate) => offeredEditorModel(candidate).key === key);
  }

  /** The model that would answer now. */
  get answering(): AnsweringChoice {
    const builtIn = { key: builtInKey, name: vscode.l10n.t('Built-in'), destination: undefined };
    const { preferred } = this.#settings;
    if (preferred === builtInKey) return builtIn;
    const isEditors = isEditorKey(preferred);
    const model = isEditors ? this.#editorModels.find(({ key }) => key === preferred) : this.#endpoint;
    if (isEditors ? !vscode.workspace.isTrusted : model && !mayOffer(model)) {
      return { ...builtIn, because: vscode.l10n.t('Restricted Mode: nothing is sent from this window.') };
    }
    if (model) return { key: model.key, name: model.name, destination: model.isRemote ? model.destination : undefined };
    // The model was not looked up yet, or is gone; asking it will tell.
    const name = isEditors ? (preferred.split('/').at(-1) ?? preferred) : vscode.l10n.t('No model');
    return { key: preferred, name, destination: isEditors ? vscode.l10n.t('a model of the editor') : undefined };
  }

  /** Why the model in the settings is not available, as a sentence. */
  get missingText(): string {
    const { preferred, endpointFault } = this.#settings;
    if (isEditorKey(preferred)) {
      return this.#inEditor.length === 0
        ? vscode.l10n.t('The editor has no language model now: sign in to its provider, or choose another model.')
        : vscode.l10n.t('The editor no longer has the chosen model: choose another.');
    }
    return endpointFault ?? vscode.l10n.t('No endpoint is set: choose a model with “Quarry: Choose Model…”.');
  }

  get #endpoint(): OfferedModel | undefined {
    const { endpoint, contextTokens } = this.#settings;
    return endpoint && offeredEndpoint(endpoint, contextTokens);
  }

  get #editorModels(): OfferedModel[] {
    return this.#inEditor.map(offeredEditorModel);
  }
}

function mayOffer(model: OfferedModel | OfferedEmbedder): boolean {
  return mayBeOffered(model, vscode.workspace.isTrusted);
}

// Section: API keys of endpoints, in the editor's secret store only. One per host, so that no key is sent to another
// host.

export interface ModelKeys {
  get(baseUrl: string): Promise<string | undefined>;
  /** @param key an empty key removes the stored one */
  set(baseUrl: string, key: string): Promise<void>;
  forgetAll(): Promise<void>;
}

/** Hosts with a stored key, because the secret store cannot list its keys. */
const hostsKey = 'models.keyHosts';

/** @param memory of the user: holds the hosts with stored keys, so that all keys can be deleted */
export function createModelKeys(secrets: vscode.SecretStorage, memory: vscode.Memento): ModelKeys {
  const nameOf = (baseUrl: string): string => nameOfHost(hostOf(baseUrl));
  const nameOfHost = (host: string): string => `quarry.modelKey ${host}`;
  const hosts = (): string[] => memory.get<string[]>(hostsKey, []);
  return {
    get: async (baseUrl) => secrets.get(nameOf(baseUrl)),
    set: async (baseUrl, key) => {
      if (key === '') await secrets.delete(nameOf(baseUrl));
      else await secrets.store(nameOf(baseUrl), key);
      if (!hosts().includes(hostOf(baseUrl))) await memory.update(hostsKey, [...hosts(), hostOf(baseUrl)]);
    },
    async forgetAll() {
      for (const host of hosts()) await secrets.delete(nameOfHost(host));
    },
  };
}
