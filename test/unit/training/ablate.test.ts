import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { edited, variants } from '../../../src/training/ranking/ablate';

describe('the engine without one of its parts', () => {
  for (const { name, edits = [] } of variants)
    for (const file of new Set(edits.map((one) => one.file)))
      it(`has a place in ${file} to be ${name}`, () => {
        const before = fs.readFileSync(path.resolve('src/engine', file), 'utf8');
        assert.notEqual(edited(file, edits), before);
      });
});
