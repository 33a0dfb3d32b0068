// Small projects that the engine is asked about, as the chat asks: what is found goes with the question.
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

/**
 * Makes the files before the tests of a suite and removes them after it.
 * @param embeddingFile likeness in meaning is known with it, which values are chosen by
 * @returns the text of the first answer about one of the folders
 */
export function askedProjects(
  files: Record<string, string>,
  embeddingFile?: string,
): (project: string, query: string) => Promise<string> {
  let tree: ReturnType<typeof createFolder>;
  let engine: Engine;
  before(() => {
    tree = createFolder(files);
    engine = createEngine({ grammarFolder: path.resolve('dist/grammars'), embeddingFile, log: () => undefined });
  });
  after(async () => {
    await engine.close();
    tree.remove();
  });
  return async (project, query) => {
    const root = path.join(tree.path, project);
    const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({ ...snippet, id: String(place), label: String(place) }));
    const [first] = await engine.answer({ query, snippets: named, space: { paths: [root] }, roots: [root] });
    return first?.text ?? '';
  };
}
