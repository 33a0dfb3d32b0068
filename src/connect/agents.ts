/**
 * The coding agents that Quarry can be connected to: where each keeps its servers, and in which form. To add one: a
 * row. As their own documents had it in November 2026.
 */
import path from 'node:path';

/** Where the account whose agents are meant keeps its files. */
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
  /** As it is typed. */
  id: string;
  name: string;
  /** Absolute; of the account, so that it holds for every project. The first that exists counts, else the first. */
  files: (surroundings: Surroundings) => string[];
  format: 'json' | 'toml';
  /** Keys from the top of the file to our entry. */
  place: string[];
  entry: (launch: Launch) => Record<string, unknown>;
  /** Its user most likely has our extension, which brings the same tools: connected only when named. */
  isNamedOnly?: true;
}

const plain = ({ command, args }: Launch) => ({ command, args });
const typed = (launch: Launch) => ({ type: 'stdio', ...plain(launch) });

/** Where programs keep the settings of an account, as each system has it. */
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
