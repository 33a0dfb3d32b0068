// What is said around a question changes neither what it asks for nor of what.
import assert from 'node:assert/strict';
import { wantsOf } from '../../../src/engine/claims/wants';
import { plainQuestion, withoutAsking } from '../../../src/engine/question/courtesies';

const plain: readonly (readonly [said: string, asked: string])[] = [
  ['How do I run the tests of this project?', 'How do I run the tests'],
  ['how do I run the tests in this repo', 'how do I run the tests'],
  ['How do I run the tests here?', 'How do I run the tests'],
  ['how do I run the tests for this repository?', 'how do I run the tests'],
  ['Who uses Pool in our code base, please?', 'Who uses Pool'],
  ['Please tell me who calls X', 'who calls X'],
  ['Hi, can you please tell me who calls `X`?', 'who calls `X`'],
  ["I'd like to know where X is used right now", 'where X is used'],
  ['I want to know who calls X, thanks!', 'who calls X'],
  ['who calls X here ?!', 'who calls X'],
  ['tell me about X', 'tell me about X'],
  ['what is the purpose of this project?', 'what is the purpose of this project'],
  ['how do I run this project?', 'how do I run this project'],
  ['who calls now?', 'who calls now'],
  ['please', 'please'],
  ['', ''],
]; // prettier-ignore

/** Of all tests, not of some. */
const all = { isPart: false, kinds: [] };
const wanted: readonly (readonly [question: string, wants: object])[] = [
  ['How do I run the tests of this project?', { want: 'run', runs: [{ task: 'test', ...all }] }],
  ['how can I run the tests in this repo?', { want: 'run', runs: [{ task: 'test', ...all }] }],
  ['How do I build it here?', { want: 'run', runs: [{ task: 'build', ...all }] }],
  ['Can you tell me how I can install the dependencies of this library?', { want: 'run', runs: [{ task: 'install', ...all }] }],
  ['Please tell me who calls openStore', { want: 'callers', subject: 'openStore' }],
  ['who is calling openStore?', { want: 'callers', subject: 'openStore' }],
  ['can you tell me where openStore is used?', { want: 'callers', subject: 'openStore' }],
  ['where is openStore called from?', { want: 'callers', subject: 'openStore' }],
  ['I want to know when openStore fails', { want: 'fails', subject: 'openStore' }],
  ['I want to know what openStore does', { want: 'explain', subject: 'openStore' }],
  ['tell me about openStore please', { want: 'explain', subject: 'openStore' }],
  ['is there a rate limiter in this project?', { want: 'isThere', subject: 'rate limiter' }],
]; // prettier-ignore

describe('a question with courtesies around it', () => {
  for (const [said, asked] of plain)
    it(`is the question alone: ${said}`, () => assert.equal(plainQuestion(said), asked));

  for (const [question, wants] of wanted)
    it(`keeps its kind: ${question}`, () => assert.deepEqual(wantsOf(question)[0], wants));

  it('is left out behind a message that it only asks about', () => {
    const message = "The port '80' is taken.";
    for (const asked of ['what does that mean?', 'where does this error come from?', 'Why do I get this?'])
      assert.equal(withoutAsking(`${message} ${asked}`), message);
    for (const whole of [
      'Is it open. where is the port closed?',
      'what does that mean?',
      'Oh. what is it?',
      'Is there a rate limiter. Where is it?',
      'where do we see "Wrong argument. code" in the code?',
    ])
      assert.equal(withoutAsking(whole), whole);
  });

  it('is read in time that grows with its length only', () => {
    const words = 'please tell me '.repeat(20_000);
    const start = performance.now();
    plainQuestion(words);
    plainQuestion(`who calls${' of this project'.repeat(20_000)}`);
    assert.ok(performance.now() - start < 2_000);
  });
});
