import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => JSON.parse(readFileSync(path.resolve(file), 'utf8')) as Record<string, string>;

/** Each pair of what is translated and its translations, by the name that the editor finds them by. */
const sets = [
  { of: 'l10n/bundle.l10n.json', folder: 'l10n', name: /^bundle\.l10n\.([a-z-]+)\.json$/ },
  { of: 'package.nls.json', folder: '.', name: /^package\.nls\.([a-z-]+)\.json$/ },
];

/** What stands for something else, or does something: the same in every language. */
const fixedParts = (text: string) =>
  (text.match(/\{\d\}|\$\([a-z~-]+\)|\$\d|command:[\w.]+|`[^`]+`|#quarry[\w.]+#/g) ?? []).sort();

const translations = sets.flatMap(({ of, folder, name }) =>
  readdirSync(path.resolve(folder)).flatMap((file) => {
    const language = name.exec(file)?.[1];
    return language === undefined ? [] : [{ of, file: path.join(folder, file), language }];
  }),
);

describe('the translations', () => {
  it('are complete in each language: texts of the manifest and of the shell', () => {
    const languages = [...new Set(translations.map(({ language }) => language))];
    assert.ok(languages.includes('de'));
    for (const language of languages) {
      assert.equal(translations.filter((one) => one.language === language).length, sets.length, language);
    }
  });

  for (const { of, file } of translations) {
    it(`of ${file} miss no text and have none that is not shown`, () => {
      const [texts, translated] = [read(of), read(file)];
      const missing = Object.keys(texts).filter((key) => !(key in translated));
      const unknown = Object.keys(translated).filter((key) => !(key in texts));
      assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] });
      assert.ok(Object.values(translated).every((text) => text.trim() !== ''));
    });

    it(`of ${file} keep placeholders, icons, commands and code`, () => {
      const translated = read(file);
      for (const [key, text] of Object.entries(read(of))) {
        assert.deepEqual(fixedParts(translated[key] ?? ''), fixedParts(text), key);
      }
    });
  }
});
