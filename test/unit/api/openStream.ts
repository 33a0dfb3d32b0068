import { createStreamHandler } from '../../../src/api/ask/stream/stream';
import { check } from '../../../src/contract/check';
import { QGPTStreamOutput } from '../../../src/contract/schemas/qgpt';
import { anyone, type AskingContext } from './askingContext';

/** A socket's two ends without a socket. */
export function openStream(context: AskingContext, signal = new AbortController().signal) {
  const waiting: unknown[] = [];
  let wake: () => void = () => undefined;
  let isClosed = false;
  async function* inputs(): AsyncGenerator<unknown> {
    for (;;) {
      if (waiting.length > 0) yield waiting.shift();
      else if (isClosed) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const output: AsyncIterable<QGPTStreamOutput> = createStreamHandler(context)(inputs(), { ...anyone, signal });
  const frames = output[Symbol.asyncIterator]();
  const next = async (): Promise<QGPTStreamOutput | undefined> => {
    const result = await frames.next();
    if (result.done === true) return undefined;
    check(QGPTStreamOutput, result.value, 'frame');
    return result.value;
  };
  return {
    send(...frames: unknown[]) {
      waiting.push(...frames);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    next,
    /** Frames up to and with the next terminal one. */
    async untilTerminal(): Promise<QGPTStreamOutput[]> {
      const read: QGPTStreamOutput[] = [];
      for (;;) {
        const frame = await next();
        if (!frame) throw new Error('The stream ended without a terminal frame.');
        read.push(frame);
        if (frame.status !== 'IN-PROGRESS') return read;
      }
    },
  };
}

export const textOf = (frames: QGPTStreamOutput[]) =>
  frames.map(({ question }) => question?.answers.iterable[0]?.text ?? '').join('');

export const cartQuestion = 'How many items does a cart hold?';

/** A frame that asks for places in a folder and an answer. */
export const questionIn = (folder: string, query: string, more: object = {}) => ({
  relevance: { query, paths: [folder], options: { question: true } },
  ...more,
});

/** Messages of a conversation as the store has them. */
export const messagesIn = ({ store }: AskingContext, conversation: string) =>
  (store.get('conversations', conversation)?.messages ?? []).map((id) => store.get('messages', id));

/** Long enough for everything that runs without being read to have run. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
