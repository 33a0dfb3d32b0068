/**
 * Outlines, single symbols and references in code, from syntax trees: our extensions of the interface. They take
 * relevance's query space and list what was not searched in `skipped`.
 */
import * as Type from 'typebox';
import { QGPTRelevanceInputOptions, SkippedPath } from './qgpt';
import { Seeds } from './assets';
import { LineRange, Reference, ReferencesInput } from './values';

const Path = Type.String({ maxLength: 4096 });
const Name = Type.String({ minLength: 1, maxLength: 500 });
const Line = Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Counted from 1.' });

/** The query space, as in relevance: files, folders, saved assets, texts of the request, or the whole library. */
const space = {
  paths: Type.Optional(Type.Array(Path, { maxItems: 100 })),
  seeds: Type.Optional(Seeds),
  assets: Type.Optional(ReferencesInput),
  anchors: Type.Optional(ReferencesInput),
};
/** The options of relevance that restrict the query space. */
const chosen = Type.Pick(QGPTRelevanceInputOptions, ['database', 'glob', 'language', 'kind']).properties;

export const SymbolKind = Type.Enum([
  ...(['function', 'method', 'class', 'interface', 'enum', 'member', 'type', 'module', 'implementation'] as const),
  ...(['constant', 'variable', 'field', 'property', 'macro', 'declaration', 'section', 'key', 'test'] as const),
]);
export type SymbolKind = Type.Static<typeof SymbolKind>;

/** The source of a text: exactly one of the three. */
const origin = {
  path: Type.Optional(Type.String()),
  asset: Type.Optional(Reference),
  seed: Type.Optional(Type.Integer({ minimum: 0, description: 'Place among the seeds of the request.' })),
};

const head = {
  kind: SymbolKind,
  name: Type.String(),
  symbol: Type.String({ description: 'Names of what it stands in, and its own, with dots between them.' }),
  signature: Type.String({ description: 'Its head in one line.' }),
  lines: LineRange,
  line: Type.Integer({ description: 'Where its name stands.' }),
  documentation: Type.Optional(Type.String({ description: 'First sentence of its documentation.' })),
};

export const SymbolHead = Type.Object(head);
export type SymbolHead = Type.Static<typeof SymbolHead>;
export const PlacedSymbol = Type.Object({ ...origin, ...head });
export type PlacedSymbol = Type.Static<typeof PlacedSymbol>;

const skipped = { skipped: Type.Optional(Type.Array(SkippedPath)) };

export const OutlineInput = Type.Object({
  ...space,
  options: Type.Optional(
    Type.Object({
      ...chosen,
      depth: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 30,
          description: 'Of symbols in symbols; 1 for those at the top. Default 30.',
        }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Most symbols. Default 1,000.' })),
      files: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Most files. Default 100.' })),
    }),
  ),
});
export type OutlineInput = Type.Static<typeof OutlineInput>;

export const OutlinedSymbol = Type.Object({
  ...head,
  depth: Type.Integer({ description: 'It stands in the symbol before it that has a lower depth; 1 at the top.' }),
});
export type OutlinedSymbol = Type.Static<typeof OutlinedSymbol>;

export const OutlinedFile = Type.Object({
  ...origin,
  language: Type.String(),
  lines: Type.Integer({ description: 'How many it has.' }),
  documentation: Type.Optional(Type.String({ description: 'First sentence of what documents the file.' })),
  errors: Type.Boolean({ description: 'The grammar did not understand all of it: symbols may be missing.' }),
  symbols: Type.Array(OutlinedSymbol),
});
export type OutlinedFile = Type.Static<typeof OutlinedFile>;

export const OutlineOutput = Type.Object({
  files: Type.Object({ iterable: Type.Array(OutlinedFile) }),
  depth: Type.Integer({ description: 'Of the symbols told of: less than asked where they would be too many.' }),
  left: Type.Object({ files: Type.Integer(), symbols: Type.Integer() }, { description: 'What the limits left out.' }),
  ...skipped,
});
export type OutlineOutput = Type.Static<typeof OutlineOutput>;

/** A symbol by name, or by path and line; with a name, the path restricts the search. A name or a path is required. */
const subject = {
  name: Type.Optional(Name),
  path: Type.Optional(Path),
  line: Type.Optional(Line),
};

export const SymbolInput = Type.Object({
  ...space,
  ...subject,
  kinds: Type.Optional(Type.Array(SymbolKind, { maxItems: 20 })),
  options: Type.Optional(
    Type.Object({
      ...chosen,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Most candidates. Default 10.' })),
      characters: Type.Optional(
        Type.Integer({ minimum: 200, maximum: 1_000_000, description: 'Most of the text. Default 40,000.' }),
      ),
      siblings: Type.Optional(Type.Boolean({ description: 'Tells what stands beside it.' })),
      overloads: Type.Optional(
        Type.Boolean({ description: 'Functions of the same name right beside it are of one text with it.' }),
      ),
    }),
  ),
});
export type SymbolInput = Type.Static<typeof SymbolInput>;

export const NamedLine = Type.Object({ name: Type.String(), line: Type.Integer() });

export const FoundSymbol = Type.Object({
  ...origin,
  ...head,
  language: Type.String(),
  text: Type.String({ description: 'Whole lines, its documentation included.' }),
  cut: Type.Boolean({ description: 'The text ends before the symbol does.' }),
  /** Of its head, up to its body; where the signature tells all of it there is none. */
  head: Type.Optional(LineRange),
  /** Where those beside it are asked for and there are several. */
  overloads: Type.Optional(Type.Integer({ description: 'Functions of its name that the text holds.' })),
  description: Type.Optional(Type.String({ description: 'All of its documentation, without comment signs.' })),
  container: Type.Optional(SymbolHead),
  siblings: Type.Optional(Type.Array(SymbolHead)),
  calls: Type.Array(
    Type.Object({
      ...NamedLine.properties,
      on: Type.Optional(Type.String({ description: 'What it is called on, unless that is itself.' })),
    }),
    { description: 'What it calls, by name, each once.' },
  ),
});
export type FoundSymbol = Type.Static<typeof FoundSymbol>;

export const SymbolOutput = Type.Object({
  found: Type.Optional(FoundSymbol),
  others: Type.Object(
    { iterable: Type.Array(PlacedSymbol) },
    { description: 'Further candidates, the likeliest first.' },
  ),
  left: Type.Integer({
    description: 'Candidates that the limit left out; where nothing is found, names that hold the asked one.',
  }),
  nearest: Type.Optional(
    Type.Array(Type.Object({ ...origin, ...NamedLine.properties }), {
      description: 'Where nothing is found: like names, or what stands around the place.',
    }),
  ),
  ...skipped,
});
export type SymbolOutput = Type.Static<typeof SymbolOutput>;

export const CodeReferencesInput = Type.Object({
  ...space,
  ...subject,
  options: Type.Optional(
    Type.Object({
      ...chosen,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000, description: 'Most references. Default 100.' })),
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'References before the first.' }),
      ),
    }),
  ),
});
export type CodeReferencesInput = Type.Static<typeof CodeReferencesInput>;

export const CodeReference = Type.Object({
  kind: Type.Enum(['call', 'use', 'import']),
  line: Type.Integer(),
  text: Type.String({ description: 'The row.' }),
  symbol: Type.Optional(Type.String({ description: 'What it stands in.' })),
});
export type CodeReference = Type.Static<typeof CodeReference>;

export const ReferencingFile = Type.Object({
  ...origin,
  language: Type.String(),
  by: Type.Optional(
    Type.Enum(['words'], {
      description:
        'No grammar knows its language here: found by the words of its rows, so one inside of a text may count.',
    }),
  ),
  tests: Type.Optional(Type.Boolean({ description: 'Its references are in tests.' })),
  references: Type.Array(CodeReference),
});
export type ReferencingFile = Type.Static<typeof ReferencingFile>;

const ReferencingFiles = Type.Object({ iterable: Type.Array(ReferencingFile) });

export const ReferencesOutput = Type.Object({
  name: Type.String(),
  by: Type.Enum(['tree'], {
    description: 'By names in syntax trees, but for files that say otherwise: what a name stands for is not resolved.',
  }),
  definitions: Type.Object({ iterable: Type.Array(PlacedSymbol) }),
  overrides: Type.Object(
    { iterable: Type.Array(PlacedSymbol) },
    { description: 'Of a member: where what extends its type defines it again.' },
  ),
  files: ReferencingFiles,
  tests: ReferencingFiles,
  possible: Type.Object(
    { iterable: Type.Array(ReferencingFile) },
    {
      description:
        'Of a name in a type: on something whose type is not told there or may have its own, so they may be of another one.',
    },
  ),
  quoted: Type.Object(
    { iterable: Type.Array(ReferencingFile) },
    { description: 'Rows that have the name in a text, by which it may be meant.' },
  ),
  counts: Type.Object(
    {
      ...{ definitions: Type.Integer(), calls: Type.Integer(), uses: Type.Integer(), imports: Type.Integer() },
      ...{ tests: Type.Integer(), files: Type.Integer(), possible: Type.Integer(), quoted: Type.Integer() },
      inTests: Type.Object(
        { calls: Type.Integer(), uses: Type.Integer(), imports: Type.Integer() },
        { description: 'How many of each are in tests.' },
      ),
    },
    { description: 'Of all that was found, told or not; those in tests among the others too.' },
  ),
  left: Type.Object(
    { references: Type.Integer(), files: Type.Integer() },
    { description: 'What the limits left out.' },
  ),
  untold: Type.Array(
    Type.Object({ language: Type.String(), files: Type.Integer(), paths: Type.Array(Type.String()) }),
    { description: 'Files that hold the name and could not be read for references; paths of the first ones.' },
  ),
  ...skipped,
});
export type ReferencesOutput = Type.Static<typeof ReferencesOutput>;

export const CalleesInput = Type.Object({
  ...space,
  path: Path,
  line: Line,
  options: Type.Optional(
    Type.Object({
      ...chosen,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Most called names. Default 100.' })),
    }),
  ),
});
export type CalleesInput = Type.Static<typeof CalleesInput>;

export const Callee = Type.Object({
  ...NamedLine.properties,
  on: Type.Optional(Type.String({ description: 'What it is called on, unless that is itself.' })),
  named: Type.Boolean({ description: 'Something that is searched has the name, whatever it stands in.' }),
  definitions: Type.Array(PlacedSymbol, {
    description: 'What is meant: several where they are overloads, or cannot be told apart.',
  }),
  possible: Type.Array(PlacedSymbol, {
    description: 'What may be meant, where the type of what it is called on is not told.',
  }),
});
export type Callee = Type.Static<typeof Callee>;

export const CalleesOutput = Type.Object({
  calls: Type.Object({ iterable: Type.Array(Callee) }, { description: 'In the order of their lines.' }),
  left: Type.Integer({ description: 'Called names that the limit left out.' }),
  ...skipped,
});
export type CalleesOutput = Type.Static<typeof CalleesOutput>;

/** Input of a search for copies of an asset's text in files; for our own windows. */
export const CopiesInput = Type.Object({
  text: Type.String({ maxLength: 4_000_000 }),
  paths: Type.Array(Path, { maxItems: 100 }),
  limit: Type.Integer({ minimum: 1, maximum: 500 }),
});
export type CopiesInput = Type.Static<typeof CopiesInput>;

export const FoundCopy = Type.Object({
  path: Type.String(),
  lines: LineRange,
  row: Type.String({ description: 'The first one.' }),
  share: Type.Number({ description: 'In (0, 1]: how much of the text stands there.' }),
  isSame: Type.Boolean({ description: 'White space aside it is the text.' }),
});
export type FoundCopy = Type.Static<typeof FoundCopy>;

export const CopiesOutput = Type.Object({
  copies: Type.Array(FoundCopy),
  left: Type.Object({ copies: Type.Integer(), files: Type.Integer() }, { description: 'What the limits left out.' }),
  searched: Type.Object({ files: Type.Integer() }),
  ...skipped,
});
export type CopiesOutput = Type.Static<typeof CopiesOutput>;
