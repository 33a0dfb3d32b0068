/** Outlines, symbols, references and callees: from the wire to the engine and back. */
import type { CallContext, Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type * as S from '../../contract/schemas';
import type * as Engine from '../../engine/door';
import type { SkippedPath, SnippetSource } from '../../engine/types';
import type { ApiContext } from '../context';
import { libraryOf } from '../library/engineDocuments';
import { pathFault } from '../paths';
import { onlyOf } from './ask';
import { readSpace, type ReadSpace } from './querySpace';

type CodeHandlers = Pick<Handlers, 'outline' | 'symbol' | 'references' | 'callees' | 'copiesFind'>;

const usual = {
  depth: 30,
  symbols: 1000,
  files: 100,
  candidates: 10,
  characters: 40_000,
  references: 100,
  callees: 100,
};

type Spaced = Pick<S.SymbolInput, 'paths' | 'seeds' | 'assets' | 'anchors' | 'options'>;

async function spaceOf(context: ApiContext, call: CallContext, body: Spaced): Promise<ReadSpace> {
  const { paths, seeds, assets, anchors, options } = body;
  const database = options?.database;
  const named = {
    ...(paths && { paths }),
    ...(seeds && { seeds }),
    ...(assets && { assets }),
    ...(anchors && { anchors }),
  };
  const read = await readSpace(
    context,
    call,
    { ...named, ...(database !== undefined && { options: { database } }) },
    'body',
  );
  if (read.space.documents) await libraryOf(context).settled();
  call.signal.throwIfAborted();
  return read;
}

/** @throws ApiError `invalid` when the input gives neither a name nor a place */
function checkSubject({ name, path, line }: Pick<S.SymbolInput, 'name' | 'path' | 'line'>): void {
  if (path !== undefined) {
    const fault = pathFault(path);
    if (fault) throw new ApiError('invalid', `body.path is wrong: expected an absolute path, got ${fault}.`);
  }
  if (name === undefined && (path === undefined || line === undefined))
    throw new ApiError('invalid', 'body needs a name, or a path and a line.');
  if (name?.trim() === '') throw new ApiError('invalid', 'body.name is wrong: expected a name, got an empty text.');
}

type Origin = Pick<S.PlacedSymbol, 'path' | 'asset' | 'seed'>;

function originOf(source: SnippetSource): Origin {
  switch (source.kind) {
    case 'file':
      return { path: source.path };
    case 'document':
      return { asset: { id: source.id } };
    case 'seed':
      return { seed: source.index };
  }
}

function toHead({ kind, name, path, signature, lines, line, documentation }: Engine.SymbolHead): S.SymbolHead {
  const symbol = path.join('.');
  return { kind, name, symbol, signature, lines, line, ...(documentation !== undefined && { documentation }) };
}

const toPlaced = (symbol: Engine.PlacedSymbol): S.PlacedSymbol => ({ ...originOf(symbol.source), ...toHead(symbol) });

/** Paths that were not searched, spelled as the caller wrote them. */
function skippedOf({ skipped, given }: ReadSpace, more: readonly SkippedPath[]): { skipped?: SkippedPath[] } {
  const all = [...skipped, ...more.map((one) => ({ ...one, path: given.get(one.path) ?? one.path }))];
  return all.length > 0 ? { skipped: all } : {};
}

async function outline(context: ApiContext, call: CallContext, body: S.OutlineInput): Promise<S.OutlineOutput> {
  const read = await spaceOf(context, call, body);
  const { depth = usual.depth, limit = usual.symbols, files = usual.files } = body.options ?? {};
  const only = onlyOf(body.options);
  const scope = { space: read.space, ...(only && { only }) };
  const made = await context.engine.outline({ ...scope, depth, limit, files }, call.signal);
  const iterable = made.files.map(({ source, language, lines, documentation, hasErrors, symbols }): S.OutlinedFile => ({
    ...originOf(source),
    language,
    lines,
    ...(documentation !== undefined && { documentation }),
    errors: hasErrors,
    symbols: symbols.map((symbol) => ({ ...toHead(symbol), depth: symbol.depth })),
  }));
  return { files: { iterable }, depth: made.depth, left: made.left, ...skippedOf(read, made.skipped) };
}

function toFound(symbol: Engine.FoundSymbol): S.FoundSymbol {
  const { language, text, isCut, head, overloads, fullDocumentation, container, siblings, calls } = symbol;
  return {
    ...toPlaced(symbol),
    language,
    text,
    cut: isCut,
    ...(head && { head }),
    ...(overloads !== undefined && { overloads }),
    ...(fullDocumentation !== undefined && { description: fullDocumentation }),
    ...(container && { container: toHead(container) }),
    ...(siblings && { siblings: siblings.map(toHead) }),
    calls,
  };
}

async function symbol(context: ApiContext, call: CallContext, body: S.SymbolInput): Promise<S.SymbolOutput> {
  checkSubject(body);
  const { name, path, line, kinds, options } = body;
  const read = await spaceOf(context, call, path === undefined ? body : { paths: [path] });
  const only = onlyOf(options);
  const {
    limit = usual.candidates,
    characters = usual.characters,
    siblings = false,
    overloads = false,
  } = options ?? {};
  const made = await context.engine.symbol(
    {
      space: read.space,
      ...(name !== undefined && { name }),
      // A line tells nothing of a name that is looked for in several files.
      ...(path !== undefined && line !== undefined && { line }),
      ...(kinds && { kinds }),
      ...(only && { only }),
      ...{ limit, characters, siblings, overloads },
    },
    call.signal,
  );
  const nearest = made.nearest.map(({ source, ...one }) => ({ ...originOf(source), ...one }));
  return {
    ...(made.symbol && { found: toFound(made.symbol) }),
    others: { iterable: made.others.map(toPlaced) },
    left: made.left,
    ...(nearest.length > 0 && { nearest }),
    ...skippedOf(read, made.skipped),
  };
}

/** True where the body says what is searched. */
const hasSpace = ({ paths, seeds, assets, anchors, options }: Spaced): boolean =>
  options?.database === true ||
  [paths, seeds?.iterable, assets?.iterable, anchors?.iterable].some((list) => list !== undefined && list.length > 0);

/** Resolves the file of a place under the same path policy as a search. */
async function placeOf(
  context: ApiContext,
  call: CallContext,
  path: string,
): Promise<{ at?: string; read: ReadSpace }> {
  const read = await spaceOf(context, call, { paths: [path] });
  const at = read.space.paths?.[0];
  return { read, ...(at !== undefined && { at }) };
}

async function references(
  context: ApiContext,
  call: CallContext,
  body: S.CodeReferencesInput,
): Promise<S.ReferencesOutput> {
  checkSubject(body);
  const { name, path, line, options } = body;
  const place = path === undefined ? undefined : await placeOf(context, call, path);
  // With a name and a path, search that path only. With a line alone and no space, search the file of that line.
  const isPlaceAlone = place && (name !== undefined || !hasSpace(body));
  const read = isPlaceAlone ? place.read : await spaceOf(context, call, body);
  const only = onlyOf(options);
  const { limit = usual.references, offset = 0 } = options ?? {};
  const made = await context.engine.references(
    {
      space: read.space,
      ...(name !== undefined ? { name } : { line: line ?? 1, ...(place?.at !== undefined && { at: place.at }) }),
      ...(only && { only }),
      ...{ limit, offset },
    },
    call.signal,
  );
  const filesOf = (files: readonly Engine.ReferencingSource[]) => ({
    iterable: files.map(({ source, language, by, isTest, references: told }) => ({
      ...originOf(source),
      language,
      ...(by && { by }),
      ...(isTest && { tests: true }),
      references: told,
    })),
  });
  const { tests: inTests, ...counts } = made.counts;
  const tests = inTests.calls + inTests.uses + inTests.imports;
  return {
    name: made.name,
    by: 'tree',
    definitions: { iterable: made.definitions.map(toPlaced) },
    overrides: { iterable: made.overrides.map(toPlaced) },
    files: filesOf(made.files),
    tests: filesOf(made.tests),
    possible: filesOf(made.possible),
    quoted: filesOf(made.quoted),
    counts: { ...counts, tests, inTests },
    left: made.left,
    untold: made.untold.map(({ language, files, paths }) => ({ language, files, paths })),
    ...skippedOf(read, made.skipped),
  };
}

async function callees(context: ApiContext, call: CallContext, body: S.CalleesInput): Promise<S.CalleesOutput> {
  checkSubject(body);
  const { at, read: place } = await placeOf(context, call, body.path);
  const read = hasSpace(body) ? await spaceOf(context, call, body) : place;
  if (at === undefined) return { calls: { iterable: [] }, left: 0, ...skippedOf(place, []) };
  const { line, options } = body;
  const only = onlyOf(options);
  const { limit = usual.callees } = options ?? {};
  const scope = { space: read.space, ...(only && { only }) };
  const made = await context.engine.callees({ ...scope, at, line, limit }, call.signal);
  const iterable = made.calls.map(({ isNamed, definitions, possible, ...one }) => ({
    ...one,
    named: isNamed,
    definitions: definitions.map(toPlaced),
    possible: possible.map(toPlaced),
  }));
  return { calls: { iterable }, left: made.left, ...skippedOf(read, made.skipped) };
}

export function codeHandlers(context: ApiContext): CodeHandlers {
  return {
    outline: ({ body }, call) => outline(context, call, body),
    symbol: ({ body }, call) => symbol(context, call, body),
    references: ({ body }, call) => references(context, call, body),
    callees: ({ body }, call) => callees(context, call, body),
    async copiesFind({ body: { text, paths, limit } }, call) {
      const read = await spaceOf(context, call, { paths });
      const { skipped, ...made } = await context.engine.copies({ text, space: read.space, limit }, call.signal);
      return { ...made, ...skippedOf(read, skipped) };
    },
  };
}
