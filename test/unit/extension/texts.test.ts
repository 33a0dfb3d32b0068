import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where translators start from. `QUARRY_UPDATE=1 npm run test:unit` writes it anew. */
const bundleFile = path.resolve('l10n/bundle.l10n.json');

/** The first argument of every `l10n.t(…)`, which is the key of its translations. */
function shownTexts(): string[] {
  const folder = path.resolve('src/extension');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const calls = [...source.matchAll(/\bl10n\.t\(\s*/g)];
    return calls.map((call) => {
      const literal = /^'((?:[^'\\]|\\.)*)'|^"((?:[^"\\]|\\.)*)"/.exec(source.slice(call.index + call[0].length));
      assert.ok(literal, `${file}: l10n.t needs a plain text, or it cannot be translated`);
      return (literal[1] ?? literal[2] ?? '').replace(/\\(.)/g, '$1');
    });
  });
  return [...new Set(found)].sort();
}

describe('the texts of the shell', () => {
  it('all stand in the bundle that translations are made from', () => {
    const texts = shownTexts();
    if (process.env.QUARRY_UPDATE) {
      const bundle = Object.fromEntries(texts.map((text) => [text, text]));
      writeFileSync(bundleFile, `${JSON.stringify(bundle, null, 2)}\n`);
    }
    const bundle = JSON.parse(readFileSync(bundleFile, 'utf8')) as Record<string, string>;
    assert.deepEqual(Object.keys(bundle).sort(), texts);
  });

  it('are all translated: none is written where it is shown', () => {
    const shown = [
      /\b(?:show(?:Information|Warning|Error)Message|setStatusBarMessage|new Hint)\(\s*['"`]\p{L}/u,
      /\b(?:title|placeHolder|placeholder|prompt|tooltip|openLabel|saveLabel|validationMessage)\s*[:=]\s*['"`][^'"`$]*\p{L}{2}/u,
    ];
    assert.deepEqual(linesWith('src/extension', shown), []);
  });

  it('of the chat’s page all come from its table', () => {
    const shown = [
      /\b(?:title|aria-label|placeholder)="[^"$]*\p{L}{2}/u,
      />\s*\p{L}{2,}[\p{L} ,.]*\s*<\//u,
      /textContent\s*=\s*['"`]\p{L}{2}/u,
    ];
    assert.deepEqual(linesWith('src/webview', shown), []);
  });
});

/** Every line of the folder's sources that one of the patterns finds, with its file. */
function linesWith(folder: string, patterns: readonly RegExp[]): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const lines = readFileSync(path.join(folder, file), 'utf8').split('\n');
    return lines
      .filter((line) => !/^\s*(?:\*|\/\/)/.test(line) && patterns.some((pattern) => pattern.test(line)))
      .map((line) => `${file}: ${line.trim()}`);
  });
}
