/**
 * Answers "who wrote this?", "who changed it last?" and "who can help?" from the git history of the places meant, with
 * shares and dates. When git has no answer, it says why. Must not know how git is run.
 */
import path from 'node:path';
import type { CallContext } from '../../contract/api';
import type { QGPTQuestionOutput } from '../../contract/schemas/qgpt';
import { inline, isNamed } from '../../engine/door';
import type { AnswerSnippet, PersonFound, Place } from '../../engine/types';
import { plain } from '../../languages/markdown';
import type { ApiContext } from '../context';
import { type AnswerInput, toWireAnswer } from '../ask/answers';
import { peopleByGit, placesOfFragment } from './places';
import { whereGitMayRun } from './related';
import { toAnswerSnippets } from '../ask/passages';

/** Most of the best passages that stand for a subject that names neither a file nor a definition. */
const maxPassages = 3;
const maxOthers = 3;
const scores = { named: 0.9, found: 0.6, none: 0.05 };

/** The places that a question is about. */
interface Meant {
  places: Place[];
  /** Passages to cite. */
  cited: AnswerSnippet[];
  /** The name of the subject for people: a file, a folder, or the words of the question. */
  name: string;
  isNamed: boolean;
}

/** Answers a question about people; undefined when it is another question or no place is known. */
export async function peopleAnswer(
  context: ApiContext,
  call: CallContext,
  input: AnswerInput,
): Promise<QGPTQuestionOutput | undefined> {
  const asked = peopleQuestion(input.query);
  if (!asked) return undefined;
  const snippets = await toAnswerSnippets(context, input.passages, input.roots);
  const meant = await meantBy(context, call, asked, { ...input, snippets });
  if (!meant) return undefined;
  const { places, notes } = await whereGitMayRun(context, call, meant.places);
  const found = places.length === 0 ? { people: [], notes: [] } : await peopleByGit(context, call, { places });
  const text = textOf(asked, meant, found.people, [...new Set([...notes, ...found.notes])]);
  const isTold = found.people.length > 0;
  const told = meant.isNamed ? scores.named : scores.found;
  const citations = meant.cited.map(({ id, label, lines }) => ({
    id,
    label: `${label}:${lines.start}-${lines.end}`,
    lines,
  }));
  const answer = { text, score: isTold ? told : scores.none, citations, isAbsence: !isTold };
  return { answers: { iterable: [toWireAnswer(answer, input.passages)] } };
}

interface Known extends AnswerInput {
  snippets: AnswerSnippet[];
}

async function meantBy(
  context: ApiContext,
  call: CallContext,
  { subject }: PeopleQuestion,
  { snippets, roots }: Known,
): Promise<Meant | undefined> {
  if (subject === '' && roots.length > 0 && snippets.every(({ source }) => source.kind === 'file')) {
    const name = roots.map((root) => path.basename(root)).join(', ');
    return { places: roots.map((root) => ({ path: root })), cited: [], name, isNamed: true };
  }
  const inFile = subject === '' ? [] : snippets.filter(({ label }) => isNamed(label, subject));
  const [first] = inFile;
  if (first?.source.kind === 'file') {
    return { places: [{ path: first.source.path }], cited: [first], name: first.label, isNamed: true };
  }
  const word = subject.replace(/\(\)$/, '').split('.').at(-1) ?? '';
  const defining = snippets.filter((snippet) => defines(snippet, word));
  const cited = (defining.length > 0 ? defining : snippets).slice(0, maxPassages);
  const places = await Promise.all(cited.map((snippet) => placesOf(context, snippet, call.signal)));
  if (cited.length === 0) return undefined;
  const isExact = defining.length > 0 || subject === '';
  return { places: places.flat(), cited, name: subject === '' ? (cited[0]?.label ?? '') : subject, isNamed: isExact };
}

/** True when the passage is or contains the definition of the name. */
function defines({ symbol, text }: AnswerSnippet, word: string): boolean {
  if (word === '' || !/^[\w$]{1,80}$/.test(word)) return false;
  if (symbol?.split('.').at(-1) === word) return true;
  const places = [
    ...text.matchAll(/\b(?:def|function|class|fn|func|fun|interface|struct|enum|type|const)\s+([\w$]{1,80})/g),
  ];
  return places.some(([, name]) => name === word);
}

/** The places of a passage: its file, its asset's origin, or wherever the selected text is found. */
async function placesOf(context: ApiContext, snippet: AnswerSnippet, signal: AbortSignal): Promise<Place[]> {
  const { source, lines, text } = snippet;
  if (source.kind === 'file') return [{ path: source.path, lines }];
  const origin = source.kind === 'document' ? context.store.get('assets', source.id)?.origin : undefined;
  if (origin?.path !== undefined) return [{ path: origin.path, ...(origin.lines && { lines: origin.lines }) }];
  return placesOfFragment(context, text, signal);
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

function textOf(
  { wants }: PeopleQuestion,
  meant: Meant,
  people: readonly PersonFound[],
  given: readonly string[],
): string {
  const notes = given.map(plain); // they contain paths
  const marks = meant.cited.map((_, place) => `[${place + 1}]`).join(' ');
  const [first, ...others] = wants === 'last' ? people.toSorted((a, b) => b.lastSeen - a.lastSeen) : people;
  const name = inline(meant.name);
  const end = marks === '' ? '.' : ` ${marks}.`;
  const sources = meant.cited.map(
    ({ label, lines }, place) => `[${place + 1}] ${plain(label)}:${lines.start}-${lines.end}`,
  );
  const shown = others.slice(0, maxOthers).map((one) => `- ${plain(one.name)} ${one.reason}.`);
  const parts = [
    first ? `${leadOf(wants, name, first)}${end}` : `Git does not tell who wrote ${name}${end} ${whyNot(notes)}`,
    ...(shown.length > 0 ? [`Others who know it:\n${shown.join('\n')}`] : []),
    ...(first && notes.length > 0 ? [notes.join(' ')] : []),
    ...(sources.length > 0 ? [sources.join('\n')] : []),
  ];
  return parts.join('\n\n');
}

function whyNot(notes: readonly string[]): string {
  return notes.length > 0 ? notes.join(' ') : 'It is in no file of an open folder, or was never committed.';
}

function leadOf(wants: PeopleQuestion['wants'], name: string, { name: by, reason, lastSeen }: PersonFound): string {
  const person = plain(by);
  switch (wants) {
    case 'author':
      return `${name}: ${person} ${reason}`;
    case 'last':
      return `${person} was the last to change ${name}, on ${day.format(lastSeen)}`;
    case 'help':
      return `Ask ${person} about ${name}: by git's history ${person} ${reason}`;
  }
}

/** A question answered by the git history: who wrote something, who changed it last, who can help. */
interface PeopleQuestion {
  wants: 'author' | 'last' | 'help';
  /** The subject as written; empty when the question is about its whole query space. */
  subject: string;
}

/** Most characters of a question about people; longer ones ask something else. */
const maxChars = 200;
const verb = '(?:changed|touched|edited|modified|updated|worked on)';
const forms: readonly (readonly [PeopleQuestion['wants'], RegExp])[] = [
  ['last', new RegExp(String.raw`^who(?: was the)? (?:has )?(?:last|latest|lately|recently)(?: person)?(?: to| who)? ${verb} (.+)$`, 'i')],
  ['last', new RegExp(String.raw`^who (?:has )?${verb} (.+?) (?:last|lately|recently|most recently)$`, 'i')],
  ['last', new RegExp(String.raw`^who ${verb} ((?:the file )?\S+\.\w{1,5}|this|it|this \w+)$`, 'i')],
  ['last', new RegExp(String.raw`^when (?:was|were) (.+?) (?:last|lately) ${verb}(?: and by whom)?$`, 'i')],
  ['help', /^who (?:can|could|might|would) (?:be able to )?(?:help|assist|support)(?: me| us)?(?: (?:with|on|about|understand(?:ing)?|to understand) (.+))?$/i],
  ['help', /^who (?:knows|understands) (?:the )?(?:most |best |something )?(?:about )?(.+?)(?: best| most)?$/i],
  ['help', /^(?:who(?:m)? (?:should|can|could|do) (?:i|we) (?:ask|talk to|contact)|who (?:is there )?to ask) (?:about|for help with|regarding) (.+)$/i],
  ['author', /^who (?:has )?(?:wrote|written|authored|implemented|developed|coded|committed|programmed) (.+)$/i],
  ['author', /^who(?: is|'s| are| was| were) the (?:main |original |first )?(?:authors?|maintainers?|developers?|contributors?|committers?) of (.+)$/i],
  ['author', /^who (?:added|introduced|created|made) (`[^`]{1,80}`|\S{0,80}[._()]\S{0,80}|[a-z]{1,40}[A-Z]\w{0,80}|this(?: \w+)?|it)$/i],
  ['author', /^(?:git )?blame (.+)$/i],
]; // prettier-ignore

const unnamed =
  /^(?:(?:this|the|our|my) )?(?:(?:whole|entire) )?(?:this|it|that|here|code|project|repo|repository|code ?base|library|package|file|snippet|selection|asset|function|part|code here|piece of code)$/i;

/** Parses a question about people; undefined for others, such as "who calls this?". */
export function peopleQuestion(query: string): PeopleQuestion | undefined {
  if (query.length > maxChars) return undefined;
  const text = query
    .trim()
    .replace(/(?<![?!.\s])[?!.\s]+$/, '')
    .replace(/^(?:(?:and|so|ok|please|tell me)[\s,]+){1,2}/i, '');
  for (const [wants, form] of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const named = (found[1] ?? '')
      .replace(/^(?:the )?file /i, '')
      .replace(/[`"“”]/g, '')
      .trim();
    return { wants, subject: unnamed.test(named) ? '' : named };
  }
  return undefined;
}
