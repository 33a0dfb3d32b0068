// How good the answers are beside how fast they come: the sets that need npm packages only, against the committed
// baseline, with the 95 % interval of the difference.
import { createEngine } from '../../src/engine/engine';
import path from 'node:path';
import { prepareSources } from '../../src/training/ranking/questionSets';
import { mean, readQuestions, scoreQuestion } from '../../src/training/ranking/scores';
import { compareWithBaseline } from '../quality/baseline';

const engine = createEngine({
  grammarFolder: path.resolve('dist/grammars'),
  log: () => undefined,
});
for (const set of ['npm-questions', 'npm-concepts']) {
  const setFolder = path.resolve('test/quality', set);
  const folders = prepareSources(setFolder);
  const questions = readQuestions(setFolder);
  const now: number[] = [];
  for (const { text, repo, gold } of questions) {
    const root = folders.get(repo) ?? '';
    const { snippets } = await engine.retrieve({ query: text, space: { paths: [root] }, limit: 100 });
    const ranked = snippets.map(({ source, lines }) => {
      const file = source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : '';
      return { path: `${repo}/${file}`, ...lines };
    });
    now.push(scoreQuestion(gold, ranked).ndcg10);
  }
  const { before, low, high } = compareWithBaseline(set, questions, now);
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
  console.log(
    `${set}: nDCG@10 ${mean(now).toFixed(3)}, baseline ${mean(before).toFixed(3)}, difference ${signed(low)} to ${signed(high)} (95 %)`,
  );
}
await engine.close();
