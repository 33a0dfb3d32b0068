/** What only our own windows need: served on the socket file only, left out of OpenAPI. */
import * as Type from 'typebox';

/** A window tells where it stands; told again every 30 s, forgotten after 90 s of silence. */
export const WindowState = Type.Object({
  window: Type.String({ minLength: 1, maxLength: 100 }),
  folders: Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 200 }),
  trusted: Type.Boolean({ description: 'Workspace trust: git runs only in the folders of trusted windows.' }),
  git: Type.Optional(Type.String({ description: 'Path of the git binary.' })),
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
    filesDone: Type.Integer(),
    filesTotal: Type.Integer(),
    documents: Type.Integer(),
    roots: Type.Array(Type.Object({ path: Type.String(), files: Type.Integer(), passages: Type.Integer() })),
  }),
});
export type ServiceStatus = Type.Static<typeof ServiceStatus>;
