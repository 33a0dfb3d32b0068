/**
 * The assets of another server that speaks the same interface, read only. It may be of another make or version: what is
 * not there is left out, what cannot be read as an asset is skipped. Must not know the editor.
 */
import type { ArchivedAsset } from '../../contract/schemas/archive';
import { JsonMembers, MembersFault } from './jsonMembers';

/** So long nothing comes, and so long it takes altogether. */
const patienceMs = 60_000;
const maxMs = 10 * 60_000;
/** An asset of 4 MiB, the largest of ours, comes in up to three forms. */
const maxMemberCharacters = 16 * 1024 * 1024;

export interface Bounds {
  /** The most that is kept: more would fill the memory that all extensions share. */
  keptBytes: number;
  /** The most that is read; most of an answer is not kept. */
  readBytes: number;
}
/** Some 50,000 assets. */
const usualBounds: Bounds = { keptBytes: 128 * 1024 ** 2, readBytes: 1024 ** 3 };
/** So much is shown of an answer that refuses. */
const maxRefusalCharacters = 200;

/** Its message is a sentence for the person who named the server. */
export class ServerFault extends Error {}

interface ServerFaultWords {
  noAnswer(reason: string): string;
  refused(status: number, text: string): string;
  noLibrary: string;
  /** Its certificate is signed by nobody that this machine knows. */
  untrusted: string;
  /** It names another address, which nobody has chosen. */
  redirected(to: string): string;
  tooLarge(mebibytes: number): string;
}

/**
 * Each asset as soon as it has come: of the answer no more is held than the one that is being read. Over the editor's
 * own `fetch`, so that its proxy and certificates count; https as well as http.
 * @throws ServerFault with a sentence for people; also after some assets, which then are not all
 */
export async function* readServer(
  address: string,
  words: ServerFaultWords,
  bounds: Bounds = usualBounds,
): AsyncGenerator<ArchivedAsset> {
  const base = address.endsWith('/') ? address : `${address}/`;
  const quiet = new AbortController();
  const timer = setTimeout(() => quiet.abort(new Error(`nothing for ${patienceMs / 1000} s`)), patienceMs);
  try {
    const answer = await fetch(new URL('assets?transferables=true', base), {
      headers: { accept: 'application/json' },
      // Only the address that was chosen is asked.
      redirect: 'manual',
      signal: AbortSignal.any([quiet.signal, AbortSignal.timeout(maxMs)]),
    });
    if (isRedirect(answer)) {
      await answer.body?.cancel();
      throw new ServerFault(words.redirected(answer.headers.get('location') ?? '?'));
    }
    if (!answer.ok) throw new ServerFault(words.refused(answer.status, await beginningOf(answer)));
    yield* assetsIn(answer, { words, bounds, heard: () => timer.refresh() });
  } catch (error) {
    if (error instanceof ServerFault) throw error;
    if (isUntrusted(error)) throw new ServerFault(words.untrusted, { cause: error });
    throw new ServerFault(words.noAnswer(reasonOf(error)), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

interface Reading {
  words: ServerFaultWords;
  bounds: Bounds;
  heard: () => void;
}

async function* assetsIn(answer: Response, { words, bounds, heard }: Reading): AsyncGenerator<ArchivedAsset> {
  const members = new JsonMembers('iterable', maxMemberCharacters);
  let kept = 0;
  const tooLarge = (bytes: number) => new ServerFault(words.tooLarge(Math.ceil(bytes / 1024 ** 2)));
  try {
    for await (const text of textOf(answer, bounds.readBytes, () => tooLarge(bounds.readBytes))) {
      heard();
      for (const member of members.take(text)) {
        for (const asset of archivedFrom(member)) {
          kept += JSON.stringify(asset).length;
          if (kept > bounds.keptBytes) throw tooLarge(bounds.keptBytes);
          yield asset;
        }
      }
    }
  } catch (error) {
    if (error instanceof MembersFault && error.kind === 'tooLong') throw tooLarge(maxMemberCharacters);
    if (error instanceof MembersFault || error instanceof SyntaxError) throw new ServerFault(words.noLibrary);
    throw error;
  }
  if (!members.isWhole()) throw new ServerFault(words.noLibrary);
}

/** The editor's own `fetch` may hide the status of an answer that leads elsewhere. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Reads no further than the bound, and ends the connection there. */
async function* textOf(answer: Response, maxBytes: number, tooLarge: () => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  // Leaving the loop cancels what still comes.
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge();
    yield decoder.decode(part, { stream: true });
  }
  yield decoder.decode();
}

/** The first characters of an answer that refuses. */
async function beginningOf(answer: Response): Promise<string> {
  let text = '';
  for await (const part of textOf(answer, Infinity, () => new Error())) {
    text += part;
    if (text.length >= maxRefusalCharacters) break;
  }
  return text.slice(0, maxRefusalCharacters);
}

/** Node's names for a chain of certificates that ends nowhere. */
const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function isUntrusted(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && untrusted.has(String(cause.code));
}

/** The platform says `fetch failed`; the reason lies below. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message !== '' ? cause.message : 'code' in cause ? String(cause.code) : error.message;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const timeIn = (value: unknown): number | undefined => {
  const time = Date.parse(textIn(fieldsOf(value).value) ?? '');
  return Number.isNaN(time) ? undefined : time;
};

function itemsOf(list: unknown): unknown[] | undefined {
  const { iterable } = fieldsOf(list);
  return Array.isArray(iterable) ? iterable : undefined;
}

const membersOf = (list: unknown): Fields[] => (itemsOf(list) ?? []).map(fieldsOf);

/** Assets without text come as nothing: their bytes are not worth the way. */
function archivedFrom(item: unknown): ArchivedAsset[] {
  const asset = fieldsOf(item);
  const reference = fieldsOf(fieldsOf(asset.original).reference);
  const rawOf = (part: unknown) => textIn(fieldsOf(fieldsOf(part).string).raw);
  const text = rawOf(reference.fragment) ?? rawOf(reference.file);
  if (text === undefined) return [];
  const id = textIn(asset.id);
  const created = timeIn(asset.created);
  const updated = timeIn(asset.updated);
  return [
    {
      ...(id !== undefined && { id }),
      name: (textIn(asset.name) ?? '').trim() || (text.trim().split('\n')[0] ?? '').slice(0, 80),
      language: textIn(fieldsOf(reference.classification).specific) ?? 'UNKNOWN',
      text,
      ...(created !== undefined && { created }),
      ...(updated !== undefined && { updated }),
      ...(asset.favorited === true && { favorited: true }),
      tags: membersOf(asset.tags).flatMap((tag) => textIn(tag.text) ?? []),
      websites: membersOf(asset.websites).flatMap((site) => {
        const url = textIn(site.url);
        return url === undefined ? [] : [{ url, name: textIn(site.name) ?? url }];
      }),
      persons: membersOf(asset.persons).map((person) => personFrom(fieldsOf(fieldsOf(person.type).basic))),
      summaries: membersOf(asset.summaries).flatMap((summary) => textIn(summary.name) ?? []),
      notes: membersOf(asset.annotations).flatMap((note) => {
        const said = textIn(note.text);
        return said === undefined ? [] : [{ type: textIn(note.type) ?? 'COMMENTARY', text: said }];
      }),
      ...originFrom(fieldsOf(asset.origin)),
    },
  ];
}

function personFrom(basic: Fields): ArchivedAsset['persons'][number] {
  const name = textIn(basic.name) ?? textIn(basic.username);
  const email = textIn(basic.email);
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

/** Where an asset came from; only a server of our own make says so. */
function originFrom(origin: Fields): Pick<ArchivedAsset, 'origin'> {
  const names = ['repository', 'branch', 'commit', 'path', 'relativePath', 'languageId'] as const;
  const texts = Object.fromEntries(
    names.flatMap((name) => (textIn(origin[name]) === undefined ? [] : [[name, textIn(origin[name])]])),
  );
  const { start, end } = fieldsOf(origin.lines);
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  return Object.keys(texts).length === 0 ? {} : { origin: { ...texts, ...lines } };
}
