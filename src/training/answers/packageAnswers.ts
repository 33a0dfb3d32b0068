/**
 * Asks for answers about one package as the service does, and checks facts: values and names in the text, and cited
 * lines.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Answer, AnswerSnippet, Engine, Snippet } from '../../engine/types';
import { calibrationRange, type CalibrationRange } from './calibration';
import { createEngine } from '../../engine/engine';
import { grammarFolder, tell } from '../built';

/** Passages given to the answerer, the service's default. */
export const limit = 20;

export function openEngine(): Engine {
  return createEngine({
    grammarFolder: grammarFolder(),
    embeddingFile: path.resolve('media/embedding.bin'),
    log: tell,
    // A long limit, so that results do not depend on the machine's load.
    patienceMs: 600_000,
  });
}

export async function snippetsFor(engine: Engine, root: string, query: string): Promise<AnswerSnippet[]> {
  const { snippets } = await engine.retrieve({ query, space: { paths: [root] }, limit });
  return answerSnippets(root, snippets);
}

/** Snippets in the form the service gives the answerer. */
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

export interface FactQuestion {
  id: string;
  repo: string;
  kind: string;
  text: string;
  /** Patterns that must all match the answer's text without its sources. */
  says?: string[];
  /** `path:line` or `path:start-end`; one citation must lie on one of them. */
  at?: string[];
  /** True when nothing in the package answers. */
  absent?: boolean;
}

/** Longest text in characters that counts, so that an answer cannot score by showing everything. */
const maxTextChars = 3_700;
const maxCitedLines = 40;

export function readFactQuestions(setFolder: string): FactQuestion[] {
  const rows = fs.readFileSync(path.join(setFolder, 'questions.jsonl'), 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => JSON.parse(row) as FactQuestion);
}

export function readPlace(place: string): { file: string; start: number; end: number } {
  const [, file = '', start = '1', end = start] = /^(.*):(\d+)(?:-(\d+))?$/.exec(place) ?? [];
  return { file, start: Number(start), end: Number(end) };
}

/** The text before the list of sources. */
export function bodyOf(text: string): string {
  return text.replace(/\n+(?:\[\d+\] .*(?:\n|$))+$/, '');
}

export function holdsFact({ says = [], at }: FactQuestion, answer: Answer): boolean {
  const body = bodyOf(answer.text);
  if (answer.isAbsence || answer.text.length > maxTextChars) return false;
  if (!says.every((pattern) => new RegExp(pattern).test(body))) return false;
  if (!at) return true;
  const cited = answer.citations.map(({ label }) => readPlace(label));
  return at
    .map(readPlace)
    .some((place) =>
      cited.some(
        ({ file, start, end }) =>
          file === place.file && end - start < maxCitedLines && start <= place.end && end >= place.start,
      ),
    );
}

export interface Judged {
  question: FactQuestion;
  answers: Answer[];
  /** For each answer, whether it holds the fact. */
  holds: boolean[];
}

export function judge(question: FactQuestion, answers: Answer[]): Judged {
  return { question, answers, holds: answers.map((answer) => !question.absent && holdsFact(question, answer)) };
}

/** Score of a question: the fact first, among the first three, or a stated absence. */
export function worthOf({ question, answers, holds }: Judged): number {
  if (question.absent) return answers[0]?.isAbsence ? 1 : 0;
  if (holds[0]) return 1;
  return holds.slice(0, 3).includes(true) ? 0.5 : 0;
}

export interface AnswerFigures {
  first: number;
  firstThree: number;
  /** How often "not here" was said rightly and wrongly. */
  absenceTold: number;
  absenceWrong: number;
  /** Calibration of scores of the first answers, the first three, and all. */
  calibration: Record<'first' | 'three' | 'all', CalibrationRange>;
}

const share = (hits: readonly boolean[]) => (hits.length === 0 ? 0 : hits.filter(Boolean).length / hits.length);

export function figuresOf(judged: readonly Judged[]): AnswerFigures {
  const present = judged.filter(({ question }) => !question.absent);
  const absent = judged.filter(({ question }) => question.absent);
  const saysAbsent = ({ answers }: Judged) => answers[0]?.isAbsence ?? true;
  const calibration = (count: number) =>
    calibrationRange(
      judged.map(({ answers, holds }) =>
        answers.slice(0, count).map(({ score }, place) => ({ score, isRight: holds[place] ?? false })),
      ),
    );
  return {
    first: share(present.map(({ holds }) => holds[0] ?? false)),
    firstThree: share(present.map(({ holds }) => holds.slice(0, 3).includes(true))),
    absenceTold: share(absent.map(saysAbsent)),
    absenceWrong: share(present.map(saysAbsent)),
    calibration: { first: calibration(1), three: calibration(3), all: calibration(Infinity) },
  };
}
