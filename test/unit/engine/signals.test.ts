// Signals that look beyond a file's own words: for which platform it is.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { mentionsPlatform, platformKind } from '../../../src/engine/rank/fileKinds';
import type { Snippet } from '../../../src/engine/types';

async function ask(files: Record<string, string>, query: string): Promise<{ name: string; snippet: Snippet }[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-signals-'));
  const engine = createEngine({
    grammarFolder: path.resolve('dist/grammars'),
    log: () => undefined,
  });
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 50, explain: true });
    return snippets.map((snippet) => ({
      name: snippet.source.kind === 'file' ? path.relative(folder, snippet.source.path).split(path.sep).join('/') : '',
      snippet,
    }));
  } finally {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  }
}

describe('signals beyond the words of a file', function () {
  this.timeout(20_000);

  it('put the file for this platform before its twin for another', async () => {
    const body = (name: string) =>
      `/* Opens the terminal in raw mode. */\nint tty_open_${name}(int fd) {\n  return tty_raw(fd);\n}\n`;
    const twins = { 'src/win/tty.c': body('a'), 'src/unix/tty.c': body('b') };
    const own = process.platform === 'win32' ? 'src/win/tty.c' : 'src/unix/tty.c';
    assert.equal((await ask(twins, 'opening the terminal in raw mode'))[0]?.name, own);
  });

  it('know a platform by folders and by the ends of names', () => {
    assert.equal(platformKind('src/win/tty.c', 'linux'), 'foreign');
    assert.equal(platformKind('src/win/tty.c', 'win32'), 'own');
    assert.equal(platformKind('src/unix/aix.c', 'linux'), 'foreign');
    assert.equal(platformKind('os/exec_windows.go', 'darwin'), 'foreign');
    assert.equal(platformKind('src/window/list.ts', 'linux'), undefined);
    assert.equal(mentionsPlatform('how does it work on Windows?'), true);
    assert.equal(mentionsPlatform('how is a window opened?'), false);
  });
});
