/**
 * MCP over HTTP at `/mcp`: stateless, so that a restart of the service loses nothing. Who may call, the rate, the load
 * and the body have been decided when a message comes here. Must not know any tool.
 */
import { createMcpHandler, type McpRequestContext, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatch } from '../../api/dispatch';
import type { CallContext, Caller } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import { operations, type OperationName } from '../../contract/operations';
import type { Log } from '../answers';
import type { Visit } from '../visit';
import { createMcpServer } from './mcpServer';
import { nameInSessionId, sessionIdFor, shownName, type Session, type ToolApi } from './session';

export const mcpPath = '/mcp';

/** Folders a client names for all its calls: absolute, each percent-encoded, with commas between them. */
const foldersHeader = 'quarry-folders';
const maxFolders = 20;

/** Streams that wait for changes, of which we tell none. */
const maxSubscriptions = 32;

export interface McpOptions {
  dispatch: Dispatch;
  log: Log;
  /** The version of Quarry. */
  version: string;
  /** Searched when a call names no folder: those that are open. */
  folders: () => readonly string[];
  /** Another server in the place of ours, behind the same checks: for the conformance suite. */
  serverFor?: McpServerFactory;
}

/** A visit, and why no tool can be run now. */
type McpVisit = Visit & { refusal?: ApiError };

export interface Mcp {
  /** @returns when the answer is on its way */
  answer(request: FastifyRequest, reply: FastifyReply, visit: McpVisit): Promise<FastifyReply>;
  /** Ends what is open. */
  close(): Promise<void>;
}

export function createMcp(options: McpOptions): Mcp {
  const { dispatch, log, version, folders, serverFor } = options;

  function ours({ authInfo, requestInfo }: McpRequestContext) {
    // Checked boundary: set below, by us.
    const visit = authInfo?.extra?.visit as McpVisit;
    const { standing, refusal } = visit;
    const named = foldersIn(requestInfo?.headers.get(foldersHeader));
    const session: Session = {
      api: inProcessApi(dispatch, standing, () => visit.leave?.()),
      folders: named.length > 0 ? named : folders(),
      isTrusted: standing.isTrusted,
      client: nameInSessionId(requestInfo?.headers.get('mcp-session-id')),
      version,
      ...(refusal && { refusal }),
    };
    return createMcpServer(() => session, version, log);
  }

  const handler = createMcpHandler(serverFor ?? ours, {
    maxSubscriptions,
    onerror: (error) => log('info', `MCP: ${error.message}`),
  });
  return {
    async answer(request, reply, visit) {
      if (request.body === undefined)
        throw new ApiError('invalid', 'The body is missing: expected a JSON-RPC message.');
      const response = await handler.fetch(toWebRequest(request, visit), {
        parsedBody: request.body,
        authInfo: { token: '', clientId: '', scopes: [], extra: { visit } },
      });
      const name = nameInInitialize(request.body);
      if (name !== undefined && response.ok) reply.header('mcp-session-id', sessionIdFor(name));
      return reply.send(response);
    },
    close: () => handler.close(),
  };
}

/** Its body was read and is given beside it. */
function toWebRequest({ raw }: FastifyRequest, { signal }: Visit): Request {
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const [name, values] of Object.entries(raw.headersDistinct)) {
    // What says how the body came is over; what shows who may call is for nobody behind the gate.
    if (values === undefined || ['authorization', 'content-length', 'transfer-encoding'].includes(name)) continue;
    headers.set(name, values.join(', '));
  }
  return new Request(`http://localhost${mcpPath}`, { method: 'POST', headers, signal });
}

/** @returns the client's own name when it introduces itself, as clients before 2026-07-28 do once */
function nameInInitialize(body: unknown): string | undefined {
  const { method, params } = body as {
    method?: unknown;
    params?: { clientInfo?: { name?: unknown; title?: unknown } };
  };
  if (method !== 'initialize') return undefined;
  return shownName(params?.clientInfo?.title ?? params?.clientInfo?.name);
}

/** @throws ApiError `invalid` for what cannot be read */
function foldersIn(header: string | null | undefined): string[] {
  if (!header) return [];
  try {
    const parts = header.split(',').map((part) => decodeURIComponent(part.trim()));
    return parts.filter((part) => part !== '').slice(0, maxFolders);
  } catch (error) {
    throw new ApiError('invalid', `${foldersHeader} cannot be read: expected percent-encoded paths.`, { cause: error });
  }
}

/** A call of a tool takes one of the engine's few places; a stream that only waits must not. */
export function callsTool(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some(
    (message) => typeof message === 'object' && message !== null && Reflect.get(message, 'method') === 'tools/call',
  );
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | boolean | undefined>;
  body?: unknown;
}

/**
 * The operations for tools that run where the handlers do: the same door and the same checks as for a request.
 * @param engineDone as in CallContext
 */
function inProcessApi(dispatch: Dispatch, caller: Caller, engineDone?: () => void): ToolApi {
  const never = new AbortController().signal;
  const call = (name: OperationName) => {
    return ({ params = {}, query = {}, body }: LooseInput = {}, signal: AbortSignal = never) => {
      const context: CallContext = { signal, caller, ...(engineDone && { engineDone }) };
      // As it would come over a line: the handlers may change what they are given, and texts become types there.
      const texts: Record<string, string> = {};
      for (const [key, value] of Object.entries(query)) if (value !== undefined) texts[key] = String(value);
      return dispatch(name, { params, query: texts, body: structuredClone(body) }, context);
    };
  };
  const names = Object.keys(operations) as OperationName[];
  // Checked boundary: every name of the table, with its inputs and outputs; long lists are read like arrays.
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as ToolApi;
}
