// Retrieval scored on fixed questions and compared with the committed baseline, question by question.
// A wanted change of the baseline: QUARRY_UPDATE_BASELINE=1 npm run test:quality
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../src/engine/engine';
import type { Engine } from '../../src/engine/types';
import { prepareSources } from './sources';
import { differenceInterval, mean, readQuestions, scoreQuestion, type QuestionScore } from './scores';

const setFolder = path.resolve('test/quality/npm-questions');
const baselineFile = path.resolve('test/quality/baseline.json');

describe('retrieval on the npm questions', function () {
  this.timeout(180_000);
  const questions = readQuestions(setFolder);
  const scores = new Map<string, QuestionScore>();
  let engine: Engine;

  before(async () => {
    const folders = prepareSources(setFolder);
    engine = createEngine({
      grammarFolder: path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'),
      log: () => undefined,
    });
    for (const question of questions) {
      const root = folders.get(question.repo) ?? '';
      const { snippets } = await engine.retrieve({ query: question.text, space: { paths: [root] }, limit: 100 });
      const ranked = snippets.map(({ source, lines }) => ({
        path:
          source.kind === 'file'
            ? `${question.repo}/${path.relative(root, source.path).split(path.sep).join('/')}`
            : '',
        ...lines,
      }));
      scores.set(question.id, scoreQuestion(question.gold, ranked));
    }
  });

  after(() => engine.close());

  it('is not significantly worse than the committed baseline', () => {
    const now = questions.map(({ id }) => scores.get(id)?.ndcg10 ?? 0);
    const inTopThree = questions.filter(({ id }) => (scores.get(id)?.firstRank ?? Infinity) <= 3).length;
    console.log(
      `      npm-questions: nDCG@10 ${mean(now).toFixed(3)}, right place among the first three for ${inTopThree} of ${now.length}`,
    );
    if (process.env.QUARRY_UPDATE_BASELINE) {
      const entries = questions.map(({ id }, i): [string, number] => [id, Number(now[i]?.toFixed(4))]);
      fs.writeFileSync(baselineFile, `${JSON.stringify({ 'npm-questions': Object.fromEntries(entries) }, null, 1)}\n`);
    }
    const baseline = JSON.parse(fs.readFileSync(baselineFile, 'utf8')) as { 'npm-questions': Record<string, number> };
    const before = questions.map(({ id }) => baseline['npm-questions'][id] ?? 0);
    const { low, high } = differenceInterval(before, now);
    assert.ok(
      high >= 0,
      `nDCG@10 fell from ${mean(before).toFixed(3)} to ${mean(now).toFixed(3)} (95 % interval ${low.toFixed(3)} to ${high.toFixed(3)})`,
    );
  });

  it('gives the same ranking when asked again', async () => {
    const [first] = questions;
    assert.ok(first);
    const root = prepareSources(setFolder).get(first.repo) ?? '';
    const ask = async () =>
      (await engine.retrieve({ query: first.text, space: { paths: [root] }, limit: 20 })).snippets;
    assert.deepEqual(await ask(), await ask());
  });
});
