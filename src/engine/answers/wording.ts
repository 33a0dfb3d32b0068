/** One sentence for one unit, in the words of the code; nothing is said that its rows do not show. */
import type { QuestionKind } from './kind';
import { blockEnd } from './quoteCode';
import { callsIn } from './summary';
import { inline, isShort, listed, quotable } from './text';
import { memberName, type Unit } from './units';
import { sayOf } from './verbs';
import { shortName } from './home';
import { lastPart } from './values';

/** Names of a list said in the sentence; the code shows the rest. */
const maxItems = 12;

/** How the home of a unit is called: the definition, else its place. */
export function subjectOf({ home, snippet }: Unit): string {
  const name = home === undefined ? undefined : shortName(home.name);
  return inline(name ?? snippet.label);
}

/** What a sentence like "Default: 3." says, with what follows. */
function presetIn(said: string): string | undefined {
  return /^defaults?(?:\s+to|\s+is|:)\s+(\S.*)$/i.exec(said)?.[1];
}

function saySentence(unit: Unit & { form: 'sentence' }): string {
  const { sentence, isDoc, isOpening, tag, name, home, preset } = unit;
  const said = quotable(sentence);
  const subject = subjectOf(unit);
  const byDefault = presetIn(said);
  if (unit.heading !== undefined)
    return byDefault === undefined
      ? `${inline(unit.heading)}: ${said}`
      : `${inline(unit.heading)} defaults to ${byDefault}`;
  if (home === undefined && !isDoc) return said;
  const lower = said.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/^\{?[\w.]*Error\}?\s*/, '');
  if (tag === 'returns')
    return `${subject} returns ${lower.replace(/^(?:returns|a promise that )\s*/, (word) => (word.startsWith('returns') ? '' : word))}`;
  const thrown = tag === 'throws' ? /^\{?([A-Z]\w{1,60})\}?\s+((?:if|when)\b.*)$/.exec(said) : null;
  if (thrown) return `${subject} throws ${inline(thrown[1] ?? '')} ${thrown[2] ?? ''}`;
  if (tag === 'throws') return `${subject} throws ${/^(?:if|when)\b/.test(lower) ? lower : `when ${lower}`}`;
  if (tag === 'default') return `${memberOf(unit) ?? subject} defaults to ${/`/.test(said) ? said : inline(said)}.`;
  if (tag === 'param' && preset !== undefined)
    return `In ${subject}, ${inline(name ?? 'it')} defaults to ${inline(preset)}: ${said}`;
  if (tag === 'param' && byDefault !== undefined)
    return `In ${subject}, ${inline(name ?? 'it')} defaults to ${byDefault}`;
  if (tag === 'param')
    return `In ${subject}, ${inline(name ?? 'it')} ${/^(?:the|an?)\s/.test(lower) ? `is ${lower}` : `stands for: ${said}`}`;
  if (tag === 'item') return isDoc || home ? `In ${subject}: ${said}` : said;
  if ((isDoc || isOpening) && home) return sayOf(subject, home.name, said);
  const member = memberOf(unit);
  if (member !== undefined && unit.codeRow > unit.end) return sayOf(member, member.replace(/`/g, ''), said);
  return `A comment in ${subject} says: “${said.replace(/[.:]$/, '')}”.`;
}

/** The member or constant a comment stands above: `gcTime?: number`. */
function memberOf({ snippet, codeRow, home }: Unit & { form: 'sentence' }): string | undefined {
  const row = snippet.text.split(/\r?\n/)[codeRow] ?? '';
  const name = /^\s*(?:const|let|var)\b|=/.test(row.replace(/=>/g, '')) ? undefined : memberName(row);
  if (name === undefined) return undefined;
  const owner = home === undefined ? undefined : shortName(home.name);
  return inline(owner !== undefined && lastPart(owner) !== name ? `${lastPart(owner)}.${name}` : name);
}

function sayValue(unit: Unit & { form: 'value' }, kind: QuestionKind): string {
  const { name, value, isLiteral, isFallback } = unit.value;
  const home = unit.home === undefined ? undefined : shortName(unit.home.name);
  const isOwn = home !== undefined && lastPart(home) === lastPart(name);
  const where = isOwn || home === undefined ? `in ${inline(unit.snippet.label)}` : `in ${inline(home)}`;
  const row = (unit.snippet.text.split(/\r?\n/)[unit.start] ?? '').trim();
  if (isOwn && /^return\b/.test(row)) return `${inline(home)} returns ${inline(value)}.`;
  if (!isLiteral) return `${inline(lastPart(name))} is taken from ${inline(value)} ${where}.`;
  if (isFallback || (kind === 'default' && /default/i.test(home ?? '')))
    return `${inline(lastPart(name))} defaults to ${inline(value)} ${where}.`;
  return `${inline(lastPart(name))} is ${inline(value)} ${where}.`;
}

function sayFailure(unit: Unit & { form: 'failure' }): string {
  const { verb, message, error, guard } = unit.failure;
  const subject = subjectOf(unit);
  const said = message === undefined ? undefined : `“${quotable(message)}”`;
  if (verb === 'defines' && error === undefined) return `${subject} makes the error ${said ?? ''}.`;
  if (verb === 'defines') return `${inline(error ?? '')} is the error ${said ?? ''}.`;
  const named =
    error === undefined || /^(?:Type|Range)?Error$/.test(error)
      ? said
      : `${inline(error)}${said === undefined ? '' : ` (${said})`}`;
  const condition = verb === 'asserts' ? 'unless' : 'when';
  const when = guard !== undefined && guard.length <= 110 ? ` ${condition} ${inline(guard)}` : '';
  return `${subject} ${verb === 'asserts' ? 'fails with' : verb} ${named ?? inline(error ?? 'an error')}${when}.`;
}

function sayList(unit: Unit & { form: 'list' }): string {
  const { name, items } = unit.list;
  const owner = unit.home === undefined ? undefined : shortName(unit.home.name);
  const own = /^(?:this|self)\./.test(name) ? name.replace(/^\w+\./, '') : name;
  const isOwn = owner === undefined || lastPart(owner) === lastPart(own) || own === '';
  const subject = isOwn ? inline(owner ?? own) : inline(lastPart(own));
  const where = isOwn ? '' : ` in ${inline(owner)}`;
  return `${subject}${where} has ${items.length} ${items.length === 1 ? 'entry' : 'entries'}: ${listed(items, maxItems)}.`;
}

/** Calls named of a definition that nothing is said of. */
const maxCalls = 4;

function callsOf({ snippet, start }: Unit): string {
  const rows = snippet.text.split(/\r?\n/);
  const calls = callsIn(rows.slice(start + 1, blockEnd(rows, start) + 1).join('\n'), snippet.language);
  return calls.length === 0 ? '' : ` It calls ${listed(calls, maxCalls)}.`;
}

function sayDefinition(unit: Unit & { form: 'definition' }, kind: QuestionKind): string {
  const { snippet, start } = unit;
  const line = snippet.lines.start + start;
  const head = (snippet.text.split(/\r?\n/)[start] ?? '').trim().replace(/(?<![\s{:([])[\s{:([]+$/, '');
  const place = `${inline(snippet.label)}, line ${line}`;
  const declared = isShort(head)
    ? `${subjectOf(unit)} is declared in ${place}, as ${inline(head)}.`
    : `${subjectOf(unit)} is declared in ${place}.`;
  return kind === 'what' ? `${declared}${callsOf(unit)}` : declared;
}

/** A statement told by its form: what it sets, calls, checks or gives back. */
function sayStatement(unit: Unit): string {
  const rows = unit.snippet.text.split(/\r?\n/).slice(unit.start, unit.end + 1);
  const text = rows
    .map((row) => row.trim())
    .join(' ')
    // As one would write it in one row.
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')
    .replace(/;$/, '');
  const subject = subjectOf(unit);
  const checked = /^(?:\}\s*)?(?:else\s+)?(?:if|elif|unless|while)\s*\(?([^]*)/
    .exec(text)?.[1]
    ?.replace(/[{:]$/, '')
    .trimEnd()
    .replace(/\)$/, '');
  if (checked && isShort(checked) && !/\breturn\b|\bthrow\b/.test(checked))
    return `${subject} checks ${inline(checked)}.`;
  const returned = /^(?:return|yield)\s+(\S.*)$/.exec(text)?.[1];
  if (returned !== undefined && isShort(returned)) return `${subject} returns ${inline(returned)}.`;
  const set = /^(?:(?:const|let|var|val|final)\s+)?([\w$.#[\]]+)\s*(?::[^=]{1,40})?(?::=|=(?![=>]))\s*(\S.*)$/.exec(
    text,
  );
  if (set && isShort(set[2] ?? '')) return `${subject} sets ${inline(set[1] ?? '')} to ${inline(set[2] ?? '')}.`;
  const call = /^(?:(?:await|return|yield|const\s+\w+\s*=|defer|go)\s+)*([\w$.#?]+(?:\[[\w$.]+\][\w$.]*)?)\s*\(/.exec(
    text,
  )?.[1];
  if (call !== undefined && !/^(?:if|for|while|switch|function|catch|constructor|super)$/.test(call))
    return `${subject} calls ${isShort(text) ? inline(text) : inline(call)}.`;
  const pair = /^["']?([\w$]+)["']?\s*:(?!:)\s*(\S.*?),?$/.exec(text);
  if (pair && isShort(pair[2] ?? '')) return `In ${subject}, ${inline(pair[1] ?? '')} is ${inline(pair[2] ?? '')}.`;
  return isShort(text) ? `${subject} has ${inline(text)}.` : `The code for this is in ${subject}.`;
}

export function say(unit: Unit, kind: QuestionKind): string {
  switch (unit.form) {
    case 'sentence':
      return saySentence(unit);
    case 'value':
      return sayValue(unit, kind);
    case 'failure':
      return sayFailure(unit);
    case 'list':
      return sayList(unit);
    case 'definition':
      return sayDefinition(unit, kind);
    case 'statement':
      return sayStatement(unit);
  }
}
