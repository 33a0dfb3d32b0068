/**
 * Loads tree-sitter and its grammars on first use and parses within a limit of work, which is the same on every machine
 * and under any load: the same text gives the same chunks. A grammar that fails to load or that
 * crashes is reported once and not asked again: its files become line windows. One that never comes back is seen from
 * outside (parseWatch.ts). State: one parser for all languages.
 */
import path from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { readFile } from 'node:fs/promises';
import type { Language, Parser, Tree } from '@vscode/tree-sitter-wasm';
import type { Language as LanguageRow } from '../../languages/table';
import { OutlineQuery, type Depth } from '../read/gather';
import { ParseWatch } from './parseWatch';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

// In a thread of Node's own: the largest takes 20 ms.
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
 * Steps of the parser (it tells after each hundred operations) after which a file is machine-made; line windows serve
 * it as well. About a second: 0.1 ms a step, and three to ten steps for 1,000 characters.
 */
const maxParseSteps = 8000;

/**
 * Parsing stops after so many steps, some 15 ms, so that the thread can serve other calls. Not after a time: where a
 * file has errors, a parse that is resumed elsewhere may give another tree, and the index would depend on how busy the
 * machine was.
 */
const sliceSteps = 300;

/** The library is CommonJS: bundled, its names stand on the module itself; loaded by Node, on its default export. */
async function loadLibrary(): Promise<typeof TreeSitter> {
  const loaded: typeof TreeSitter & { default?: typeof TreeSitter } = await import('@vscode/tree-sitter-wasm');
  return loaded.default ?? loaded;
}

const { instantiate } = WebAssembly;

/**
 * A module that is made asynchronously waits for the threads in which V8 optimizes what runs already, and those take
 * seconds for the large functions of the grammars before it (35 s on a busy machine). Modules are compiled lazily, so
 * that making one at once takes milliseconds; the library knows no such way.
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

/** A parse that was stopped goes on where it was when it is asked again. */
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
  /** Files of grammars that are not to be asked. */
  broken?: readonly string[] | undefined;
  /** Shared with whoever looks after this thread. */
  watch?: ParseWatch | undefined;
}

export class Grammars {
  private readonly maxSteps: number;
  private readonly watch: ParseWatch;
  private parser: Promise<Parser | undefined> | undefined;
  private readonly languages = new Map<string, Promise<Language | undefined>>();
  /** By depth and the language's id; a query belongs to its grammar and lives as long. */
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

  /** The caller deletes the tree. Undefined: no grammar, or it failed, or it took too long. */
  async parse(text: string, grammar: string): Promise<Tree | undefined> {
    // There is one parser, and a text that is parsed in slices keeps it.
    const turn = this.last.then(() => this.parseNow(text, grammar));
    this.last = turn;
    return (await turn) ?? undefined;
  }

  /** Undefined: the language has no tree, or its grammar or its query failed; its files have no outline. */
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

  /** What a crash leaves in a parser nobody knows: the next text gets another one. */
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
