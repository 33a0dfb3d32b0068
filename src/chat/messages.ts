/**
 * What the chat's page and its host say to each other. The page asks for a short list of things by values; every
 * message is checked here before the host acts on it.
 */
import type { ContextChip, MentionItem } from './chips';
import type { Turn } from './turns';

/** A conversation offered for going on with it. */
interface RecentConversation {
  id: string;
  name: string;
  /** Already worded for people: "2 hours ago". */
  when: string;
}

export interface ChatState {
  turns: Turn[];
  chips: ContextChip[];
  /** Questions to begin with. */
  starters: string[];
  recent: RecentConversation[];
  /** The folders' names, said in the tooltip of the workspace chip. */
  folders: string[];
  /** Earlier turns are still being read back. */
  isRestoring: boolean;
  index: IndexNews;
  /** Absent: the built-in answerer. */
  answering?: AnsweringModel;
  waiting?: WaitingConsent;
  offer?: LocalOffer;
}

/** Who will answer the next question. */
export interface AnsweringModel {
  /** Absent: the built-in answerer. */
  name?: string;
  /** Absent: nothing leaves this machine. */
  destination?: string;
  /** Where passages are ranked once more; absent: on this machine. */
  ranking?: string;
  /** Why it is not the one that was chosen. */
  because?: string;
}

/** What waits for the person's word before anything is sent; told above the box, with the buttons. */
interface WaitingConsent {
  question: string;
}

export type ConsentChoice = 'send' | 'refuse' | 'show';

/** A model that answers on this machine, offered once under a weak answer. */
export interface LocalOffer {
  turn: string;
  model: string;
  /** The program that has it. */
  server: string;
}

/** What the strip above the box tells: nothing while all is indexed. */
interface IndexNews {
  done: number;
  total: number;
  isPaused: boolean;
}

export type ToWebview =
  | { kind: 'state'; state: ChatState }
  /** Replaces the turn of the same id, or adds it at the end. */
  | { kind: 'turn'; turn: Turn }
  /** More text for a turn: a delta. */
  | { kind: 'text'; turn: string; text: string }
  | { kind: 'chips'; chips: ContextChip[]; starters: string[] }
  /** A sentence above the box, until the next key. */
  | { kind: 'notice'; text: string }
  | { kind: 'focus' }
  /** The answer to `mention` of the same key. */
  | { kind: 'mentions'; key: number; items: MentionItem[] }
  | { kind: 'index'; index: IndexNews }
  | { kind: 'answering'; answering: AnsweringModel }
  /** Absent: nothing waits any more. */
  | { kind: 'waiting'; waiting?: WaitingConsent }
  | { kind: 'offer'; offer?: LocalOffer }
  /** What became of a code block's button. */
  | { kind: 'acted'; key: number; isDone: boolean }
  /** Brings a turn's source into sight: the keyboard went on to it. */
  | { kind: 'reveal'; turn: string; index: number }
  /** The focus goes to the next code block, or to the one before. */
  | { kind: 'stepCode'; way: 1 | -1 };

export type ToHost =
  | { kind: 'ready' }
  /** The chips as they stood above the box when the question was sent. */
  | { kind: 'ask'; question: string; chips: ContextChip[] }
  | { kind: 'stop' }
  /** `builtIn`: by the built-in answerer this time, whoever was asked before. */
  | { kind: 'retry'; turn: string; builtIn?: true }
  /** Its question as a request to the server. */
  | { kind: 'copyRequest'; turn: string }
  | { kind: 'chooseModel' }
  | { kind: 'consent'; choice: ConsentChoice }
  /** What is done with the model offered; taking it asks the turn's question again. */
  | { kind: 'offered'; isTaken: boolean }
  | { kind: 'openConversation'; conversation: string }
  | { kind: 'setChips'; chips: ContextChip[] }
  | { kind: 'addContext' }
  /** A source is named by its place in the turn, so that the webview cannot name a path. */
  | { kind: 'openSource'; turn: string; list: 'sources' | 'found'; index: number }
  | { kind: 'openLink'; url: string }
  | { kind: 'copy'; text: string; key: number }
  | { kind: 'insert'; text: string; key: number }
  | { kind: 'save'; text: string; language: string; key: number }
  | { kind: 'create'; text: string; language: string; key: number }
  /** Code of a turn's answer, to be shown as a change of the file it belongs to. */
  | { kind: 'apply'; text: string; turn: string; key: number }
  /** What could be meant by the letters after an `@`. */
  | { kind: 'mention'; query: string; key: number }
  /** Asks a turn's question in other words. */
  | { kind: 'edit'; turn: string; question: string; chips: ContextChip[] }
  | { kind: 'helpers'; turn: string }
  | { kind: 'pauseIndex'; isPaused: boolean }
  | { kind: 'cancelIndex' };

/** The contract's limit of a query. */
const maxQuestion = 100_000;
/** Above any answer; a code block cannot be longer than the answer. */
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
      if (!isName(uri) || !isText(name, maxName) || !isFields(lines)) return undefined;
      const { start, end } = lines;
      if (!isCount(start) || !isCount(end) || start < 1 || start > end) return undefined;
      if (kind === 'selection') return { kind, uri, name, lines: { start, end } };
      return isName(file) ? { kind, uri, name, file, lines: { start, end } } : undefined;
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
  save: ({ text, language, key }) =>
    isText(text, maxCode) && isText(language, 100) && isCount(key) ? { kind: 'save', text, language, key } : undefined,
};

/** @returns the message with nothing in it but what was checked, or undefined when it is none of ours */
export function parseToHost(value: unknown): ToHost | undefined {
  if (!isFields(value) || typeof value.kind !== 'string' || !Object.hasOwn(readers, value.kind)) return undefined;
  // Checked boundary: the line above found the kind among the readers.
  return readers[value.kind as ToHost['kind']](value);
}
