/**
 * The socket's side of question answering (contract/WIRE.md 5): runs several requests at once and interleaves their
 * frames, keeping the order within each. A faulty frame is answered and never closes the socket.
 */
import type { CallContext, StreamHandler } from '../../../contract/api';
import { ApiError } from '../../../contract/errors';
import { createQueue } from '../../../contract/queue';
import type { QGPTStreamOutput } from '../../../contract/schemas/qgpt';
import type { ApiContext } from '../../context';
import {
  type AskCommand,
  failureFrame,
  frameOf,
  streamAnswer,
  type StreamRequest,
  namesOf,
  readCommand,
} from './streamAnswer';

/**
 * Most answers in progress on one socket; further requests are refused, so that one client cannot exhaust the service.
 */
const maxOpenRequests = 8;

export function createStreamHandler(context: ApiContext): StreamHandler {
  return (inputs, call) => serve(context, inputs, call);
}

async function* serve(
  context: ApiContext,
  inputs: AsyncIterable<unknown>,
  call: CallContext,
): AsyncGenerator<QGPTStreamOutput, void> {
  const queue = createFrameQueue();
  const requests = createRequests(context, call.caller, queue);
  const leave = () => {
    requests.abandon();
    queue.end();
  };
  call.signal.addEventListener('abort', leave, { once: true });
  if (call.signal.aborted) leave();
  void readInputs(context, inputs, requests).finally(() => queue.end());
  try {
    yield* queue.frames();
  } finally {
    call.signal.removeEventListener('abort', leave);
    leave();
  }
}

async function readInputs(context: ApiContext, inputs: AsyncIterable<unknown>, requests: Requests): Promise<void> {
  try {
    for await (const input of inputs) await requests.take(input);
  } catch (error) {
    // The input failed, but requests in progress are still answered.
    context.log('warn', `A stream ended early: ${String(error)}`);
  }
  await requests.settled();
}

interface Requests {
  take(frame: unknown): Promise<void>;
  /** Resolves when no request is in progress. */
  settled(): Promise<void>;
  /** Aborts all requests without a frame, because the caller has disconnected. */
  abandon(): void;
}

function createRequests(context: ApiContext, caller: CallContext['caller'], queue: FrameQueue): Requests {
  const open = new Map<StreamRequest, Promise<void>>();

  function start(names: { request: string; conversation: string | undefined }, command: AskCommand): void {
    if (open.size >= maxOpenRequests) {
      throw new ApiError(
        'rateLimited',
        `${maxOpenRequests} answers are under way on this stream: wait for one or stop.`,
      );
    }
    const running: StreamRequest = { ...names, controller: new AbortController() };
    const done = streamAnswer(context, caller, running, command, queue.put).finally(() => open.delete(running));
    open.set(running, done);
  }

  /** Ends the matching requests, each of which sends its own last frame; when none matches, one frame says so. */
  async function end(names: { request: string; conversation: string | undefined }, ending: 'STOPPED' | 'RESET') {
    const isMeant = ({ conversation }: StreamRequest) =>
      ending === 'RESET' || names.conversation === undefined || conversation === names.conversation;
    const ended = [...open.keys()].filter(isMeant);
    for (const running of ended) {
      running.ending ??= ending;
      running.controller.abort();
    }
    if (ended.length === 0) await queue.put(frameOf(names, ending));
  }

  return {
    async take(frame) {
      const { request, conversation } = namesOf(frame);
      const names = { request: request ?? context.newId(), conversation };
      try {
        const command = readCommand(frame);
        if (command.kind === 'stop') await end(names, 'STOPPED');
        else if (command.kind === 'reset') await end(names, 'RESET');
        else start(names, command);
      } catch (error) {
        await queue.put(failureFrame(context, names, error));
      }
    },
    settled: async () => {
      while (open.size > 0) await Promise.all(open.values());
    },
    abandon: () => {
      for (const { controller } of open.keys()) controller.abort();
    },
  };
}

/** Queue of the frames of several requests to one socket. */
interface FrameQueue {
  /** Resolves when the carrier has taken the frame, so that a slow reader slows the producers down. */
  put: (frame: QGPTStreamOutput) => Promise<void>;
  /** Frames still queued are delivered; later ones are dropped. */
  end(): void;
  /** May be consumed once. Ends when all frames queued before `end` are delivered. */
  frames(): AsyncGenerator<QGPTStreamOutput, void>;
}

function createFrameQueue(): FrameQueue {
  const queue = createQueue<{ frame: QGPTStreamOutput; taken: () => void }>();
  return {
    put: (frame) =>
      new Promise((resolve) => {
        if (!queue.put({ frame, taken: resolve })) resolve();
      }),
    end: () => queue.end(),
    async *frames() {
      try {
        for await (const { frame, taken } of queue.items()) {
          taken();
          yield frame;
        }
      } finally {
        // No reader is left: release the producers that wait.
        queue.end();
        for (const { taken } of queue.drain()) taken();
      }
    },
  };
}
