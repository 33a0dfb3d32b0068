/**
 * The tools that coding agents may call over MCP, as a table: name, when to use it, parameters, and the operations it
 * calls. Texts are short, because an agent reads all of them in every conversation. Must not know the transport.
 */
import * as Type from 'typebox';
import type { OperationName, Schema } from './operations';
import { fileKinds } from './schemas/qgpt';

export interface AgentTool {
  title: string;
  description: string;
  input: Schema;
  /** Rows of the operations table that the tool calls. */
  operations: readonly OperationName[];
  /** True when the tool changes the library, which requires the token; other tools only read. */
  isWriting?: true;
}

const roots = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
    maxItems: 20,
    description: 'Folders, absolute or by name. Default: the open project.',
  }),
);
const limit = (standard: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description: `Default ${standard}.` }));
const maxTokens = (standard: number) =>
  Type.Optional(Type.Integer({ minimum: 200, maximum: 8000, description: `Default ${standard}.` }));
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 });

const SearchCode = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 20_000 }),
  roots,
  glob: Type.Optional(Type.String({ maxLength: 500, description: 'Such as src/**/*.ts' })),
  language: Type.Optional(Type.String({ maxLength: 40 })),
  kind: Type.Optional(
    Type.Enum([...fileKinds, 'any'], { description: 'Default any; code leaves out tests and documents.' }),
  ),
  limit: limit(8, 25),
  detail: Type.Optional(Type.Enum(['locations', 'snippets', 'full'], { description: 'Default snippets.' })),
  max_tokens: maxTokens(2000),
});

const AskCode = Type.Object({
  question: Type.String({ minLength: 1, maxLength: 20_000 }),
  roots,
  max_tokens: maxTokens(1200),
});

const place = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description }));
const name = Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Such as open or Store.open' }));
const line = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 }));

const Outline = Type.Object({
  path: place('File or folder. Default: the project.'),
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, description: 'Default: as deep as fits.' })),
  max_tokens: maxTokens(1500),
});

const ReadSymbol = Type.Object({
  name,
  path: place('With line: the place. With name: where to look.'),
  line,
  with: Type.Optional(Type.Enum(['body', 'signature', 'documentation'], { description: 'Default body.' })),
  max_tokens: maxTokens(3000),
});

const FindReferences = Type.Object({
  name,
  path: place('With line: where the name stands. With name: where it is defined, else whose uses come first.'),
  line,
  direction: Type.Optional(Type.Enum(['references', 'callers', 'callees'], { description: 'Default references.' })),
  limit: limit(20, 200),
  max_tokens: maxTokens(1500),
});

const FindRelated = Type.Object({
  path: place('File, with line.'),
  line,
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 })),
  limit: limit(5, 20),
  max_tokens: maxTokens(1500),
});

const SearchLibrary = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 10_000 }),
  tags: Type.Optional(Tags),
  language: Type.Optional(Type.String({ maxLength: 40 })),
  what: Type.Optional(Type.Enum(['assets', 'chats'], { description: 'Default assets.' })),
  limit: limit(5, 20),
});

const SaveAsset = Type.Object({
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000_000 })),
  path: place('With line: saves the symbol there. With text: where it is from.'),
  line,
  title: Type.Optional(Type.String({ maxLength: 200 })),
  language: Type.Optional(Type.String({ maxLength: 40, description: 'Of a text. Default: told by path or text.' })),
  tags: Type.Optional(Tags),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
});

// prettier-ignore
export const agentTools = {
  search_code: {
    title: 'Search code',
    description:
      'Best places in the project for a bug report, stack trace, error message, literal, name or question in plain words. ' +
      'Gives path:lines, how likely it is the place, symbol and whole code units, best first. Weak ones may be right too.',
    input: SearchCode, operations: ['relevance'],
  },
  ask_code: {
    title: 'Ask about the code',
    description: 'A short answer with citations to how, where, what and why questions, taken from the code; likely places where none is sure; or that it is not here.',
    input: AskCode, operations: ['relevance'],
  },
  outline: {
    title: 'Outline a file or folder',
    description: 'Symbols with signature and lines: read it before a long file.',
    input: Outline, operations: ['outline'],
  },
  read_symbol: {
    title: 'Read one symbol',
    description: 'One function, class or type whole, by name, or by path and line.',
    input: ReadSymbol, operations: ['symbol', 'outline'],
  },
  find_references: {
    title: 'Find references',
    description: 'Definitions, calls, uses and imports of a name, tests apart, by syntax; or what calls it, or what it calls.',
    input: FindReferences, operations: ['references', 'callees', 'symbol'],
  },
  find_related: {
    title: 'Find related code',
    description: 'Places that are like given code, or like the symbol at path and line.',
    input: FindRelated, operations: ['symbol', 'relevance'],
  },
  search_library: {
    title: 'Search saved snippets',
    description: 'Snippets that the user or an agent saved before, or earlier answers (what: chats), with their origin.',
    input: SearchLibrary, operations: ['searchAssets', 'assetSnapshotPost', 'conversationsSearch'],
  },
  save_asset: {
    title: 'Save a snippet',
    description: 'Keeps a text, or the symbol at path and line, in the user\u2019s library. The user sees and can undo it.',
    input: SaveAsset, operations: ['symbol', 'assetsExists', 'assetsCreateNewAsset'], isWriting: true,
  },
} as const satisfies Record<string, AgentTool>;

export type AgentToolName = keyof typeof agentTools;

export type ToolInput<Name extends AgentToolName> = Type.Static<(typeof agentTools)[Name]['input']>;
