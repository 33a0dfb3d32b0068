/**
 * Derives routes from the operations table: operations are added in the contract, never here. Errors become answers in
 * one place.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Dispatch } from '../api/dispatch';
import type { Turns } from '../api/turns';
import { interfaceVersion } from '../api/service/handlers';
import { ApiError } from '../contract/errors';
import { operations, type Operation, type OperationName, type Schema } from '../contract/operations';
import { refusedOperations } from '../contract/operations/programs';
import { channels, streamPath } from '../contract/stream';
import { answerOf, jsonText, plainText, type Log } from './answers';
import { createJsonAnswers, type JsonAnswers, createJsonWriter } from './jsonAnswers';
import { callsTool, mcpPath, type Mcp } from './mcp/mcpServer';
import { createOpenApi } from './openapi';
import {
  checkBeforeBody,
  inviteBody,
  paramsOf,
  takeBodies,
  unknownRoute,
  waitForTurn,
  type RouteKind,
  type VisitOptions,
} from './visit';

interface RoutesOptions extends VisitOptions {
  dispatch: Dispatch;
  mcp: Mcp;
  log: Log;
  turns: Turns;
}

interface Route {
  method: 'GET' | 'POST';
  path: string;
  kind: RouteKind;
  handler: RouteHandlerMethod;
}

export function addRoutes(app: FastifyInstance, options: RoutesOptions): void {
  const routes = [...tableRoutes(options), ...refusedRoutes(), openApiRoute(), mcpRoute(options), ...socketRoutes()];
  takeBodies(app, options.turns);
  app.setErrorHandler((error, request, reply) => sendError(error, reply, options.log));
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply, routes, options.visitOf(request.raw).standing.isOwn);
  });
  for (const { method, path, kind, handler } of routes) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: kind,
      onRequest: checkBeforeBody(kind, options),
      preParsing: inviteBody,
      ...(kind.isEngine && path !== mcpPath && { preHandler: waitForTurn(options, options.load) }),
      ...(kind.isLong && { preHandler: waitForTurn(options, options.libraryLoad) }),
      handler,
    });
  }
}

function tableRoutes(options: RoutesOptions): Route[] {
  const answers = createJsonAnswers(options.turns);
  return Object.entries<Operation>(operations).map(([name, operation]) => {
    const { method, path, isInternal, isEngine, isLong, returns, body } = operation;
    const isText = returns !== null && (returns as { type?: string }).type === 'string';
    const send = returns === null || isText ? undefined : jsonSender(returns, answers, options);
    return {
      method,
      path,
      kind: { isInternal, isEngine, isLong, takesBody: body !== undefined },
      handler: async (request, reply) => {
        const result = await call(name as OperationName, request, options);
        if (returns === null) return reply.code(204).send();
        if (result === undefined) throw new Error(`${name} has returned nothing.`);
        return send ? send(result, request, reply) : reply.type(plainText).send(result);
      },
    };
  });
}

/** Largest encoded answer kept, in bytes, to bound memory. */
const maxKnownBytes = 64 * 1024;

/** Keeps the encoded form of answers that the api returns again, for as long as the api holds them. */
function jsonSender(returns: Schema, answers: JsonAnswers, { visitOf }: RoutesOptions) {
  const known = new WeakMap<object, Buffer>();
  const write = createJsonWriter(returns);
  return (result: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const frozen = isFrozen(result) ? result : undefined;
    const bytes = frozen && known.get(frozen);
    if (bytes) return reply.type(jsonText).send(bytes);
    const { signal, standing } = visitOf(request.raw);
    const keep = (made: Buffer) => {
      if (frozen && made.length <= maxKnownBytes) known.set(frozen, made);
    };
    return answers.send((text) => write(result, text), { reply, signal, isOwn: standing.isOwn, keep });
  };
}

function isFrozen(result: unknown): result is object {
  return typeof result === 'object' && result !== null && Object.isFrozen(result);
}

/** Runs an operation; errors after the caller has hung up are ignored, as nobody reads the answer. */
async function call(name: OperationName, request: FastifyRequest, options: RoutesOptions): Promise<unknown> {
  const visit = options.visitOf(request.raw);
  const { standing, signal } = visit;
  // Checked boundary: the router gives texts, or lists of them for repeated names.
  const query = request.query as Record<string, string | string[] | undefined>;
  try {
    return await options.dispatch(
      name,
      { params: paramsOf(request), query, body: request.body },
      { signal, caller: standing, engineDone: () => visit.leave?.() },
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new ApiError('timedOut', 'The caller has hung up.', { cause: error });
  }
}

/**
 * The route of MCP. Only tool calls wait for a turn. Under overload the tool's result says so: agents take a refused
 * message for a broken server and drop it for the whole conversation.
 */
function mcpRoute(options: RoutesOptions): Route {
  const wait = waitForTurn(options, options.load);
  return {
    ...{ method: 'POST', path: mcpPath, kind: { isEngine: true, isPatient: true, takesBody: true } },
    handler: async (request, reply) => {
      const refusal = callsTool(request.body) ? await refusalOf(() => wait(request, reply)) : undefined;
      return options.mcp.answer(request, reply, { ...options.visitOf(request.raw), ...(refusal && { refusal }) });
    },
  };
}

async function refusalOf(wait: () => Promise<void>): Promise<ApiError | undefined> {
  try {
    await wait();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'overloaded') return error;
    throw error;
  }
}

function openApiRoute(): Route {
  let text: string | undefined;
  return {
    ...{ method: 'GET', path: '/openapi.json', kind: {} },
    handler: async (_, reply) => {
      text ??= JSON.stringify(createOpenApi(interfaceVersion));
      return reply.type(jsonText).send(text);
    },
  };
}

/** Routes of WebSocket paths for plain requests; upgrades never come here. */
function socketRoutes(): Route[] {
  return [streamPath, ...Object.keys(channels)].map((path) => ({
    ...{ method: 'GET', path, kind: { isEngine: false } },
    handler: async (_, reply) => {
      reply.headers({ Upgrade: 'websocket', Connection: 'Upgrade' });
      throw new ApiError('upgradeRequired', 'This is a WebSocket: open it with an upgrade request.');
    },
  }));
}

function refusedRoutes(): Route[] {
  return refusedOperations.map(({ method, path, reason }) => ({
    ...{ method, path, kind: {} },
    handler: async () => {
      throw new ApiError('notImplemented', reason);
    },
  }));
}

function refuseUnknown(request: FastifyRequest, reply: FastifyReply, routes: Route[], isOwn: boolean): void {
  const [path = ''] = request.raw.url?.split('?') ?? [];
  const known = routes.filter((route) => (isOwn || !route.kind.isInternal) && patternOf(route.path).test(path));
  if (known.length === 0) throw unknownRoute();
  const methods = known.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  reply.header('Allow', methods.join(', '));
  throw new ApiError('methodNotAllowed', `This route takes ${methods.join(' or ')}.`);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

function sendError(error: unknown, reply: FastifyReply, log: Log): FastifyReply {
  const { status, text, headers } = answerOf(error, log);
  // listener.ts closes the connection after the caller has read the refusal; the router would cut it.
  if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
  return reply.code(status).headers(headers).type(plainText).send(text);
}
