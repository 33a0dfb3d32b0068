/**
 * Follow-up questions that the passages themselves raise: who calls this, how its failures are met, which tests cover
 * it, where a setting comes from, what a type holds. Each names what it is about in plain words too, and is offered only
 * when the space around the passages holds an answer. What the answer cites comes first, its neighbours after. Deterministic.
 */
import { citedPlaces, placeIn } from './answers/citedPlaces';
import { homeOf, shortName } from './answers/home';
import { readPassage, type ReadPassage, type Unit } from './answers/units';
import { callsIn } from './answers/summary';
import { lastPart } from './answers/values';
import { isTestPath } from './rank/paths';
import { analyse } from './rank/question';
import type { AnswerSnippet, HintsRequest, LineRange, Turn } from './types';

/** Passages that raise questions, questions given back, and questions whose answer is looked for. */
const maxSnippets = 6;
const maxHints = 6;
const maxChecked = 16;

/** Passages of the space that the hint's question finds; without it only those at hand are known. */
export type FindSupport = (question: string) => Promise<readonly AnswerSnippet[]>;

interface Hint {
  rule: string;
  text: string;
  /** What the question is about; no two hints of a list are about the same by the same rule. */
  score: number;
  isCited: boolean;
  /** Whether a passage answers it. */
  isHeldBy: (snippet: AnswerSnippet) => boolean;
}

interface Seen {
  passage: ReadPassage;
  snippet: AnswerSnippet;
  /** Definitions in the passage, in their order. */
  definitions: (Unit & { form: 'definition' })[];
  /** The file, as one would say it. */
  topic: string;
}

const genericNames =
  /^(?:index|main|mod|lib|util|utils|helper|helpers|common|types?|constants?|core|src|app|init|misc|base|shared|test|tests|errors?)$/i;

/** What a passage is part of, as one would say it: its file, and the folder too where the name alone says little. */
function topicOf({ label }: AnswerSnippet): string {
  const parts = label.split(/[\\/]/);
  const file = parts.at(-1) ?? label;
  return genericNames.test(file.replace(/\.\w+$/, '')) ? parts.slice(-2).join('/') : file;
}

/** One of several ways to ask the same, always the same one for the same name. */
function oneOf(name: string, ...ways: string[]): string {
  const sum = [...name].reduce((total, character) => total + character.charCodeAt(0), 0);
  return ways[sum % ways.length] ?? '';
}

/** "`Store.open`" in a sentence, when it has a name worth saying. */
function nameOf(unit: Unit): string | undefined {
  const name = unit.home === undefined ? undefined : shortName(unit.home.name);
  return name !== undefined && name.length > 2 && !/^(?:default|index|main)$/.test(name) ? name : undefined;
}

const escaped = (name: string) => name.replace(/[$]/g, '\\$&');
const code = (name: string) => `\`${name}\``;
const has = (text: string, name: string) => new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`).test(text);

/** The same file is called by its whole path in one list and from its root in another. */
function isSameSource({ source: one }: AnswerSnippet, { source: other }: AnswerSnippet): boolean {
  if (one.kind === 'file') return other.kind === 'file' && one.path === other.path;
  if (one.kind === 'document') return other.kind === 'document' && one.id === other.id;
  return other.kind === 'seed' && one.index === other.index;
}

function usesOutside(name: string, own: AnswerSnippet): Hint['isHeldBy'] {
  const used = new RegExp(`(?<![\\w$])${lastPart(name).replace(/[$]/g, '\\$&')}\\s*\\(`);
  return (snippet) => snippet.text.split('\n').some((row, place) => {
    if (!used.test(row) || /^\s*(?:\/\/|\*|#)/.test(row)) return false;
    const line = snippet.lines.start + place;
    const isOwn = isSameSource(snippet, own) && line >= own.lines.start && line <= own.lines.end;
    return !isOwn && !new RegExp(`(?:function|def|fn|func|class)\\s+${lastPart(name).replace(/[$]/g, '\\$&')}\\b`).test(row) && !/\{\s*$/.test(row.replace(/=>\s*\{\s*$/, ''));
  }); // prettier-ignore
}

function definesName(name: string): Hint['isHeldBy'] {
  return (snippet) => {
    const { rows } = readPassageOnce(snippet);
    return rows.some((row, place) => has(row, name) && lastPart(homeOf(snippet, rows, place)?.name ?? '') === name && homeOf(snippet, rows, place)?.row === place); // prettier-ignore
  };
}

const read = new WeakMap<AnswerSnippet, ReadPassage>();
function readPassageOnce(snippet: AnswerSnippet): ReadPassage {
  const known = read.get(snippet) ?? readPassage(snippet);
  read.set(snippet, known);
  return known;
}

type Rule = (seen: Seen) => Omit<Hint, 'rule' | 'score' | 'isCited'> | undefined;

const functionHead = /\b(?:function|def|fn|func|fun)\b|\)\s*(?::[^=]{1,80})?(?:=>|\{|:\s*$|->)/;

function firstFunction({ definitions, snippet }: Seen) {
  return definitions.find(
    (unit) => functionHead.test(snippet.text.split(/\r?\n/)[unit.start] ?? '') && nameOf(unit) !== undefined,
  );
}

/** A type or code that somebody may wait for: no variable, and none that everybody throws. */
function isOwnError(error: string): boolean {
  const name = lastPart(error);
  return /^[A-Z]/.test(name) && !/^(?:(?:Type|Range|Syntax|Value|Key|Index|Attribute|Runtime|NotImplemented|Assertion|OS|IO)?Error|(?:Runtime|IO|IllegalArgument|IllegalState|UnsupportedOperation|NullPointer|Argument|InvalidOperation)?Exception|SystemExit)$/.test(name);
} // prettier-ignore

/** A constant or variable that the passage gives a name to, where it defines no function. */
function firstValue(seen: Seen): string | undefined {
  if (firstFunction(seen)) return undefined;
  const isOwn = ({ start }: Unit) => !/\brequire\(|^\s*import\b/.test(seen.passage.rows[start] ?? '');
  const names = seen.definitions.filter(isOwn).map(nameOf);
  const name = names.find((found) => found !== undefined && lastPart(found).length > 3);
  return name === undefined || /\./.test(name) ? undefined : name;
}

function mentionsOutside(name: string, own: AnswerSnippet): Hint['isHeldBy'] {
  return (snippet) => snippet.text.split('\n').some((row, place) => {
    const line = snippet.lines.start + place;
    const isOwn = isSameSource(snippet, own) && line >= own.lines.start && line <= own.lines.end;
    const isCode = !/^\s*(?:\/\/|\*|#|import\b|export \{)/.test(row) && !new RegExp(`(?:const|let|var|def|class|type|interface)\\s+${escaped(name)}\\b`).test(row);
    return !isOwn && isCode && has(row, name);
  }); // prettier-ignore
}

const rules: Record<string, Rule> = {
  uses: (seen) => {
    const name = isTestPath(seen.snippet.label) ? undefined : firstValue(seen);
    return name === undefined ? undefined : { text: oneOf(name, `Where is ${code(name)} from ${seen.topic} used?`, `What reads ${code(name)} of ${seen.topic}?`), isHeldBy: mentionsOutside(name, seen.snippet) };
  },
  callers: (seen) => {
    const unit = firstFunction(seen);
    const name = unit && nameOf(unit);
    return name === undefined || isTestPath(seen.snippet.label)
      ? undefined
      : { text: oneOf(name, `Who calls ${code(name)} in ${seen.topic}, and when?`, `Where is ${code(name)} from ${seen.topic} used?`), isHeldBy: usesOutside(name, seen.snippet) };
  },
  handled: ({ passage, topic }) => {
    const unit = passage.units.find((entry) => entry.form === 'failure' && entry.failure.error !== undefined && entry.failure.verb !== 'logs');
    const error = unit?.form === 'failure' ? unit.failure.error : undefined;
    if (error === undefined || !isOwnError(error)) return undefined;
    const caught = new RegExp(`(?:catch|except|rescue|instanceof|errors\\.(?:Is|As)|\\.code\\s*===?).{0,120}${error.replace(/[.$]/g, '\\$&')}|${error.replace(/[.$]/g, '\\$&')}.{0,60}(?:catch|except)`, 's');
    return { text: `Who handles the ${code(error)} that comes out of ${topic}?`, isHeldBy: ({ text, label }) => caught.test(text) || (isTestPath(label) && has(text, error)) };
  },
  failure: ({ passage, topic, snippet }) => {
    const unit = passage.units.find((entry) => entry.form === 'failure' && entry.failure.guard !== undefined && nameOf(entry) !== undefined);
    const name = unit && nameOf(unit);
    if (unit?.form !== 'failure' || name === undefined) return undefined;
    return { text: oneOf(name, `When does ${code(name)} in ${topic} fail?`, `What can go wrong in ${code(name)} of ${topic}?`), isHeldBy: (other) => isSameSource(other, snippet) && /throw|raise|reject|panic|Err/.test(other.text) };
  },
  tests: (seen) => {
    const unit = firstFunction(seen);
    const name = unit && nameOf(unit);
    if (name === undefined || isTestPath(seen.snippet.label)) return undefined;
    return { text: oneOf(name, `Which tests cover ${code(name)} from ${seen.topic}?`, `How is ${code(name)} in ${seen.topic} tested?`), isHeldBy: ({ label, text }) => isTestPath(label) && has(text, lastPart(name)) };
  },
  setting: ({ passage, snippet, topic }) => {
    const found = /\b(?:process\.env|os\.environ|ENV|opts|options|config|settings|init)(?:\.|\[["']|\.get\(["'])([A-Za-z_]\w{3,50})/.exec(snippet.text)?.[1];
    if (found === undefined) return undefined;
    const shown = passage.units.some(({ form, text }) => form === 'value' && has(text, found));
    const text = shown ? `What else depends on the option ${code(found)}, beside ${topic}?` : `What is the default of the option ${code(found)} that ${topic} reads?`;
    const isGiven = new RegExp(`["'.]?${found}["']?\\s*(?:\\?\\?|\\|\\||:|=)\\s*["'\\d\\[tfn]`);
    return { text, isHeldBy: (other) => other.text !== snippet.text && (shown ? has(other.text, found) : isGiven.test(other.text)) };
  },
  type: ({ snippet, topic }) => {
    const known = new Set(`Error TypeError RangeError Promise Map Set Array Date Buffer Object String Number Boolean RegExp Record Partial Readonly Symbol Iterable AsyncIterable Option Result Vec Box Some None Ok Err`.split(' '));
    const names = [...snippet.text.matchAll(/(?:extends|implements|:|new|<|->|\bimpl\b)\s+([A-Z][A-Za-z0-9]{3,50})\b/g)].map((match) => match[1] ?? '');
    const name = names.find((other) => !known.has(other) && !/Error$/.test(other) && !snippet.symbol?.includes(other) && !/^T[A-Z]/.test(other));
    return name === undefined ? undefined : { text: oneOf(name, `What is in the type ${code(name)} that ${topic} uses?`, `How is ${code(name)}, which ${topic} builds on, defined?`), isHeldBy: definesName(name) };
  },
  callee: (seen) => {
    const own = new Set(seen.definitions.map((unit) => lastPart(unit.home?.name ?? '')));
    const callee = callsIn(seen.snippet.text, seen.snippet.language).find((name) => {
      const last = lastPart(name);
      return !own.has(last) && last.length > 4 && !/^(?:this|self|console|process|Object|Math)\./.test(name) && /[a-z][A-Z]|_/.test(last);
    });
    const name = callee === undefined ? undefined : lastPart(callee);
    return name === undefined ? undefined : { text: oneOf(name, `What does ${code(name)} do when ${seen.topic} calls it?`, `How does ${code(name)} work, which ${seen.topic} calls?`), isHeldBy: definesName(name) };
  },
  state: (seen) => {
    const member = /\b(?:this|self)\.#?([A-Za-z_]\w{3,50})\s*(?:=[^=]|\+=|-=|\+\+)/.exec(seen.snippet.text)?.[1];
    if (member === undefined) return undefined;
    const sets = new RegExp(`\\.#?${member}\\s*(?:=[^=]|\\+=|-=|\\+\\+|--)`);
    return { text: `What else in ${seen.topic} changes ${code(member)}?`, isHeldBy: (other) => other.lines.start !== seen.snippet.lines.start && isSameSource(other, seen.snippet) && sets.test(other.text) };
  },
  event: ({ snippet, topic }) => {
    const [, verb, event] = /\.(on|once|emit|addEventListener)\(\s*["']([\w:-]{2,40})["']/.exec(snippet.text) ?? [];
    if (verb === undefined || event === undefined) return undefined;
    const isEmitter = verb === 'emit';
    const other = new RegExp(`\\.(?:${isEmitter ? 'on|once|addEventListener' : 'emit|dispatchEvent'})\\(\\s*(?:new \\w+\\()?["']${event}["']`);
    return { text: `Who ${isEmitter ? 'listens for' : 'emits'} the event '${event}' of ${topic}?`, isHeldBy: ({ text }) => other.test(text) };
  },
  tested: ({ snippet, topic }) => {
    const title = isTestPath(snippet.label) ? /\b(?:it|test|describe)\(\s*["'`]([^"'`]{6,80})["'`]/.exec(snippet.text)?.[1] : undefined;
    const words = title === undefined ? [] : analyse(title).content;
    return title === undefined ? undefined : { text: `Which code makes the test “${title}” in ${topic} pass?`, isHeldBy: ({ label, text }) => !isTestPath(label) && words.filter((word) => text.toLowerCase().includes(word)).length >= Math.min(2, words.length) };
  },
}; // prettier-ignore

/** Rules that say more come first when all else is equal. */
const worth: Record<string, number> = {
  callers: 0.9, uses: 0.89, failure: 0.88, handled: 0.86, setting: 0.84, tests: 0.82, type: 0.8, state: 0.76, event: 0.75, tested: 0.75, callee: 0.74,
}; // prettier-ignore

interface Looked {
  snippet: AnswerSnippet;
  /** 1 for what the answer cites, less for what lies beside it. */
  nearness: number;
  /** The cited rows of the passage, 0-based. */
  cited?: LineRange | undefined;
}

/** What a hint of a passage counts that the answer does not cite. */
const neighbourShare = 0.6;

/** The passages that raise questions: cited ones in the order of their citations, then the others in theirs. */
function lookedAt(snippets: readonly AnswerSnippet[], answer: string): Looked[] {
  const places = citedPlaces(answer);
  const found = snippets
    .filter(({ text }) => text.trim() !== '')
    .map((snippet) => ({ snippet, place: placeIn(places, snippet) }));
  if (found.every(({ place }) => place === undefined))
    return found.map(({ snippet }) => ({ snippet, nearness: 1 })).slice(0, maxSnippets);
  const byNumber = found.toSorted((a, b) => (a.place?.number ?? maxChecked) - (b.place?.number ?? maxChecked));
  return byNumber.slice(0, maxSnippets).map(({ snippet, place }) => {
    const { start } = snippet.lines;
    const cited = place && { start: place.lines.start - start, end: place.lines.end - start };
    return { snippet, cited, nearness: place?.number === 0 ? 1 : neighbourShare };
  });
}

/** Definitions that lie in the cited rows, or begin the passage they lie in, before the others. */
function citedFirst(units: Seen['definitions'], cited: LineRange | undefined): Seen['definitions'] {
  if (!cited) return units;
  const around = units.filter(({ start }) => start <= cited.start).at(-1);
  const isCited = (unit: (typeof units)[number]) =>
    unit === around || (unit.start >= cited.start && unit.start <= cited.end);
  return [...units.filter(isCited), ...units.filter((unit) => !isCited(unit))];
}

/** What these rules are about may stand anywhere in the passage. */
const readsAll = new Set(['handled', 'setting', 'type', 'callee', 'state', 'event']);
/** Rows around the cited ones that are looked at together with them. */
const nearRows = 6;

/** Whether the name that a hint is about stands in or beside what is cited. */
function isNear(text: string, rows: readonly string[], cited: LineRange): boolean {
  const name = /[`']([^`']{2,80})[`']/.exec(text)?.[1];
  const near = rows.slice(Math.max(0, cited.start - nearRows), cited.end + nearRows + 1).join('\n');
  return name === undefined || near.includes(lastPart(name));
}

function raisedBy({ snippet, cited, nearness }: Looked, place: number): Hint[] {
  const passage = readPassageOnce(snippet);
  const all = passage.units.filter((unit) => unit.form === 'definition');
  const definitions = citedFirst(all, cited);
  const seen: Seen = { passage, snippet, definitions, topic: topicOf(snippet) };
  return Object.entries(rules).flatMap(([rule, raise]) => {
    const raised = raise(seen);
    if (!raised) return [];
    const isBeside = cited !== undefined && readsAll.has(rule) && !isNear(raised.text, passage.rows, cited);
    const near = isBeside ? Math.min(nearness, neighbourShare) : nearness;
    const score = ((worth[rule] ?? 0.5) * near) / (1 + place * 0.15);
    return [{ ...raised, rule, score, isCited: cited !== undefined && near === 1 }];
  });
}

/** How much of a hint was already asked. */
function sameness(hint: string, asked: string): number {
  const known = new Set(analyse(asked).content);
  const { content } = analyse(hint);
  return content.length === 0 ? 1 : content.filter((term) => known.has(term)).length / content.length;
}

/** More of its words in one earlier question, and it was asked already. */
const maxSameness = 0.8;

function isAsked(text: string, query: string, history: readonly Turn[]): boolean {
  const asked = [query, ...history.filter(({ role }) => role === 'user').map((turn) => turn.text)];
  return asked.some((question) => question !== '' && sameness(text, question) >= maxSameness);
}

/** Rules that ask what something is. */
const asksWhat = new Set(['type', 'callee']);
const nameIn = (text: string) => /`[^`]+`/.exec(text)?.[0] ?? text;

/** What something is, is asked once, and not of what the answer has just told. */
function isTold({ rule, text }: Hint, answer: string, chosen: readonly Hint[]): boolean {
  if (!asksWhat.has(rule)) return false;
  const name = nameIn(text);
  return answer.includes(name) || chosen.some((other) => asksWhat.has(other.rule) && nameIn(other.text) === name);
}

export async function hints(request: HintsRequest, find?: FindSupport): Promise<{ text: string; score: number }[]> {
  const { query = '', answer = '', history = [], snippets } = request;
  const rated = lookedAt(snippets, answer)
    .flatMap(raisedBy)
    .filter(({ text }) => !isAsked(text, query, history))
    .map((hint) => ({
      ...hint,
      // What the answer is about is asked on about; only elsewhere are its words a repetition.
      score: hint.score * (1 - 0.4 * sameness(hint.text, hint.isCited ? query : `${query} ${answer.slice(0, 200)}`)),
    }))
    .sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
  const chosen: Hint[] = [];
  for (const hint of rated.slice(0, maxChecked)) {
    if (chosen.length === maxHints) break;
    if (chosen.some((other) => other.rule === hint.rule || other.text === hint.text)) continue;
    if (isTold(hint, answer, chosen)) continue;
    if ([...snippets, ...((await find?.(hint.text)) ?? [])].some(hint.isHeldBy)) chosen.push(hint);
  }
  return chosen.map(({ text, score }) => ({ text, score: Number(score.toFixed(3)) }));
}
