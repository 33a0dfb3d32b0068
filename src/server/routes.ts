/**
 * Turns the operations table into routes, in one loop: an operation is added in the contract, never here. Errors become
 * answers in one place.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Dispatch } from '../api/dispatch';
import { interfaceVersion } from '../api/interfaceVersion';
import { ApiError } from '../contract/errors';
import { operations, type Operation, type OperationName, type Schema } from '../contract/operations';
import { refusedOperations } from '../contract/operations/refused';
import { channels, streamPath } from '../contract/stream';
import { answerOf, plainText, type Log } from './answers';
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

export interface RoutesOptions extends VisitOptions {
  dispatch: Dispatch;
  log: Log;
}

interface Route {
  method: 'GET' | 'POST';
  path: string;
  kind: RouteKind;
  /** Of a JSON answer: the serialiser is compiled from it. */
  returns?: Schema;
  handler: RouteHandlerMethod;
}

export function addRoutes(app: FastifyInstance, options: RoutesOptions): void {
  const routes = [...tableRoutes(options), ...refusedRoutes(), openApiRoute(), ...socketRoutes()];
  takeBodies(app);
  app.setErrorHandler((error, request, reply) => sendError(error, reply, options.log));
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refuseUnknown(request, reply, routes, options.visitOf(request.raw).standing.isOwn);
  });
  for (const { method, path, kind, returns, handler } of routes) {
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: kind,
      ...(returns && { schema: { response: { 200: returns } } }),
      onRequest: checkBeforeBody(kind, options),
      preParsing: inviteBody,
      ...(kind.isEngine && { preHandler: waitForTurn(options) }),
      handler,
    });
  }
}

function tableRoutes(options: RoutesOptions): Route[] {
  return Object.entries<Operation>(operations).map(([name, operation]) => {
    const { method, path, isInternal, isEngine, returns, body } = operation;
    const serialised = new WeakMap<object, Buffer>();
    const isText = returns !== null && (returns as { type?: string }).type === 'string';
    return {
      method,
      path,
      kind: { isInternal, isEngine, takesBody: body !== undefined },
      ...(returns !== null && !isText && { returns }),
      handler: async (request, reply) => {
        const result = await call(name as OperationName, request, options);
        if (returns === null) return reply.code(204).send();
        if (result === undefined) throw new Error(`${name} has returned nothing.`);
        if (isText) return reply.type(plainText).send(result);
        return isFrozen(result) ? sendFrozen(result, reply, serialised) : result;
      },
    };
  });
}

function isFrozen(result: unknown): result is object {
  return typeof result === 'object' && result !== null && Object.isFrozen(result);
}

/** Many larger ones would fill the memory. */
const maxKnownBytes = 64 * 1024;

/** What the api gives out again as it is need not be serialised again; it goes when the api lets go of it. */
function sendFrozen(result: object, reply: FastifyReply, known: WeakMap<object, Buffer>): FastifyReply {
  const bytes = known.get(result) ?? bytesOf(reply.serialize(result));
  if (bytes.length <= maxKnownBytes) known.set(result, bytes);
  return reply.type('application/json; charset=utf-8').send(bytes);
}

function bytesOf(text: string | ArrayBuffer | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(text) : Buffer.from(new Uint8Array(text));
}

/** A call whose caller has gone ends in whatever way; that is nobody's fault and nobody reads the answer. */
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

function openApiRoute(): Route {
  let text: string | undefined;
  return {
    ...{ method: 'GET', path: '/openapi.json', kind: {} },
    handler: async (_, reply) => {
      text ??= JSON.stringify(createOpenApi(interfaceVersion));
      return reply.type('application/json; charset=utf-8').send(text);
    },
  };
}

/** What is opened with an upgrade never comes here. */
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
  // The connection stays until the caller has read why (listener.ts); the router would cut it.
  if (reply.getHeader('connection') === 'close') reply.removeHeader('connection');
  return reply.code(status).headers(headers).type(plainText).send(text);
}
