/** What an input asks of: its query space, and the messages that it names. */
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

// Section: from the wire’s four ways to name a query space to the engine’s one (contract/WIRE.md 2.2).

export interface ReadSpace {
  space: QuerySpace;
  isEmpty: boolean;
  /** The input names no space, and none stands in for it. */
  isUnnamed: boolean;
  skipped: SkippedPath[];
  /** Real path -> as the caller wrote it. */
  given: Map<string, string>;
  /** Folders that were named, by their real paths: citations are relative to them. */
  roots: string[];
}

type SpaceInput = Pick<QGPTRelevanceInput, 'paths' | 'seeds' | 'assets' | 'anchors' | 'messages' | 'options'>;

/** @throws ApiError `invalid` for a text that is no path; `refused` when nothing is left but refused paths */
export async function readSpace(
  context: ApiContext,
  call: CallContext,
  input: SpaceInput,
  where: string,
): Promise<ReadSpace> {
  const { caller } = call;
  const usual = defaultSpaceFor(context, call, input);
  // Files that a program has named before are files all the same; ids that stand for none are passed over.
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

/** The part of a seed that counts as content: its inline text (contract/WIRE.md 2.4). */
export function fragmentOf(seed: Seed | undefined): string | undefined {
  const raw = seed?.asset?.format.fragment?.string?.raw;
  return raw === '' ? undefined : raw;
}

/** Language as the caller names it, by the file ending or by the classification; else what the text looks like. */
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

function documentOfSeed(seed: Seed, index: number): Document | undefined {
  const text = fragmentOf(seed);
  if (text === undefined) return undefined;
  const language = languageOfSeed(seed);
  const name = nameOfSeed(seed);
  return {
    id: `seed ${index}`,
    text,
    ...(language !== undefined && { language }),
    ...(name !== undefined && { name }),
  };
}

/** An unknown asset among others is named like a path that cannot be read: the others are still searched. */
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

/** A window's chat always says what it asks of, also when that is nothing; `database: false` says it too. */
function isSilent({ caller }: CallContext, { paths, options, ...lists }: NamedSpace): boolean {
  const { seeds, assets, anchors, messages } = lists;
  const named = [paths, ...[seeds, assets, anchors, messages].map((list) => list?.iterable)];
  return !caller.isOwn && options?.database === undefined && named.every((list) => !list?.length);
}

/**
 * What a program's question is asked of that names no space at all, as most public programs send it: nothing, the open
 * folders or the library, as the user has set it. Undefined when the input names a space itself.
 */
function defaultSpaceFor(context: ApiContext, call: CallContext, input: NamedSpace): DefaultSpace | undefined {
  return isSilent(call, input) ? context.service.defaultSpace() : undefined;
}

/** Trusted ones: only they are roots for programs. */
function openFolders({ windows }: ApiContext): string[] {
  return windows.folders({ onlyTrusted: true });
}

/** Says how to name a space, where there is one that could have been named. */
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

// Section: the chat messages that an input names (contract/WIRE.md 2.3). Unknown ids are passed over, as the contract
// asks.

/** A follow-up refers to what was said lately. */
const maxMessages = 40;

interface NamedMessages {
  messages?: { iterable?: { id: string }[] | undefined } | undefined;
}

/** Newest first. */
function namedMessages({ store }: ApiContext, { messages }: NamedMessages): Readonly<MessageRecord>[] {
  const found = (messages?.iterable ?? []).map(({ id }) => store.get('messages', id));
  const known = found.filter((message) => message !== undefined);
  return [...known]
    .reverse()
    .sort((a, b) => b.created - a.created)
    .slice(0, maxMessages);
}

/** The question as it stands alone after the messages that are named with it, without its courtesies. */
export async function queryAfterMessages(
  context: ApiContext,
  { signal }: CallContext,
  input: NamedMessages & { query: string },
): Promise<string> {
  return context.engine.reprompt({ query: input.query, history: turnsOf(namedMessages(context, input)) }, signal);
}

const speakers = { USER: 'question', ASSISTANT: 'answer', SYSTEM: 'instruction' };

/** What an answer cites stands below it, row by row; the rows say nothing of their own. */
const sourceRow = /^(?:[-*] )?\[\d{1,3}\]:? /;

/** An answer in its own words: a list of its sources would be quoted in place of what it says. */
function withoutSources(text: string): string {
  const rows = text.split('\n');
  const kept = rows.filter((row) => !sourceRow.test(row));
  if (kept.length === rows.length || kept.every((row) => row.trim() === '')) return text;
  return kept
    .join('\n')
    .replace(/ ?\[\d{1,3}\](?!\()/g, '')
    .trimEnd();
}

/** The messages that an input names, as documents to search; what is not there or has no text is passed over. */
function documentsOfMessages(context: ApiContext, input: NamedMessages): Document[] {
  const said = namedMessages(context, input).filter(({ text }) => text.trim() !== '');
  return said.map(({ id, text, role }) => ({
    id,
    text: withoutSources(text),
    language: 'md',
    name: `earlier ${speakers[role]}`,
  }));
}

/** One message of a conversation, kept or sent along. */
interface Said {
  role: 'USER' | 'ASSISTANT' | 'SYSTEM';
  text: string;
  receipt?: Pick<ReceiptRecord, 'kind' | 'symbols'> | undefined;
}

/** Turns of a conversation as the engine takes them; what the system said is no turn. */
export function turnsOf(messages: readonly Said[]): Turn[] {
  return messages.flatMap(({ role, text, receipt }): Turn[] => {
    if (role === 'SYSTEM' || text === '') return [];
    if (role === 'USER') return [{ role: 'user', text }];
    const { kind, symbols = [] } = receipt ?? {};
    return [{ role: 'assistant', text, ...(kind !== undefined && { about: { kind: kind as AnswerKind, symbols } }) }];
  });
}
