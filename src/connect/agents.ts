/**
 * Table of the coding agents that can be connected: place and form of their configuration, as documented in November
 * 2026; and the program they start. To add one: a row.
 */
import path from 'node:path';
import * as fs from 'node:fs/promises';
import { codeOf, replaceAtomically, readSmallFile } from '../owner/exclusiveFile';

/** The account's environment whose agents are meant. */
export interface Surroundings {
  home: string;
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
}

interface Launch {
  command: string;
  args: string[];
}

export interface Agent {
  /** Id as typed by users. */
  id: string;
  name: string;
  /** Absolute paths of the account-wide configuration; the first that exists counts, else the first. */
  files: (surroundings: Surroundings) => string[];
  format: 'json' | 'toml';
  /** Keys from the top of the file to our entry. */
  place: string[];
  entry: (launch: Launch) => Record<string, unknown>;
  /** True when its users probably have our extension, which brings the same tools: connected only when named. */
  isNamedOnly?: true;
}

const plain = ({ command, args }: Launch) => ({ command, args });
const typed = (launch: Launch) => ({ type: 'stdio', ...plain(launch) });

/** The system's folder for settings of an account. */
function settingsFolder({ home, platform, environment }: Surroundings): string {
  if (platform === 'win32') return environment.APPDATA ?? path.join(home, 'AppData', 'Roaming');
  return environment.XDG_CONFIG_HOME ?? path.join(home, '.config');
}

export const agents: readonly Agent[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    files: ({ home, environment }) => [path.join(environment.CLAUDE_CONFIG_DIR ?? home, '.claude.json')],
    format: 'json',
    place: ['mcpServers', 'quarry'],
    entry: typed,
  },
  {
    id: 'codex',
    name: 'Codex',
    files: ({ home, environment }) => [path.join(environment.CODEX_HOME ?? path.join(home, '.codex'), 'config.toml')],
    format: 'toml',
    place: ['mcp_servers', 'quarry'],
    entry: plain,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    files: ({ home }) => [path.join(home, '.cursor', 'mcp.json')],
    format: 'json',
    place: ['mcpServers', 'quarry'],
    entry: plain,
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    files: ({ home }) => [path.join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    format: 'json',
    place: ['mcpServers', 'quarry'],
    entry: plain,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    files: ({ home }) => [path.join(home, '.gemini', 'settings.json')],
    format: 'json',
    place: ['mcpServers', 'quarry'],
    entry: plain,
  },
  {
    id: 'opencode',
    name: 'OpenCode',
    files: ({ home, environment }) =>
      ['opencode.json', 'opencode.jsonc'].map((name) =>
        path.join(environment.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'opencode', name),
      ),
    format: 'json',
    place: ['mcp', 'quarry'],
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },
  {
    id: 'zed',
    name: 'Zed',
    files: (surroundings) => {
      const { home, platform } = surroundings;
      const folder = platform === 'darwin' ? path.join(home, '.config') : settingsFolder(surroundings);
      return [path.join(folder, platform === 'win32' ? 'Zed' : 'zed', 'settings.json')];
    },
    format: 'json',
    place: ['context_servers', 'quarry'],
    entry: plain,
  },
  {
    id: 'vscode',
    name: 'VS Code without the extension',
    files: (surroundings) => {
      const { home, platform } = surroundings;
      const folder =
        platform === 'darwin' ? path.join(home, 'Library', 'Application Support') : settingsFolder(surroundings);
      return [path.join(folder, 'Code', 'User', 'mcp.json')];
    },
    format: 'json',
    place: ['servers', 'quarry'],
    entry: typed,
    isNamedOnly: true,
  },
];

// Section: the launcher that agents start, at a path that survives updates, which move the extension and the editor's
// Node.

interface Installation {
  /** Home folder of the account. */
  home: string;
  platform: NodeJS.Platform;
  /** Path of Node, or of an editor that can act as Node. */
  node: string;
  /** Quarry's command line, `cli.js`. */
  commandLine: string;
}

type Place = Pick<Installation, 'home' | 'platform'>;

export function launcherFile({ home, platform }: Place): string {
  return path.join(home, '.quarry', 'bin', platform === 'win32' ? 'quarry.cmd' : 'quarry');
}

/** The command of an agent's entry; on Windows most agents cannot start a script by name. */
export function launchCommand(place: Place): { command: string; args: string[] } {
  const file = launcherFile(place);
  return place.platform === 'win32' ? { command: 'cmd', args: ['/c', file, 'mcp'] } : { command: file, args: ['mcp'] };
}

/** @throws the system's error when the folder or the file cannot be written */
export async function writeLauncher(installation: Installation): Promise<void> {
  const file = launcherFile(installation);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await replaceAtomically(file, script(installation));
  await fs.chmod(file, 0o700);
}

/** Points an existing launcher to this installation; only connecting an agent creates one. */
export async function refreshLauncher(installation: Installation): Promise<void> {
  try {
    if ((await readSmallFile(launcherFile(installation))) === script(installation)) return;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return;
    throw error;
  }
  await writeLauncher(installation);
}

export async function removeLauncher(place: Place): Promise<void> {
  await fs.rm(launcherFile(place), { force: true });
}

const gone = 'Quarry is no longer where it was. Install it again, or take "quarry" out of the servers of your agent.';

function script({ platform, node, commandLine }: Installation): string {
  if (platform === 'win32') {
    const quoted = (text: string) => `"${text.replaceAll('%', '%%')}"`;
    return [
      '@echo off',
      'rem Written by Quarry, which leads it to the version that was started last.',
      'chcp 65001 >nul',
      `if not exist ${quoted(commandLine)} (echo ${gone} 1>&2 & exit /b 1)`,
      'set ELECTRON_RUN_AS_NODE=1',
      `${quoted(node)} ${quoted(commandLine)} %*`,
      '',
    ].join('\r\n');
  }
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return [
    '#!/bin/sh',
    '# Written by Quarry, which leads it to the version that was started last.',
    `if [ ! -f ${quoted(commandLine)} ] || [ ! -x ${quoted(node)} ]; then`,
    `  echo ${quoted(gone)} >&2`,
    '  exit 1',
    'fi',
    `ELECTRON_RUN_AS_NODE=1 exec ${quoted(node)} ${quoted(commandLine)} "$@"`,
    '',
  ].join('\n');
}
