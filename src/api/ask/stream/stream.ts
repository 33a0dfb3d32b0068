/**
 * The socket's side of question answering (contract/WIRE.md 5): several requests at once, their frames
 * interleaved, the order within one request kept. Faulty frames are answered, never the end of the socket.
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

/** Answers under way on one socket: more are refused, so that one client cannot fill us. */
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
    // The carrier failed to read on; what is under way is still answered.
    context.log('warn', `A stream ended early: ${String(error)}`);
  }
  await requests.settled();
}

interface Requests {
  take(frame: unknown): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Ends all without a frame: the caller is gone. */
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

  /** Every ended request sends its own last frame; when there is none to end, one frame says so. */
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

/** Frames of several requests on their way to one socket. */
interface FrameQueue {
  /** Resolves when the carrier has taken the frame, so a slow reader slows the producers and nothing piles up. */
  put: (frame: QGPTStreamOutput) => Promise<void>;
  /** Frames still queued are delivered; later ones are dropped. */
  end(): void;
  /** To be consumed once. Ends after `end` when everything is delivered. */
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
        // Nobody reads any more: producers must not wait for ever.
        queue.end();
        for (const { taken } of queue.drain()) taken();
      }
    },
  };
}
