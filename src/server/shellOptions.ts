/**
 * The settings of the server where no editor holds them: an option of the shell for each (`--allowed-origins`), and a
 * variable (`QUARRY_SERVER_ALLOWED_ORIGINS`), which the option overrules. Names and checks come from the settings'
 * table.
 */
import {
  defaultServerSettings,
  serverSettingKinds,
  serverSettingNames,
  type ServerSettingName,
  type ServerSettings,
} from '../contract/serverSettings';

const meanings: Record<ServerSettingName, string> = {
  port: 'preferred port; 0 picks a free one',
  auth: 'ask: questions need the token; required: all does',
  allowedHosts: 'a further name in Host, for forwarded ports',
  allowedOrigins: 'a web page that may call, such as http://localhost:5173',
  pathPolicy: 'searched without the token: your folders, only --root, or any',
  allowedPaths: 'a folder that may always be searched',
  defaultSpace: 'what a question is asked of that names nothing: --root or the library',
  checkPeerUser: 'on Linux, only programs of this user may call',
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isList = (name: ServerSettingName): boolean => Array.isArray(defaultServerSettings[name]);

/** The name of the option, without its dashes. */
export function optionOf(name: ServerSettingName): string {
  return kebab(name);
}

/** `allowedOrigins` is set by `QUARRY_SERVER_ALLOWED_ORIGINS`. */
export function variableOf(name: ServerSettingName): string {
  return `QUARRY_SERVER_${kebab(name).replaceAll('-', '_').toUpperCase()}`;
}

/**
 * All options, as Node's `parseArgs` takes them: each may be given several times, the last one counts but for lists.
 */
export const shellOptions = Object.fromEntries(
  serverSettingNames.map((name) => [optionOf(name), { type: 'string' as const, multiple: true as const }]),
);

/** @returns lines for the help text */
export function describeOptions(indent: string): string {
  const rows = serverSettingNames.map((name) => {
    const value = defaultServerSettings[name];
    const standard = Array.isArray(value) ? 'may be repeated' : `default ${value}`;
    return { option: `--${optionOf(name)} ${placeholderOf(name)}`, text: `${meanings[name]} (${standard})` };
  });
  const width = Math.max(...rows.map(({ option }) => option.length));
  return rows.map(({ option, text }) => `${indent}${option.padEnd(width)}  ${text}`).join('\n');
}

function placeholderOf(name: ServerSettingName): string {
  const { words } = serverSettingKinds[name];
  if (words) return words.join('|');
  const value = defaultServerSettings[name];
  if (typeof value === 'boolean') return 'true|false';
  if (typeof value === 'number') return 'N';
  return name === 'allowedPaths' ? 'DIR' : 'NAME';
}

interface ShellSource {
  /** What was given for an option, by its name without dashes; nothing when it was not. */
  options: Readonly<Record<string, unknown>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** @throws TypeError naming the option or variable that has no value it can take */
export function settingsFromShell({ options, environment }: ShellSource): ServerSettings {
  const settings = structuredClone(defaultServerSettings);
  const take = <Name extends ServerSettingName>(name: Name): void => {
    const option = options[optionOf(name)];
    if (Array.isArray(option)) settings[name] = parse(name, `--${optionOf(name)}`, option.map(String));
    const variable = environment[variableOf(name)]?.trim();
    if (!Array.isArray(option) && variable) settings[name] = parse(name, variableOf(name), partsOf(name, variable));
  };
  serverSettingNames.forEach(take);
  return settings;
}

/** A variable holds one text: a list is written in it with commas. */
function partsOf(name: ServerSettingName, text: string): string[] {
  if (!isList(name)) return [text];
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function parse<Name extends ServerSettingName>(name: Name, given: string, texts: string[]): ServerSettings[Name] {
  const kind = serverSettingKinds[name];
  const value = kind.parse(texts);
  if (value !== undefined) return value;
  throw new TypeError(`${given} takes ${kind.expected}, not "${texts.join(', ')}".`);
}
