// Tells which questions of a set ask for a fact that its packages do not hold, without answering any.
import fs from 'node:fs';
import path from 'node:path';
import { readPlace, type FactQuestion } from '../../src/training/answers/packageAnswers';

function readSources(folder: string): Map<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const isFile = (file: string) => fs.statSync(path.join(folder, file)).isFile();
  return new Map(
    files
      .filter(isFile)
      .map((file) => [file.split(path.sep).join('/'), fs.readFileSync(path.join(folder, file), 'utf8')]),
  );
}

/** The lines of a place, or undefined where the file or a line of it is missing or all of them are blank. */
function linesAt(files: ReadonlyMap<string, string>, place: string): string | undefined {
  const { file, start, end } = readPlace(place);
  const lines = files.get(file)?.split('\n') ?? [];
  const text = lines.slice(start - 1, end).join('\n');
  return start >= 1 && start <= end && end <= lines.length && text.trim() !== '' ? text : undefined;
}

function isHeld({ says = [], at, absent }: FactQuestion, files: ReadonlyMap<string, string>): boolean {
  if (absent) return says.length === 0 && at === undefined;
  const places = at?.map((place) => linesAt(files, place));
  if (says.length === 0 && places === undefined) return false;
  if (places?.includes(undefined)) return false;
  // What must be said stands on the lines of each place, or, without a place, somewhere in one file.
  const texts = places?.map((text) => text ?? '') ?? [...files.values()];
  const holdsAll = (text: string) => says.every((pattern) => new RegExp(pattern).test(text));
  return places === undefined ? texts.some(holdsAll) : texts.every(holdsAll);
}

/**
 * @param folders name of a package -> the folder of its sources
 * @returns ids of the questions, no more of them: a sealed set stays sealed when this fails
 */
export function lostFacts(questions: readonly FactQuestion[], folders: ReadonlyMap<string, string>): string[] {
  const sources = new Map([...folders].map(([name, folder]) => [name, readSources(folder)]));
  return questions.filter((question) => !isHeld(question, sources.get(question.repo) ?? new Map())).map(({ id }) => id);
}
