/** "What does this do?": the passage itself is told, because nothing was asked that could be looked for. */
import type { Answer, AnswerSnippet } from '../types';
import { fenced, sources } from './compose';
import { summarise } from './summary';
import { cited } from './text';

/** Rows shown of a passage that is explained as a whole. */
const maxRows = 12;

export function summaryAnswer(snippet: AnswerSnippet, place: number): Answer {
  const { text, language, symbol, lines, label, id } = snippet;
  const [first = '', ...more] = summarise(text, language, symbol);
  const rows = text.split(/\r?\n/).slice(0, maxRows);
  const end = Math.min(lines.end, lines.start + rows.length - 1);
  const citation = { id, label: `${label}:${lines.start}-${end}`, lines: { start: lines.start, end } };
  const code = fenced(rows.join('\n').trimEnd(), language);
  const body = [[cited(first, 1), ...more].join(' '), code, sources([citation])].join('\n\n');
  return { text: body, score: Number((0.6 / (1 + place)).toFixed(3)), citations: [citation], isAbsence: false };
}
