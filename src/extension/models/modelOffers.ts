/**
 * Which models this window has: the endpoint of its settings and the editor's own, as far as the folder is trusted.
 * Says what is offered to the service and which one answers. Must not send anything.
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

/** What people are told of the model that answers. */
export interface AnsweringChoice {
  key: string;
  name: string;
  /** Undefined: nothing leaves this machine. */
  destination: string | undefined;
  /** Why it is not the one that the settings name. */
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

  /** Asks the editor for its models; to be called only when a person wants them. */
  async findEditorModels(): Promise<OfferedModel[]> {
    this.#inEditor = await vscode.lm.selectChatModels();
    return this.#editorModels;
  }

  /** The key of the model that the settings name, whether it can be had or not. */
  get preferredKey(): string {
    const { preferred } = this.#settings;
    return preferred === 'endpoint' ? (this.#endpoint?.key ?? preferred) : preferred;
  }

  /** The models that may be asked. */
  get models(): OfferedModel[] {
    return [this.#endpoint, ...this.#editorModels].filter((model) => model !== undefined).filter(mayOffer);
  }

  /** The one that may rank passages; undefined: there is none. */
  get embedder(): OfferedEmbedder | undefined {
    const { embeddings } = this.#settings;
    const offered = embeddings && offeredEmbedder(embeddings);
    return offered && mayOffer(offered) ? offered : undefined;
  }

  /** What the service is told of them. */
  get offer(): Omit<ModelsOffer, 'window'> {
    const { preferredKey, embedder } = this;
    return {
      models: this.models,
      ...(preferredKey !== builtInKey && vscode.workspace.isTrusted && { preferred: preferredKey }),
      ...(embedder && { embedder }),
    };
  }

  /** The editor's own object behind an offered model. */
  editorModel(key: string): vscode.LanguageModelChat | undefined {
    return this.#inEditor.find((candidate) => offeredEditorModel(candidate).key === key);
  }

  /** The one that would answer now. */
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
    // Not looked up yet, or gone: asking tells.
    const name = isEditors ? (preferred.split('/').at(-1) ?? preferred) : vscode.l10n.t('No model');
    return { key: preferred, name, destination: isEditors ? vscode.l10n.t('a model of the editor') : undefined };
  }

  /** Why the model that the settings name cannot be had, as a sentence. */
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

// Section: keys of endpoints: in the editor's secret store only, one for each host, so that no key goes to another one.

export interface ModelKeys {
  get(baseUrl: string): Promise<string | undefined>;
  /** @param key empty: forgets it */
  set(baseUrl: string, key: string): Promise<void>;
  forgetAll(): Promise<void>;
}

/** The secret store does not tell which keys it holds. */
const hostsKey = 'models.keyHosts';

/** @param memory of the user: remembers for which hosts there are keys, so that all can be forgotten */
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
