/**
 * A conversation as the chat shows it: a turn is one question with its answer. Converts stream frames and stored
 * messages to turns. Plain values without DOM or editor API; turns are immutable.
 */
import type {
  AnswerCitation,
  ConversationMessage,
  AskedOf,
  Considered,
  Searched,
} from '../contract/schemas/conversations';
import type { QGPTStreamOutput, RelevantQGPTSeed } from '../contract/schemas/qgpt';
import type { LineRange } from '../contract/schemas/values';
import type { ContextChip } from './chips';

/** A place in a file or an asset that an answer cites. */
export interface Source {
  /** The relevance id; derived from the place when the source is read back from an old answer's text. */
  id: string;
  /** File name or asset title. */
  name: string;
  /** Folder, relative to the workspace; empty for assets and files at the top. */
  directory: string;
  path?: string;
  asset?: string;
  /** True for the selected code of the question, which has no place of its own. */
  isSelection?: true;
  lines?: LineRange;
  /** Relevance in [0, 1], relative to the best result. */
  score?: number;
  /** Hash of the lines when they were cited (`hashOfLines`). */
  hash?: string;
  /** The cited lines have moved since; `lines` holds where they are now. */
  isMoved?: true;
  /** The current text of the cited lines; absent until it was read. */
  text?: string;
  /** Why the source cannot be opened or no longer has the cited text; it is shown struck through. */
  gone?: string;
  /** Words of the question that occur in it. */
  words?: string[];
  reasons?: Reason[];
}

/** A person who knows the cited code. */
export interface Helper {
  name: string;
  email?: string;
  /** A part of a sentence: "wrote 31 of the 40 lines". */
  reason: string;
}

/** `incomplete`: read back from the library without a finished answer (it was stopped, or the editor was closed). */
type TurnState = 'searching' | 'answering' | 'done' | 'stopped' | 'failed' | 'incomplete';

export interface Turn {
  id: string;
  question: string;
  /** The context of the question; empty when it was not stored. */
  chips: ContextChip[];
  text: string;
  state: TurnState;
  /** Why it failed, as a sentence for people. */
  error?: string;
  /** In the order of the `[n]` in the text. */
  sources: Source[];
  /** Everything relevance found, best first, cited or not. */
  found: Source[];
  followUps: string[];
  skipped: { path: string; reason: string }[];
  searched?: Searched;
  /** The model that wrote the answer; absent for the built-in answerer. */
  model?: { name: string; destination: string };
  /** Probability that the answer is right, from 0 to 1. */
  score?: number;
  /** Kind of answer as the contract names it; absent for a model's answer. */
  kind?: string;
  /** What was withheld from the model, and why. */
  notes?: string[];
  /** True when a model was asked, even if it has not answered. */
  isByModel?: true;
  /** People who could help, without the reader; absent until requested. */
  helpers?: Helper[];
  /** Why the list of people is empty or incomplete. */
  helperNotes?: string[];
  /** True when the cited files have a history, so that people may be found; false once nobody else was. */
  mayHaveHelpers?: boolean;
}

export function newTurn(id: string, question: string, chips: ContextChip[]): Turn {
  return { id, question, chips, text: '', state: 'searching', sources: [], found: [], followUps: [], skipped: [] };
}

/** The confidence level of a built-in answer, which decides how its first line looks. */
export function tierOf({ kind }: Turn): 'claim' | 'places' | 'unsure' | 'absent' | undefined {
  return kind === undefined || kind === 'places' || kind === 'unsure' || kind === 'absent' ? kind : 'claim';
}

export function isRunning(turn: Turn | undefined): boolean {
  return turn?.state === 'searching' || turn?.state === 'answering';
}

/** Splits a path into name and folder, relative to the workspace. */
export type Naming = (path: string) => { name: string; directory: string };

/** The turn after one stream frame. Text is a delta; citations and relevance may come with any frame. */
export function withFrame(turn: Turn, frame: QGPTStreamOutput, naming: Naming): Turn {
  const next = { ...turn };
  const answer = frame.question?.answers.iterable[0];
  if (answer?.text) {
    next.text += answer.text;
    next.state = 'answering';
  }
  const relevance = frame.relevance;
  if (relevance) {
    next.found = relevance.relevant.iterable.map((item) => sourceOfItem(item, naming));
    next.skipped = relevance.skipped ?? [];
    if (relevance.searched) next.searched = relevance.searched;
  }
  const citations = answer?.citations ?? relevance?.answer?.answers.iterable[0]?.citations;
  if (citations) next.sources = citations.map((citation) => sourceOfCitation(citation, next.found, naming));
  else if (relevance) next.sources = next.sources.map((source) => enriched(source, next.found));
  if (answer && turn.model === undefined) next.score = answer.score;
  if (answer?.kind !== undefined) next.kind = answer.kind;
  if (answer?.model) next.model = answer.model;
  if (answer?.notes) next.notes = answer.notes;
  if (frame.agentRoutes?.related?.people) next.mayHaveHelpers = true;
  return ended(next, frame);
}

function ended(turn: Turn, frame: QGPTStreamOutput): Turn {
  switch (frame.status) {
    case 'IN-PROGRESS':
      return turn;
    case 'COMPLETED':
      return { ...turn, state: 'done' };
    case 'STOPPED':
    case 'RESET':
      return { ...turn, state: 'stopped' };
    case 'FAILED':
      return { ...turn, state: 'failed', ...(frame.errorMessage && { error: frame.errorMessage }) };
  }
}

function sourceOfItem(item: RelevantQGPTSeed, naming: Naming): Source {
  const path = item.path ?? item.seed?.anchor?.fullpath;
  const lines = item.lines ?? item.seed?.anchor?.lines;
  const given = item.seed?.asset;
  const title = given?.metadata?.name ?? given?.format.fragment?.metadata?.name;
  const named = path === undefined ? { name: title ?? '', directory: '' } : naming(path);
  return {
    id: item.id ?? `${path ?? item.asset?.id ?? title ?? ''}:${lines?.start ?? 0}`,
    ...named,
    ...(path !== undefined && { path }),
    ...(item.asset && { asset: item.asset.id, ...(title && { name: title }) }),
    ...(path === undefined && !item.asset && { isSelection: true as const }),
    ...(lines && { lines }),
    ...(item.score !== undefined && { score: item.score }),
    ...(item.explanation && whyOf(item.explanation.matchedTerms, item.explanation.parts)),
  };
}

function whyOf(words: string[] | undefined, parts: Record<string, number> | undefined) {
  return { ...(words && words.length > 0 && { words }), ...(parts && { reasons: reasonsOf(parts) }) };
}

function sourceOfCitation(citation: AnswerCitation, found: Source[], naming: Naming): Source {
  const title = citation.label.replace(/:\d+(-\d+)?$/, '');
  const place =
    citation.path === undefined
      ? {
          name: title,
          directory: '',
          ...(citation.asset ? { asset: citation.asset.id } : { isSelection: true as const }),
        }
      : { ...naming(citation.path), path: citation.path };
  return enriched(
    {
      id: citation.id,
      ...place,
      ...(citation.lines && { lines: citation.lines }),
      ...(citation.hash !== undefined && { hash: citation.hash }),
    },
    found,
  );
}

/** Merges a citation with its passage: the citation has the narrower lines, the passage gives score and place. */
function enriched(source: Source, found: Source[]): Source {
  const passage = found.find((item) => item.id === source.id);
  if (!passage) return source;
  const { isSelection, ...rest } = { ...passage, ...source, name: source.name || passage.name };
  return isSelection && rest.path === undefined && rest.asset === undefined ? { ...rest, isSelection } : rest;
}

/** How the host interprets stored questions. */
interface Reading {
  naming: Naming;
  chipsOf: (asked: AskedOf) => ContextChip[];
}

/** Converts stored messages to turns. */
export function turnsOfMessages(messages: readonly ConversationMessage[], { naming, chipsOf }: Reading): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const text = message.fragment?.string?.raw ?? '';
    const open = turns.at(-1);
    if (message.role === 'USER') {
      const chips = message.asked ? chipsOf(message.asked) : [];
      turns.push({ ...newTurn(message.id, text, chips), state: 'incomplete' });
    } else if (message.role === 'ASSISTANT' && open) turns[turns.length - 1] = answered(open, message, naming);
  }
  return turns;
}

function answered(turn: Turn, message: ConversationMessage, naming: Naming): Turn {
  const { receipt, citations = [], partial } = message;
  const found = (receipt?.considered ?? []).map((item) => sourceOfConsidered(item, naming));
  return {
    ...turn,
    text: message.fragment?.string?.raw ?? '',
    found,
    sources: citations.map((citation) => sourceOfCitation(citation, found, naming)),
    state: partial ? 'incomplete' : 'done',
    skipped: receipt?.skipped ?? [],
    ...(receipt?.searched && { searched: receipt.searched }),
    ...(receipt?.model && { model: receipt.model }),
    ...(receipt?.kind !== undefined && { kind: receipt.kind, score: receipt.score ?? 0 }),
    ...(receipt?.notes && { notes: receipt.notes }),
    ...(citations.some((citation) => citation.path !== undefined) && { mayHaveHelpers: true as const }),
  };
}

function sourceOfConsidered(
  { id, path, asset, lines, score, label, terms, parts }: Considered,
  naming: Naming,
): Source {
  return {
    id,
    ...(path === undefined ? { name: label ?? '', directory: '' } : { ...naming(path), path }),
    ...(asset && { asset: asset.id }),
    ...(path === undefined && !asset && { isSelection: true as const }),
    ...(lines && { lines }),
    ...(score !== undefined && { score }),
    ...whyOf(terms, parts),
  };
}

// Section: why a passage was considered, in words. Knows the engine’s signal names and ignores unknown ones.

export type Reason = 'name' | 'defines' | 'comments' | 'together' | 'aside' | 'old';

/** Signal names in conversations stored before 2026-11-27. */
const oldNames = {
  name: ['nameAndPassage', 'nameHits', 'namePrec', 'namePrecI', 'nameF', 'nameJoin'],
  defines: ['symDef'],
  comments: ['doc'],
  together: ['together', 'bigram', 'cover'],
  aside: ['test', 'ex', 'prose'],
  old: ['oldver'],
};

/** Groups of signals with one meaning; values below `from` are not mentioned. */
const reasons: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'name', signals: ['fileName', 'name', ...oldNames.name], from: 0.5 },
  { reason: 'defines', signals: ['declares', 'symbol', 'definition', ...oldNames.defines], from: 0.3 },
  { reason: 'comments', signals: ['comments', ...oldNames.comments], from: 0.3 },
  { reason: 'together', signals: ['closeRows'], from: 2.5 },
  { reason: 'together', signals: oldNames.together, from: 0.6 },
];
/** Signals against a file; a penalty above `from` changed nothing. */
const against: { reason: Reason; signals: readonly string[]; from: number }[] = [
  { reason: 'aside', signals: ['role', ...oldNames.aside], from: -0.5 },
  { reason: 'old', signals: ['olderVersion', ...oldNames.old], from: -0.5 },
];

export function reasonsOf(parts: Readonly<Record<string, number>>): Reason[] {
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + Math.max(0, parts[name] ?? 0), 0);
  const found = [
    ...reasons.filter(({ signals, from }) => sumOf(signals) >= from),
    ...against.filter(({ signals, from }) => signals.some((signal) => (parts[signal] ?? 0) <= from)),
  ];
  // A conversation that was kept may have an old and a new signal of one meaning.
  return [...new Set(found.map(({ reason }) => reason))];
}
