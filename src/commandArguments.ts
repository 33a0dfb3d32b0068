/** Usage text, parsing and checks of the arguments of `quarry`. Must not know what a command does. */
import {
  defaultServerSettings,
  serverSettingKinds,
  serverSettingNames,
  type ServerSettingName,
  type ServerSettings,
} from './contract/serviceOptions';
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { liesInClosedPlace } from './api/places';
import { agents } from './connect/agents';
// A named import keeps the rest of the manifest out of the bundle.
import { version as ownVersion } from '../package.json';

// Section: server settings without an editor: one shell option each, and one variable that the option overrides.

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

/** Environment variable of a setting: `allowedOrigins` is set by `QUARRY_SERVER_ALLOWED_ORIGINS`. */
export function variableOf(name: ServerSettingName): string {
  return `QUARRY_SERVER_${kebab(name).replaceAll('-', '_').toUpperCase()}`;
}

/** All options as Node's `parseArgs` takes them. Each may be repeated; the last value counts, except for lists. */
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
  /** Values given for options, by name without dashes; absent when not given. */
  options: Readonly<Record<string, unknown>>;
  environment: Readonly<Record<string, string | undefined>>;
}

/** @throws TypeError naming the option or variable that has no value it can take */
export function settingsFromShell({ options, environment }: ShellSource): ServerSettings {
  const settings = structuredClone(defaultServerSettings);
  const take = <Name extends ServerSettingName>(name: Name): void => {
    const option = options[optionOf(name)];
    if (Array.isArray(option)) settings[name] = parseSetting(name, `--${optionOf(name)}`, option.map(String));
    const variable = environment[variableOf(name)]?.trim();
    if (!Array.isArray(option) && variable)
      settings[name] = parseSetting(name, variableOf(name), partsOf(name, variable));
  };
  serverSettingNames.forEach(take);
  return settings;
}

/** Splits a list at commas, since a variable holds one text. */
function partsOf(name: ServerSettingName, text: string): string[] {
  if (!isList(name)) return [text];
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function parseSetting<Name extends ServerSettingName>(
  name: Name,
  given: string,
  texts: string[],
): ServerSettings[Name] {
  const kind = serverSettingKinds[name];
  const value = kind.parse(texts);
  if (value !== undefined) return value;
  throw new TypeError(`${given} takes ${kind.expected}, not "${texts.join(', ')}".`);
}

export const usage = `Quarry ${ownVersion}: ask questions of your code, offline.

  quarry serve [--data DIR] [--root DIR]... [server options]
      Starts the service and prints {"baseUrl","pid","token"} in one line when it listens.
      --data DIR  where the library lives (default ~/.quarry/library)
      --root DIR  a folder that may be searched; may be repeated (default: the current folder)
      Server options, the same as the settings quarry.server.* of the editor:
${describeOptions('      ')}
      Each may also stand in the environment: QUARRY_SERVER_PORT, QUARRY_SERVER_ALLOWED_ORIGINS and so on, lists
      with commas. An option overrules its variable.

  quarry ask [--root DIR]... [--data DIR] [--limit N] [--json] "question"
      Answers from the folders, with citations. With --data the library there is asked too.

  quarry mcp [--root DIR]... [--data DIR]
      For coding agents: speaks MCP on standard input and output, about the current folder or the agent's own.
      Joins the service that runs (an editor's, or quarry serve); without one it is its own, with the library of --data.

  quarry mcp --install [AGENT]... [--yes], quarry mcp --uninstall [AGENT]... [--yes]
      Connects coding agents, or takes it back: shows what would change in their configurations and asks first.
      Without a name those on this machine. ${agents.map(({ id }) => id).join(', ')}.

  quarry token [--renew] [--data DIR]
      Prints the token that programs show to the service of the library there.
      --renew     makes a new one first: a running service refuses the old one from then on

  quarry team serve | migrate | token
      A library that a team shares, on PostgreSQL: "quarry team help" tells more.

  quarry help, quarry --version

  A model writes the answers when the environment names one: QUARRY_MODEL_URL (OpenAI-compatible, such as
  http://localhost:11434/v1) and QUARRY_MODEL; QUARRY_MODEL_KEY, QUARRY_MODEL_ORGANIZATION and
  QUARRY_MODEL_CONTEXT_TOKENS as needed. Questions and the passages found for them are then sent there.
  QUARRY_EMBEDDING_MODEL names a model for embeddings at the same place, with or without QUARRY_MODEL: it ranks
  the best 50 passages once more and is sent them with each question.

  QUARRY_TEAM_ADDRESS and QUARRY_TEAM_TOKEN name the team whose spaces the library shares, where no window does.
`;

export interface Arguments {
  command: string | undefined;
  question: string;
  settings: ServerSettings;
  data: string | undefined;
  roots: string[];
  /** False when the current folder stands in for unnamed roots. */
  isNamed: boolean;
  limit: number;
  json: boolean;
  renew: boolean;
  /** Names of agents, and the words of a question. */
  words: string[];
  install: boolean;
  uninstall: boolean;
  yes: boolean;
}

const options = {
  ...shellOptions,
  data: { type: 'string' },
  root: { type: 'string', multiple: true, default: [] },
  limit: { type: 'string', default: '20' },
  json: { type: 'boolean', default: false },
  renew: { type: 'boolean', default: false },
  install: { type: 'boolean', default: false },
  uninstall: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} satisfies ParseArgsConfig['options'];

/** @throws TypeError with what is wrong in a sentence of ours: Node's speaks of its own ways */
function parse(argv: string[]) {
  const { tokens } = parseArgs({ args: argv, allowPositionals: true, strict: false, tokens: true, options });
  const unknown = tokens.find((token) => token.kind === 'option' && !(token.name in options));
  if (unknown?.kind === 'option') {
    throw new TypeError(`There is no option ${unknown.rawName}: "quarry help" lists those that there are.`);
  }
  return parseArgs({ args: argv, allowPositionals: true, options });
}

/** Refuses words behind commands that take none: only questions and agent names have them. */
function refuseWords(command: string | undefined, [word]: string[]): void {
  if (word === undefined || !['serve', 'mcp', 'token'].includes(command ?? '')) return;
  throw new TypeError(`${command} takes no "${word}": folders are named with --root, the library with --data.`);
}

/** The contract's limits for one question, checked here so that the message speaks of arguments. */
const maxRoots = 100;
const maxQuestionCharacters = 100_000;

/**
 * Refuses a missing folder, which would otherwise look like one without results.
 * @throws TypeError with a way out
 */
export function refuseUnusable({ command, roots, isNamed, data, question }: Arguments): void {
  const missing = roots.find((root) => statSync(root, { throwIfNoEntry: false }) === undefined);
  if (missing !== undefined) throw new TypeError(`${missing} does not exist: --root names a folder or file that does.`);
  // A service may be started anywhere, so an unnamed current folder need not be searchable.
  const wanted = command === 'serve' && !isNamed ? [] : roots;
  const closed = wanted.find((root) => liesInClosedPlace(root) || liesInClosedPlace(realpathSync(root)));
  if (closed !== undefined) {
    throw new TypeError(
      `${closed} is not searched: folders of the system and hidden ones in your home folder stay closed. ` +
        'Name the folder of your code with --root.',
    );
  }
  if (roots.length > maxRoots) {
    throw new TypeError(`${roots.length} folders are too many, ${maxRoots} may be searched: name one that holds them.`);
  }
  if (question.length > maxQuestionCharacters) {
    const limit = maxQuestionCharacters.toLocaleString('en');
    throw new TypeError(
      `The question is longer than ${limit} characters: ask in fewer, and name the code with --root.`,
    );
  }
  if (data !== undefined && statSync(data, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new TypeError(`${data} is a file: --data names the folder in which the library lies.`);
  }
}

/** @throws TypeError with what is wrong, in a sentence */
export function readArguments(argv: string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [command, ...rest] = positionals;
  if (!values.install && !values.uninstall) refuseWords(command, rest);
  const named = values.version ? 'version' : command;
  const settings = settingsFromShell({ options: values, environment: process.env });
  return {
    command: values.help ? 'help' : named,
    question: rest.join(' '),
    settings: { ...settings, allowedPaths: settings.allowedPaths.map((folder) => path.resolve(folder)) },
    data: values.data === undefined ? undefined : path.resolve(values.data),
    isNamed: values.root.length > 0,
    roots: (values.root.length > 0 ? values.root : ['.']).map((root) => path.resolve(root)),
    limit: wholeNumber('--limit', values.limit, 1, 100),
    json: values.json,
    renew: values.renew,
    words: rest,
    install: values.install,
    uninstall: values.uninstall,
    yes: values.yes,
  };
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  throw new TypeError(`${name} takes a whole number from ${minimum} to ${maximum}, not "${text}".`);
}
