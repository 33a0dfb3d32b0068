// Asks the engine as the service does: the passages of one package, then the answers made of them.
import path from 'node:path';
import { createEngine } from '../../engine/engine';
import type { Answer, AnswerSnippet, Engine, Snippet } from '../../engine/types';

/** As many passages as the service hands to the answerer when a caller names no limit. */
export const limit = 20;

export function openEngine(): Engine {
  return createEngine({
    grammarFolder: path.resolve('dist/grammars'),
    embeddingFile: path.resolve('media/embedding.bin'),
    log: () => undefined,
    // What is measured does not depend on how busy the machine is.
    patienceMs: 600_000,
  });
}

export async function snippetsFor(engine: Engine, root: string, query: string): Promise<AnswerSnippet[]> {
  const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit });
  return answerSnippets(root, snippets);
}

/** As the service hands them to the answerer. */
export function answerSnippets(root: string, snippets: readonly Snippet[]): AnswerSnippet[] {
  return snippets.map(({ source, text, language, lines, symbol, score }, place) => ({
    id: String(place),
    source,
    label: source.kind === 'file' ? path.relative(root, source.path).split(path.sep).join('/') : String(place),
    text,
    language,
    lines,
    score,
    ...(symbol !== undefined && { symbol }),
  }));
}

export async function askPackage(engine: Engine, root: string, query: string): Promise<Answer[]> {
  return engine.answer({
    query,
    snippets: await snippetsFor(engine, root, query),
    space: { paths: [root] },
    roots: [root],
  });
}
