// How well a space is searched on the server: a set of questions about snippets (corpus.jsonl.gz, queries.jsonl, qrels.tsv, each
// question with its one snippet), put into a space. By the order of the database, and by the engine's; with pgvector, and without.
//   QUARRY_BENCH_TEAM_SET=DIR        the folder of the set; without it nothing is measured
//   QUARRY_BENCH_TEAM_QUESTIONS=500  how many of its questions
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { shippedEmbedding } from '../../src/engine/door';
import { createThreadEngine } from '../../src/engine/threadEngine';
import { meaningsBy, type Meanings, byDatabase, byEngine, type Candidate, type Ranker } from '../../src/team/ranking';
import { startPGliteTeam } from '../unit/team/pglite';
import { written } from '../unit/team/team';
import { quantile, timed } from './rows';

interface Question {
  text: string;
  /** Ids of the set. */
  gold: Set<string>;
}

const folder = process.env.QUARRY_BENCH_TEAM_SET;
const most = Number(process.env.QUARRY_BENCH_TEAM_QUESTIONS ?? '500');
const embeddingFile = path.resolve('media/embedding.bin');
const warn = (_: object, sentence: string) => console.warn(sentence);

const linesOf = (text: string) => text.split('\n').filter(Boolean);

function readSet(set: string): { snippets: { id: string; text: string; language: string }[]; questions: Question[] } {
  const read = (name: string) => fs.readFileSync(path.join(set, name));
  const gold = new Map<string, Set<string>>();
  for (const line of linesOf(read('qrels.tsv').toString())) {
    const [question = '', document = ''] = line.split('\t');
    gold.set(question, (gold.get(question) ?? new Set()).add(document));
  }
  const questions = linesOf(read('queries.jsonl').toString()).map(
    (line) => JSON.parse(line) as { id: string; text: string },
  );
  return {
    snippets: linesOf(gunzipSync(read('corpus.jsonl.gz')).toString()).map(
      (line) => JSON.parse(line) as { id: string; text: string; language: string },
    ),
    questions: questions.slice(0, most).map(({ id, text }) => ({ text, gold: gold.get(id) ?? new Set() })),
  };
}

async function measure(set: string, meanings: Meanings | undefined): Promise<void> {
  const { snippets, questions } = readSet(set);
  const ids = new Map(snippets.map(({ id }) => [randomUUID() as string, id]));
  const assets = [...ids.keys()];
  const engine = createThreadEngine({
    ...{ workerFile: path.resolve('dist/engine.js'), grammarFolder: path.resolve('dist/grammars'), embeddingFile },
    log: (_, text) => console.warn(text),
  });
  let offered: readonly Candidate[] = [];
  const keep: Ranker = async (_, candidates) => {
    offered = candidates;
    return [];
  };
  const team = await startPGliteTeam({ people: ['Ada'], meanings, rank: keep });
  try {
    const [ada = ''] = team.tokens;
    const { id: space } = await team.ask(ada, 'spaceMake', { body: { name: 'Snippets', visibility: 'members' } });
    for (let from = 0; from < snippets.length; from += 250) {
      const changes = snippets
        .slice(from, from + 250)
        .map(({ text, language }, at) => written({ text, language }, { asset: assets[from + at] ?? '' }));
      await team.ask(ada, 'change', { params: { space }, body: { changes } });
    }
    await team.engine.exec('SET SESSION AUTHORIZATION postgres; ANALYZE; SET SESSION AUTHORIZATION quarry_web');
    const all: { text: string; gold: Set<string>; candidates: readonly Candidate[] }[] = [];
    for (const { text, gold } of questions) {
      await team.find(ada, space, text);
      all.push({
        text,
        gold: new Set([...ids].flatMap(([asset, id]) => (gold.has(id) ? [asset] : []))),
        candidates: offered,
      });
    }
    const held = all.filter(({ gold, candidates }) => candidates.some(({ id }) => gold.has(id))).length / all.length;
    const mean = all.reduce((sum, { candidates }) => sum + candidates.length, 0) / all.length;
    console.log(
      `${meanings ? 'with' : 'without'} pgvector: ${mean.toFixed(0)} candidates, of ${held.toFixed(3)} of the questions the right one among them`,
    );
    for (const [name, rank] of [
      ['database', byDatabase],
      ['engine', byEngine(engine, warn)],
    ] as const) {
      let [gain, ten] = [0, 0];
      const times: number[] = [];
      for (const { text, gold, candidates } of all) {
        let place = -1;
        times.push(
          await timed(async () => (place = (await rank(text, candidates, 10)).findIndex(({ id }) => gold.has(id)))),
        );
        if (place < 0) continue;
        ten += 1;
        gain += 1 / Math.log2(place + 2);
      }
      console.log(
        `  ordered by the ${name}: nDCG@10 ${(gain / all.length).toFixed(4)}, among ten ${(ten / all.length).toFixed(3)}; ordering p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`,
      );
    }
  } finally {
    await team.close();
    await engine.close();
  }
}

if (folder === undefined) console.log('Name a set of questions about snippets: QUARRY_BENCH_TEAM_SET=DIR.');
else {
  await measure(folder, undefined);
  await measure(folder, meaningsBy(shippedEmbedding(embeddingFile, (_, text) => console.warn(text))));
}
