/**
 * `<port>.json` in the discovery folder: how programs outside find a running server. One per port and owner; readers
 * take a refused connection as a stale file.
 */
import * as fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { codeOf, replaceAtomically } from './exclusiveFile';

export interface DiscoveredServer {
  baseUrl: string;
  port: number;
  pid: number;
  instance: string;
  epoch: number;
  version: string;
  startedAt: string;
  token: string;
  workspaceFolders: string[];
}

export function defaultDiscoveryFolder(): string {
  return path.join(os.homedir(), '.quarry', 'servers');
}

export async function announceServer(folder: string, server: DiscoveredServer): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.chmod(folder, 0o700); // the files hold a token
  await replaceAtomically(fileOf(folder, server.port), `${JSON.stringify(server, null, 2)}\n`);
}

/** Removes the file when it is still ours. */
export async function withdrawServer(
  folder: string,
  { port, instance }: Pick<DiscoveredServer, 'port' | 'instance'>,
): Promise<void> {
  const found = await readServer(fileOf(folder, port));
  if (found?.instance === instance) await fs.rm(fileOf(folder, port), { force: true });
}

/** All that are announced, the stale ones too. */
export async function listServers(folder: string): Promise<DiscoveredServer[]> {
  let names: string[];
  try {
    names = await fs.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  const servers = await Promise.all(
    names.filter((name) => /^\d+\.json$/.test(name)).map((name) => readServer(path.join(folder, name))),
  );
  return servers.filter((server) => server !== undefined);
}

function fileOf(folder: string, port: number): string {
  return path.join(folder, `${port}.json`);
}

async function readServer(file: string): Promise<DiscoveredServer | undefined> {
  try {
    const value: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
    return isServer(value) ? value : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isServer(value: unknown): value is DiscoveredServer {
  if (typeof value !== 'object' || value === null) return false;
  const record: Partial<Record<keyof DiscoveredServer, unknown>> = value;
  const texts = [record.baseUrl, record.instance, record.version, record.startedAt, record.token];
  const numbers = [record.port, record.pid, record.epoch];
  const isTyped =
    texts.every((text) => typeof text === 'string') && numbers.every((number) => typeof number === 'number');
  return isTyped && Array.isArray(record.workspaceFolders);
}
