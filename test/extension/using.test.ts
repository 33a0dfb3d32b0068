import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createHttpClient } from '../../src/contract/httpClient';
import type { Asset, RelevantQGPTSeed, ServiceStatus } from '../../src/contract/schemas';
import { closeEditors, command, folder, openFile, saveText, selectLines, until } from './window';

describe('using assets', () => {
  afterEach(closeEditors);

  it('inserts literally, fitted to the place, and undoes in one step', async () => {
    const { id } = await saveText('pay.ts', 'if (price > 0) {\n  charge(`$1 ${price}`);\n}');
    const before = 'function buy() {\n\t\n}\n';
    const editor = await openFile('shop.ts', before);
    editor.options = { insertSpaces: false, tabSize: 4 };
    editor.selection = new vscode.Selection(1, 1, 1, 1);
    await command('quarry.insertAsset', id);
    assert.equal(
      editor.document.getText(),
      'function buy() {\n\tif (price > 0) {\n\t\tcharge(`$1 ${price}`);\n\t}\n}\n',
    );
    assert.deepEqual(editor.selection.active, new vscode.Position(3, 2));
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('keeps every sign of a snippet’s grammar as it is: saved, exported and inserted', async () => {
    const text = 'const text = `\\$1 ${2:two} $TM_FILENAME ${3|a,b|}`; // \\ } $';
    const { id } = await saveText('signs.ts', text);
    const api = await command<string>('quarry.copyServerAddress');
    const { original } = (await (await fetch(`${api}/asset/${id}`)).json()) as Asset;
    assert.equal(original.reference?.fragment?.string?.raw, text);
    const out = vscode.Uri.joinPath(folder(), 'signs-out');
    await command('quarry.exportLibrary', out);
    const names = (await vscode.workspace.fs.readDirectory(out)).map(([file]) => file);
    const written = names.map(async (name) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(out, name)));
    const texts = (await Promise.all(written)).map((bytes) => Buffer.from(bytes).toString());
    assert.equal(texts.filter((exported) => exported.includes(text)).length, 1);
    await command('quarry.exportAsset', id, { kind: 'MD', target: 'editor' });
    assert.ok(vscode.window.activeTextEditor?.document.getText().includes(text));
    const editor = await openFile('signs-in.ts', '\n');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await command('quarry.insertAsset', id);
    assert.equal(editor.document.getText(), `${text}\n`);
    await vscode.workspace.fs.delete(out, { recursive: true });
  });

  it('fills in the tab stops of an asset that was made a template, and of no other', async () => {
    const { id } = await saveText('each.ts', 'for (const ${1:one} of ${2:all}) {\n\tuse($1);\n}');
    assert.equal(await command('quarry.toggleTemplate', id), true);
    const editor = await openFile('loop.ts', '\n');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await command('quarry.insertAsset', id);
    assert.match(editor.document.getText(), /^for \(const one of all\) \{\n\s+use\(one\);\n\}\n$/);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), '\n');
    assert.equal(await command('quarry.toggleTemplate', id), false);
    await command('quarry.insertAsset', id);
    assert.match(editor.document.getText(), /^for \(const \$\{1:one\} of/);
  });

  it('replaces what is selected', async () => {
    const { id } = await saveText('new.ts', 'const fresh = 1;\nuse(fresh);');
    const editor = await openFile('old.ts', '{\n    old();\n    older();\n}\n');
    selectLines(editor, 2, 3);
    await command('quarry.insertAsset', id);
    assert.equal(editor.document.getText(), '{\n    const fresh = 1;\n    use(fresh);\n}\n');
  });

  it('copies the text', async () => {
    const { id } = await saveText('copy.ts', 'export const copied = 1;');
    await command('quarry.copyAsset', id);
    assert.equal(await vscode.env.clipboard.readText(), 'export const copied = 1;');
  });

  it('opens as a document in its language', async () => {
    const { id } = await saveText('open.py', 'def opened():\n    return 1');
    await command('quarry.openAsset', id);
    const editor = await until('the document', () => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'quarry-asset' ? active : undefined;
    });
    assert.equal(editor.document.getText(), 'def opened():\n    return 1');
    assert.equal(editor.document.languageId, 'python');
  });

  it('is copied as a request, which gives it to another program', async () => {
    const { id } = await saveText('curl.ts', 'export const requested = 1;');
    await command('quarry.exportAsset', id, { kind: 'curl' });
    const line = await vscode.env.clipboard.readText();
    const address = /^curl -s "([^"]+)"$/.exec(line)?.[1] ?? '';
    assert.match(await (await fetch(address)).text(), /export const requested/);
  });

  it('exports as Markdown into an editor and as HTML into a file', async () => {
    const { id } = await saveText('export.ts', 'export const exported = "<b>";');
    await command('quarry.exportAsset', id, { kind: 'MD', target: 'editor' });
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'markdown');
    assert.match(vscode.window.activeTextEditor.document.getText(), /export const exported/);

    const target = vscode.Uri.joinPath(folder(), 'exported.html');
    await command('quarry.exportAsset', id, { kind: 'HTML', target });
    const html = Buffer.from(await vscode.workspace.fs.readFile(target)).toString();
    assert.match(html, /&lt;b&gt;/);
  });
});

describe('completions from saved assets', () => {
  const setTrigger = (value: string | undefined) =>
    vscode.workspace.getConfiguration().update('quarry.completion.trigger', value, vscode.ConfigurationTarget.Global);
  const offered = async (editor: vscode.TextEditor) => {
    const { document, selection } = editor;
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      ...[document.uri, selection.active],
    );
    return list.items.filter(({ command: then }) => then?.command === 'quarry.insertAsset');
  };
  const cursorAtEnd = (editor: vscode.TextEditor) => {
    const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
    editor.selection = new vscode.Selection(end, end);
  };
  afterEach(async () => {
    await setTrigger(undefined);
    await closeEditors();
  });

  it('are off until letters are set, and come after these alone', async () => {
    await saveText('offered.ts', 'export const offered = 1;');
    const editor = await openFile('typing.ts', '{\n    ;;off');
    cursorAtEnd(editor);
    assert.equal((await offered(editor)).length, 0);
    await setTrigger(';;');
    const items = await until('the asset', async () => {
      const found = await offered(editor);
      return found.length > 0 ? found : undefined;
    });
    assert.ok(items.some(({ filterText }) => filterText?.startsWith(';;')));
    const other = await openFile('plain.ts', 'off');
    cursorAtEnd(other);
    assert.equal((await offered(other)).length, 0);
  });

  it('put the asset in the place of the letters, indented', async () => {
    await saveText('chosen.ts', 'function chosenOne() {\n  return 1;\n}');
    await setTrigger(';;');
    const editor = await openFile('choosing.ts', '{\n    ;;chosenOne');
    cursorAtEnd(editor);
    await until('the text', async () => {
      // Once the letters are gone the asset is on its way: another try would take a word of the editor's own list.
      if (editor.document.getText().includes(';;')) {
        await vscode.commands.executeCommand('editor.action.triggerSuggest');
        await new Promise((done) => setTimeout(done, 500));
        await vscode.commands.executeCommand('acceptSelectedSuggestion');
      }
      await new Promise((done) => setTimeout(done, 500));
      return editor.document.getText().includes('return 1') || undefined;
    });
    assert.equal(editor.document.getText(), '{\n    function chosenOne() {\n        return 1;\n    }');
  });
});

describe('searching from the editor', () => {
  afterEach(closeEditors);

  it('finds related code in another file and stands on its lines', async () => {
    const filler = Array.from({ length: 30 }, (_, line) => `export const filler${line} = ${line};`).join('\n');
    const wanted = 'export function parseTimeout(text: string): number {\n  return Number(text) * 1000;\n}';
    await openFile('timeouts.ts', `${filler}\n\n${wanted}\n`);
    const editor = await openFile(
      'caller.ts',
      'const limit = parseTimeout(process.env.TIMEOUT);\nconsole.log(limit);\n',
    );
    selectLines(editor, 1, 1);
    const found = await until('related code', async () => {
      await vscode.window.showTextDocument(editor.document);
      const passage = await command<RelevantQGPTSeed>('quarry.findRelatedCode', { pick: 0 });
      return passage?.path?.endsWith('timeouts.ts') ? passage : undefined;
    });
    const active = vscode.window.activeTextEditor;
    assert.equal(active?.document.uri.fsPath, found.path);
    assert.match(active?.document.getText(active.selection) ?? '', /function parseTimeout/);
    assert.equal((active?.selection.start.line ?? -1) + 1, found.lines?.start);
  });

  it('renews the token: programs that show the old one are refused, the window goes on', async () => {
    const { port } = new URL((await command<string>('quarry.copyServerAddress')) ?? '');
    const announced = () => {
      const file = path.join(homedir(), '.quarry', 'servers', `${port}.json`);
      return (JSON.parse(readFileSync(file, 'utf8')) as { token: string }).token;
    };
    const before = announced();
    const ask = (token: string) =>
      createHttpClient({ port: Number(port), token }).relevance({
        body: { query: 'timeout', paths: [folder().fsPath] },
      });
    await ask(before);
    assert.equal(await command<boolean>('quarry.renewToken', { isConfirmed: true }), true);
    await vscode.commands.executeCommand('notifications.clearAll');
    assert.notEqual(announced(), before);
    await assert.rejects(ask(before), { code: 'unauthenticated' });
    await ask(announced());
    await saveText('renewed.ts', 'export const renewed = 1;');
  });

  it('tells the state of the server', async () => {
    const status = await command<ServiceStatus>('quarry.showServerStatus');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.match(status?.baseUrl ?? '', /^http:\/\/(127\.0\.0\.1|localhost):\d+$/);
    assert.ok((status?.assets ?? 0) > 0);
  });
});
