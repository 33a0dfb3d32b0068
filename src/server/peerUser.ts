/**
 * Whose program is at the other end of a loopback connection: Linux lists every socket with its user. Asked once for
 * each connection and read off the event loop. Elsewhere, and where there is no entry, nobody can say: that passes.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';

interface PeerUsers {
  /** False when another account (neither ours nor root) has opened the connection. */
  isOurs(socket: Socket): boolean | Promise<boolean>;
}

interface PeerUserOptions {
  /** The text of the kernel's tables. */
  readTables: () => Promise<string>;
  ownUser: number;
}

const isLinux = process.platform === 'linux' && os.endianness() === 'LE';

export const kernelTables: PeerUserOptions = {
  readTables: async () => {
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => ''));
    return (await Promise.all(tables)).join('\n'); // without IPv6 the second file is missing
  },
  ownUser: process.getuid?.() ?? -1,
};

export function createPeerUsers({ readTables, ownUser }: PeerUserOptions = kernelTables): PeerUsers {
  const known = new WeakMap<Socket, boolean | Promise<boolean>>();
  let nextRead: Promise<string> | undefined;
  let currentRead: Promise<unknown> = Promise.resolve();

  /** A read that begins after the connection stood serves everybody who has asked until then. */
  function tables(): Promise<string> {
    nextRead ??= currentRead.then(() => {
      nextRead = undefined;
      const read = readTables();
      currentRead = read.catch(() => undefined); // whoever waits for the tables sees the failure
      return read;
    });
    return nextRead;
  }

  async function look(socket: Socket): Promise<boolean> {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    if (remoteAddress === undefined || localAddress === undefined || !remotePort || !localPort) return true;
    const user = findUser(await tables(), [remoteAddress, remotePort], [localAddress, localPort]);
    const isOurs = user === undefined || user === ownUser || user === 0;
    known.set(socket, isOurs);
    return isOurs;
  }

  return {
    isOurs(socket) {
      if (!isLinux) return true;
      const found = known.get(socket) ?? look(socket);
      known.set(socket, found);
      return found;
    },
  };
}

type End = [address: string, port: number];

/** A socket whose program has already let go of it is listed as root's: that is nobody. */
const nobody = -2;

/** Columns: number, local, remote, state, queues, timer, retransmits, user, timeout, inode. */
export function findUser(tables: string, from: End, to: End): number | undefined {
  for (const spell of [hexOf4, hexOf6]) {
    const key = `${spell(from)} ${spell(to)} `;
    const at = tables.indexOf(key);
    if (at === -1) continue;
    const columns = tables
      .slice(at + key.length, tables.indexOf('\n', at))
      .trim()
      .split(/\s+/);
    return columns[6] === '0' ? nobody : Number(columns[4]);
  }
  return undefined;
}

/** The kernel prints addresses as words in the machine's order. */
function hexOf4([address, port]: End): string {
  const octets = address.replace(/^::ffff:/, '').split('.');
  return `${octets
    .map((octet) => hex(Number(octet), 2))
    .reverse()
    .join('')}:${hex(port, 4)}`;
}

/** A program with an IPv6 socket may call an IPv4 address: its entry is then in the other table. */
function hexOf6(end: End): string {
  const [address, port] = end;
  if (address === '::1') return `${'0'.repeat(24)}01000000:${hex(port, 4)}`;
  return `0000000000000000FFFF0000${hexOf4(end)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
