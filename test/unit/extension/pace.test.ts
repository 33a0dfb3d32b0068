import assert from 'node:assert/strict';
import { Pace } from '../../../src/extension/library/libraryModel';

/** Long beside what a busy machine may take between two rows of a test. */
const gapMs = 300;

describe('the pace of a tree', () => {
  let told: number[];
  let pace: Pace;
  let hear: () => void;

  beforeEach(() => {
    told = [];
    hear = () => undefined;
    const tell = () => {
      told.push(performance.now());
      hear();
    };
    pace = new Pace(tell, gapMs);
  });

  afterEach(() => pace.dispose());

  const next = () => new Promise<void>((resolve) => (hear = resolve));

  it('tells a first change at once', () => {
    pace.change();
    assert.equal(told.length, 1);
  });

  it('tells all that come within the gap as one, as soon as it is over', async () => {
    const start = performance.now();
    pace.change();
    for (let key = 0; key < 5; key += 1) pace.change();
    assert.equal(told.length, 1);
    await next();
    assert.equal(told.length, 2);
    // Timers of the platform may be early by a millisecond or two.
    assert.ok((told[1] ?? 0) - start >= gapMs - 2);
  });

  it('tells nothing more once it is disposed of', async () => {
    pace.change();
    pace.change();
    pace.dispose();
    await new Promise((resolve) => setTimeout(resolve, gapMs * 2));
    assert.equal(told.length, 1);
  });
});
