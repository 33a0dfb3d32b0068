/** The OpenAPI 3.1 document, derived from the operations table. Schemas are JSON Schema already and are only named. */
import { errorStatuses, type ErrorCode } from '../contract/errors';
import { operations, type Operation, type Schema } from '../contract/operations';
import * as schemas from '../contract/schemas';
import { channels, stream } from '../contract/stream';

type Json = Record<string, unknown>;

export function createOpenApi(version: string): Json {
  const named = namesOfSchemas();
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    if (operation.isInternal) continue;
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(name, operation, named);
  }
  paths[stream.path] = { get: describeStream(named) };
  for (const [path, channel] of Object.entries(channels)) paths[path] = { get: describeChannel(channel, named) };
  const components = Object.fromEntries(
    [...named].map(([text, name]) => [name, inner(JSON.parse(text) as Json, named)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarry',
      version,
      summary: 'Saved code and questions about code, on this computer.',
      description: 'Errors are one sentence of text. A token is asked for according to the setting quarry.server.auth.',
    },
    paths,
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

/** Names of schemas, keyed by their JSON because an optional member is a copy of the named schema. */
type Names = Map<string, string>;

function namesOfSchemas(): Names {
  const entries = Object.entries<Json>(schemas as unknown as Record<string, Json>)
    .filter(([, schema]) => schema.type === 'object' && schema.properties !== undefined)
    .map(([name, schema]) => [JSON.stringify(schema), name] as const);
  return new Map(entries);
}

function reference(schema: Schema | Json, named: Names): unknown {
  const plain = JSON.parse(JSON.stringify(schema)) as Json;
  return replace(plain, named);
}

function replace(value: unknown, named: Names): unknown {
  if (Array.isArray(value)) return value.map((member) => replace(member, named));
  if (typeof value !== 'object' || value === null) return value;
  const name = named.get(JSON.stringify(value));
  return name === undefined ? inner(value as Json, named) : { $ref: `#/components/schemas/${name}` };
}

function inner(schema: Json, named: Names): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, replace(member, named)]));
}

function describe(name: string, operation: Operation, named: Names): Json {
  const parameters = [
    ...parametersOf(operation.params, 'path', named),
    ...parametersOf(operation.query, 'query', named),
  ];
  return {
    operationId: name,
    summary: operation.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && { requestBody: json(operation.body, named) }),
    ...(operation.isEngine && { security: [{}, { token: [] }] }),
    responses: { ...success(operation.returns, named), ...failures(operation.errors) },
  };
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query', named: Names): Json[] {
  // Checked boundary: the table's parameters are object schemas.
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    schema: reference(member, named),
  }));
}

function json(schema: Schema, named: Names): Json {
  return { content: { 'application/json': { schema: reference(schema, named) } } };
}

function success(returns: Schema | null, named: Names): Json {
  if (returns === null) return { 204: { description: 'Done.' } };
  const isText = (returns as { type?: string }).type === 'string';
  const content = isText ? { content: { 'text/plain': { schema: { type: 'string' } } } } : json(returns, named);
  return { 200: { description: 'The answer.', ...content } };
}

const meanings: Record<ErrorCode, string> = {
  invalid: 'The input is wrong; the sentence names the field.',
  unauthenticated: 'The credential is missing or wrong.',
  refused: 'The caller, or every path it names, is not allowed.',
  notFound: 'Unknown id or route.',
  methodNotAllowed: 'The route has another method.',
  timedOut: 'The request did not come to its end in time.',
  gone: 'The asset does not exist, or no longer.',
  tooLarge: 'The body is too large.',
  unsupportedMedia: 'The body is not JSON in UTF-8.',
  upgradeRequired: 'This is a WebSocket.',
  rateLimited: 'Too many requests; Retry-After says when to come back.',
  internal: 'A fault on our side.',
  notImplemented: 'Quarry does not do this; the sentence says what to do instead.',
  overloaded: 'Busy; Retry-After says when to come back.',
};

function failures(statuses: readonly number[]): Json {
  const entries = (Object.entries(errorStatuses) as [ErrorCode, number][])
    .filter(([, status]) => statuses.includes(status))
    .map(([code, status]) => [
      status,
      { description: meanings[code], content: { 'text/plain': { schema: { type: 'string' } } } },
    ]);
  return Object.fromEntries(entries) as Json;
}

/** Describes the WebSocket. OpenAPI cannot, so extension fields beside the upgrade name the frames. */
function describeStream(named: Names): Json {
  return {
    operationId: 'qgptStream',
    summary: stream.summary,
    security: [{}, { token: [] }],
    responses: {
      101: { description: 'From here on one JSON object in each text frame.' },
      ...failures([401, 426, 503]),
    },
    'x-websocket-input': reference(stream.input, named),
    'x-websocket-output': reference(stream.output, named),
  };
}

type Channel = (typeof channels)[keyof typeof channels];

function describeChannel({ name, summary, frame }: Channel, named: Names): Json {
  return {
    operationId: name,
    summary,
    responses: { 101: { description: 'From here on text frames, from us only.' }, ...failures([426, 503]) },
    ...(frame && { 'x-websocket-output': reference(frame, named) }),
  };
}
