/** Connects coding agents outside the editor: a list to tick, a preview of the change, and writing it after consent. */
import path from 'node:path';
import * as vscode from 'vscode';
import { type Surroundings, writeLauncher } from '../../connect/agents';
import {
  applyChange,
  describeChange,
  planChange,
  readAgents,
  type AgentState,
  type Change,
} from '../../connect/connection';
import { homeFolder } from '../../contract/conventions';
import type { Shell } from './command';

interface Item extends vscode.QuickPickItem {
  state?: AgentState;
}

const noticeMs = 5_000;

/** @returns the names of the agents that were connected or disconnected */
export async function connectAgents({ quarry }: Shell): Promise<string[]> {
  const surroundings: Surroundings = { home: homeFolder(), platform: process.platform, environment: process.env };
  const states = (await readAgents(surroundings)).filter(({ agent }) => agent.isNamedOnly === undefined);
  const chosen = await vscode.window.showQuickPick(itemsOf(states, surroundings), {
    title: vscode.l10n.t('Connect Coding Agents'),
    placeHolder: vscode.l10n.t('Ticked agents get Quarry’s tools; this editor has them already'),
    canPickMany: true,
    matchOnDescription: true,
  });
  if (!chosen) return [];
  const wanted = new Set(chosen.map(({ state }) => state));
  const changes = states.flatMap((state) => {
    const isConnected = state.entry === 'ours' || state.entry === 'outdated';
    if (!wanted.has(state) && !isConnected) return [];
    const change = planChange(state, wanted.has(state), surroundings);
    return change ? [change] : [];
  });
  const commandLine = path.join(quarry.extensionUri.fsPath, 'dist', 'cli.js');
  const launcher = { ...surroundings, node: process.execPath, commandLine };
  if (changes.length === 0) {
    if (wanted.size > 0) await writeLauncher(launcher);
    return [];
  }
  if (!(await agrees(changes, surroundings))) return [];
  if (wanted.size > 0) await writeLauncher(launcher);
  for (const change of changes) await applyChange(change);
  const names = changes.map(({ agent }) => agent.name);
  const told = vscode.l10n.t('$(check) {0}: counts from the next start', names.join(', '));
  vscode.window.setStatusBarMessage(told, noticeMs);
  return names;
}

function itemsOf(states: AgentState[], surroundings: Surroundings): Item[] {
  const items = (isThere: boolean): Item[] =>
    states.filter((state) => state.isThere === isThere).map((state) => itemOf(state, surroundings));
  const separator = { label: vscode.l10n.t('Not found on this machine'), kind: vscode.QuickPickItemKind.Separator };
  return [...items(true), separator, ...items(false)];
}

function itemOf(state: AgentState, surroundings: Surroundings): Item {
  const { agent, entry, fault } = state;
  return {
    label: agent.name,
    description: fault ?? shortened(state.file, surroundings),
    picked: entry === 'ours' || entry === 'outdated',
    state,
  };
}

function shortened(file: string, { home }: Surroundings): string {
  const below = path.relative(home, file);
  return below.startsWith('..') || path.isAbsolute(below) ? file : path.join('~', below);
}

/** Shows the exact lines of a change, because users must see what they agree to. */
async function agrees(changes: Change[], surroundings: Surroundings): Promise<boolean> {
  const write = vscode.l10n.t('Write');
  const detail = changes.map((change) => `${shortened(change.file, surroundings)}\n${describeChange(change)}`);
  const question = vscode.l10n.t(
    'Write this to the settings of {0}?',
    changes.map(({ agent }) => agent.name).join(', '),
  );
  const options = { modal: true, detail: detail.join('\n\n') };
  return (await vscode.window.showInformationMessage(question, options, write)) === write;
}
