/**
 * Names for the endpoint of our own windows: a socket file in a folder only this user can enter, or a named pipe.
 * Socket paths must stay under 104 bytes (macOS), which a data folder rarely allows.
 */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { codeOf } from './exclusiveFile';

const maxSocketPathBytes = 103;
/** A younger socket may belong to a process that has not begun to listen yet. */
const minStaleMs = 60_000;

/** @throws Error naming each folder that was tried, when none can hold a socket */
export async function makeIpcPath(): Promise<string> {
  const name = randomBytes(6).toString('hex');
  if (process.platform === 'win32') return `\\\\.\\pipe\\quarry-${name}`;
  const faults: string[] = [];
  for (const root of temporaryFolders()) {
    try {
      const folder = await privateFolder(root);
      const socket = path.join(folder, `${name}.sock`);
      if (Buffer.byteLength(socket) <= maxSocketPathBytes) return socket;
      faults.push(`${root} is too long`);
    } catch (error) {
      faults.push(`${root} (${codeOf(error) ?? String(error)})`);
    }
  }
  throw new Error(`No folder for temporary files can hold a socket: ${faults.join(', ')}. Name one in TMPDIR.`);
}

/** What TMPDIR names need not be there, and a container may let nothing be written but its memory. */
export function temporaryFolders(): string[] {
  const { XDG_RUNTIME_DIR } = process.env;
  const all = [os.tmpdir(), '/tmp', ...(XDG_RUNTIME_DIR ? [XDG_RUNTIME_DIR] : []), '/var/tmp', '/dev/shm'];
  return [...new Set(all.filter((folder) => path.isAbsolute(folder)))];
}

/** `quarry-<uid>`, when it is ours and closed to others; a fresh folder otherwise. */
async function privateFolder(root: string): Promise<string> {
  const uid = process.getuid?.() ?? -1; // an account may have a number and no name
  const folder = path.join(root, `quarry-${uid}`);
  try {
    await fs.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const found = await fs.lstat(folder);
  const isPrivate = found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
  return isPrivate ? folder : fs.mkdtemp(path.join(root, 'quarry-'));
}

/** Removes socket files beside ours that nobody listens on: a killed process leaves its own behind. */
export async function removeStaleSockets(ipcPath: string): Promise<void> {
  if (process.platform === 'win32') return; // a pipe ends with its process
  const folder = path.dirname(ipcPath);
  for (const name of await fs.readdir(folder)) {
    const socket = path.join(folder, name);
    if (!name.endsWith('.sock') || socket === ipcPath) continue;
    const found = await fs.stat(socket).catch(() => undefined); // removed by another process meanwhile
    if (found && Date.now() - found.mtimeMs > minStaleMs && !(await isListenedOn(socket)))
      await fs.rm(socket, { force: true });
  }
}

function isListenedOn(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'));
  });
}
