/**
 * An answer on its way into the conversation: kept from its first piece on and again now and then while it grows, marked
 * as partial, so that a process that is killed in the middle loses at most the last moments of it.
 */
import type { CitationRecord, ReceiptRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { appendMessages, changeMessage } from '../conversations';

/** What a kill may cost; a write waits for the disk, so it does not happen with every piece. */
const keepEveryMs = 500;

export interface AnswerSoFar {
  text: string;
  citations: CitationRecord[];
  receipt: ReceiptRecord;
}

export interface KeptAnswer {
  /** Keeps what is there so far, when it is time to. A failed write is logged: the reader still gets the answer. */
  grew(answer: AnswerSoFar): Promise<void>;
  /** @throws ApiError when a whole answer cannot be kept */
  ended(answer: AnswerSoFar, end: { isPartial: boolean }): Promise<void>;
}

export function keepAnswer(context: ApiContext, conversation: string): KeptAnswer {
  let id: string | undefined;
  let keptAt = -Infinity;
  let isFaulty = false;

  async function keep(answer: AnswerSoFar, isPartial: boolean): Promise<void> {
    keptAt = context.now();
    if (id === undefined) {
      const [message] = await appendMessages(context, conversation, [{ role: 'ASSISTANT', ...answer, isPartial }]);
      id = message?.id;
    } else await changeMessage(context, id, { ...answer, isPartial });
  }

  return {
    async grew(answer) {
      if (isFaulty || context.now() - keptAt < keepEveryMs) return;
      try {
        await keep(answer, true);
      } catch (error) {
        isFaulty = true;
        context.log('warn', `The beginning of an answer could not be kept: ${String(error)}`);
      }
    },
    ended: (answer, { isPartial }) => keep(answer, isPartial),
  };
}

/** For a library that takes no changes. */
export const keptNowhere: KeptAnswer = { grew: () => Promise.resolve(), ended: () => Promise.resolve() };
