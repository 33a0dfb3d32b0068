/** Tools and resources of the library: saving, searching, and assets as resources. */
import type { ToolInput } from '../../../contract/agentTools';
import { ApiError } from '../../../contract/errors';
import type { Origin, SharedHere, Asset } from '../../../contract/schemas';
import { languageName, nearestClassification, wordOf } from '../../../api/assets/describe/recognise';
import { oneLine } from '../../../languages/markdown';
import { readPlace, type ToolCall, type Session } from '../session';
import { nearestOf, fit, numberedRows, type Forms } from '../text';
import path from 'node:path';
import { isInside } from '../../../api/places';
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';

// Section: saves a text once, marked with the saving client. Text that looks like a key is masked.

type SaveInput = ToolInput<'save_asset'>;

/** Longest text of one symbol that the operation returns. */
const maxCharacters = 100_000;

export async function saveAsset(input: SaveInput, call: ToolCall): Promise<string> {
  const { session, signal } = call;
  const ext = extensionOf(input.language);
  const { text, origin } = await textToSave(input, call);
  const { masked, duplicates } = await session.api.assetsExists({ body: { text } }, signal);
  // An earlier save may have stored the masked text, so look for that too.
  const known =
    masked === undefined ? duplicates : (await session.api.assetsExists({ body: { text: masked } }, signal)).duplicates;
  const [same] = known;
  if (same) return `It is there already: “${oneLine(same.name)}” ${assetUri(same.id)}`;
  const { title, tags = [], note } = input;
  const metadata = {
    mechanism: 'AUTOMATIC',
    ...(title && { name: title }),
    ...(tags.length > 0 && { tags: tags.map((tag) => ({ text: tag })) }),
    ...(note && { annotations: [{ type: 'COMMENT' as const, text: note }] }),
    ...(origin && { origin }),
  };
  const format = { fragment: { string: { raw: masked ?? text }, ...(ext !== undefined && { metadata: { ext } }) } };
  const seed = { type: 'SEEDED_ASSET', asset: { application: { client: session.client }, format, metadata } };
  const asset = await session.api.assetsCreateNewAsset({ query: { transferables: false }, body: seed }, signal);
  const hidden = masked === undefined ? '' : ' What looked like a secret was replaced by [secret].';
  return `Saved as “${oneLine(asset.name ?? asset.id)}” ${assetUri(asset.id)}.${hidden}`;
}

/** @throws ApiError `invalid` for a language that is not known, which would be saved as plain text */
function extensionOf(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  const known = wordOf(language);
  if (known !== undefined) return known;
  const near = nearestClassification(language, () => true);
  const meant = near === undefined ? '' : ` Did you mean ${languageName(near)}?`;
  throw new ApiError('invalid', `save_asset.language is not known: ${oneLine(language)}.${meant}`);
}

interface Saved {
  text: string;
  origin?: Origin;
}

/** The text to save; the operation decides what may be read, as for every tool. */
async function textToSave({ text, path: given, line }: SaveInput, { session, signal }: ToolCall): Promise<Saved> {
  if (given === undefined) {
    if (text !== undefined) return { text };
    throw new ApiError('invalid', 'save_asset needs a text, or a path and a line: the symbol there is saved.');
  }
  const { roots, paths } = readPlace(session.folders, given);
  const [path = ''] = paths;
  const relativePath = roots.label(path);
  if (text !== undefined) {
    const lines =
      line === undefined ? {} : { lines: { start: line, end: line + text.trimEnd().split('\n').length - 1 } };
    return { text, origin: { path, relativePath, ...lines } };
  }
  if (line === undefined)
    throw new ApiError('invalid', 'save_asset.line is missing: the symbol at that line is saved.');
  const made = await session.api.symbol({ body: { path, line, options: { characters: maxCharacters } } }, signal);
  const { found } = made;
  if (!found) throw new ApiError('invalid', nearestOf({ path: given, line }, made, roots));
  if (found.cut)
    throw new ApiError('invalid', `${relativePath}:${line} stands in a symbol too long to save: give the text.`);
  return { text: found.text, origin: { path: found.path ?? path, relativePath, lines: found.lines } };
}

// Section: searches saved assets and past questions and answers, with their origin.

type SearchInput = ToolInput<'search_library'>;

const standardLimit = 5;
const budget = 1500;
/** Assets read per wanted result, since a filter by language drops some. */
const searchedPerLimit = 4;

export async function searchLibrary(input: SearchInput, call: ToolCall): Promise<string> {
  const pieces = input.what === 'chats' ? await chats(input, call) : await assets(input, call);
  const limited = `${input.tags ? ' with these tags' : ''}${input.language === undefined ? '' : ' in this language'}`;
  if (pieces.length === 0) return `The library has nothing for this${limited}.`;
  const { texts, left, isShortened } = fit(pieces, budget);
  const rest = left > 0 ? [`${left} more.`] : [];
  const shortened = isShortened ? ['Cut: read the resource named for the whole text.'] : [];
  return [...texts, ...rest, ...shortened].join('\n');
}

/** One name for every way to write a language: its name, an ending, an editor's id, the contract's words. */
const named = (language: string): string => languageName(wordOf(language) ?? language);

async function assets(
  { query, tags = [], language, limit = standardLimit }: SearchInput,
  call: ToolCall,
): Promise<Forms[]> {
  const { session, signal } = call;
  const searchable = tags.length > 0 ? { searchable_tags: tags.join(',') } : {};
  const found = await session.api.searchAssets({ query: { query, transferables: false, ...searchable } }, signal);
  const pieces: Forms[] = [];
  for (const { identifier } of [...found.iterable].slice(0, limit * (language ? searchedPerLimit : 1))) {
    if (pieces.length >= limit) break;
    const asset = await session.api.assetSnapshotPost(
      { params: { asset: identifier }, body: { client: session.client } },
      signal,
    );
    const { specific } = asset.original.reference?.classification ?? {};
    if (language !== undefined && (specific === undefined || named(specific) !== named(language))) continue;
    const carried = [...(asset.tags?.iterable ?? [])].map(({ text }) => `#${oneLine(text)}`);
    const origin = originOfAsset(asset, session.folders);
    const head = [
      `“${oneLine(asset.name ?? identifier)}”${specific ? ` (${specific})` : ''} ${assetUri(identifier)}`,
      ...(carried.length > 0 ? [carried.join(' ')] : []),
      ...(origin === undefined ? [] : [`from ${origin}`]),
      ...(asset.shared ? [sharedLine(asset.shared)] : []),
    ].join('\n');
    const text = textOfAsset(asset);
    pieces.push(text === undefined ? [head] : [`${head}\n${numberedRows(text, 1)}`, head]);
  }
  return pieces;
}

/** Names come from other people: keep them on one line so that they cannot fake output. */
const sharedLine = ({ spaceName, changed, changedBy }: SharedHere): string =>
  `in the team's space “${oneLine(spaceName)}”, last changed by ${oneLine(changedBy)} on ${new Date(changed).toISOString().slice(0, 10)}`;

/** Questions and answers that contain the words, not whole chats. */
async function chats({ query, limit = standardLimit }: SearchInput, { session, signal }: ToolCall): Promise<Forms[]> {
  const { iterable } = await session.api.conversationsSearch({ body: { query: query.slice(0, 1000) } }, signal);
  const words = query.toLowerCase().split(/\s+/);
  const holds = (text: string) => words.filter((word) => text.toLowerCase().includes(word)).length;
  const pieces: Forms[] = [];
  for (const { conversation } of [...iterable].slice(0, limit)) {
    const params = { conversation: conversation.id };
    const { name, updated } = await session.api.conversationGetSpecificConversation({ params }, signal);
    const { iterable: messages } = await session.api.conversationSpecificConversationMessages({ params }, signal);
    const texts = [...messages].map(({ role, fragment }) => ({ role, text: fragment?.string?.raw ?? '' }));
    const turns = texts.flatMap(({ role, text }, at) => {
      const answer = texts[at + 1];
      return role === 'USER' && answer?.role === 'ASSISTANT' ? [{ question: text, answer: answer.text }] : [];
    });
    const [best] = turns.sort((a, b) => holds(`${b.question} ${b.answer}`) - holds(`${a.question} ${a.answer}`));
    const head = `Chat “${oneLine(name ?? 'unnamed')}”, ${updated.value.slice(0, 10)}`;
    pieces.push(best ? [`${head}\nQ: ${oneLine(best.question)}\n${numberedRows(best.answer, 1)}`, head] : [head]);
  }
  return pieces;
}

// Section: saved assets as agents see them: resources `quarry://asset/<id>`, their text, and where it is from.

const prefix = 'quarry://asset/';
/** Assets on one page of the list. */
const pageSize = 50;
/** Most assets listed, newest first; search_library finds the others. */
const maxListed = 500;

const assetUri = (id: string): string => prefix + id;

export function addResources(server: Server, sessionOf: () => Promise<Session> | Session): void {
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: `${prefix}{id}`, name: 'asset', title: 'Saved snippet', mimeType: 'text/plain' },
    ],
  }));
  server.setRequestHandler('resources/list', async ({ params }, { mcpReq }) => {
    const { api } = await sessionOf();
    const from = startOf(params?.cursor);
    const { iterable } = await api.assetsIdentifiersSnapshot({}, mcpReq.signal);
    const ids = [...iterable].slice(0, maxListed).map(({ id }) => id);
    const page = await Promise.all(ids.slice(from, from + pageSize).map((id) => describe(id)));
    const next = from + pageSize;
    return {
      resources: page.flatMap((one) => (one ? [one] : [])),
      ...(next < ids.length && { nextCursor: String(next) }),
    };

    /** An asset deleted meanwhile is skipped. */
    async function describe(id: string) {
      try {
        const asset = await api.assetsSpecificAssetSnapshot({ params: { asset: id }, query: { transferables: false } });
        return { uri: assetUri(id), name: oneLine(asset.name ?? id), mimeType: 'text/plain' };
      } catch (error) {
        if (error instanceof ApiError && error.code === 'gone') return undefined;
        throw error;
      }
    }
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const id = uri.startsWith(prefix) ? uri.slice(prefix.length) : '';
    if (!/^[\da-f-]{36}$/i.test(id)) throw new ResourceNotFoundError(uri);
    const { api } = await sessionOf();
    try {
      const asset = await api.assetsSpecificAssetSnapshot({ params: { asset: id } }, mcpReq.signal);
      return { contents: [{ uri, mimeType: 'text/plain', text: textOfAsset(asset) ?? '' }] };
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'gone' || error.code === 'invalid')) {
        throw new ResourceNotFoundError(uri);
      }
      throw error;
    }
  });
}

/** An invalid cursor starts at the first page. */
function startOf(cursor: string | undefined): number {
  const start = Number(cursor ?? 0);
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
}

/** Text of an asset; undefined when it is not text. */
function textOfAsset({ original }: Asset): string | undefined {
  const { fragment, file } = original.reference ?? {};
  return fragment?.string?.raw ?? file?.string?.raw;
}

/** The name of the project that an asset is from, where that is none of the given folders. */
function projectOf({ path: file = '', relativePath = '' }: Origin, folders: readonly string[]): string | undefined {
  const inside = relativePath.split('/').join(path.sep);
  if (inside === '' || !file.endsWith(`${path.sep}${inside}`)) return undefined;
  const isHere = folders.some((folder) => isInside(folder, file));
  return isHere ? undefined : path.basename(file.slice(0, -inside.length));
}

/** Origin of an asset as text; undefined when unknown. */
function originOfAsset({ origin }: Asset, folders: readonly string[]): string | undefined {
  if (!origin) return undefined;
  const { repository, commit, relativePath, path: file, lines } = origin;
  const place = relativePath ?? file;
  const project = projectOf(origin, folders);
  const parts = [
    repository && `${repository}${commit ? `@${commit.slice(0, 10)}` : ''}`,
    project && `${project}:`,
    place && `${place}${lines ? `:${lines.start}-${lines.end}` : ''}`,
  ].filter((part) => part);
  return parts.length > 0 ? oneLine(parts.join(' ')) : undefined;
}
