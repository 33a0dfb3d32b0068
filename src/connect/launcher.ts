/**
 * The program that agents start, at a place that outlives updates: an extension's own folder carries its version, and
 * the editor's Node moves with every update of the editor, so a configuration that named them would soon lead nowhere.
 */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, replaceAtomically, readSmallFile } from '../owner/exclusiveFile';

interface Installation {
  /** Home folder of the account. */
  home: string;
  platform: NodeJS.Platform;
  /** A Node, or an editor that behaves as one when told to. */
  node: string;
  /** Quarry's command line, `cli.js`. */
  commandLine: string;
}

type Place = Pick<Installation, 'home' | 'platform'>;

export function launcherFile({ home, platform }: Place): string {
  return path.join(home, '.quarry', 'bin', platform === 'win32' ? 'quarry.cmd' : 'quarry');
}

/** What an agent runs: most start no script of Windows by its name alone. */
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

/** Leads the launcher to us when somebody has made one; it is made by connecting an agent alone. */
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
