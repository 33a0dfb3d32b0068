/**
 * Makes a follow-up stand alone: what "it", "there" or a bare "why?" points to is taken from the latest question and
 * from the symbols cited in the latest answer. A question that is complete is left as it is. Rules only, deterministic.
 */
import { analyse } from './rank/question';
import { isDroppedFromQuestion } from './text/stopWords';
import { wordsOf } from './text/tokens';
import type { RepromptRequest, Turn } from './types';

/** Words of the subject carried over; more would drown the follow-up. */
const maxSubjectWords = 8;
/** Turns looked back through for a question that has a subject. */
const maxTurns = 12;

const pronoun =
  /\b(?:it|its|they|them|their|that|this|those|these|there|here|the (?:same|former|latter|above)|(?:this|that|the) (?:function|method|class|file|code|one|value|error|module|type|test|snippet))\b/i;
const opener =
  /^\s*(?:and|but|so|or|also|then|what about|how about|ok|okay|why|how so|really|where|when|who|in|for|with|from|on)\b|\b(?:too|as well|also|either|instead)\s*\??\s*$/i;
const replaceable =
  /\b(?:(?:this|that|the) (?:function|method|class|code|one|snippet|module)|it|they|them|this|that|those|these)\b(?! (?:is|are|was) (?:a|an|the)\b)/i;

/** Symbols the answer puts first: in code quotes, else none. */
function citedSymbols(answer: string): string[] {
  const beforeSources = answer.split(/^\[1\] /m)[0] ?? answer;
  const prose = beforeSources.replace(/```[\s\S]*?```/g, '');
  const symbols = [...prose.matchAll(/`([A-Za-z_$][\w$.:]{1,60})`/g)].map((found) => found[1] ?? '');
  return [...new Set(symbols.filter((symbol) => !/\.\w{1,4}$/.test(symbol) || /[A-Z]/.test(symbol)))].slice(0, 1);
}

/** Content words of a question as they were written. */
function subjectOf(question: string): string[] {
  const words = wordsOf(question).filter((word) => !isDroppedFromQuestion(word.toLowerCase()));
  return [...new Set(words)].slice(0, maxSubjectWords);
}

/** The latest earlier question that has a subject of its own. */
function earlierSubject(history: readonly Turn[], query: string): string[] {
  for (const turn of history.slice(0, maxTurns)) {
    if (turn.role !== 'user' || turn.text.trim() === query.trim()) continue;
    const subject = subjectOf(turn.text);
    if (subject.length > 0 && !(subject.length < 2 && isFollowUp(turn.text))) return subject;
  }
  return [];
}

function isFollowUp(query: string): boolean {
  const { content, symbols } = analyse(query);
  if (symbols.length > 0 && content.length >= 2) return false;
  const isShort = content.length <= 1;
  const isOpened = opener.test(query) && content.length <= 2;
  return isShort || isOpened || (pronoun.test(query) && content.length <= 4);
}

export function reprompt({ query, history }: RepromptRequest): string {
  const asked = query.trim();
  if (asked === '' || history.length === 0 || !isFollowUp(asked)) return query;
  const latestAnswer = history.find((turn) => turn.role === 'assistant')?.text ?? '';
  const [symbol] = citedSymbols(latestAnswer);
  const subject = earlierSubject(history, asked);
  if (symbol === undefined && subject.length === 0) return query;
  const known = asked.toLowerCase();
  const words = subject.filter((word) => !known.includes(word.toLowerCase()));
  const named = symbol === undefined ? words.join(' ') : `\`${symbol}\``;
  const isReplaced = replaceable.test(asked) && named !== '';
  const body = (isReplaced ? asked.replace(replaceable, named) : asked).replace(
    /^(?:and|but|so|or|also|then|ok|okay)\b[\s,]*/i,
    '',
  );
  const rest = isReplaced && symbol === undefined ? [] : words;
  const about = [...(isReplaced || symbol === undefined ? [] : [named]), ...rest].join(' ');
  if (about === '') return body;
  const end = /[?!.]+$/.exec(body)?.[0] ?? '';
  return `${body.slice(0, body.length - end.length)} (about ${about})${end === '' ? '' : end}`;
}
