/**
 * The settings, their defaults and the model that they choose. Must not know the editor: a test compares this table
 * with the manifest, which holds texts, order and scope.
 */
import {
  authModes,
  defaultSpaces,
  defaultServerSettings,
  pathPolicies,
  serverSettingsFrom as settingsFrom,
  type ServerSettings,
  type ServerSettingName,
} from '../contract/serviceOptions';
import {
  defaultContextTokens,
  hostOf,
  isLoopback,
  readBaseUrl,
  type Endpoint,
  nameOfEndpoint,
} from '../models/endpoint';
import type { OfferedEmbedder, OfferedModel } from '../contract/schemas/models';

export const serverSection = 'quarry.server';

/** The service's key of the built-in answerer. */
export const builtInKey = 'builtIn';

type OfServer = { [Name in ServerSettingName as `quarry.server.${Name}`]: ServerSettings[Name] };

const ofServer = Object.fromEntries(
  Object.entries(defaultServerSettings).map(([name, value]) => [`${serverSection}.${name}`, value]),
) as OfServer; // each name of the table, with its section as prefix

export const settings = {
  ...ofServer,
  'quarry.model.default': builtInKey,
  'quarry.model.endpoint': '',
  'quarry.model.endpointModel': '',
  'quarry.model.organization': '',
  'quarry.model.contextTokens': defaultContextTokens,
  'quarry.model.embeddings': '',
  'quarry.statusBar.visible': true,
  'quarry.index.ahead': true,
  'quarry.index.include': [],
  'quarry.index.exclude': [],
  'quarry.library.confirmDelete': false,
  'quarry.completion.trigger': '',
  'quarry.library.dataFolder': '',
  'quarry.team.address': '',
} as const;

export type SettingName = keyof typeof settings;

/** Allowed values of settings with a fixed choice. */
export const settingChoices = {
  'quarry.server.auth': authModes,
  'quarry.server.pathPolicy': pathPolicies,
  'quarry.server.defaultSpace': defaultSpaces,
} satisfies Partial<Record<SettingName, readonly string[]>>;

/** The contract's limits. */
const maxPatterns = 500;
const maxPatternChars = 1000;

/** The valid patterns of a setting. */
export function patternsFrom(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((item) => typeof item === 'string').map((item) => item.trim());
  return texts.filter((item) => item !== '' && item.length <= maxPatternChars).slice(0, maxPatterns);
}

/** Reads the settings of the server. The editor does not validate them, so invalid values become the default. */
export function serverSettingsFrom(read: (name: SettingName) => unknown): ServerSettings {
  return settingsFrom((name) => read(`${serverSection}.${name}`));
}

// Section: the settings of the answering model. The editor does not validate settings, so invalid ones count as unset.

const editorPrefix = 'editor:';

export interface ModelSettings {
  /** `builtIn`, `endpoint`, or `editor:` and the editor's model id. */
  preferred: string;
  endpoint: Endpoint | undefined;
  /** Why the configured endpoint cannot be used. */
  endpointFault: string | undefined;
  /** The endpoint with its embedding model; undefined when only the built-in model ranks. */
  embeddings: Endpoint | undefined;
  contextTokens: number;
}

/** @param read returns the unchecked value of a setting by its full name */
export function modelSettingsFrom(read: (name: string) => unknown): ModelSettings {
  const text = (name: string): string => {
    const value = read(`quarry.model.${name}`);
    return typeof value === 'string' ? value.trim() : '';
  };
  const tokens = read('quarry.model.contextTokens');
  const contextTokens = typeof tokens === 'number' && tokens >= 1_000 ? Math.floor(tokens) : defaultContextTokens;
  const rest = { preferred: text('default') || builtInKey, contextTokens };
  const given = text('endpoint');
  const model = text('endpointModel');
  const none = { ...rest, endpoint: undefined, embeddings: undefined };
  if (given === '') return { ...none, endpointFault: undefined };
  const base = readBaseUrl(given);
  if ('fault' in base) return { ...none, endpointFault: base.fault };
  const organisation = text('organization');
  const at = (name: string) => ({ baseUrl: base.baseUrl, model: name, ...(organisation !== '' && { organisation }) });
  const embeddings = text('embeddings') === '' ? undefined : at(text('embeddings'));
  if (model !== '') return { ...rest, endpoint: at(model), endpointFault: undefined, embeddings };
  // An endpoint for embeddings alone needs no answering model, unless it is chosen to answer.
  const isMissed = embeddings === undefined || rest.preferred === 'endpoint';
  const endpointFault = isMissed ? 'The endpoint’s model has no name yet.' : undefined;
  return { ...rest, endpoint: undefined, endpointFault, embeddings };
}

export function offeredEmbedder(endpoint: Endpoint): OfferedEmbedder {
  const { baseUrl, model } = endpoint;
  return {
    key: `embeddings:${baseUrl} ${model}`.slice(0, 500),
    name: nameOfEndpoint(endpoint).slice(0, 200),
    destination: hostOf(baseUrl),
    isRemote: !isLoopback(baseUrl),
  };
}

/** The editor's description of one of its models. */
interface EditorModel {
  id: string;
  name: string;
  vendor: string;
  maxInputTokens: number;
}

/** Counts as remote, because only its vendor knows where a model of the editor runs. */
export function offeredEditorModel({ id, name, vendor, maxInputTokens }: EditorModel): OfferedModel {
  return {
    key: editorKey(vendor, id),
    name: (name || id).slice(0, 200),
    kind: 'editor',
    destination: `${vendor} (editor model)`.slice(0, 300),
    isRemote: true,
    maxTokens: Number.isFinite(maxInputTokens) ? Math.max(1_000, Math.floor(maxInputTokens)) : defaultContextTokens,
  };
}

function editorKey(vendor: string, id: string): string {
  return `${editorPrefix}${vendor}/${id}`.slice(0, 500);
}

/** True for the key of a model of the editor. */
export function isEditorKey(key: string): boolean {
  return key.startsWith(editorPrefix);
}
