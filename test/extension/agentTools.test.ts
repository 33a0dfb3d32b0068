// The editor's own agents: what the provider offers is started and called as they would, without a model.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { command, folder, openFile, servedApi, until } from './window';

const textOf = (result: vscode.LanguageModelToolResult): string =>
  result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');

describe('an agent of the editor', () => {
  const chat = vscode.workspace.getConfiguration('chat');

  before(async () => {
    // The suites run without; agents are a part of the editor's chat.
    await chat.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global);
    await openFile('gatekeeper.ts', '/** Lets nobody in after midnight. */\nexport const closingHour = 24;\n');
  });
  after(() => chat.update('disableAIFeatures', true, vscode.ConfigurationTarget.Global));

  const toolNamed = (name: string) =>
    until(`the tool ${name}`, () => vscode.lm.tools.find((tool) => tool.name.endsWith(name)));

  async function call(name: string, input: object): Promise<string> {
    const tool = await toolNamed(name);
    return textOf(await vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined }));
  }

  it('has the tools of Quarry without any set-up', async () => {
    await until('the server of the provider to start', async () => {
      await vscode.commands.executeCommand('workbench.mcp.startServer', 'quarry.quarry/Quarry', {
        waitForLiveTools: true,
        autoTrustChanges: true,
      });
      return vscode.lm.tools.some(({ name }) => name.endsWith('search_code')) || undefined;
    });
    const names = vscode.lm.tools.flatMap(({ name }) => /quarry_(\w+)$/.exec(name)?.[1] ?? []);
    assert.equal(names.length, 8);
  });

  it('searches the opened folder with them', async () => {
    const text = await call('search_code', { query: 'closingHour' });
    assert.match(text, /gatekeeper\.ts:1-2/);
    assert.equal(text.includes(folder().fsPath), false);
  });

  it('may save, since the provider shows the token, and what it saved is undone by the person', async () => {
    const saved = await call('save_asset', { text: 'export const openingHour = 6;', title: 'Opening hour' });
    assert.match(saved, /^Saved as “Opening hour”/);
    const id = /quarry:\/\/asset\/([\da-f-]+)/.exec(saved)?.[1] ?? '';
    const api = await servedApi();
    assert.equal((await api.assetSnapshot({ params: { asset: id } })).name, 'Opening hour');
    assert.equal(await command('quarry.deleteAsset', id), id);
    await assert.rejects(api.assetSnapshot({ params: { asset: id } }), { code: 'gone' });
    assert.equal(await command('quarry.restoreAsset', id), 1);
    assert.equal((await api.assetSnapshot({ params: { asset: id } })).name, 'Opening hour');
  });
});
