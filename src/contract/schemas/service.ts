/** Schemas for our own windows only: served on the socket file, not in OpenAPI. */
import * as Type from 'typebox';
import { Conversation, ConversationMessage } from './conversations';
import { Reference } from './values';

const Patterns = Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), { maxItems: 500 });

/** A window's state: reported every 30 s, forgotten after 90 s without a report. */
export const WindowState = Type.Object({
  window: Type.String({ minLength: 1, maxLength: 100 }),
  folders: Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 200 }),
  trusted: Type.Boolean({ description: 'Workspace trust: git runs only in the folders of trusted windows.' }),
  git: Type.Optional(Type.String({ description: 'Path of the git binary.' })),
  rules: Type.Optional(
    Type.Array(
      Type.Object({
        folder: Type.String({ maxLength: 4096 }),
        include: Patterns,
        exclude: Patterns,
      }),
      { maxItems: 200, description: 'What is searched in its folders, in the patterns of .gitignore.' },
    ),
  ),
  open: Type.Optional(
    Type.Array(Type.String({ maxLength: 4096 }), {
      maxItems: 200,
      description: 'Files open in its editors, the one in front first: they are indexed before others.',
    }),
  ),
  warm: Type.Optional(
    Type.Boolean({ description: 'Whether its folders are indexed ahead of the first question; yes when absent.' }),
  ),
});
export type WindowState = Type.Static<typeof WindowState>;

export const FilesChanged = Type.Object({ paths: Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 10_000 }) });
export type FilesChanged = Type.Static<typeof FilesChanged>;

export const ServiceStatus = Type.Object({
  baseUrl: Type.String(),
  pid: Type.Integer(),
  instance: Type.String(),
  epoch: Type.Integer(),
  version: Type.String(),
  startedAt: Type.String(),
  assets: Type.Integer(),
  revision: Type.Integer({ description: 'Grows with every change of an asset, since this instance started.' }),
  readOnly: Type.Optional(Type.String({ description: 'Why the library takes no changes.' })),
  repairs: Type.Array(Type.String()),
  index: Type.Object({
    state: Type.Enum(['idle', 'indexing']),
    isPaused: Type.Boolean({ description: 'By a person; questions are answered from what is indexed.' }),
    filesDone: Type.Integer(),
    filesTotal: Type.Integer(),
    documents: Type.Integer(),
    roots: Type.Array(Type.Object({ path: Type.String(), files: Type.Integer(), passages: Type.Integer() })),
  }),
});
export type ServiceStatus = Type.Static<typeof ServiceStatus>;

export const IndexControl = Type.Object({
  paused: Type.Optional(Type.Boolean()),
  cancel: Type.Optional(
    Type.Literal(true, { description: 'End what is indexed ahead; the next question reads what is missing.' }),
  ),
});

/** A question, and whether it means what is selected in the editor. */
export const PointingQuery = Type.Object({ query: Type.String({ maxLength: 100_000 }) });
export const Pointing = Type.Object({ isMeant: Type.Boolean() });

/** Input of a file search by a few letters of the name, in a window's folders. */
export const FilesQuery = Type.Object({
  query: Type.String({ maxLength: 1000 }),
  folders: Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 200 }),
  limit: Type.Integer({ minimum: 1, maximum: 200 }),
});

export const FilesFound = Type.Object({
  iterable: Type.Array(Type.Object({ path: Type.String(), isFolder: Type.Boolean() })),
});

/** The first `questions` questions of a conversation with their answers. */
export const ConversationBeginning = Type.Object({
  conversation: Type.String({ minLength: 1, maxLength: 200 }),
  questions: Type.Integer({ minimum: 0 }),
});

/** A deleted conversation as it was read before its deletion. */
export const RestoredConversation = Type.Object({
  conversation: Conversation,
  messages: Type.Array(ConversationMessage, { maxItems: 100_000 }),
});
export type RestoredConversation = Type.Static<typeof RestoredConversation>;

export const ConversationsQuery = Type.Object({ query: Type.String({ maxLength: 1000 }) });

export const ConversationsFound = Type.Object({
  iterable: Type.Array(Type.Object({ conversation: Reference, excerpt: Type.Optional(Type.String()) })),
});
