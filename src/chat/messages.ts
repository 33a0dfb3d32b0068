/**
 * Messages between the chat's page and its host. The page can ask for a fixed list of actions only; every message is
 * checked here before the host acts on it.
 */
import type { ContextChip, MentionItem } from './chips';
import type { LineRange } from '../contract/schemas/values';
import type { Turn } from './turns';

/** An earlier conversation that can be continued. */
interface RecentConversation {
  id: string;
  name: string;
  /** Its age in words: "2 hours ago". */
  when: string;
}

export interface ChatState {
  turns: Turn[];
  chips: ContextChip[];
  /** What is selected in the editor: offered beside the chips and asked only when it is taken. */
  offered?: ContextChip;
  /** Suggested first questions. */
  starters: string[];
  recent: RecentConversation[];
  /** Folder names for the tooltip of the workspace chip. */
  folders: string[];
  /** True while earlier turns are being read back. */
  isRestoring: boolean;
  index: IndexNews;
  /** Absent for the built-in answerer. */
  answering?: AnsweringModel;
  waiting?: WaitingConsent;
  offer?: LocalOffer;
}

/** The model that answers the next question. */
export interface AnsweringModel {
  /** Absent for the built-in answerer. */
  name?: string;
  /** Host that receives the question; absent when nothing leaves this machine. */
  destination?: string;
  /** Host that re-ranks passages; absent when they are ranked on this machine. */
  ranking?: string;
  /** Why it is not the chosen model. */
  because?: string;
}

/** A pending consent: nothing is sent before the user allows it. Shown above the box, with the buttons. */
interface WaitingConsent {
  question: string;
}

export type ConsentChoice = 'send' | 'refuse' | 'show';

/** A model on this machine, offered once below a weak answer. */
export interface LocalOffer {
  turn: string;
  model: string;
  /** The program that serves it. */
  server: string;
}

/** Indexing progress, shown above the box; absent while everything is indexed. */
interface IndexNews {
  done: number;
  total: number;
  isPaused: boolean;
}

export type ToWebview =
  | { kind: 'state'; state: ChatState }
  /** Replaces the turn with the same id, or appends it. */
  | { kind: 'turn'; turn: Turn }
  /** Text to append to a turn (a delta). */
  | { kind: 'text'; turn: string; text: string }
  | { kind: 'chips'; chips: ContextChip[]; offered?: ContextChip; starters: string[] }
  /** A sentence shown above the box until the next key press. */
  | { kind: 'notice'; text: string }
  | { kind: 'focus' }
  /** The answer to the `mention` message with the same key. */
  | { kind: 'mentions'; key: number; items: MentionItem[] }
  | { kind: 'index'; index: IndexNews }
  | { kind: 'answering'; answering: AnsweringModel }
  /** Absent when no consent is pending any more. */
  | { kind: 'waiting'; waiting?: WaitingConsent }
  | { kind: 'offer'; offer?: LocalOffer }
  /** The result of pressing a button of a code block. */
  | { kind: 'acted'; key: number; isDone: boolean }
  /** Scrolls to a source of a turn, after a keyboard step to it. */
  | { kind: 'reveal'; turn: string; index: number }
  /** Moves the focus to the next or previous code block. */
  | { kind: 'stepCode'; way: 1 | -1 };

/** Where code stands that an answer quotes. A source is named by its place in the turn: see `openSource`. */
export interface QuotedPlace {
  turn: string;
  index: number;
  lines: LineRange;
  /** The code shown leaves rows out. */
  isCut?: true;
}

export type ToHost =
  | { kind: 'ready' }
  /** `chips`: the chips above the box when the question was sent. */
  | { kind: 'ask'; question: string; chips: ContextChip[] }
  | { kind: 'stop' }
  /** `builtIn`: use the built-in answerer this time. */
  | { kind: 'retry'; turn: string; builtIn?: true }
  /** Asks the turn's question of the workspace. */
  | { kind: 'widen'; turn: string }
  /** Copies the turn's question as a request to the server. */
  | { kind: 'copyRequest'; turn: string }
  | { kind: 'chooseModel' }
  | { kind: 'consent'; choice: ConsentChoice }
  /** The reply to the offered model; accepting asks the turn's question again. */
  | { kind: 'offered'; isTaken: boolean }
  | { kind: 'openConversation'; conversation: string }
  | { kind: 'setChips'; chips: ContextChip[] }
  | { kind: 'addContext' }
  /** A source is named by its place in the turn, so that the webview cannot name a path. */
  | { kind: 'openSource'; turn: string; list: 'sources' | 'found'; index: number }
  | { kind: 'openLink'; url: string }
  | { kind: 'copy'; text: string; key: number }
  | { kind: 'insert'; text: string; key: number }
  /** With a place, its lines are saved as they stand in the file, and not the text. */
  | { kind: 'save'; text: string; language: string; key: number; quote?: QuotedPlace }
  | { kind: 'create'; text: string; language: string; key: number }
  /** Code of a turn's answer, to be shown as a change of its file. */
  | { kind: 'apply'; text: string; turn: string; key: number }
  /** Asks for suggestions for the letters after an `@`. */
  | { kind: 'mention'; query: string; key: number }
  /** Asks a turn's question again in other words. */
  | { kind: 'edit'; turn: string; question: string; chips: ContextChip[] }
  | { kind: 'helpers'; turn: string }
  | { kind: 'pauseIndex'; isPaused: boolean }
  | { kind: 'cancelIndex' };

/** The contract's limit of a query, in characters. */
const maxQuestion = 100_000;
/** Longest code block that is accepted, in characters; above any answer. */
const maxCode = 1_000_000;
const maxName = 4096;
const maxChips = 100;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isName = (value: unknown): value is string => isText(value, maxName) && value !== '';

function parseLines(value: unknown): LineRange | undefined {
  if (!isFields(value)) return undefined;
  const { start, end } = value;
  return isCount(start) && isCount(end) && start >= 1 && start <= end ? { start, end } : undefined;
}

function parseQuote(value: unknown): QuotedPlace | undefined {
  if (!isFields(value)) return undefined;
  const { turn, index, isCut } = value;
  const lines = parseLines(value.lines);
  if (!isName(turn) || !isCount(index) || !lines) return undefined;
  return { turn, index, lines, ...(isCut === true && { isCut }) };
}

function parseChip(value: unknown): ContextChip | undefined {
  if (!isFields(value)) return undefined;
  const { kind, uri, name, path, id, lines, file } = value;
  switch (kind) {
    case 'workspace':
    case 'everything':
    case 'changes':
    case 'problems':
      return { kind };
    case 'file':
    case 'folder':
      return isName(path) ? { kind, path } : undefined;
    case 'asset':
      return isName(id) && isText(name, maxName) ? { kind, id, name } : undefined;
    case 'symbol':
    case 'selection': {
      const range = parseLines(lines);
      if (!isName(uri) || !isText(name, maxName) || !range) return undefined;
      if (kind === 'selection') return { kind, uri, name, lines: range };
      return isName(file) ? { kind, uri, name, file, lines: range } : undefined;
    }
    default:
      return undefined;
  }
}

function parseChips(value: unknown): ContextChip[] | undefined {
  if (!Array.isArray(value) || value.length > maxChips) return undefined;
  const chips = value.map(parseChip);
  return chips.every((chip) => chip !== undefined) ? chips : undefined;
}

const readers: { [Kind in ToHost['kind']]: (fields: Fields) => Extract<ToHost, { kind: Kind }> | undefined } = {
  ready: () => ({ kind: 'ready' }),
  stop: () => ({ kind: 'stop' }),
  addContext: () => ({ kind: 'addContext' }),
  cancelIndex: () => ({ kind: 'cancelIndex' }),
  ask: ({ question, chips: given }) => {
    const chips = parseChips(given);
    return isText(question, maxQuestion) && question.trim() !== '' && chips
      ? { kind: 'ask', question, chips }
      : undefined;
  },
  edit: ({ turn, question, chips: given }) => {
    const chips = parseChips(given);
    return isName(turn) && isText(question, maxQuestion) && question.trim() !== '' && chips
      ? { kind: 'edit', turn, question, chips }
      : undefined;
  },
  mention: ({ query, key }) => (isText(query, maxName) && isCount(key) ? { kind: 'mention', query, key } : undefined),
  helpers: ({ turn }) => (isName(turn) ? { kind: 'helpers', turn } : undefined),
  pauseIndex: ({ isPaused }) => (typeof isPaused === 'boolean' ? { kind: 'pauseIndex', isPaused } : undefined),
  create: ({ text, language, key }) =>
    isText(text, maxCode) && isText(language, 100) && isCount(key)
      ? { kind: 'create', text, language, key }
      : undefined,
  apply: ({ text, turn, key }) =>
    isText(text, maxCode) && isName(turn) && isCount(key) ? { kind: 'apply', text, turn, key } : undefined,
  retry: ({ turn, builtIn }) =>
    isName(turn) ? { kind: 'retry', turn, ...(builtIn === true && { builtIn }) } : undefined,
  widen: ({ turn }) => (isName(turn) ? { kind: 'widen', turn } : undefined),
  copyRequest: ({ turn }) => (isName(turn) ? { kind: 'copyRequest', turn } : undefined),
  chooseModel: () => ({ kind: 'chooseModel' }),
  consent: ({ choice }) =>
    choice === 'send' || choice === 'refuse' || choice === 'show' ? { kind: 'consent', choice } : undefined,
  offered: ({ isTaken }) => (typeof isTaken === 'boolean' ? { kind: 'offered', isTaken } : undefined),
  openConversation: ({ conversation }) =>
    isName(conversation) ? { kind: 'openConversation', conversation } : undefined,
  setChips: ({ chips: given }) => {
    const chips = parseChips(given);
    return chips && { kind: 'setChips', chips };
  },
  openSource: ({ turn, list, index }) =>
    isName(turn) && (list === 'sources' || list === 'found') && isCount(index)
      ? { kind: 'openSource', turn, list, index }
      : undefined,
  openLink: ({ url }) => (isName(url) && url.startsWith('https://') ? { kind: 'openLink', url } : undefined),
  copy: ({ text, key }) => (isText(text, maxCode) && isCount(key) ? { kind: 'copy', text, key } : undefined),
  insert: ({ text, key }) => (isText(text, maxCode) && isCount(key) ? { kind: 'insert', text, key } : undefined),
  save: ({ text, language, key, quote: given }) => {
    const quote = parseQuote(given);
    return isText(text, maxCode) && isText(language, 100) && isCount(key) && (quote || given === undefined)
      ? { kind: 'save', text, language, key, ...(quote && { quote }) }
      : undefined;
  },
};

/** @returns the message with its checked fields only, or undefined when it is not one of ours */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isFields(value) || typeof value.kind !== 'string' || !Object.hasOwn(readers, value.kind)) return undefined;
  // Checked boundary: the line above found the kind among the readers.
  return readers[value.kind as ToHost['kind']](value);
}
