import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Asset } from '../../src/contract/schemas';
import { closeEditors, command, folder, openFile, saveText, selectLines, servedApi, until } from './window';

async function edit(document: vscode.TextDocument, text: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(change);
}

async function openAsset(id: string): Promise<vscode.TextDocument> {
  await command('quarry.openAsset', id);
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, 'quarry-asset');
  return document;
}

const textOf = async (id: string) =>
  (await (await servedApi()).assetSnapshot({ params: { asset: id } })).original.reference?.fragment?.string?.raw;

describe('an asset as a document', () => {
  before(servedApi);
  afterEach(closeEditors);

  it('is saved to the library by the editor’s own save, and undone by its own undo', async () => {
    const { id } = await saveText('kept.ts', 'export const kept = 1;');
    const document = await openAsset(id);
    assert.equal(document.languageId, 'typescript');
    await edit(document, 'export const kept = 2;\n');
    assert.ok(await document.save());
    assert.equal(await textOf(id), 'export const kept = 2;\n');
    await vscode.window.showTextDocument(document);
    await command('undo');
    assert.equal(document.getText(), 'export const kept = 1;');
    assert.ok(await document.save());
    assert.equal(await textOf(id), 'export const kept = 1;');
  });

  it('shows what was changed elsewhere, when nothing here is unsaved', async () => {
    const { id } = await saveText('shared.ts', 'export const shared = 1;');
    const document = await openAsset(id);
    const internal = await vscode.workspace.fs.stat(document.uri);
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from('export const shared = 2;'));
    assert.ok((await vscode.workspace.fs.stat(document.uri)).mtime > internal.mtime);
    await until('the new text', () => (document.getText() === 'export const shared = 2;' ? true : undefined));
  });

  it('is not overwritten by a save that was made from an older text', async () => {
    const { id } = await saveText('contended.ts', 'export const contended = 1;');
    const document = await openAsset(id);
    await edit(document, 'export const mine = 1;');
    await vscode.workspace.fs.writeFile(document.uri, Buffer.from('export const theirs = 1;'));
    assert.equal(await document.save(), false, 'the editor offers to compare instead');
    assert.equal(await textOf(id), 'export const theirs = 1;');
  });

  it('is not there any more when it was deleted', async () => {
    const { id } = await saveText('short.ts', 'export const short = 1;');
    const { uri } = await openAsset(id);
    await command('quarry.deleteAsset', id);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(uri)), { code: 'FileNotFound' });
  });

  it('gets a tab of its new name when it is renamed', async () => {
    const { id } = await saveText('named.ts', 'export const named = 1;');
    await openAsset(id);
    await command('quarry.renameAsset', id, 'A much better name');
    // The editor tells the host of its tabs a moment after they have changed.
    const tabNamed = (name: string) =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label === name);
    await until('the tab', () => tabNamed('A much better name.ts'));
  });
});

describe('what is known of an asset', () => {
  afterEach(closeEditors);

  it('is set by commands: description, tags, links, people, summaries', async () => {
    const { id } = await saveText('known.ts', 'export const known = 1;');
    await command('quarry.editDescription', id, 'A number.');
    await command('quarry.editTags', id, ['one', 'two words']);
    await command('quarry.editLinks', id, ['https://example.invalid/docs']);
    await command('quarry.editPeople', id, ['Ada Lovelace <ada@example.invalid>', 'Grace']);
    await command('quarry.editSummaries', id, ['Release 3']);
    const asset = await (await servedApi()).assetSnapshot({ params: { asset: id } });
    assert.equal(asset.annotations?.iterable.find(({ type }) => type === 'DESCRIPTION')?.text, 'A number.');
    assert.deepEqual(asset.tags?.iterable.map(({ text }) => text).sort(), ['one', 'two words']);
    assert.deepEqual(
      asset.websites?.iterable.map(({ url }) => url),
      ['https://example.invalid/docs'],
    );
    assert.deepEqual(
      asset.persons?.iterable.map(({ type }) => [type.basic?.name, type.basic?.email]),
      [
        ['Ada Lovelace', 'ada@example.invalid'],
        ['Grace', undefined],
      ],
    );
    assert.deepEqual(
      asset.summaries?.iterable.map(({ name }) => name),
      ['Release 3'],
    );
    await command('quarry.editSummaries', id, []);
    const after = await (await servedApi()).assetSnapshot({ params: { asset: id } });
    assert.deepEqual(after.summaries?.iterable, []);
  });
});

describe('the trash', () => {
  afterEach(closeEditors);

  it('gives a deleted asset back under its old id', async () => {
    const { id } = await saveText('back.ts', 'export const back = 1;');
    assert.equal(await command('quarry.deleteAsset', id), id);
    await assert.rejects((await servedApi()).assetSnapshot({ params: { asset: id } }), { code: 'gone' });
    assert.equal(await command('quarry.restoreAsset', id), 1);
    assert.equal(await textOf(id), 'export const back = 1;');
  });

  it('is emptied for good', async () => {
    const { id } = await saveText('lost.ts', 'export const lost = 1;');
    await command('quarry.deleteAsset', id);
    assert.ok(((await command<number>('quarry.emptyTrash', { isConfirmed: true })) ?? 0) >= 1);
    assert.equal(await command('quarry.restoreAsset', id), 0);
  });
});

describe('before something is saved', () => {
  afterEach(closeEditors);

  async function save(name: string, text: string, options: object): Promise<Asset[]> {
    const editor = await openFile(name, text);
    selectLines(editor, 1, editor.document.lineCount);
    return (await command<Asset[]>('quarry.saveSelection', options)) ?? [];
  }

  it('it is noticed that the same text is there already', async () => {
    const text = 'export const twice = "saved before";';
    assert.equal((await save('twice.ts', text, { onDuplicate: 'skip' })).length, 1);
    assert.equal((await save('again.ts', `${text}\n`, { onDuplicate: 'skip' })).length, 0);
    assert.equal((await save('again.ts', `${text}\n`, { onDuplicate: 'save' })).length, 1);
  });

  it('it is noticed that it holds a key, which is masked when one wants it so', async () => {
    const text = "const name = 'x';\nconst apiKey = 'k9Xw2Lm4Qz7Rt1Vb8Nc3';";
    assert.equal((await save('key.ts', text, { onSecret: 'skip' })).length, 0);
    const [masked] = await save('key.ts', text, { onSecret: 'mask' });
    assert.equal(await textOf(masked?.id ?? ''), text.replace('k9Xw2Lm4Qz7Rt1Vb8Nc3', '[secret]'));
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text, 'the file is not touched');
  });
});

describe('saving from elsewhere', () => {
  afterEach(closeEditors);

  it('takes the clipboard', async () => {
    await vscode.env.clipboard.writeText('SELECT name FROM people WHERE age > 40;');
    const [saved] = (await command<Asset[]>('quarry.saveClipboard')) ?? [];
    assert.equal(saved?.original.reference?.classification.specific, 'sql');
    assert.equal(saved?.origin?.path, undefined);
  });

  it('takes what is selected in a terminal', async () => {
    const terminal = vscode.window.createTerminal({ name: 'quarry', shellPath: '/bin/sh' });
    try {
      terminal.show();
      terminal.sendText('echo "kept from a terminal"');
      const asset = await until('an asset of the selection', async () => {
        await command('workbench.action.terminal.selectAll');
        const saved = await command<Asset[]>('quarry.saveTerminalSelection', { onDuplicate: 'save' });
        const [one] = saved ?? [];
        return one && (await textOf(one.id))?.includes('kept from a terminal') ? one : undefined;
      });
      assert.equal(asset.origin?.path, undefined);
    } finally {
      terminal.dispose();
    }
  });

  it('takes a cell of a notebook in its own language', async () => {
    const uri = vscode.Uri.joinPath(folder(), 'work.ipynb');
    const cell = { cell_type: 'code', metadata: {}, source: ['def cell():\n', '    return 7\n'], outputs: [] };
    const notebook = { cells: [cell], metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 };
    await vscode.workspace.fs.writeFile(uri, Buffer.from(JSON.stringify(notebook)));
    const document = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(document);
    const [saved] = (await command<Asset[]>('quarry.saveNotebookCell', document.cellAt(0))) ?? [];
    assert.equal(saved?.original.reference?.classification.specific, 'py');
    assert.equal(saved?.origin?.relativePath, 'work.ipynb');
  });

  it('takes code of an answer with the language of its fence', async () => {
    const given = { text: 'fn answer() -> u8 { 42 }', language: 'rust', name: 'The answer' };
    const [saved] = (await command<Asset[]>('quarry.saveCode', given)) ?? [];
    assert.equal(saved?.name, 'The answer');
    assert.equal(saved?.original.reference?.classification.specific, 'rs');
  });

  it('takes code that an answer quotes with the place where it stands, as if it had been selected there', async () => {
    const { document } = await openFile('quoted.py', 'import os\n\ndef home():\n    return os.sep\n');
    const range = new vscode.Range(2, 0, 3, Number.MAX_SAFE_INTEGER);
    const [saved] = (await command<Asset[]>('quarry.saveCode', new vscode.Location(document.uri, range))) ?? [];
    assert.equal(await textOf(saved?.id ?? ''), 'def home():\n    return os.sep');
    assert.equal(saved?.origin?.relativePath, 'quoted.py');
    assert.deepEqual(saved.origin.lines, { start: 3, end: 4 });
  });
});

describe('an asset and its origin', () => {
  afterEach(closeEditors);
  const source = ['// head', 'export function wait(ms: number) {', '  return later(ms);', '}', ''].join('\n');

  async function saved(name: string): Promise<string> {
    const editor = await openFile(name, source);
    selectLines(editor, 2, 4);
    const [asset] = (await command<Asset[]>('quarry.saveSelection', { onDuplicate: 'save' })) ?? [];
    assert.ok(asset);
    return asset.id;
  }

  it('are compared where the code stands now, and the change is taken over', async () => {
    const id = await saved('drift.ts');
    assert.equal(await command('quarry.compareOrigin', id), 'same');
    const becomes = (drift: string) =>
      until(drift, async () => ((await command('quarry.compareOrigin', id)) === drift ? true : undefined));
    await openFile('drift.ts', `// one more\n${source}`);
    await becomes('moved');
    await openFile('drift.ts', `// one more\n${source.replace('later(ms)', 'later(ms * 2)')}`);
    await becomes('changed');
    assert.ok(await command('quarry.updateFromOrigin', id));
    assert.match((await textOf(id)) ?? '', /^export function wait[^]*ms \* 2[^]*\}$/);
    const { origin } = await (await servedApi()).assetSnapshot({ params: { asset: id } });
    assert.deepEqual(origin?.lines, { start: 3, end: 5 });
    assert.equal(await command('quarry.compareOrigin', id), 'same');
  });

  it('part when one wants it so', async () => {
    const id = await saved('parted.ts');
    await command('quarry.detachOrigin', id);
    assert.equal((await (await servedApi()).assetSnapshot({ params: { asset: id } })).origin, undefined);
  });

  it('is opened at its lines', async () => {
    const id = await saved('there.ts');
    await closeEditors();
    await command('quarry.openOrigin', id);
    const editor = vscode.window.activeTextEditor;
    assert.match(editor?.document.uri.path ?? '', /there\.ts$/);
    assert.deepEqual([editor?.selection.start.line, editor?.selection.end.line], [1, 3]);
  });
});

describe('the library view', () => {
  it('is grouped and filtered by commands', async () => {
    await saveText('grouped.go', 'func Grouped() int { return 7 }');
    for (const by of ['tag', 'origin', 'time', 'language']) assert.equal(await command('quarry.groupLibrary', by), by);
    assert.equal(await command('quarry.filterLibrary', 'lang:go Grouped'), 1);
    assert.equal(await command('quarry.filterLibrary', 'lang:nothing'), 0);
    assert.ok(((await command<number>('quarry.clearLibraryFilter')) ?? 0) > 1);
  });
});
