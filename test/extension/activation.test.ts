import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandNames, idOf } from '../../src/extension/commands/table';
import { command, until } from './window';

interface Mark {
  name: string;
  startTime: number;
}

/** Written by the host around each extension; not part of its interface, so they may be missing. */
function marks(): Mark[] {
  const host = globalThis as { MonacoPerformanceMarks?: { getMarks(): Mark[] } };
  return host.MonacoPerformanceMarks?.getMarks() ?? [];
}

function between(first: string, last: string): number | undefined {
  const at = (name: string) => marks().find((mark) => mark.name === `code/extHost/${name}/quarry.quarry`)?.startTime;
  const [start, end] = [at(first), at(last)];
  return start === undefined || end === undefined ? undefined : end - start;
}

describe('activation', () => {
  it('happens by itself when the editor has started', async () => {
    await until('Quarry to be active', () => vscode.extensions.getExtension('quarry.quarry')?.isActive || undefined);
  });

  it('is over when every command of the table is registered, and assets can be opened as files', async () => {
    await vscode.extensions.getExtension('quarry.quarry')?.activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      commandNames.map(idOf).filter((id) => !registered.has(id)),
      [],
    );
    assert.equal(vscode.workspace.fs.isWritableFileSystem('quarry-asset'), true);
  });

  it('tells what it costs', () => {
    const loadMs = between('willLoadExtensionCode', 'didLoadExtensionCode');
    // What other extensions do between our turns is in it.
    const activateMs = between('willActivateExtension', 'didActivateExtension');
    console.log(`      load ${loadMs?.toFixed(1)} ms, all registered after ${activateMs?.toFixed(1)} ms`);
  });

  it('leads to a server that answers', async () => {
    const address = await until('the server', () => command<string>('quarry.copyServerAddress'));
    const health = await (await fetch(`${address}/.well-known/health`)).text();
    assert.match(health, /^ok:/);
  });
});
