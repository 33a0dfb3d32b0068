// Small projects that the engine is asked about, as the chat asks: what is found goes with the question.
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import type { ReferencesResult, ReferencingSource } from '../../../src/engine/querySpace';
import type { Engine } from '../../../src/engine/types';
import { createFolder } from '../api/askingContext';

/** Makes files and an engine before the tests of a suite, and removes both after it. */
export function engineOver(files: Record<string, string>, embeddingFile?: string): { engine: Engine; root: string } {
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
  return {
    get engine() {
      return engine;
    },
    get root() {
      return tree.path;
    },
  };
}

/** The rows of references, sorted. */
export function rowsTold({ files, tests, possible }: ReferencesResult): { certain: string[]; possible: string[] } {
  const rows = (all: readonly ReferencingSource[]) =>
    all.flatMap(({ references }) => references.map(({ text }) => text)).sort();
  return { certain: rows([...files, ...tests]), possible: rows(possible) };
}

/**
 * @param files those of projects, each in a folder of its own
 * @param embeddingFile likeness in meaning is known with it, which values are chosen by
 * @returns the text of the first answer about one of the folders
 */
export function askedProjects(
  files: Record<string, string>,
  embeddingFile?: string,
): (project: string, query: string) => Promise<string> {
  const over = engineOver(files, embeddingFile);
  return async (project, query) => {
    const root = path.join(over.root, project);
    const { snippets } = await over.engine.retrieve({ query, space: { paths: [root] }, limit: 20 });
    const named = snippets.map((snippet, place) => ({ ...snippet, id: String(place), label: String(place) }));
    const [first] = await over.engine.answer({ query, snippets: named, space: { paths: [root] }, roots: [root] });
    return first?.text ?? '';
  };
}
