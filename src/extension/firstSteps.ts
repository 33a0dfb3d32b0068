/**
 * Which steps of the walkthrough somebody has done, also before it was ever opened: the editor itself counts only what is
 * done while it is shown. Remembered for the user; told to the editor as contexts, for the walkthrough's own marks.
 */
import * as vscode from 'vscode';
import type { CommandId } from './commands/ids';

const steps = ['saved', 'used', 'asked', 'connected'] as const;
export type FirstStep = (typeof steps)[number];

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

/** To be called when a window opens. */
export function tellSteps(memory: vscode.Memento): void {
  for (const step of steps) if (memory.get(memoryKey(step)) === true) tell(step);
}

export function stepDone(memory: vscode.Memento, step: FirstStep): void {
  if (memory.get(memoryKey(step)) === true) return;
  tell(step);
  void memory.update(memoryKey(step), true);
}

/** A command was carried out. */
export function commandDone(memory: vscode.Memento, command: string): void {
  const step = Object.hasOwn(byCommand, command) ? byCommand[command as CommandId] : undefined;
  if (step !== undefined) stepDone(memory, step);
}
