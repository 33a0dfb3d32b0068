/** Prepared features: what the engine's signals said of every candidate file of every question, and which were right. */
import fs from 'node:fs';
import path from 'node:path';

/** One file of a question: which target it is (-1 for none) and its signals. */
export interface FileRow {
  path: string;
  target: number;
  x: number[];
}

export interface QuestionRow {
  query: string;
  category: string;
  isSymbol: boolean;
  targets: number;
  files: FileRow[];
}

export interface Prepared {
  repo: string;
  /** Questions of other sets (`<repo>.lines.json`, `<repo>.package.json`) help the fit and are not part of the figure. */
  isExtra: boolean;
  signals: string[];
  questions: QuestionRow[];
}

/** One weight per signal, in the order of the signals. */
export interface Vectors {
  worded: Float64Array;
  symbol: Float64Array;
}

export function readPrepared(folder: string): Prepared[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const file = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as Omit<Prepared, 'repo'>;
    return {
      ...file,
      repo: name.replace(/(?:\.lines|\.package)?\.json$/, ''),
      isExtra: /\.(?:lines|package)\.json$/.test(name),
    };
  });
}
