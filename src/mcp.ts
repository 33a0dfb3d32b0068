/** `quarry mcp`: serves an agent over stdio. Joins this user's running service, or starts its own. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { liesInClosedPlace } from './api/places';
import { homeFolder } from './contract/conventions';
import type { LogLevel } from './contract/serviceOptions';
import { createServiceLink, type ServiceLinkOptions } from './owner/serviceLink';
import { serveAgentOnStdio } from './server/mcp/mcpServer';

interface McpCommand extends ServiceLinkOptions {
  /** Folders named with --root. */
  roots: readonly string[];
  version: string;
  log: (level: LogLevel, text: string) => void;
  /** Resolves at a signal to end. */
  asked: Promise<void>;
}

export async function runMcp({ roots, version, log, asked, ...options }: McpCommand): Promise<number> {
  const link = createServiceLink(options);
  const current = roots.length > 0 ? undefined : projectFolder(process.cwd());
  const folders = [...roots, ...(current === undefined ? [] : [current])];
  // Starts indexing now, before the agent's first question.
  const first = { query: path.basename(folders[0] ?? ''), paths: folders, options: { limit: 1 } };
  const warmed = folders.length > 0 ? link.api.relevance({ body: first }) : Promise.resolve();
  warmed.catch((error: unknown) => log('warn', `Nothing is read ahead: ${String(error)}`));
  await Promise.race([serveAgentOnStdio({ api: link.api, folders: roots, current, version, log }), asked]);
  await link.close();
  return 0;
}

/**
 * The current folder, unless it is a home folder or the top of a disk: desktop agents start programs there, and
 * indexing all of it is never meant.
 */
function projectFolder(folder: string): string | undefined {
  const isWhole = folder === homeFolder() || folder === path.parse(folder).root || liesInClosedPlace(folder);
  return isWhole || !statSync(folder).isDirectory() ? undefined : folder;
}
