/** What kind of answer a question wants, read from its form. */

export type QuestionKind = 'where' | 'what' | 'how' | 'why' | 'list' | 'default' | 'error' | 'who' | 'about';

const patterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ['default', /\bdefaults?\b|\bby default\b|\bwhat (?:is|are) the (?:max|min|limit|value|initial)/i],
  ['why', /^\s*(?:and\s+)?why\b|\bwhat is the reason\b|\bwhat for\b/i],
  ['error', /\b(?:throws?|thrown|raises?|raised|exceptions?|errors? (?:is|are|when)|fails?|failure|panics?)\b/i],
  ['where', /\bwhere\b|\bwhich (?:file|function|method|class|module|place|line)\b|^\s*(?:find|locate|show)\b/i],
  ['who', /^\s*who\b(?! (?:handles|calls|uses|sets|creates))/i],
  ['list', /^\s*(?:list|which|what are)\b|\ball (?:the )?\w+s\b/i],
  ['how', /\bhow\b|^\s*what happens\b/i],
  ['what', /^\s*(?:what|explain|describe|summari[sz]e)\b/i],
];

export function kindOf(query: string): QuestionKind {
  return patterns.find(([, pattern]) => pattern.test(query))?.[0] ?? 'about';
}

/** Rows that answer a kind of question better than others do. */
const telling: Partial<Record<QuestionKind, RegExp>> = {
  why: /\b(?:because|since|so that|otherwise|avoid|prevent|workaround|note|reason|must|cannot|can't|instead|ensure|in order to)\b|\bthrow\b|\braise\b/i,
  default: /\bdefault|\?\?|\|\||[:=]\s*(?:-?\d|["'`]|true\b|false\b|null\b|None\b)/i,
  error: /\bthrow\b|\braise\b|\bpanic\b|\breject\b|Error\b|Exception\b|\berr\b|\bcatch\b|\bexcept\b|\brescue\b/,
  list: /\bcase\b|^\s*[-*|'"`\w]+\s*[:,]|\bnew (?:Set|Map)\b|\[$/,
  how: /\bif\b|\breturn\b|\bfor\b|\bwhile\b|\bawait\b/,
};

export function isTelling(row: string, kind: QuestionKind): boolean {
  return telling[kind]?.test(row) ?? false;
}
