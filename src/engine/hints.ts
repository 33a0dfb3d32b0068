/**
 * Follow-up questions that the passages themselves raise: each rule looks for something in the code (a throw, a call,
 * a type, a constant, a condition) and asks about it by its name. No rule fires without its sign in the code, so other
 * code gives other questions. Deterministic.
 */
import { isTestPath } from './rank/paths';
import { analyse } from './rank/question';
import { homeOf as definitionAt } from './answers/home';
import { constantOf, errorMessage, quotable } from './answers/sentences';
import { callsIn } from './answers/summary';
import { declaredNames } from './chunk/declarations';
import type { AnswerSnippet, HintsRequest } from './types';

/** Passages that raise questions, and questions given back. */
const maxSnippets = 6;
const maxHints = 6;
/** At most this many of one rule, so that a list is varied. */
const maxPerRule = 1;

interface Hint {
  rule: string;
  text: string;
  score: number;
}

interface Seen {
  snippet: AnswerSnippet;
  /** Last part of the symbol, as one would say it. */
  symbol: string | undefined;
  rows: string[];
  all: readonly AnswerSnippet[];
}

type Rule = (seen: Seen) => string | undefined;

function firstMatch(rows: readonly string[], pattern: RegExp): string | undefined {
  for (const row of rows) {
    const found = pattern.exec(row)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The last two parts of a symbol, as one would say it; undefined when it is no name. */
function shortName(name: string | undefined): string | undefined {
  const parts = name?.split(/[.#]|::/).filter((part) => part !== 'constructor');
  const short = parts?.slice(-2).join('.');
  return short === undefined || short === '' || /[\s{}"']/.test(short) ? undefined : short;
}

function shortSymbol(snippet: AnswerSnippet): string | undefined {
  return shortName(snippet.symbol ?? declaredNames(snippet.text)[0]);
}

/** The definition around the first row that matches. */
function homeOf({ snippet, rows }: Seen, matches: (row: string) => boolean): string | undefined {
  const row = rows.findIndex(matches);
  return row < 0 ? undefined : shortName(definitionAt(snippet, rows, row)?.name);
}

/** The condition of the first guard, without its own brackets or the assignment before it. */
function guardOf(rows: readonly string[]): string | undefined {
  const found = firstMatch(rows, /^\s*(?:\}?\s*else\s+)?(?:if|unless|elif|while)\b\s*(.{4,90}?)\s*[{:]?\s*$/);
  const guard = found?.split(/;\s/).at(-1) ?? '';
  const bare = /^\(.*\)$/.test(guard) ? guard.slice(1, -1) : guard;
  const isBalanced = bare.split('(').length === bare.split(')').length;
  return bare.length >= 4 && isBalanced && !/^\)|\breturn\b|^err\s*!=\s*nil$/.test(bare) ? bare : undefined;
}

/** Names of limits and settings rather than of passing values. */
const settingName =
  /^[A-Z][A-Z0-9_]{3,}$|(?:[mM]ax|[mM]in|[lL]imit|[tT]imeout|[dD]efault|[sS]ize|[iI]nterval|[rR]etries)/;

const rules: Record<string, Rule> = {
  failure: (seen) => {
    const { rows } = seen;
    const symbol = homeOf(
      seen,
      (row) => errorMessage(row) !== undefined || /\b(?:throw|raise|reject|panic)\b/.test(row),
    );
    const message = rows.map(errorMessage).find((text) => text !== undefined);
    if (message !== undefined)
      return `When does ${symbol ? `\`${symbol}\`` : 'this code'} fail with “${quotable(message)}”?`;
    const thrown = firstMatch(rows, /\b(?:throw|raise|reject|panic)\s*\(?\s*(?:new\s+)?((?:\w+\.)?[A-Z][\w.]{2,60})/);
    return thrown === undefined
      ? undefined
      : `Who catches the \`${thrown}\`${symbol ? ` thrown by \`${symbol}\`` : ''}?`;
  },
  handled: (seen) => {
    const symbol = homeOf(seen, (row) => /\bcatch\b|\bexcept\b|\brescue\b|if err != nil|\.catch\(/.test(row));
    return symbol && `What happens after an error is caught in \`${symbol}\`?`;
  },
  callers: ({ symbol, snippet }) =>
    symbol && /\b(?:function|def|fn|func|fun)\b|=>|\)\s*\{/.test(snippet.text)
      ? `Where is \`${symbol}\` called from?`
      : undefined,
  callee: ({ snippet, symbol, all }) => {
    const known = new Set(all.map((other) => other.symbol));
    const callee = callsIn(snippet.text, snippet.language).find(
      (name) => !known.has(name) && !/^(?:this|self)\./.test(name) && name.length > 4,
    );
    return callee === undefined ? undefined : `What does \`${callee}\` do${symbol ? ` for \`${symbol}\`` : ''}?`;
  },
  constant: ({ rows }) => {
    const found = rows.map(constantOf).find((entry) => entry && settingName.test(entry.name));
    return found && `Why is \`${found.name}\` ${found.value.replace(/"/g, "'")}, and who can change it?`;
  },
  setting: ({ rows }) => {
    const name = firstMatch(
      rows,
      /\b(?:process\.env|os\.environ|ENV|opts|options|config|settings)(?:\.|\[["']|\.get\(["'])([A-Za-z_]\w{2,50})/,
    );
    return name && `Where is the option \`${name}\` set, and what is its default?`;
  },
  condition: (seen) => {
    const guard = guardOf(seen.rows);
    const symbol = guard && homeOf(seen, (row) => row.includes(guard));
    return guard && symbol && !guard.includes('`') ? `When is \`${guard}\` true in \`${symbol}\`?` : undefined;
  },
  type: ({ rows, symbol }) => {
    const base =
      firstMatch(rows, /\b(?:extends|implements|:\s*public|<)\s+([A-Z][\w.]{2,50})/) ??
      firstMatch(rows, /\bnew\s+([A-Z]\w{2,50})\s*\(/);
    return base && base !== symbol && !/^(?:Error|TypeError|Promise|Map|Set|Array|Date)$/.test(base)
      ? `How is \`${base}\` defined?`
      : undefined;
  },
  async: ({ rows, symbol }) => {
    const awaited = firstMatch(rows, /\bawait\s+([\w.]{3,60})\(/);
    return awaited && symbol ? `What if \`${awaited}\` never finishes in \`${symbol}\`?` : undefined;
  },
  event: ({ rows }) => {
    const event = firstMatch(rows, /\.(?:on|once|emit|addEventListener)\(\s*["']([\w:-]{2,40})["']/);
    return event && `Who emits and who hears the event '${event}'?`;
  },
  state: ({ rows, symbol }) => {
    const member = firstMatch(rows, /\b(?:this|self)\.([A-Za-z_]\w{2,50})\s*(?:=[^=]|\+=|-=)/);
    return member && symbol ? `What else changes \`${member}\` besides \`${symbol}\`?` : undefined;
  },
  tests: ({ symbol, snippet, all }) =>
    symbol && !isTestPath(snippet.label) && !all.some((other) => isTestPath(other.label))
      ? `Which tests cover \`${symbol}\`?`
      : undefined,
  tested: ({ snippet, rows }) => {
    const title = isTestPath(snippet.label)
      ? firstMatch(rows, /\b(?:it|test|describe)\(\s*["'`]([^"'`]{6,80})["'`]/)
      : undefined;
    return title && `Which code makes the test “${title}” pass?`;
  },
  marker: ({ rows }) => {
    const note = firstMatch(rows, /\b(?:TO-?DO|FIX-?ME|HACK|XXX)\b[:\s]*(.{6,80})$/);
    return note && `Is “${quotable(note)}” still open?`;
  },
};

/** Rules that say more come first when all else is equal. */
const ruleWorth: Record<string, number> = {
  failure: 0.95,
  callers: 0.85,
  constant: 0.85,
  marker: 0.8,
  setting: 0.8,
  callee: 0.75,
  condition: 0.75,
  tested: 0.75,
  handled: 0.7,
  type: 0.7,
  event: 0.7,
  state: 0.65,
  async: 0.65,
  tests: 0.6,
};

/** How much of a hint was already asked. */
function sameness(hint: string, query: string): number {
  const asked = new Set(analyse(query).content);
  const { content } = analyse(hint);
  if (content.length === 0) return 1;
  return content.filter((term) => asked.has(term)).length / content.length;
}

function raisedBy(snippet: AnswerSnippet, place: number, all: readonly AnswerSnippet[]): Hint[] {
  const seen: Seen = { snippet, symbol: shortSymbol(snippet), rows: snippet.text.split(/\r?\n/), all };
  const hints: Hint[] = [];
  for (const [rule, ask] of Object.entries(rules)) {
    const text = ask(seen);
    if (text !== undefined) hints.push({ rule, text, score: (ruleWorth[rule] ?? 0.5) / (1 + place * 0.15) });
  }
  return hints;
}

export function hints({ query = '', answer = '', snippets }: HintsRequest): { text: string; score: number }[] {
  const looked = snippets.filter(({ text }) => text.trim() !== '').slice(0, maxSnippets);
  const raised = looked.flatMap((snippet, place) => raisedBy(snippet, place, looked));
  const rated = raised.map((hint) => {
    const isAnswered = answer !== '' && hint.rule === 'failure' && /fails with/.test(answer);
    return { ...hint, score: hint.score * (1 - 0.6 * sameness(hint.text, query)) * (isAnswered ? 0.7 : 1) };
  });
  rated.sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  const perRule = new Map<string, number>();
  const chosen: Hint[] = [];
  for (const hint of rated) {
    const used = perRule.get(hint.rule) ?? 0;
    const isRepeated =
      hint.text.trim().toLowerCase() === query.trim().toLowerCase() || chosen.some(({ text }) => text === hint.text);
    if (used >= maxPerRule || isRepeated || chosen.length >= maxHints) continue;
    perRule.set(hint.rule, used + 1);
    chosen.push(hint);
  }
  return chosen.map(({ text, score }) => ({ text, score: Number(score.toFixed(3)) }));
}
