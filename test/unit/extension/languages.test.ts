import assert from 'node:assert/strict';
import { specificClassifications } from '../../../src/contract/schemas/values';
import { fileNameOf, iconFileOf, languageName, languageOf, languages, wordOf } from '../../../src/extension/languages';

describe('languages of the editor', () => {
  it('have words that the contract knows', () => {
    assert.deepEqual(
      languages.filter(({ ext }) => !specificClassifications.has(ext)).map(({ ext }) => ext),
      [],
    );
  });

  it('are found by the editor’s id, whatever the file is called', () => {
    assert.equal(wordOf('typescriptreact', 'view'), 'tsx');
    assert.equal(wordOf('shellscript', 'run'), 'sh');
    assert.equal(wordOf('jsonc', 'settings.json'), 'json');
  });

  it('are named by the ending where the editor does not know them', () => {
    assert.equal(wordOf('plaintext', 'main.zig'), 'zig');
    assert.equal(wordOf('fortran-modern', 'solve.f90'), 'f90');
    assert.equal(wordOf('plaintext', 'notes.txt'), 'txt');
    assert.equal(wordOf('plaintext', 'LICENSE'), 'txt');
    assert.equal(wordOf('something', '.profile'), undefined);
  });

  it('have a name for people', () => {
    assert.equal(languageName('ts'), 'TypeScript');
    assert.equal(languageName('mjs'), 'JavaScript');
    assert.equal(languageName('hljs-less'), 'Less');
    assert.equal(languageName('f90'), 'Fortran');
    assert.equal(languageName('hljs-tex'), 'TeX');
    assert.equal(languageName('UNKNOWN'), 'Text');
    assert.equal(fileNameOf('notes', 'UNKNOWN'), 'notes.txt');
    assert.equal(languageOf('hljs-python')?.id, 'python');
  });

  it('give an asset a file name that the editor recognises', () => {
    assert.equal(fileNameOf('readSettings: Reads a/b?', 'ts'), 'readSettings Reads a b.ts');
    assert.equal(fileNameOf('whole.py', 'py'), 'whole.py');
    assert.equal(fileNameOf('  ', 'hljs-less'), 'asset.less');
    assert.equal(fileNameOf('image', 'dockerfile'), 'image');
    assert.equal(iconFileOf('dockerfile'), 'Dockerfile');
    assert.equal(iconFileOf('rs'), 'x.rs');
  });
});
