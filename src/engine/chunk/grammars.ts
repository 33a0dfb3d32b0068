/**
 * Loads tree-sitter and its grammars on first use and parses within a limit of steps rather than time, so that the same
 * text gives the same chunks on every machine. A grammar that fails to load or crashes is reported once and not used
 * again: its files are cut by lines. One that never returns is detected by another thread (`ParseWatch`). State: one
 * parser for all languages.
 */
import path from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { readFile } from 'node:fs/promises';
import type { Language, Parser, Tree } from '@vscode/tree-sitter-wasm';
import type { Language as LanguageRow } from '../../languages/table';
import { OutlineQuery, type Depth } from '../read/gather';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

// Runs in Node's thread pool: the largest grammar takes 20 ms.
const unpack = promisify(brotliDecompress);

export async function readGrammarFile(folder: string, name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  try {
    return await unpack(await readFile(`${file}.br`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFile(file);
  }
}

export type Log = (level: 'info' | 'warn' | 'error', text: string) => void;

/**
 * Most steps of the parser (one callback per hundred operations) for a file; beyond them it is cut by lines. About a
 * second.
 */
const maxParseSteps = 8000;

/**
 * Steps between two pauses of parsing, some 15 ms. Not a time: resuming a parse of a file with errors at another point
 * may give another tree, and the index would depend on the load of the machine.
 */
const sliceSteps = 300;

/**
 * Loads the library, which is CommonJS: when bundled, its names are on the module itself; in Node, on its default
 * export.
 */
async function loadLibrary(): Promise<typeof TreeSitter> {
  const loaded: typeof TreeSitter & { default?: typeof TreeSitter } = await import('@vscode/tree-sitter-wasm');
  return loaded.default ?? loaded;
}

const { instantiate } = WebAssembly;

/**
 * Instantiates a grammar synchronously, which takes milliseconds. Asynchronously, V8 would first finish optimizing the
 * large functions of earlier grammars, which takes seconds; the library has no synchronous way.
 */
async function loadAtOnce(bytes: Uint8Array): Promise<Language> {
  const library = await loadLibrary();
  const atOnce = (source: BufferSource, imports?: WebAssembly.Imports) => {
    const module = new WebAssembly.Module(source);
    return Promise.resolve({ module, instance: new WebAssembly.Instance(module, imports) });
  };
  WebAssembly.instantiate = atOnce as typeof instantiate;
  try {
    return await library.Language.load(bytes);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Parses with pauses; a stopped parse resumes where it was when called again. */
async function parseInSlices(parser: Parser, text: string, { maxSteps, watched }: SliceLimits): Promise<Tree | null> {
  let steps = 0;
  while (steps < maxSteps) {
    const progressCallback = () => {
      steps += 1;
      return steps >= maxSteps || steps % sliceSteps === 0;
    };
    const tree = watched(() => parser.parse(text, null, { progressCallback }));
    if (tree) return tree;
    await new Promise<void>((resume) => setImmediate(resume));
  }
  parser.reset();
  return null;
}

interface SliceLimits {
  maxSteps: number;
  /** Runs one slice. */
  watched: <Result>(parse: () => Result) => Result;
}

export interface GrammarOptions {
  maxSteps?: number | undefined;
  /** Files of grammars that must not be used. */
  broken?: readonly string[] | undefined;
  /** Shared with the thread that supervises this one. */
  watch?: ParseWatch | undefined;
}

export class Grammars {
  private readonly maxSteps: number;
  private readonly watch: ParseWatch;
  private parser: Promise<Parser | undefined> | undefined;
  private readonly languages = new Map<string, Promise<Language | undefined>>();
  /** Queries by depth and language id; a query belongs to its grammar and lives as long. */
  private readonly queries = new Map<string, Promise<OutlineQuery | undefined>>();
  private readonly broken: Set<string>;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly folder: string,
    private readonly log: Log,
    { maxSteps = maxParseSteps, broken = [], watch = new ParseWatch() }: GrammarOptions = {},
  ) {
    this.maxSteps = maxSteps;
    this.broken = new Set(broken);
    this.watch = watch;
  }

  /** Parses a text; the caller deletes the tree. Undefined: no grammar, or it failed or took too long. */
  async parse(text: string, grammar: string): Promise<Tree | undefined> {
    // One parser serves all texts, so they are parsed one after the other.
    const turn = this.last.then(() => this.parseNow(text, grammar));
    this.last = turn;
    return (await turn) ?? undefined;
  }

  /**
   * The query of a language. Undefined: the language has no tree, or its grammar or query failed; its files have no
   * outline.
   */
  outlineQuery({ id, tree }: LanguageRow, depth: Depth): Promise<OutlineQuery | undefined> {
    const key = `${depth} ${id}`;
    const known = this.queries.get(key);
    if (known) return known;
    const query = tree ? this.compile(id, tree.wasm, depth) : Promise.resolve(undefined);
    this.queries.set(key, query);
    return query;
  }

  private async compile(id: string, grammar: string, depth: Depth): Promise<OutlineQuery | undefined> {
    if (this.broken.has(grammar)) return undefined;
    this.parser ??= this.start();
    const language = (await this.parser) && (await this.load(grammar));
    if (!language) return undefined;
    try {
      const source = await readFile(path.join(this.folder, `${id}.scm`), 'utf8');
      return new OutlineQuery(await loadLibrary(), language, source, depth);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.log('warn', `The query for ${id} failed (${reason}); its files have no outline.`);
      return undefined;
    }
  }

  private async parseNow(text: string, grammar: string): Promise<Tree | null | undefined> {
    if (this.broken.has(grammar)) return undefined;
    this.parser ??= this.start();
    const parser = await this.parser;
    const language = parser && (await this.load(grammar));
    if (!parser || !language) return undefined;
    try {
      parser.setLanguage(language);
      const watched = <Result>(parse: () => Result) => this.watched(grammar, parse);
      return await parseInSlices(parser, text, { maxSteps: this.maxSteps, watched });
    } catch (error) {
      this.failed(grammar, error);
      return undefined;
    }
  }

  private watched<Result>(grammar: string, parse: () => Result): Result {
    this.watch.begin(grammar);
    try {
      return parse();
    } finally {
      this.watch.end();
    }
  }

  /** Records a failed grammar and drops the parser, whose state after a crash is unknown. */
  failed(grammar: string, error: unknown): void {
    this.parser = undefined;
    this.giveUp(grammar, error);
  }

  private giveUp(grammar: string, error: unknown): void {
    if (this.broken.has(grammar)) return;
    this.broken.add(grammar);
    const reason = error instanceof Error ? error.message : String(error);
    this.log('warn', `The grammar ${grammar} failed (${reason}); its files are cut by lines instead.`);
  }

  private async start(): Promise<Parser | undefined> {
    try {
      const wasmBinary = await readGrammarFile(this.folder, 'tree-sitter.wasm');
      // The library hands its options to the WebAssembly loader, which takes the bytes; its types name one option only.
      const options = { locateFile: (name: string) => path.join(this.folder, name), wasmBinary };
      const library = await loadLibrary();
      await library.Parser.init(options);
      return new library.Parser();
    } catch (error) {
      this.giveUp('tree-sitter.wasm', error);
      return undefined;
    }
  }

  private load(grammar: string): Promise<Language | undefined> {
    const known = this.languages.get(grammar);
    if (known) return known;
    const loading = readGrammarFile(this.folder, grammar)
      .then((bytes) => loadAtOnce(new Uint8Array(bytes)))
      .catch((error: unknown) => {
        this.giveUp(grammar, error);
        return undefined;
      });
    this.languages.set(grammar, loading);
    return loading;
  }
}

// Section: what a thread is parsing now, in shared memory, since a thread in an endless parse answers no message. An
// odd number: a parse is running.

/** Bytes for the name of a grammar's file, two for each character. */
const maxNameBytes = 64;
const headBytes = 8;
const [slicePlace, lengthPlace] = [0, 1];

export interface ParseSlice {
  number: number;
  /** File of the grammar. */
  grammar: string;
}

export class ParseWatch {
  private readonly head: Int32Array;
  private readonly name: Uint8Array;

  constructor(readonly memory = new SharedArrayBuffer(headBytes + maxNameBytes)) {
    this.head = new Int32Array(memory, 0, headBytes / Int32Array.BYTES_PER_ELEMENT);
    this.name = new Uint8Array(memory, headBytes);
  }

  begin(grammar: string): void {
    const bytes = Buffer.from(grammar).subarray(0, maxNameBytes);
    this.name.set(bytes);
    Atomics.store(this.head, lengthPlace, bytes.length);
    Atomics.add(this.head, slicePlace, 1);
  }

  end(): void {
    Atomics.add(this.head, slicePlace, 1);
  }

  get now(): ParseSlice | undefined {
    const number = Atomics.load(this.head, slicePlace);
    if (number % 2 === 0) return undefined;
    const length = Atomics.load(this.head, lengthPlace);
    return { number, grammar: Buffer.from(this.name.slice(0, length)).toString('utf8') };
  }
}

// Section: detects a parse that never ends. Checks are counted, not time: a sleeping computer makes no checks.

/** Checks that find the same slice running before it counts as endless: 20 s for a slice of some 15 ms. */
const maxLooks = 10;
const defaultLookMs = 2000;

export class HangWatch {
  private timer: NodeJS.Timeout | undefined;
  private slice: number | undefined;
  private looks = 0;
  private isWanted = false;

  constructor(
    private readonly watch: ParseWatch,
    private readonly onHang: (grammar: string) => void,
    private readonly lookMs = defaultLookMs,
  ) {}

  start(): void {
    this.isWanted = true;
    this.timer ??= setInterval(() => this.look(), this.lookMs);
    this.timer.unref();
  }

  /** Called when nobody waits any more; a running slice is still checked. */
  rest(): void {
    this.isWanted = false;
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    const { now } = this.watch;
    this.looks = now !== undefined && now.number === this.slice ? this.looks + 1 : 0;
    this.slice = now?.number;
    if (now !== undefined && this.looks >= maxLooks) {
      this.end();
      this.onHang(now.grammar);
    } else if (now === undefined && !this.isWanted) this.end();
  }
}
