/**
 * `quarry mcp --install` and `--uninstall`: connects this account's coding agents in a terminal, and changes a file
 * only after the user has agreed.
 */
import { createInterface } from 'node:readline/promises';
import { agents, type Surroundings, removeLauncher, writeLauncher } from './connect/agents';
import { applyChange, describeChange, planChange, readAgents, type Change } from './connect/connection';
import { homeFolder } from './contract/conventions';

interface ConnectCommand {
  /** True to connect the agents, false to disconnect them. */
  isWanted: boolean;
  /** Ids of agents; empty for all that are installed on this machine. */
  named: readonly string[];
  /** True when the user has agreed beforehand. */
  isAgreed: boolean;
  /** Path of Quarry's command line. */
  commandLine: string;
}

/** @returns an exit code */
export async function runConnect({ isWanted, named, isAgreed, commandLine }: ConnectCommand): Promise<number> {
  const strange = named.find((id) => agents.every((agent) => agent.id !== id));
  if (strange !== undefined) {
    throw new TypeError(`There is no agent "${strange}": ${agents.map(({ id }) => id).join(', ')}.`);
  }
  const surroundings: Surroundings = { home: homeFolder(), platform: process.platform, environment: process.env };
  const states = await readAgents(surroundings);
  const meant = states.filter(({ agent, isThere, entry }) => {
    if (named.length > 0) return named.includes(agent.id);
    return isWanted ? isThere && agent.isNamedOnly === undefined : entry === 'ours' || entry === 'outdated';
  });
  if (meant.length === 0) {
    const how = `Name one: quarry mcp --install ${agents[0]?.id}. There are: ${agents.map(({ id }) => id).join(', ')}.`;
    tell(isWanted ? `No coding agent was found on this machine. ${how}` : 'No coding agent is connected.');
    return isWanted ? 1 : 0;
  }
  const changes: Change[] = [];
  let faults = 0;
  for (const state of meant) {
    try {
      const change = planChange(state, isWanted, surroundings);
      if (change) changes.push(change);
      else tell(`${state.agent.name} is ${isWanted ? 'connected already' : 'not connected'}.`);
    } catch (error) {
      faults += 1;
      tell(error instanceof Error ? error.message : String(error));
    }
  }
  for (const change of changes) tell(`${change.agent.name}, ${change.file}:\n${describeChange(change)}\n`);
  if (changes.length > 0 && !isAgreed && !(await agrees())) {
    tell('Nothing was written.');
    return 1;
  }
  // Written even when all are connected: the launcher may point to an earlier version.
  if (isWanted && faults < meant.length) {
    await writeLauncher({ ...surroundings, node: process.execPath, commandLine });
  }
  for (const change of changes) await applyChange(change);
  if (changes.length > 0) {
    const done = isWanted ? 'Connected' : 'Disconnected';
    tell(`${done}: ${changes.map(({ agent }) => agent.name).join(', ')}. It counts from the agent's next start.`);
  }
  const isNobodyLeft = (await readAgents(surroundings)).every(({ entry }) => entry === 'none' || entry === 'other');
  if (!isWanted && isNobodyLeft) await removeLauncher(surroundings);
  return faults > 0 ? 1 : 0;
}

const tell = (text: string) => void process.stdout.write(`${text}\n`);

/** Asks the user to agree; false without a terminal to ask in. */
async function agrees(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    tell('Add --yes to write this.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Write this? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
