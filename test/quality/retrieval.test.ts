// Retrieval scored on fixed questions and compared with the committed baseline, question by question.
// A wanted change of the baseline: QUARRY_UPDATE_BASELINE=1 npm run test:quality
import assert from 'node:assert/strict';
import path from 'node:path';
import { createEngine } from '../../src/engine/engine';
import type { Engine } from '../../src/engine/types';
import { prepareSources } from '../../src/training/ranking/questionSets';
import {
  mean,
  readQuestions,
  scoreQuestion,
  type Question,
  type QuestionScore,
} from '../../src/training/ranking/scores';
import { assertNotWorse } from './baseline';

/** Questions wanting lines, and questions wanting files. */
const sets = ['npm-questions', 'npm-concepts'];

async function ask(engine: Engine, root: string, { repo, text }: Question, limit: number) {
  const { snippets } = await engine.retrieve({ query: text, space: { paths: [root] }, limit });
  return snippets.map(({ source, lines }) => {
    const file = source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : '';
    return { path: `${repo}/${file}`, ...lines };
  });
}

for (const set of sets) {
  const setFolder = path.resolve('test/quality', set);

  describe(`retrieval on the ${set}`, function () {
    this.timeout(180_000);
    const questions = readQuestions(setFolder);
    const scores = new Map<string, QuestionScore>();
    let folders: Map<string, string>;
    let engine: Engine;

    before(async () => {
      folders = prepareSources(setFolder);
      engine = createEngine({
        grammarFolder: path.resolve('dist/grammars'),
        embeddingFile: path.resolve('media/embedding.bin'),
        log: () => undefined,
      });
      for (const question of questions) {
        const ranked = await ask(engine, folders.get(question.repo) ?? '', question, 100);
        scores.set(question.id, scoreQuestion(question.gold, ranked));
      }
    });

    after(() => engine.close());

    it('is not significantly worse than the committed baseline', () => {
      const now = questions.map(({ id }) => scores.get(id)?.ndcg10 ?? 0);
      const inTopThree = questions.filter(({ id }) => (scores.get(id)?.firstRank ?? Infinity) <= 3).length;
      console.log(
        `      ${set}: nDCG@10 ${mean(now).toFixed(3)}, right place among the first three for ${inTopThree} of ${now.length}`,
      );
      assertNotWorse('nDCG@10', set, questions, now);
    });

    it('gives the same ranking when asked again', async () => {
      const [first] = questions;
      assert.ok(first);
      const root = folders.get(first.repo) ?? '';
      assert.deepEqual(await ask(engine, root, first, 20), await ask(engine, root, first, 20));
    });
  });
}
