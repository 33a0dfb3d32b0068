/** Reads an input's query space and the messages it names. */
import type { CallContext } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { QGPTRelevanceInput, QGPTQuestionOutput } from '../../contract/schemas/qgpt';
import type { Seed } from '../../contract/schemas/assets';
import type { Document, QuerySpace, SkippedPath, AnswerKind, Turn } from '../../engine/types';
import { pathsOfAnchors } from '../assets/anchors';
import type { ApiContext } from '../context';
import { classify } from '../assets/describe/recognise';
import { decidePaths } from '../paths';
import type { DefaultSpace } from '../../contract/serviceOptions';
import { textOf } from '../assets/content';
import type { MessageRecord, ReceiptRecord } from '../../store/records';

// Section: converts the wire's four ways to name a query space into the engine's one (contract/WIRE.md 2.2).

export interface ReadSpace {
  space: QuerySpace;
  isEmpty: boolean;
  /** True when the input names no query space and no default space applies. */
  isUnnamed: boolean;
  skipped: SkippedPath[];
  /** Maps a real path to the path as the caller wrote it. */
  given: Map<string, string>;
  /** Real paths of the named folders; citations are relative to them. */
  roots: string[];
}

type SpaceInput = Pick<QGPTRelevanceInput, 'paths' | 'seeds' | 'assets' | 'anchors' | 'messages' | 'options'>;

/** @throws ApiError `invalid` for a text that is no path; `refused` when only refused paths are left */
export async function readSpace(
  context: ApiContext,
  call: CallContext,
  input: SpaceInput,
  where: string,
): Promise<ReadSpace> {
  const { caller } = call;
  const usual = defaultSpaceFor(context, call, input);
  // Anchors go through the same path policy as paths; unknown anchor ids are ignored.
  const anchored = pathsOfAnchors(context, input.anchors?.iterable?.map(({ id }) => id) ?? []);
  const paths = usual === 'workspace' ? openFolders(context) : [...(input.paths ?? []), ...anchored];
  const decisions = await decidePaths(context, caller, paths, `${where}.paths`);
  const allowed = decisions.filter((decision) => decision.kind === 'allowed');
  const refused = decisions.filter((decision) => decision.kind === 'refused');
  const unreachable = decisions.filter((decision) => decision.kind !== 'allowed');
  const inline = (input.seeds?.iterable ?? []).map(documentOfSeed).filter((seed) => seed !== undefined);
  const assets = readAssets(context, input.assets?.iterable ?? []);
  const isDatabase = input.options?.database === true || usual === 'library';

  const isBare = allowed.length === 0 && inline.length === 0 && !isDatabase && assets.ids.length === 0;
  const seeds = isBare ? documentsOfMessages(context, input) : inline;

  const hasOtherSpace = seeds.length > 0 || isDatabase || assets.ids.length > 0 || assets.skipped.length > 0;
  if (refused.length > 0 && refused.length === decisions.length && !hasOtherSpace && usual === undefined) {
    throw new ApiError('refused', `${where}.paths: ${refused[0]?.reason}`);
  }
  return {
    space: {
      ...(allowed.length > 0 && { paths: [...new Set(allowed.map(({ real }) => real))] }),
      ...(seeds.length > 0 && { seeds }),
      ...(isDatabase && { documents: 'all' as const }),
      ...(!isDatabase && assets.ids.length > 0 && { documents: assets.ids }),
    },
    isEmpty: allowed.length === 0 && seeds.length === 0 && !isDatabase && assets.ids.length === 0,
    isUnnamed: usual === 'none',
    skipped: [...unreachable.map(({ given, reason }) => ({ path: given, reason })), ...assets.skipped],
    given: new Map(allowed.map(({ real, given }) => [real, given])),
    roots: allowed.filter(({ isFolder }) => isFolder).map(({ real }) => real),
  };
}

/** The inline text of a seed (contract/WIRE.md 2.4); undefined when it is empty. */
export function fragmentOf(seed: Seed | undefined): string | undefined {
  const raw = seed?.asset?.format.fragment?.string?.raw;
  return raw === '' ? undefined : raw;
}

/** The language that the caller names by file extension or classification, else one guessed from the text. */
export function languageOfSeed(seed: Seed): string | undefined {
  const format = seed.asset?.format;
  const named = format?.fragment?.metadata?.ext ?? format?.classification?.specific;
  if (named !== undefined) return named;
  const { specific } = classify({ text: fragmentOf(seed) ?? '', fileName: nameOfSeed(seed) });
  return specific === 'txt' ? undefined : specific;
}

function nameOfSeed(seed: Seed): string | undefined {
  return seed.asset?.metadata?.name ?? seed.asset?.format.fragment?.metadata?.name;
}

/** Last line at which a text from inside of a file may begin; what begins later is numbered from 1. */
const maxFirstLine = 100_000;
/** Most texts of one request that are numbered as in their files. */
const maxNumbered = 20;

/** A text with its lines numbered as in the file that it is from, by blank ones above it: an answer names them. */
function numbered(text: string, { anchor }: Seed, index: number): string {
  const first = anchor?.lines?.start ?? 1;
  return index < maxNumbered && first <= maxFirstLine ? '\n'.repeat(first - 1) + text : text;
}

function documentOfSeed(seed: Seed, index: number): Document | undefined {
  const given = fragmentOf(seed);
  if (given === undefined) return undefined;
  const text = numbered(given, seed, index);
  const language = languageOfSeed(seed);
  const name = nameOfSeed(seed);
  const { lines } = seed.anchor ?? {};
  return {
    id: `seed ${index}`,
    text,
    ...(lines && { selectedLines: lines.end - lines.start + 1 }),
    ...(language !== undefined && { language }),
    ...(name !== undefined && { name }),
  };
}

/** Reports unknown assets as skipped, like unreadable paths; the others are still searched. */
function readAssets({ store }: ApiContext, references: { id: string }[]): { ids: string[]; skipped: SkippedPath[] } {
  const ids = new Set<string>();
  const skipped: SkippedPath[] = [];
  for (const { id } of references) {
    const asset = store.get('assets', id.toLowerCase());
    if (!asset) skipped.push({ path: id, reason: 'There is no asset with this id.' });
    else if (textOf(asset) === undefined) skipped.push({ path: id, reason: 'This asset holds no text.' });
    else ids.add(asset.id);
  }
  return { ids: [...ids], skipped };
}

type NamedSpace = Partial<
  Pick<QGPTRelevanceInput, 'paths' | 'seeds' | 'assets' | 'anchors' | 'messages'> & {
    options: { database?: boolean | undefined } | undefined;
  }
>;

/**
 * True when a program's input names no query space. Windows always name one, even an empty one, and so does `database:
 * false`.
 */
function isSilent({ caller }: CallContext, { paths, options, ...lists }: NamedSpace): boolean {
  const { seeds, assets, anchors, messages } = lists;
  const named = [paths, ...[seeds, assets, anchors, messages].map((list) => list?.iterable)];
  return !caller.isOwn && options?.database === undefined && named.every((list) => !list?.length);
}

/**
 * The user's default space (nothing, the open folders or the library) for a program's question that names none, as most
 * public programs send it. Undefined when the input names a space itself.
 */
function defaultSpaceFor(context: ApiContext, call: CallContext, input: NamedSpace): DefaultSpace | undefined {
  return isSilent(call, input) ? context.service.defaultSpace() : undefined;
}

/** Folders of trusted windows only: programs may search no others. */
function openFolders({ windows }: ApiContext): string[] {
  return windows.folders({ onlyTrusted: true });
}

/** Adds a hint on how to name a query space, when folders are open that could have been named. */
export function withWaysToName(context: ApiContext, output: QGPTQuestionOutput): QGPTQuestionOutput {
  const count = openFolders(context).length;
  const [best, ...others] = output.answers.iterable;
  if (!best || count === 0) return output;
  const folders = count === 1 ? '1 folder is' : `${count} folders are`;
  const text =
    `${best.text}\n\nThe question named nothing to search, and ${folders} open here. A program names a space in its ` +
    'request: `paths`, `assets`, `seeds`, or `"options": {"database": true}` for the library. The setting ' +
    '`quarry.server.defaultSpace` (`--default-space` without an editor) chooses `workspace` or `library` for questions ' +
    'that name none.';
  return { answers: { ...output.answers, iterable: [{ ...best, text }, ...others] } };
}

// Section: the chat messages that an input names (contract/WIRE.md 2.3). Unknown ids are ignored, as the contract asks.

/** Most messages read for the context of a follow-up question. */
const maxMessages = 40;

interface NamedMessages {
  messages?: { iterable?: { id: string }[] | undefined } | undefined;
}

/** The named messages that exist, newest first. */
function namedMessages({ store }: ApiContext, { messages }: NamedMessages): Readonly<MessageRecord>[] {
  const found = (messages?.iterable ?? []).map(({ id }) => store.get('messages', id));
  const known = found.filter((message) => message !== undefined);
  return [...known]
    .reverse()
    .sort((a, b) => b.created - a.created)
    .slice(0, maxMessages);
}

/** The question reworded so that it needs neither the named messages nor polite phrases. */
export async function queryAfterMessages(
  context: ApiContext,
  { signal }: CallContext,
  input: NamedMessages & { query: string },
): Promise<string> {
  return context.engine.reprompt({ query: input.query, history: turnsOf(namedMessages(context, input)) }, signal);
}

const speakers = { USER: 'question', ASSISTANT: 'answer', SYSTEM: 'instruction' };

/** A row of the source list below an answer: it names a source and states nothing. */
const sourceRow = /^(?:[-*] )?\[\d{1,3}\]:? /;

/** An answer without its list of sources, which would otherwise be quoted instead of its content. */
function withoutSources(text: string): string {
  const rows = text.split('\n');
  const kept = rows.filter((row) => !sourceRow.test(row));
  if (kept.length === rows.length || kept.every((row) => row.trim() === '')) return text;
  return kept
    .join('\n')
    .replace(/ ?\[\d{1,3}\](?!\()/g, '')
    .trimEnd();
}

/** The named messages as documents to search; missing and empty ones are left out. */
function documentsOfMessages(context: ApiContext, input: NamedMessages): Document[] {
  const said = namedMessages(context, input).filter(({ text }) => text.trim() !== '');
  return said.map(({ id, text, role }) => ({
    id,
    text: withoutSources(text),
    language: 'md',
    name: `earlier ${speakers[role]}`,
  }));
}

/** One message of a conversation, stored or sent with the request. */
interface Said {
  role: 'USER' | 'ASSISTANT' | 'SYSTEM';
  text: string;
  receipt?: Pick<ReceiptRecord, 'kind' | 'symbols'> | undefined;
}

/** A conversation's turns in the engine's form; system messages are left out. */
export function turnsOf(messages: readonly Said[]): Turn[] {
  return messages.flatMap(({ role, text, receipt }): Turn[] => {
    if (role === 'SYSTEM' || text === '') return [];
    if (role === 'USER') return [{ role: 'user', text }];
    const { kind, symbols = [] } = receipt ?? {};
    return [{ role: 'assistant', text, ...(kind !== undefined && { about: { kind: kind as AnswerKind, symbols } }) }];
  });
}
