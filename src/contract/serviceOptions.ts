/** Options and settings of the service, and the messages between it and its window. */

// Section: the server's settings with defaults and bounds. The editor's settings and the headless options are derived
// from this table.

export type PathPolicy = 'owned' | 'roots' | 'any';
export type AuthMode = 'open' | 'ask' | 'required';
/** The query space of a program's question that names none. */
export type DefaultSpace = 'none' | 'workspace' | 'library';

/** The `quarry.server.*` settings. */
export interface ServerSettings {
  /** Preferred port; 0 picks a free one. */
  port: number;
  auth: AuthMode;
  allowedHosts: string[];
  allowedOrigins: string[];
  pathPolicy: PathPolicy;
  allowedPaths: string[];
  defaultSpace: DefaultSpace;
  checkPeerUser: boolean;
}

export type ServerSettingName = keyof ServerSettings;

export const defaultServerSettings: ServerSettings = {
  port: 39300,
  auth: 'open',
  allowedHosts: [],
  allowedOrigins: [],
  pathPolicy: 'owned',
  allowedPaths: [],
  defaultSpace: 'none',
  checkPeerUser: true,
};

interface Kind<Value> {
  /** The value if it is valid, else undefined; a person may have written anything. */
  read(value: unknown): Value | undefined;
  /** Parses a command-line option or an environment variable, a list in its parts; undefined when it is invalid. */
  parse(texts: readonly string[]): Value | undefined;
  /** Describes the valid values, for error messages. */
  expected: string;
  /** The allowed words; absent when any text is allowed. */
  words?: readonly Value[];
}

const wholeNumber = (minimum: number, maximum: number): Kind<number> => {
  const read = (value: unknown): number | undefined =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined;
  const parse = (texts: readonly string[]) =>
    /^\d+$/.test(texts.at(-1) ?? '') ? read(Number(texts.at(-1))) : undefined;
  return { read, parse, expected: `a whole number from ${minimum} to ${maximum}` };
};

const choice = <Word extends string>(words: readonly Word[]): Kind<Word> => {
  const read = (value: unknown): Word | undefined => words.find((word) => word === value);
  return {
    words,
    read,
    parse: (texts) => read(texts.at(-1)),
    expected: words.join(', ').replace(/, (?=[^,]*$)/, ' or '),
  };
};

const yesOrNo: Kind<boolean> = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  parse: (texts) => [true, false].find((value) => String(value) === texts.at(-1)),
  expected: 'true or false',
};

const list = (expected: string, fits: (text: string) => boolean): Kind<string[]> => ({
  read: (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined),
  parse: (texts) => (texts.every(fits) ? [...texts] : undefined),
  expected,
});

export const authModes: readonly AuthMode[] = ['open', 'ask', 'required'];
export const pathPolicies: readonly PathPolicy[] = ['owned', 'roots', 'any'];
export const defaultSpaces: readonly DefaultSpace[] = ['none', 'workspace', 'library'];

export const serverSettingKinds: { readonly [Name in ServerSettingName]: Kind<ServerSettings[Name]> } = {
  port: wholeNumber(0, 65_535),
  auth: choice(authModes),
  allowedHosts: list('a name of this machine such as box.example:8080', (text) => /^[^\s/]+$/.test(text)),
  // An entry without a scheme would match no origin.
  allowedOrigins: list('an origin such as http://localhost:5173', (text) =>
    /^[a-z][\w+.-]*:\/\/[^\s/]+\/?$/i.test(text),
  ),
  pathPolicy: choice(pathPolicies),
  allowedPaths: list('a folder', (text) => text !== ''),
  defaultSpace: choice(defaultSpaces),
  checkPeerUser: yesOrNo,
};

export const serverSettingNames = Object.keys(defaultServerSettings) as ServerSettingName[];

/** @param read returns a setting's raw value; an invalid one becomes the default */
export function serverSettingsFrom(read: (name: ServerSettingName) => unknown): ServerSettings {
  const settings: ServerSettings = { ...defaultServerSettings };
  const take = <Name extends ServerSettingName>(name: Name): void => {
    settings[name] = serverSettingKinds[name].read(read(name)) ?? structuredClone(defaultServerSettings[name]);
  };
  serverSettingNames.forEach(take);
  return settings;
}

// Section: messages between a window's shell and its service thread; everything else uses the socket file.

/** Options passed to the thread when it starts. All paths are absolute. */
export interface ServiceOptions {
  /** Folder of the store, the token and the owner files. */
  dataFolder: string;
  cacheFolder: string;
  /** Bundle of the engine thread; the grammar folder is beside it. */
  engineFile: string;
  grammarFolder: string;
  /** Folder of `<port>.json`, by which programs find the service. */
  discoveryFolder: string;
  /** Version of the extension. */
  version: string;
  settings: ServerSettings;
}

export type LogLevel = 'info' | 'warn' | 'error';

export type ServiceMessage =
  /** The service looks for an owner or takes over; calls wait. */
  | { kind: 'looking' }
  /** The service is reachable on this socket file (or named pipe). */
  | { kind: 'connected'; role: 'owner' | 'client'; socketPath: string; token: string }
  /** The library cannot be used at the moment; the service tries again. */
  | { kind: 'detached'; reason: string }
  /** The service cannot start and does not try again by itself. */
  | { kind: 'failed'; reason: string }
  /** A web page of this origin was refused; the shell may offer to allow it. */
  | { kind: 'originRefused'; origin: string }
  | { kind: 'log'; level: LogLevel; text: string }
  | { kind: 'stopped' };

export type ShellMessage = { kind: 'settings'; settings: ServerSettings } | { kind: 'stop' };
