import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Asset } from '../../src/contract/schemas';
import { closeEditors, command, folder, git, openFile, saveText, selectLines, servedApi, until } from './window';

const source = `import fs from 'node:fs';

/** Reads the settings of one project. */
export function readSettings(file: string): unknown {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
}

export const second = 2;
`;

interface GitApi {
  state: string;
  getRepository(uri: vscode.Uri): { state: { HEAD?: { commit?: string } } } | null;
}

async function makeRepository(): Promise<void> {
  git('init', '--initial-branch=trunk');
  git('remote', 'add', 'origin', 'https://someone:secret@example.invalid/team/quarry.git');
  git('add', '.');
  git('commit', '--message', 'first', '--allow-empty');
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
  assert.ok(extension, 'the editor has its git extension');
  const api = (await extension.activate()).getAPI(1);
  await vscode.commands.executeCommand('git.openRepository', folder().fsPath);
  await until('git to know the commit', () => api.getRepository(folder())?.state.HEAD?.commit);
}

describe('saving', () => {
  afterEach(closeEditors);

  it('keeps the selected text, its language and the place it came from', async () => {
    const editor = await openFile('src settings.ts', source);
    await makeRepository();
    selectLines(editor, 3, 6);
    const [saved] = (await command<Asset[]>('quarry.saveSelection')) ?? [];
    assert.ok(saved);

    const api = await servedApi();
    const asset = await api.assetSnapshot({ params: { asset: saved.id } });
    const text = source.split('\n').slice(2, 6).join('\n');
    assert.equal(asset.original.reference?.fragment?.string?.raw, text);
    assert.equal(asset.original.reference?.classification.specific, 'ts');
    assert.deepEqual(asset.origin, {
      repository: 'https://example.invalid/team/quarry.git',
      commit: git('rev-parse', 'HEAD'),
      branch: 'trunk',
      path: path.join(folder().fsPath, 'src settings.ts'),
      relativePath: 'src settings.ts',
      lines: { start: 3, end: 6 },
      languageId: 'typescript',
      contentHash: createHash('sha256').update(text).digest('hex'),
    });
    assert.match(asset.name ?? '', /readSettings/);
    assert.equal(asset.original.reference?.application.name, 'VS_CODE');
  });

  it('makes one asset of each selection, whole lines from the first character', async () => {
    const editor = await openFile('two.ts', 'if (true) {\n    first();\n    second();\n}\nthird();\n');
    editor.selections = [new vscode.Selection(4, 0, 5, 0), new vscode.Selection(1, 4, 2, 13)];
    const saved = (await command<Asset[]>('quarry.saveSelection')) ?? [];
    const api = await servedApi();
    const assets = await Promise.all(saved.map(({ id }) => api.assetSnapshot({ params: { asset: id } })));
    assert.deepEqual(
      assets.map((asset) => [asset.original.reference?.fragment?.string?.raw, asset.origin?.lines]),
      [
        ['    first();\n    second();', { start: 2, end: 3 }],
        ['third();', { start: 5, end: 5 }],
      ],
    );
  });

  it('saves a file from the explorer under its name', async () => {
    const uri = vscode.Uri.joinPath(folder(), 'whole.py');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('def whole():\n    return 1\n'));
    const [saved] = (await command<Asset[]>('quarry.saveFile', uri, [uri])) ?? [];
    assert.equal(saved?.name, 'whole.py');
    assert.equal(saved?.original.reference?.classification.specific, 'py');
    assert.equal(saved?.origin?.lines, undefined);
  });

  it('puts tags on an asset and gives it another language', async () => {
    const { id } = await saveText('tagged.txt', 'select name from people where age > 30');
    await command('quarry.addTag', id, 'queries');
    await command('quarry.reclassifyAsset', { asset: { id } }, 'sql');
    const asset = await (await servedApi()).assetSnapshot({ params: { asset: id } });
    assert.ok(asset.tags?.iterable.some(({ text }) => text === 'queries'));
    assert.equal(asset.original.reference?.classification.specific, 'sql');
  });

  it('deletes what was confirmed', async () => {
    const { id } = await saveText('gone.ts', 'export const gone = true;');
    assert.equal(await command('quarry.deleteAsset', id, { isConfirmed: true }), id);
    await assert.rejects((await servedApi()).assetSnapshot({ params: { asset: id } }), { code: 'gone' });
  });
});
