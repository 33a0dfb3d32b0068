/**
 * WebSockets: /qgpt/stream carries JSON objects to the stream handler and its frames back; channels only send. Bounded
 * in both directions, with detection of dead and slow peers. Callers have passed the gate. Must not know what is asked
 * or answered.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ChannelHandler, StreamHandler } from '../contract/api';
import { ApiError } from '../contract/errors';
import type { ChannelPath } from '../contract/stream';
import { standardHeaders, type Answer, type Log } from './answers';
import { restsOnToken, type Standing } from './gate';
import { createTokenBucket, type RateLimit, type Load } from './limits';
import { refuse } from './listener';
import { createStreamTurns } from './streamTurns';
import { createQueue } from '../contract/queue';

const maxMessageBytes = 4 * 1024 * 1024;
const maxStreams = 100;
/** Most open channels; one client program may keep seven. */
const maxChannels = 200;
const messagesPerSecond = 20;
const messageBurst = 200;
/** Bytes buffered for a slow reader before its answers pause. */
const maxBufferedBytes = 1024 * 1024;
/** Milliseconds a closing handshake may take before the connection is cut. */
const closingMs = 1000;

/** Close codes of RFC 6455 and its registry. */
const closeCodes = { goingAway: 1001, unsupported: 1003, policy: 1008, internal: 1011, tryLater: 1013 } as const;

interface StreamsOptions {
  streamHandler: StreamHandler;
  channelHandler: ChannelHandler;
  instance: string;
  log: Log;
  rate: RateLimit;
  load: Load;
  pingMs?: number;
  drainMs?: number;
}

interface Streams {
  /** @param channel absent: the stream of question answering */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer, caller: Standing, channel?: ChannelPath) => void;
  /** Ends streams that were opened with the previous token. */
  endOfToken: () => void;
  /** Closes every stream as going away. */
  close(): Promise<void>;
}

export function createStreams(options: StreamsOptions): Streams {
  const { instance } = options;
  const alive = new Map<WebSocket, { isAlive: boolean; caller: Standing; isChannel: boolean }>();
  const server = createWebSocketServer(instance);
  const heartbeat = setInterval(() => {
    for (const [stream, state] of alive) {
      if (stream.isPaused) continue; // its answer to the last ping may lie unread
      if (!state.isAlive) stream.terminate();
      state.isAlive = false;
      stream.ping();
    }
  }, options.pingMs ?? 30_000);
  heartbeat.unref();

  function welcome(stream: WebSocket, socket: Duplex, caller: Standing, channel?: ChannelPath): void {
    const state = { isAlive: true, caller, isChannel: channel !== undefined };
    alive.set(stream, state);
    const pings = createTokenBucket(messagesPerSecond, messageBurst);
    stream.on('ping', (payload: Buffer) => {
      if (stream.readyState !== stream.OPEN) return;
      if (pings.take().isAllowed) stream.pong(payload, false, () => undefined);
      else end(stream, closeCodes.policy, `More than ${messagesPerSecond} pings a second.`);
    });
    stream.on('pong', () => (state.isAlive = true));
    stream.on('message', () => (state.isAlive = true));
    stream.on('close', () => alive.delete(stream));
    if (channel === undefined) void serve(stream, socket, caller, options);
    else void tell(stream, socket, channel, options);
  }

  return {
    accept(request, socket, head, caller, channel) {
      const isChannel = channel !== undefined;
      const most = isChannel ? maxChannels : maxStreams;
      const strangers = [...alive.values()].filter((state) => !state.caller.isOwn && state.isChannel === isChannel);
      if (!caller.isOwn && strangers.length >= most) return refuse(socket, tooMany(most), instance);
      server.handleUpgrade(request, socket, head, (stream) => welcome(stream, socket, caller, channel));
    },
    endOfToken() {
      for (const [stream, { caller }] of alive) {
        if (restsOnToken(caller)) end(stream, closeCodes.policy, 'The token was renewed: connect with the new one.');
      }
    },
    async close() {
      clearInterval(heartbeat);
      const streams = [...alive.keys()];
      const closed = streams.map((stream) => new Promise((resolve) => stream.once('close', resolve)));
      for (const stream of streams) end(stream, closeCodes.goingAway, 'Quarry is closing.', 200);
      await Promise.all(closed);
    },
  };
}

/** Opens WebSockets on connections that the listener hands over. */
function createWebSocketServer(instance: string): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    // Automatic pongs would end a stream silently when dozens of pings arrive at once.
    autoPong: false,
    handleProtocols: () => false,
  });
  server.on('headers', (headers) => {
    for (const [name, value] of Object.entries(standardHeaders(instance))) headers.push(`${name}: ${value}`);
  });
  server.on('wsClientError', (error, socket) => refuse(socket, handshakeAnswer(error.message), instance));
  return server;
}

async function serve(stream: WebSocket, socket: Duplex, caller: Standing, options: StreamsOptions): Promise<void> {
  const { streamHandler, rate, load, log } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const inputs = createStreamInputs(stream);
  const turns = createStreamTurns({ rate, load, caller, signal });
  const messages = createTokenBucket(messagesPerSecond, messageBurst);
  stream.on('message', (message: Buffer, isBinary) => {
    if (stream.readyState !== stream.OPEN) return;
    if (isBinary) end(stream, closeCodes.unsupported, 'Send text frames.');
    else if (!messages.take().isAllowed) end(stream, closeCodes.policy, `More than ${messagesPerSecond} a second.`);
    else {
      turns.interrupt(message);
      inputs.push(message);
    }
  });
  stream.on('error', () => undefined); // a frame against the rules: ws closes with its own code, and close follows
  stream.on('close', () => {
    controller.abort();
    inputs.end();
    turns.endAll();
  });

  async function* admitted(): AsyncGenerator<unknown, void> {
    for await (const message of inputs.messages()) {
      if (turns.isDone(message)) continue;
      const admission = await turns.admit(message, inputs.queued());
      if ('input' in admission) yield admission.input;
      else await send(stream, socket, admission.refusal, options.drainMs);
    }
  }

  try {
    for await (const frame of streamHandler(admitted(), { signal, caller })) {
      if (stream.readyState !== stream.OPEN) break; // a handler that does not look at the signal must not spin
      turns.answered(frame);
      await send(stream, socket, frame, options.drainMs);
    }
    end(stream, closeCodes.goingAway, 'The stream has ended.');
  } catch (error) {
    if (error instanceof ApiError) return end(stream, closeCodes.tryLater, error.message);
    if (!signal.aborted) log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    end(stream, closeCodes.internal, 'Something went wrong inside Quarry; its log says more.');
  } finally {
    turns.endAll();
  }
}

/** Sends a channel's frames. Input is read and dropped, so that pongs arrive. */
async function tell(stream: WebSocket, socket: Duplex, channel: ChannelPath, options: StreamsOptions): Promise<void> {
  const { channelHandler, log, drainMs } = options;
  const controller = new AbortController();
  const messages = createTokenBucket(messagesPerSecond, messageBurst);
  stream.on('message', () => {
    if (!messages.take().isAllowed) end(stream, closeCodes.policy, `More than ${messagesPerSecond} a second.`);
  });
  stream.on('error', () => undefined); // a frame against the rules: ws closes with its own code, and close follows
  stream.on('close', () => controller.abort());
  try {
    for await (const text of channelHandler(channel, { signal: controller.signal })) {
      if (stream.readyState !== stream.OPEN) break;
      await sendText(stream, socket, text, drainMs);
    }
    end(stream, closeCodes.goingAway, 'The stream has ended.');
  } catch (error) {
    if (error instanceof ApiError) return end(stream, closeCodes.tryLater, error.message);
    log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
    end(stream, closeCodes.internal, 'Something went wrong inside Quarry; its log says more.');
  }
}

/** Sends a frame and resolves when the next may be made, so that at most one exceeds the buffer's limit. */
function send(stream: WebSocket, socket: Duplex, frame: object, drainMs?: number): Promise<void> {
  return sendText(stream, socket, JSON.stringify(frame), drainMs);
}

async function sendText(stream: WebSocket, socket: Duplex, text: string, drainMs = 10_000): Promise<void> {
  if (stream.readyState !== stream.OPEN) return;
  stream.send(text, () => undefined); // a failure closes the stream, which is heard of there
  if (stream.bufferedAmount <= maxBufferedBytes || (await drains(socket, drainMs))) return;
  end(stream, closeCodes.tryLater, 'The answers are not read quickly enough.');
}

function drains(socket: Duplex, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isDrained: boolean) => {
      clearTimeout(timer);
      socket.off('drain', drained).off('close', closed);
      resolve(isDrained);
    };
    const drained = () => settle(true);
    const closed = () => settle(true); // closed: stop waiting
    const timer = setTimeout(() => settle(false), withinMs);
    socket.on('drain', drained).on('close', closed);
  });
}

function end(stream: WebSocket, code: number, reason: string, withinMs = closingMs): void {
  if (stream.readyState === stream.CLOSED) return;
  // A close frame holds 123 bytes of reason; longer ones are left out.
  stream.close(code, Buffer.byteLength(reason) <= 123 ? reason : '');
  if (stream.isPaused) stream.resume(); // or the peer's half of the handshake is never read
  const timer = setTimeout(() => stream.terminate(), withinMs);
  stream.once('close', () => clearTimeout(timer));
}

const tooMany = (count: number): Answer => ({
  status: 503,
  text: `${count} streams are open already; try again in a moment.`,
  headers: { 'Retry-After': '1' },
});

/** @param reason of ws: its sentences name header or method only */
function handshakeAnswer(reason: string): Answer {
  if (/Version/.test(reason)) {
    const headers = { 'Sec-WebSocket-Version': '13', Upgrade: 'websocket' };
    return { status: 426, text: 'The stream speaks WebSocket version 13.', headers };
  }
  if (/method/.test(reason)) return { status: 405, text: 'The stream is opened with GET.', headers: { Allow: 'GET' } };
  return { status: 400, text: `The WebSocket handshake is wrong: ${reason}.`, headers: {} };
}

// Section: queues the messages of a socket for the handler, in order, and pauses the sender when the queue is full.

/** Most queued messages; more wait only while the engine is busy. */
const maxQueued = 8;

interface StreamInputs {
  push(message: Buffer): void;
  /** Messages not yet taken, oldest first. */
  queued(): readonly Buffer[];
  /** Ends the queue and drops its messages. */
  end(): void;
  /** To be consumed once. */
  messages(): AsyncGenerator<Buffer, void>;
}

/** @param pace told to pause the sender and to let it go on */
function createStreamInputs(pace: { pause(): void; resume(): void }): StreamInputs {
  const queue = createQueue<Buffer>();
  let isPaused = false;

  function goOn(): void {
    if (!isPaused || queue.waiting().length >= maxQueued) return;
    isPaused = false;
    pace.resume();
  }

  return {
    push(message) {
      queue.put(message);
      if (isPaused || queue.waiting().length < maxQueued) return;
      isPaused = true;
      pace.pause();
    },
    queued: () => queue.waiting(),
    end() {
      queue.drain();
      queue.end();
    },
    async *messages() {
      for await (const message of queue.items()) {
        goOn();
        yield message;
      }
      goOn();
    },
  };
}
