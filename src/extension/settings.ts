/**
 * The settings and their defaults, and nothing of the editor: a test compares this table with the manifest.
 * Texts, order and scope stand in the manifest.
 */
import { defaultServerSettings, type ServerSettings } from '../contract/serviceMessages';
import { defaultContextTokens } from '../models/endpoint';
import { builtInKey } from './models/modelSettings';

export const serverSection = 'quarry.server';

export const settings = {
  'quarry.server.port': defaultServerSettings.port,
  'quarry.server.auth': defaultServerSettings.auth,
  'quarry.server.allowedHosts': defaultServerSettings.allowedHosts,
  'quarry.server.allowedOrigins': defaultServerSettings.allowedOrigins,
  'quarry.server.pathPolicy': defaultServerSettings.pathPolicy,
  'quarry.server.allowedPaths': defaultServerSettings.allowedPaths,
  'quarry.server.checkPeerUser': defaultServerSettings.checkPeerUser,
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
  'quarry.library.dataFolder': '',
} as const;

export type SettingName = keyof typeof settings;

/** The words that a setting with a closed list may have. */
export const settingChoices = {
  'quarry.server.auth': ['open', 'ask', 'required'],
  'quarry.server.pathPolicy': ['owned', 'roots', 'any'],
} as const satisfies {
  'quarry.server.auth': ServerSettings['auth'][];
  'quarry.server.pathPolicy': ServerSettings['pathPolicy'][];
};

/** The limits of the contract. */
const maxPatterns = 500;
const maxPatternChars = 1000;

/** Patterns as written, without what is none. */
export function patternsFrom(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((item) => typeof item === 'string').map((item) => item.trim());
  return texts.filter((item) => item !== '' && item.length <= maxPatternChars).slice(0, maxPatterns);
}

/** What people write into settings files is not checked by the editor: what does not fit becomes the default. */
export function serverSettingsFrom(read: (name: SettingName) => unknown): ServerSettings {
  const texts = (name: SettingName, fallback: readonly string[]): string[] => {
    const value = read(name);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [...fallback];
  };
  const port = read('quarry.server.port');
  const isPort = typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535;
  const auth = read('quarry.server.auth');
  const pathPolicy = read('quarry.server.pathPolicy');
  const checkPeerUser = read('quarry.server.checkPeerUser');
  return {
    port: isPort ? port : defaultServerSettings.port,
    auth: settingChoices['quarry.server.auth'].find((choice) => choice === auth) ?? defaultServerSettings.auth,
    pathPolicy:
      settingChoices['quarry.server.pathPolicy'].find((choice) => choice === pathPolicy) ??
      defaultServerSettings.pathPolicy,
    allowedHosts: texts('quarry.server.allowedHosts', defaultServerSettings.allowedHosts),
    allowedOrigins: texts('quarry.server.allowedOrigins', defaultServerSettings.allowedOrigins),
    allowedPaths: texts('quarry.server.allowedPaths', defaultServerSettings.allowedPaths),
    checkPeerUser: typeof checkPeerUser === 'boolean' ? checkPeerUser : defaultServerSettings.checkPeerUser,
  };
}
