// Answers scored by the facts they hold and compared with the committed baseline, question by question.
// A wanted change of the baseline: QUARRY_UPDATE_BASELINE=1 npm run test:quality; every answer: QUARRY_SHOW_ANSWERS=1.
// The sealed sets are asked on request only: QUARRY_SEALED=1 npm run test:quality -- --grep sealed
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Engine } from '../../src/engine/types';
import {
  figuresOf,
  judge,
  readFactQuestions,
  worthOf,
  type FactQuestion,
  type Judged,
  askPackage,
  openEngine,
  snippetsFor,
} from '../../src/training/answers/packageAnswers';
import { assertNotWorse } from './baseline';
import { lostFacts } from './lostFacts';
import { prepareSources } from '../../src/training/ranking/questionSets';

const setFolder = path.resolve('test/quality/npm-answers');

function show({ question, answers, holds }: Judged): void {
  const mark = question.absent ? (answers[0]?.isAbsence ? 'right' : 'WRONG') : holds.indexOf(true) + 1 || 'MISSED';
  console.log(`\n===== ${question.id} (${question.kind}) ${mark}: ${question.text}`);
  answers.slice(0, 3).forEach(({ score, text }) => console.log(`----- ${score}\n${text}`));
}

/** Says the figures, and fails when the answers have become worse beyond chance. */
function assertFigures(set: string, questions: readonly FactQuestion[], judged: readonly Judged[]): void {
  const figures = figuresOf(judged);
  const text = (value: number) => value.toFixed(3).replace(/^0/, '');
  console.log(
    `      ${set}: fact in the first answer ${text(figures.first)}, in the first three ${text(figures.firstThree)}; ` +
      `"not here" said rightly ${text(figures.absenceTold)}, wrongly ${text(figures.absenceWrong)}`,
  );
  for (const [which, { error, ofRight, ofRightAtMost, low, high }] of Object.entries(figures.calibration)) {
    const ofSo = `scores that are right: ${text(ofRight)} in the mean, up to ${text(ofRightAtMost)} in 19 of 20 draws`;
    console.log(`        calibration error, ${which} answers: ${text(error)} (${text(low)} to ${text(high)}); ${ofSo}`);
  }
  assertNotWorse('answers', set, questions, judged.map(worthOf));
}

async function assertSet(engine: Engine, name: string): Promise<void> {
  const folder = path.resolve('test/quality', name);
  const sources = prepareSources(folder);
  const all = readFactQuestions(folder);
  const asked = all.filter(({ repo }) => sources.has(repo));
  if (asked.length < all.length) console.log(`      ${name}: ${all.length - asked.length} not asked: shallow clone`);
  const found: Judged[] = [];
  for (const question of asked) {
    found.push(judge(question, await askPackage(engine, sources.get(question.repo) ?? '', question.text)));
  }
  if (process.env.QUARRY_SHOW_ANSWERS) found.forEach(show);
  assertFigures(name, asked, found);
}

describe('answers to the npm-answers', function () {
  this.timeout(600_000);
  const questions = readFactQuestions(setFolder);
  const judged: Judged[] = [];
  let folders: Map<string, string>;
  let engine: Engine;

  before(async () => {
    folders = prepareSources(setFolder);
    engine = openEngine();
    for (const question of questions) {
      judged.push(judge(question, await askPackage(engine, folders.get(question.repo) ?? '', question.text)));
    }
    if (process.env.QUARRY_SHOW_ANSWERS) judged.forEach(show);
  });

  after(() => engine.close());

  it('hold their facts no less often than the committed baseline', () => {
    assertFigures('npm-answers', questions, judged);
  });

  it('hold the facts of the development set no less often than the committed baseline', async () => {
    await assertSet(engine, 'answers-dev');
  });

  it('hold the facts of a set that nothing was fitted on no less often than the committed baseline', async () => {
    await assertSet(engine, 'npm-answers-check');
  });

  it('lead to follow-ups about the code found, each of which is answered and none of which suits another package', async () => {
    const offered = new Map<string, Set<string>>();
    for (const { repo, text: query } of questions.filter(({ absent }, place) => !absent && place % 5 === 0)) {
      const folder = folders.get(repo) ?? '';
      const snippets = (await snippetsFor(engine, folder, query)).slice(0, 6);
      const known = offered.get(repo) ?? new Set<string>();
      offered.set(repo, known);
      for (const { text } of await engine.hints({ query, snippets })) {
        if (known.has(text)) continue;
        known.add(text);
        const [answer] = await engine.answer({ query: text, snippets, space: { paths: [folder] }, roots: [folder] });
        const isClaim = answer?.kind !== undefined && !['places', 'unsure', 'absent'].includes(answer.kind);
        assert.ok(isClaim && answer.citations.length > 0, `${repo}: ${text}\n${answer?.text ?? ''}`);
      }
    }
    if (process.env.QUARRY_SHOW_ANSWERS) console.log([...offered.values()].flatMap((texts) => [...texts]).join('\n'));
    const [one = new Set<string>(), other = new Set<string>()] = offered.values();
    assert.ok(one.size >= 5 && other.size >= 5);
    assert.deepEqual(
      [...one].filter((text) => other.has(text)),
      [],
    );
  });

  it('are the same, byte for byte, when asked again', async () => {
    for (const { question, answers } of judged.filter((_, place) => place % 10 === 0)) {
      const again = await askPackage(engine, folders.get(question.repo) ?? '', question.text);
      assert.equal(JSON.stringify(again), JSON.stringify(answers));
    }
  });
});

/** What code that nobody tuned on gets: a run at every change would show the misses. */
const sealedSets = ['npm-answers-unseen', 'npm-answers-kept'];

function describeSealed(name: string): void {
  describe(`facts of the sealed ${name}`, function () {
    this.timeout(600_000);

    it('stand where the set says, in the packages it pins', () => {
      const folder = path.resolve('test/quality', name);
      assert.deepEqual(lostFacts(readFactQuestions(folder), prepareSources(folder)), []);
    });
  });

  describe(`answers to the sealed ${name}`, function () {
    this.timeout(600_000);

    it('hold their facts no less often than the committed baseline', async () => {
      const engine = openEngine();
      try {
        await assertSet(engine, name);
      } finally {
        await engine.close();
      }
    });
  });
}

if (process.env.QUARRY_SEALED) sealedSets.forEach(describeSealed);
