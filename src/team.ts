/** The team service, loaded by `cli.ts` for `quarry team` only; a bundle of its own beside the engine's. */
import path from 'node:path';
import { shippedEmbedding } from './engine/door';
import { createThreadEngine } from './engine/threadEngine';
import { run as runTeam } from './team/commandLine';

const embeddingFile = path.join(__dirname, '../media/embedding.bin');
const log = (level: string, text: string) => void process.stderr.write(`${JSON.stringify({ level, msg: text })}\n`);

export function run(argv: string[]): void {
  runTeam(argv, {
    embedding: shippedEmbedding(embeddingFile, log),
    openEngine: () =>
      createThreadEngine({
        workerFile: path.join(__dirname, 'engine.js'),
        grammarFolder: path.join(__dirname, 'grammars'),
        ...{ embeddingFile, log },
      }),
  });
}
