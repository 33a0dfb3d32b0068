/** Asks every question of a set, scores the answers, and writes them for the sets' own scorers. */
import fs from 'node:fs';
import path from 'node:path';
import type { FileWeights, Evidence } from '../../engine/rank/fileSignals';
import type { QuestionSet } from './questionSets';
import { mean, scoreQuestion, type Question, type QuestionScore, type Place } from './scores';
import { Grammars } from '../../engine/chunk/grammars';
import { shippedEmbedding, type EmbeddingSource } from '../../engine/dense/embedding';
import type { Part } from '../../engine/parts';
import { evidenceOf } from '../../engine/ranking';
import { retrieve } from '../../engine/retrieve';
import { Space } from '../../engine/space';
import { grammarFolder, tell } from '../built';

export interface Measured {
  question: Question;
  score: QuestionScore;
  found: Found[];
  /** Wall time of the question alone. */
  ms: number;
}

export interface SetFigures {
  ndcg10: number;
  recall1: number;
  recall5: number;
}

/** @param weightsOf weights for a source's questions; undefined for the shipped ones */
export async function measure(
  corpora: Corpora,
  set: QuestionSet,
  weightsOf: (repo: string) => FileWeights | undefined = () => undefined,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const question of set.questions) {
    const start = performance.now();
    const found = await corpora.ask(set, question, weightsOf(question.repo));
    const ms = performance.now() - start;
    measured.push({ question, score: scoreQuestion(question.gold, found, set), found, ms });
  }
  return measured;
}

/** Mean over questions, or over the means of sources. */
export function figuresOf(
  { isPerSource }: Pick<QuestionSet, 'isPerSource'>,
  measured: readonly Measured[],
): SetFigures {
  const groups = new Map<string, QuestionScore[]>();
  for (const { question, score } of measured) {
    const key = isPerSource ? question.repo : '';
    groups.set(key, [...(groups.get(key) ?? []), score]);
  }
  const over = (value: (score: QuestionScore) => number) =>
    mean([...groups.values()].map((scores) => mean(scores.map(value))));
  return {
    ndcg10: over(({ ndcg10 }) => ndcg10),
    recall1: over(({ recall1 }) => recall1),
    recall5: over(({ recall5 }) => recall5),
  };
}

function lineOf({ question: { repo, text }, found, ms }: Measured): string {
  const results = found.map(({ path: file, start, end }) => ({ path: file, startLine: start, endLine: end }));
  return JSON.stringify({ repo, query: text, results, ms: Number(ms.toFixed(2)) });
}

function rowsOf({ folders, snippets }: QuestionSet, { question, found }: Measured): string[] {
  const prefix = folders.size > 1 ? `${question.repo}/` : '';
  return found.map(({ path: file, start, end }, rank) => {
    const place = snippets.length > 0 ? file : `${prefix}${file}:${start}-${end}`;
    return `${question.id}\t${place}\t${1 / (rank + 1)}`;
  });
}

/** Writes results: `<name>.jsonl` for the repository questions, `<name>.tsv` for the others. */
export function writeResults(folder: string, set: QuestionSet, measured: readonly Measured[]): void {
  fs.mkdirSync(folder, { recursive: true });
  const lines = set.isOwn ? measured.map(lineOf) : measured.flatMap((one) => rowsOf(set, one));
  fs.writeFileSync(path.join(folder, `${set.name}.${set.isOwn ? 'jsonl' : 'tsv'}`), `${lines.join('\n')}\n`);
}

// Section: opens the sources in the engine and asks them: each folder is a space, the snippets one store.

/** Results per question, down to the rank that the sets score. */
const limit = 100;

interface Found extends Place {
  score: number;
}

export class Corpora {
  private readonly space: Space;
  private readonly filled = new Set<string>();

  private readonly embedding: EmbeddingSource;

  /** @param embeddingFile absent: words alone */
  constructor(embeddingFile?: string) {
    this.embedding = shippedEmbedding(embeddingFile, tell);
    this.space = new Space({ grammars: new Grammars(grammarFolder(), tell), log: tell, patienceMs: 600_000 });
  }

  private async partsOf({ name, folders, snippets }: QuestionSet, { repo }: Question): Promise<Part[]> {
    const folder = folders.get(repo);
    if (folder !== undefined) return (await this.space.open({ paths: [folder] })).parts;
    if (!this.filled.has(name)) {
      this.filled.add(name);
      const { library } = this.space;
      await library.put(snippets);
    }
    return (await this.space.open({ documents: 'all' })).parts;
  }

  /** The places the engine answers with, best first. */
  async ask(set: QuestionSet, question: Question, weights?: FileWeights): Promise<Found[]> {
    const parts = await this.partsOf(set, question);
    const { embedding } = this;
    const query = question.text;
    const { snippets } = await retrieve({ query, parts, limit, embedding, ...(weights ? { weights } : {}) });
    const folder = set.folders.get(question.repo) ?? '';
    return snippets.map(({ source, lines, score }) => {
      if (source.kind === 'document') return { path: source.id, start: 1, end: Infinity, score };
      const file = source.kind === 'file' ? path.relative(folder, source.path).split(path.sep).join('/') : '';
      return { path: file, start: lines.start, end: lines.end, score };
    });
  }

  /** Evidence of the question for the signals. */
  async evidence(set: QuestionSet, question: Question): Promise<Evidence> {
    return evidenceOf(question.text, await this.partsOf(set, question), this.embedding);
  }

  async close(): Promise<void> {
    await this.space.close();
  }
}
