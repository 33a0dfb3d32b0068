/**
 * The settings and their defaults, and nothing of the editor: a test compares this table with the manifest.
 * Texts, order and scope stand in the manifest.
 */
import {
  authModes,
  defaultSpaces,
  defaultServerSettings,
  pathPolicies,
  serverSettingsFrom as settingsFrom,
  type ServerSettings,
  type ServerSettingName,
} from '../contract/serverSettings';
import { defaultContextTokens } from '../models/endpoint';
import { builtInKey } from './models/modelSettings';

export const serverSection = 'quarry.server';

type OfServer = { [Name in ServerSettingName as `quarry.server.${Name}`]: ServerSettings[Name] };

const ofServer = Object.fromEntries(
  Object.entries(defaultServerSettings).map(([name, value]) => [`${serverSection}.${name}`, value]),
) as OfServer; // each name of the table, with the section before it

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

/** The words that a setting with a closed list may have. */
export const settingChoices = {
  'quarry.server.auth': authModes,
  'quarry.server.pathPolicy': pathPolicies,
  'quarry.server.defaultSpace': defaultSpaces,
} satisfies Partial<Record<SettingName, readonly string[]>>;

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
  return settingsFrom((name) => read(`${serverSection}.${name}`));
}
