import assert from 'node:assert/strict';
import { calibrationError, calibrationRange, type Promised } from '../../../../src/training/answers/calibration';

/** Answers of one score, the first of them right. */
const answers = (score: number, right: number, count: number): Promised[] =>
  Array.from({ length: count }, (_, at) => ({ score, isRight: at < right }));

const alone = (all: readonly Promised[]): Promised[][] => all.map((one) => [one]);

describe('the calibration error', () => {
  it('is the distance between what the scores of a bin promise and what holds, by the share of answers in it', () => {
    const error = calibrationError([...answers(0.9, 7, 10), ...answers(0.1, 4, 10)]);
    assert.ok(Math.abs(error - (0.5 * 0.2 + 0.5 * 0.3)) < 1e-9);
  });

  it('counts a score of 1 to the last bin', () => {
    assert.equal(calibrationError(answers(1, 5, 5)), 0);
    assert.ok(Math.abs(calibrationError([...answers(1, 0, 1), ...answers(0.8, 1, 1)]) - 0.4) < 1e-9);
  });
});

describe('what a calibration error can be read by', () => {
  it('is the error that scores which are right have on as many answers: the smaller the more there are', () => {
    const few = calibrationRange(alone(answers(0.7, 35, 50)));
    const many = calibrationRange(alone(answers(0.7, 3500, 5000)));
    // In the mean the distance of a share from its chance is 0.8 standard deviations of it.
    assert.ok(Math.abs(few.ofRight - 0.8 * Math.sqrt((0.7 * 0.3) / 50)) < 0.005);
    assert.ok(many.ofRight < few.ofRight / 8);
    assert.ok(few.ofRightAtMost > few.ofRight && many.ofRightAtMost < few.ofRight);
  });

  it('tells scores that are wrong from ones that only had bad luck', () => {
    const unlucky = calibrationRange(alone(answers(0.7, 39, 50)));
    const wrong = calibrationRange(alone(answers(0.7, 49, 50)));
    assert.ok(unlucky.error < unlucky.ofRightAtMost);
    assert.ok(wrong.error > wrong.ofRightAtMost);
    assert.ok(wrong.low > wrong.ofRightAtMost);
  });

  it('is wider where the answers to one question hold or fail together', () => {
    const all = answers(0.5, 50, 100);
    const inTens = Array.from({ length: 10 }, (_, at) => all.slice(at * 10, at * 10 + 10));
    assert.ok(calibrationRange(inTens).high > 2 * calibrationRange(alone(all)).high);
  });

  it('is the same from run to run', () => {
    assert.deepEqual(calibrationRange(alone(answers(0.6, 4, 9))), calibrationRange(alone(answers(0.6, 4, 9))));
  });
});
