/** Opens the sources of the question sets in the engine and asks them: each folder a space, the snippets one store. */
import path from 'node:path';
import { Grammars } from '../../engine/chunk/grammars';
import { shippedEmbedding, type EmbeddingSource } from '../../engine/dense/shippedEmbedding';
import type { FileWeights } from '../../engine/rank/rankFiles';
import type { Part } from '../../engine/parts';
import { evidenceOf } from '../../engine/ranking';
import { retrieve } from '../../engine/retrieve';
import { Space } from '../../engine/space';
import type { Evidence } from '../../engine/rank/evidence';
import type { QuestionSet } from './questionSets';
import type { Place, Question } from './scores';

/** The sets are scored down to here. */
const limit = 100;

export interface Found extends Place {
  score: number;
}

export class Corpora {
  private readonly space: Space;
  private readonly filled = new Set<string>();

  private readonly embedding: EmbeddingSource;

  /** @param embeddingFile absent: words alone */
  constructor(grammarFolder: string, embeddingFile?: string) {
    const log = (level: string, message: string) => {
      if (level !== 'info') console.error(message);
    };
    this.embedding = shippedEmbedding(embeddingFile, log);
    this.space = new Space({ grammars: new Grammars(grammarFolder, log), log, patienceMs: 600_000 });
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

  /** What the signals see of the question. */
  async evidence(set: QuestionSet, question: Question): Promise<Evidence> {
    return evidenceOf(question.text, await this.partsOf(set, question));
  }

  async close(): Promise<void> {
    await this.space.close();
  }
}
