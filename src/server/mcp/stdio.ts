/**
 * MCP over standard input and output, for one agent that has started us. Folders: those named at the start, else the
 * agent's own roots, else the folder we were started in. Must not know where the service is.
 */
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../answers';
import { createMcpServer } from './mcpServer';
import type { Session, ToolApi } from './session';

interface AgentOnStdio {
  api: ToolApi;
  /** Named at the start. */
  folders: readonly string[];
  /** Where we were started; undefined where that is no project. */
  current: string | undefined;
  version: string;
  log: Log;
}

/** Long enough for any agent, short enough not to hold a question up. */
const rootsMs = 2_000;

/** Resolves when the agent has closed our input. */
export function serveAgentOnStdio({ api, folders, current, version, log }: AgentOnStdio): Promise<void> {
  const serving = serveStdio(
    () => {
      let known: Promise<string[]> | undefined;
      const server = createMcpServer(
        async (): Promise<Session> => {
          known ??= folders.length > 0 ? Promise.resolve([...folders]) : rootsOf(server, current, log);
          return { api, folders: await known, isTrusted: true, client: 'an agent', version };
        },
        version,
        log,
      );
      return server;
    },
    { onerror: (error) => log('info', `MCP: ${error.message}`) },
  );
  return new Promise((resolve, reject) => {
    const end = () => void serving.close().then(resolve, reject);
    process.stdin.once('end', end);
    process.stdin.once('close', end);
  });
}

/** Agents before 2026-07-28 may tell their folders. */
async function rootsOf(server: Server, current: string | undefined, log: Log): Promise<string[]> {
  const own = current === undefined ? [] : [current];
  if (!server.getClientCapabilities()?.roots) return own;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: rootsMs });
    const folders = roots.flatMap(({ uri }) => (uri.startsWith('file://') ? [fileURLToPath(uri)] : []));
    return folders.length > 0 ? folders : own;
  } catch (error) {
    log('warn', `The agent does not tell its folders: ${String(error)}`);
    return own;
  }
}
