/**
 * Reads the assets of another server with the same interface, which may be of another make or version: missing fields
 * are left out, and unreadable assets skipped. Must not know the editor.
 */
import type { ArchivedAsset } from '../../contract/schemas/library';

/** Longest wait for more data. */
const patienceMs = 60_000;
/** Longest duration of the whole transfer. */
const maxMs = 10 * 60_000;
/** Longest JSON of one asset, in characters: the largest text of 4 MiB, in up to three forms. */
const maxMemberCharacters = 16 * 1024 * 1024;

export interface Bounds {
  /** Most bytes that are kept, to protect the memory that all extensions share. */
  keptBytes: number;
  /** Most bytes that are read; most of a response is not kept. */
  readBytes: number;
}
/** Enough for some 50,000 assets. */
const usualBounds: Bounds = { keptBytes: 128 * 1024 ** 2, readBytes: 1024 ** 3 };
/** Longest excerpt of an error response that is shown. */
const maxRefusalCharacters = 200;

/** A fault whose message is a sentence for the user. */
export class ServerFault extends Error {}

interface ServerFaultWords {
  noAnswer(reason: string): string;
  refused(status: number, text: string): string;
  noLibrary: string;
  /** Message for a certificate of an unknown authority. */
  untrusted: string;
  /** Message for a redirect, which is not followed, because the user has not chosen that address. */
  redirected(to: string): string;
  tooLarge(mebibytes: number): string;
}

/**
 * Streams the assets of a server, holding one at a time. Uses the editor's `fetch`, so that its proxy and certificates
 * apply.
 * @throws ServerFault with a sentence for users; also after some assets, so that the list is then incomplete
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
      // Security: only the chosen address is contacted.
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

/** True for a redirect; the editor's `fetch` may hide its status. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/** Reads up to the limit, and closes the connection there. */
async function* textOf(answer: Response, maxBytes: number, tooLarge: () => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  // Leaving the loop cancels the rest of the response.
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge();
    yield decoder.decode(part, { stream: true });
  }
  yield decoder.decode();
}

/** The first characters of an error response. */
async function beginningOf(answer: Response): Promise<string> {
  let text = '';
  for await (const part of textOf(answer, Infinity, () => new Error())) {
    text += part;
    if (text.length >= maxRefusalCharacters) break;
  }
  return text.slice(0, maxRefusalCharacters);
}

/** Node's error codes for certificates of an unknown authority. */
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

/** The cause of an error, because `fetch` itself only reports `fetch failed`. */
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

/** The asset in the import format; empty for an asset without text. */
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

/** The origin of an asset; only servers of our own make send it. */
function originFrom(origin: Fields): Pick<ArchivedAsset, 'origin'> {
  const names = ['repository', 'branch', 'commit', 'path', 'relativePath', 'languageId'] as const;
  const texts = Object.fromEntries(
    names.flatMap((name) => (textIn(origin[name]) === undefined ? [] : [[name, textIn(origin[name])]])),
  );
  const { start, end } = fieldsOf(origin.lines);
  const lines = typeof start === 'number' && typeof end === 'number' ? { lines: { start, end } } : {};
  return Object.keys(texts).length === 0 ? {} : { origin: { ...texts, ...lines } };
}

// Section: a streaming parser for the members of a JSON list; holds one at a time. Linear time.

const signs = { quote: 34, comma: 44, colon: 58, openList: 91, backslash: 92, closeList: 93, open: 123, close: 125 };

/** Deepest nesting that is accepted; a library needs far less. */
const maxDepth = 200;

/** The input is malformed, or a member is longer than allowed. */
export class MembersFault extends Error {
  constructor(readonly kind: 'malformed' | 'tooLong') {
    super(`The list is ${kind}.`);
  }
}

export class JsonMembers {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInList = false;
  #isFound = false;
  #isOver = false;
  /** Kind of text being collected: a name of the object, or a member of the list. */
  #holding: 'name' | 'member' | undefined;
  #held = '';
  /** The name before the current value. */
  #name: unknown;

  /**
   * @param list name of the list in the object
   * @param maxLength of one member, in characters
   */
  constructor(
    private readonly list: string,
    private readonly maxLength: number,
  ) {}

  /** True when the object is complete and contained the list. */
  isWhole(): boolean {
    return this.#isOver && this.#isFound;
  }

  /** @throws MembersFault, SyntaxError when a member is not valid JSON */
  *take(text: string): Generator<unknown, void> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      if (this.#isInText) {
        if (this.#passText(letter) && this.#holding === 'name') this.#name = this.#release(text.slice(from, at + 1));
        continue;
      }
      if (isSpace(letter)) continue;
      const isMemberPlace = this.#isInList && this.#depth === 2;
      const isSeparator = letter === signs.comma || (letter === signs.closeList && isMemberPlace);
      if (isMemberPlace && isSeparator && this.#holding === 'member') yield this.#release(text.slice(from, at));
      const begins = this.#begins(letter, isMemberPlace && !isSeparator);
      if (begins) [this.#holding, from] = [begins, at];
      this.#pass(letter);
    }
    if (this.#holding) this.#held += text.slice(from);
    if (this.#held.length > this.maxLength) throw new MembersFault('tooLong');
  }

  /** Kind of text that starts at this character and must be collected; undefined for none. */
  #begins(letter: number, isMember: boolean): 'name' | 'member' | undefined {
    if (this.#holding !== undefined) return undefined;
    if (isMember) return 'member';
    return letter === signs.quote && this.#depth === 1 ? 'name' : undefined;
  }

  /** @returns the parsed value of the collected text and its last part */
  #release(last: string): unknown {
    const json = this.#held + last;
    this.#holding = undefined;
    this.#held = '';
    return JSON.parse(json);
  }

  #pass(letter: number): void {
    if (letter === signs.quote) this.#isInText = true;
    else if (letter === signs.open || letter === signs.openList) this.#open(letter);
    else if (letter === signs.close || letter === signs.closeList) this.#close();
    else if (this.#depth === 0) throw new MembersFault('malformed');
    else if (letter === signs.comma && this.#depth === 1) this.#name = undefined;
  }

  #open(letter: number): void {
    if (this.#depth === 0 && (letter !== signs.open || this.#isOver)) throw new MembersFault('malformed');
    const isList = this.#depth === 1 && letter === signs.openList && this.#name === this.list;
    if (isList && !this.#isFound) this.#isInList = this.#isFound = true;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new MembersFault('malformed');
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#isInList && this.#depth === 1) this.#isInList = false;
    if (this.#depth === 0) this.#isOver = true;
    if (this.#depth < 0) throw new MembersFault('malformed');
  }

  /** @returns true when the character ends a string */
  #passText(letter: number): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (letter === signs.backslash) this.#isEscaped = true;
    else if (letter === signs.quote) this.#isInText = false;
    return !this.#isInText;
  }
}

/** True for JSON white space and for the byte order mark at the start of some texts. */
function isSpace(letter: number): boolean {
  return letter === 32 || letter === 10 || letter === 13 || letter === 9 || letter === 0xfeff;
}
