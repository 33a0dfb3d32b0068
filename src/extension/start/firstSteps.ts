/**
 * Which steps of the walkthrough somebody has done, also before it was ever opened: the editor itself counts only what
 * is done while it is shown. Remembered for the user, and told to the editor as contexts once the walkthrough is open:
 * a context that is true before its steps are known marks nothing, then or later.
 */
import * as vscode from 'vscode';
import type { CommandId } from '../commands/table';

const steps = ['saved', 'used', 'asked', 'connected'] as const;
type FirstStep = (typeof steps)[number];

const byCommand: Partial<Record<CommandId, FirstStep>> = {
  'quarry.searchAssets': 'used',
  'quarry.insertAsset': 'used',
  'quarry.copyAsset': 'used',
  'quarry.copyServerAddress': 'connected',
  'quarry.connectAgents': 'connected',
};

const memoryKey = (step: FirstStep): string => `quarry.firstSteps.${step}`;
const tell = (step: FirstStep): void =>
  void vscode.commands.executeCommand('setContext', `quarry.hasStep.${step}`, true);

/** The editor says of its welcome page no more than its title. */
function isWalkthrough({ input, label }: vscode.Tab): boolean {
  return (
    input === undefined && (!vscode.env.language.startsWith('en') || /welcome|walkthrough|get started/i.test(label))
  );
}

/** Tells the walkthrough what was done before, each time it comes into sight. */
export function watchSteps(memory: vscode.Memento): vscode.Disposable {
  const tellAll = (): void => {
    for (const step of steps) if (memory.get(memoryKey(step)) === true) tell(step);
  };
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(isWalkthrough)) tellAll();
  });
}

/** Remembered for the user, and told to the walkthrough where it is open. */
export function stepDone(memory: vscode.Memento, step: FirstStep): void {
  if (memory.get(memoryKey(step)) === true) return;
  void memory.update(memoryKey(step), true);
  if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isWalkthrough))) tell(step);
}

/** A command was carried out. */
export function commandDone(memory: vscode.Memento, command: string): void {
  const step = Object.hasOwn(byCommand, command) ? byCommand[command as CommandId] : undefined;
  if (step !== undefined) stepDone(memory, step);
}
