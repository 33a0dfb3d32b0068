/**
 * Connects coding agents on this machine: reads their configurations, describes a change, and writes it after a person
 * has agreed to exactly that.
 */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { codeOf, replaceAtomically } from '../owner/exclusiveFile';
import { agents, type Agent, type Surroundings, launchCommand, launcherFile } from './agents';
import { readJsonEntry, writeJsonEntry, readTomlEntry, writeTomlEntry } from './entries';

export interface AgentState {
  agent: Agent;
  /** Path of its configuration, links resolved. */
  file: string;
  /** The text of the file; empty when there is none. */
  text: string;
  /** True when the agent has been used on this machine. */
  isThere: boolean;
  /** `other`: a "quarry" entry that we did not write. */
  entry: 'ours' | 'outdated' | 'other' | 'none';
  /** Why the file cannot be changed, in a sentence. */
  fault?: string;
}

export interface Change {
  agent: Agent;
  file: string;
  before: string;
  after: string;
}

/** Largest configuration in bytes; Claude Code's also keeps its history there. */
const maxBytes = 64 * 2 ** 20;

export async function readAgents(surroundings: Surroundings): Promise<AgentState[]> {
  return Promise.all(agents.map((agent) => readAgent(agent, surroundings)));
}

async function readAgent(agent: Agent, surroundings: Surroundings): Promise<AgentState> {
  const files = agent.files(surroundings);
  let state: AgentState = { agent, file: files[0] ?? '', text: '', isThere: false, entry: 'none' };
  for (const file of files) {
    try {
      // Configurations may be links into a repository: the link is kept.
      state = { ...state, file: await fs.realpath(file), isThere: true };
      state.text = await readConfiguration(state.file);
      const current = entryOf(agent, state.text);
      return { ...state, entry: standing(agent, current, surroundings) };
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) continue;
      return { ...state, fault: error instanceof Error ? error.message : String(error) };
    }
  }
  return { ...state, isThere: await hasOwnFolder(state.file, surroundings) };
}

/** True when the agent's own folder exists; the file itself is created only when needed. */
async function hasOwnFolder(file: string, { home }: Surroundings): Promise<boolean> {
  const folder = path.dirname(file);
  if (path.relative(home, folder) === '') return false;
  return (await fs.stat(folder).catch(() => undefined))?.isDirectory() ?? false;
}

async function readConfiguration(file: string): Promise<string> {
  const { size } = await fs.stat(file);
  if (size > maxBytes) throw new Error('It is larger than any configuration.');
  const bytes = await fs.readFile(file);
  // Decoded strictly, because invalid UTF-8 would be written back differently.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

function entryOf({ format, place }: Agent, text: string): unknown {
  return format === 'toml' ? readTomlEntry(text, place) : readJsonEntry(text, place);
}

function standing(agent: Agent, current: unknown, surroundings: Surroundings): AgentState['entry'] {
  if (current === undefined) return 'none';
  if (isDeepStrictEqual(current, agent.entry(launchCommand(surroundings)))) return 'ours';
  const isOurs = JSON.stringify(current).includes(JSON.stringify(launcherFile(surroundings)).slice(1, -1));
  return isOurs ? 'outdated' : 'other';
}

/**
 * Plans the change for connecting or disconnecting.
 * @returns undefined when nothing needs to change
 * @throws Error when the file cannot be changed, or holds a "quarry" entry that is not ours
 */
export function planChange(state: AgentState, isWanted: boolean, surroundings: Surroundings): Change | undefined {
  const { agent, file, text, entry, fault } = state;
  if (fault !== undefined) throw new Error(`${agent.name}: ${file} is left as it is. ${fault}`);
  if (!isWanted && entry === 'other') {
    throw new Error(`${agent.name}: the “quarry” in ${file} was written by somebody else and is left as it is.`);
  }
  const value = isWanted ? agent.entry(launchCommand(surroundings)) : undefined;
  try {
    const after =
      agent.format === 'toml' ? writeTomlEntry(text, agent.place, value) : writeJsonEntry(text, agent.place, value);
    return after === text ? undefined : { agent, file, before: text, after };
  } catch (error) {
    throw new Error(`${agent.name}: ${file} is left as it is. ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}

/** @throws Error when the file has changed since the change was shown */
export async function applyChange({ agent, file, before, after }: Change): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  let mode: number | undefined;
  let current = '';
  try {
    mode = (await fs.stat(file)).mode & 0o777;
    current = await readConfiguration(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  if (current !== before) throw new Error(`${agent.name}: ${file} has changed meanwhile. Try again.`);
  await replaceAtomically(file, after);
  if (mode !== undefined) await fs.chmod(file, mode);
}

/** Removed and added lines, for a person to agree to. */
export function describeChange({ before, after }: Change): string {
  const old = rowsOf(before);
  const fresh = rowsOf(after);
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const gone = old.slice(start, old.length - end).map((row) => `- ${shortened(row)}`);
  const come = fresh.slice(start, fresh.length - end).map((row) => `+ ${shortened(row)}`);
  return [...gone, ...come].join('\n');
}

/** A line cut to a displayable length, since a configuration may be one line. */
const shortened = (row: string): string => (row.length > 200 ? `${row.slice(0, 199)}…` : row);

const rowsOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
