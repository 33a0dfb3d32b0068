import assert from 'node:assert/strict';
import { CitationSteps } from '../../../src/extension/chat/citations';
import { newTurn, type Turn } from '../../../src/chat/turns';

const source = (name: string, gone?: string) => ({ id: name, name, directory: '', ...(gone && { gone }) });
const turn = (id: string, ...names: string[]): Turn => ({
  ...newTurn(id, '?', []),
  sources: names.map((name) => source(name, name.startsWith('gone') ? 'It is gone.' : undefined)),
});
const turns = [turn('first', 'a', 'b'), turn('second', 'c', 'goneOne', 'd'), turn('third')];

describe('stepping through citations', () => {
  it('begins with the first of the latest answer that cites, passes over what is gone, and goes round', () => {
    const steps = new CitationSteps();
    const names = [1, 1, 1].map(() => steps.step(turns, 1)?.source.name);
    assert.deepEqual(names, ['c', 'd', 'c']);
  });

  it('begins with the last when it goes back', () => {
    assert.equal(new CitationSteps().step(turns, -1)?.source.name, 'd');
  });

  it('goes on from the place that was opened by hand', () => {
    const steps = new CitationSteps();
    steps.opened('first', 0);
    assert.equal(steps.step(turns, 1)?.source.name, 'b');
  });

  it('has nowhere to go when nothing is cited', () => {
    assert.equal(new CitationSteps().step([turn('x'), turn('y', 'gone')], 1), undefined);
  });
});
