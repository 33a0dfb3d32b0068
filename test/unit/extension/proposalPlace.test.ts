import assert from 'node:assert/strict';
import { placeFor } from '../../../src/extension/chat/citations';

const file = `import { wait } from './wait';

export async function retry(call, tries) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
    }
  }
}

export function once(call) {
  return call();
}
`;

const better = `export async function retry(call, tries) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === tries) throw error;
      await wait(100 * attempt);
    }
  }
}`;

describe('code of an answer', () => {
  it('takes the place of the whole function when one statement of it is cited', () => {
    assert.deepEqual(placeFor(better, file, [{ start: 6, end: 8 }])?.lines, { start: 3, end: 11 });
  });

  it('takes the place of the function alone when more is cited', () => {
    assert.deepEqual(placeFor(better, file, [{ start: 1, end: 15 }])?.lines, { start: 3, end: 11 });
  });

  it('belongs to the cited lines that it has most in common with', () => {
    const cited = [
      { start: 13, end: 15 },
      { start: 4, end: 9 },
    ];
    assert.deepEqual(placeFor(better, file, cited)?.lines, { start: 3, end: 11 });
  });

  it('replaces the cited lines as they are when it begins with something else', () => {
    const place = placeFor('  return call() ?? undefined;', file, [{ start: 14, end: 14 }]);
    assert.deepEqual(place?.lines, { start: 14, end: 14 });
  });

  it('is fitted though it is indented otherwise', () => {
    const indented = better.replace(/^/gm, '    ');
    assert.deepEqual(placeFor(indented, file, [{ start: 6, end: 8 }])?.lines, { start: 3, end: 11 });
  });

  it('has nothing in common with lines of something else', () => {
    assert.equal(placeFor('SELECT name FROM people;', file, [{ start: 4, end: 9 }])?.common, 0);
  });

  it('never names lines that the file does not have', () => {
    assert.equal(placeFor(better, file, [{ start: 400, end: 410 }]), undefined);
    const place = placeFor(better, 'one line', [{ start: 1, end: 9 }]);
    assert.deepEqual(place?.lines, { start: 1, end: 1 });
  });
});
