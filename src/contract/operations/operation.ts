/**
 * The type of a row of the operations table, and the parts that many rows share. Must not know any single operation.
 */
import * as Type from 'typebox';

/** A JSON Schema built by TypeBox. */
export type Schema = Type.TSchema;

export interface Operation {
  method: 'GET' | 'POST';
  /** Path parameters are written `{name}`. */
  path: string;
  summary: string;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** null: 204 without a body; a plain string schema: answered as text/plain. */
  returns: Schema | null;
  /** Documented error statuses of the operation. */
  errors: readonly number[];
  /** Set when the engine does the work: rate and load limits apply, and it may answer 401. */
  isEngine?: true;
  /**
   * Set when it searches the library or a whole text on the service's own thread: it may be refused with 503 under
   * load.
   */
  isLong?: true;
  /** Set for operations of our own windows: only on the socket file, not in OpenAPI. */
  isInternal?: true;
}

/** Asset ids are UUIDs, because the C# client can parse nothing else. They are compared in lower case. */
const uuid = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const AssetId = Type.String({ pattern: uuid, description: 'UUID of the asset.' });
const Id = Type.String({ minLength: 1, maxLength: 200 });

export const AssetPath = Type.Object({ asset: AssetId });
export const TagPath = Type.Object({ tag: Id });
export const WebsitePath = Type.Object({ website: Id });
export const SummaryPath = Type.Object({ workstream_summary: Id });
export const ConversationPath = Type.Object({ conversation: Id });
export const AssetTag = Type.Object({ asset: AssetId, tag: Id });
export const AssetWebsite = Type.Object({ asset: AssetId, website: Id });
export const AssetSummary = Type.Object({ asset: AssetId, workstream_summary: Id });
export const AssetConversation = Type.Object({ asset: AssetId, conversation: Id });

/** Query option that says whether to return content; true when absent. */
export const Transferables = Type.Object({ transferables: Type.Optional(Type.Boolean()) });
export const SnapshotQuery = Type.Object({
  transferables: Type.Optional(Type.Boolean()),
  package_activities: Type.Optional(Type.Boolean()),
});

const ExportType = Type.Enum(['HTML', 'MD']);
/**
 * `export_type` is used on the wire, `exportType` in the interface's documentation: both are accepted, one is required.
 */
export const ExportQuery = Type.Object({
  export_type: Type.Optional(ExportType),
  exportType: Type.Optional(ExportType),
});

export const Text = Type.String();

export const associationErrors = [404, 410, 500] as const;
export const engineErrors = [400, 401, 429, 500, 503] as const;

export const MessagePath = Type.Object({ message: Id });
export const PersonPath = Type.Object({ person: Id });
export const AnnotationPath = Type.Object({ annotation: Id });
export const AnchorPath = Type.Object({ anchor: Id });
export const FormatPath = Type.Object({ format: Id });
export const ModelPath = Type.Object({ model: Id });
export const ApplicationPath = Type.Object({ application: Id });
export const AssetPerson = Type.Object({ asset: AssetId, person: Id });
export const AssetAnchor = Type.Object({ asset: AssetId, anchor: Id });
export const ConversationAnchor = Type.Object({ conversation: Id, anchor: Id });
export const ConversationWebsite = Type.Object({ conversation: Id, website: Id });
export const ConversationMessagePath = Type.Object({ conversation: Id, message: Id });
