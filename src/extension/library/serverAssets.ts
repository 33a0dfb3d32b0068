/**
 * The assets of another server that speaks the same interface, read only. It may be of another make or version: what is
 * not there is left out, what cannot be read as an asset is skipped. Must not know the editor.
 */
import type { ArchivedAsset } from '../../contract/schemas/archive';

/** A large library takes its time. */
const patienceMs = 60_000;
/** Some 14,000 assets. More would fill the memory that all extensions share. */
const maxAnswerBytes = 128 * 1024 * 1024;
/** Of an answer that refuses, what is shown. */
const maxRefusalBytes = 64 * 1024;

export class ServerFault extends Error {}

export interface ServerFaultWords {
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
 * Over the editor's own `fetch`, so that its proxy and certificates count; https as well as http.
 * @throws ServerFault with a sentence for people
 */
export async function readServer(
  address: string,
  words: ServerFaultWords,
  maxBytes = maxAnswerBytes,
): Promise<ArchivedAsset[]> {
  const base = address.endsWith('/') ? address : `${address}/`;
  let text: string;
  try {
    const answer = await fetch(new URL('assets?transferables=true', base), {
      headers: { accept: 'application/json' },
      // Only the address that was chosen is asked.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (isRedirect(answer)) {
      await answer.body?.cancel();
      throw new ServerFault(words.redirected(answer.headers.get('location') ?? '?'));
    }
    text = await readText(answer, answer.ok ? maxBytes : maxRefusalBytes, words);
    if (!answer.ok) throw new ServerFault(words.refused(answer.status, text.slice(0, 200)));
  } catch (error) {
    if (error instanceof ServerFault) throw error;
    if (isUntrusted(error)) throw new ServerFault(words.untrusted, { cause: error });
    throw new ServerFault(words.noAnswer(reasonOf(error)), { cause: error });
  }
  const assets = itemsOf(parsed(text));
  if (!assets) throw new ServerFault(words.noLibrary);
  return assets.flatMap(archivedFrom);
}

/** The editor's own `fetch` may hide the status of an answer that leads elsewhere. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Reads no further than the bound, and ends the connection there. */
async function readText(answer: Response, maxBytes: number, words: ServerFaultWords): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels what still comes.
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes && answer.ok) throw new ServerFault(words.tooLarge(Math.ceil(maxBytes / 1024 ** 2)));
    text += decoder.decode(part, { stream: true });
    if (bytes > maxBytes) break;
  }
  return text + decoder.decode();
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller says what it is not
  }
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

/** Only of our own make. */
function originFrom(origin: Fields): Pick<ArchivedAsset, 'origin'> {
  const names = ['repository', 'branch', 'commit', 'path', 'relativePath', 'languageId'] as const;
  const texts = Object.fromEntries(
    names.flatMap((name) => (textIn(origin[name]) === undefined ? [] : [[name, textIn(origin[name])]])),
  );
  const { start, end } = fieldsOf(origin.lines);
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  return Object.keys(texts).length === 0 ? {} : { origin: { ...texts, ...lines } };
}
