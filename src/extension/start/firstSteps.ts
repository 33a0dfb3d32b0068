/**
 * Tracks completed walkthrough steps, also those done before the walkthrough was opened, which the editor does not
 * count. They are stored for the user, and set as context keys only once the walkthrough is open: the editor ignores a
 * key that was set before it knew the step.
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

/** True for the walkthrough's tab; the editor exposes only its title. */
function isWalkthrough({ input, label }: vscode.Tab): boolean {
  return (
    input === undefined && (!vscode.env.language.startsWith('en') || /welcome|walkthrough|get started/i.test(label))
  );
}

/** Sets the context keys of completed steps each time the walkthrough becomes visible. */
export function watchSteps(memory: vscode.Memento): vscode.Disposable {
  const tellAll = (): void => {
    for (const step of steps) if (memory.get(memoryKey(step)) === true) tell(step);
  };
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(isWalkthrough)) tellAll();
  });
}

/** Records a completed step, and updates an open walkthrough. */
export function stepDone(memory: vscode.Memento, step: FirstStep): void {
  if (memory.get(memoryKey(step)) === true) return;
  void memory.update(memoryKey(step), true);
  if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isWalkthrough))) tell(step);
}

/** Records the step that belongs to a command. */
export function commandDone(memory: vscode.Memento, command: string): void {
  const step = Object.hasOwn(byCommand, command) ? byCommand[command as CommandId] : undefined;
  if (step !== undefined) stepDone(memory, step);
}
