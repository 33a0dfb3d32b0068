import assert from 'node:assert/strict';
import { meansSelection } from '../../../src/engine/door';

describe('a question means what is selected', () => {
  const meant = [
    'what does this do?',
    'Explain this',
    'why does this function return early?',
    'explain the selected code',
    'can these be negative?',
  ];
  for (const question of meant) it(`in “${question}”`, () => assert.equal(meansSelection(question), true));
  const others = [
    'where is the default thread limit set?',
    'what does this project do?',
    'what does it do?',
    'how does that work?',
    'is there a barrier?',
    'What does src/cart.ts do?',
  ];
  for (const question of others) it(`and not in “${question}”`, () => assert.equal(meansSelection(question), false));
});
