/**
 * This window at work for the service: waits for questions to the models it has offered, asks them, passes the pieces
 * on. Must not know the editor's own parts, so that it can be tested with a real service.
 */
import type { Api } from '../../contract/api';
import type { ModelJob, ModelPieces, ModelsOffer } from '../../contract/schemas/modelWork';
import { ModelFault } from '../../models/modelFault';

export interface ModelWorkOptions {
  api: Pick<Api, 'modelsOffer' | 'modelWork' | 'modelPieces'>;
  window: string;
  /** What is offered now; asked again whenever the service has forgotten us. */
  offer(): Omit<ModelsOffer, 'window'>;
  /** Sends the job, after whatever permission it needs. */
  ask(job: ModelJob, signal: AbortSignal): AsyncIterable<string>;
  warn(text: string): void;
  retryMs?: number;
}

export interface ModelWork {
  /** Tells the service what is offered; waits for work as long as something is. */
  tell(): Promise<void>;
  dispose(): void;
}

export function createModelWork(options: ModelWorkOptions): ModelWork {
  const { api, window, retryMs = 1_000 } = options;
  const warn = (text: string): void => options.warn(text);
  const running = new Map<string, AbortController>();
  const over = new AbortController();
  let isWaiting = false;

  const offers = (): boolean => {
    const { models, embedder } = options.offer();
    return models.length > 0 || embedder !== undefined;
  };

  async function wait(): Promise<void> {
    if (isWaiting) return;
    isWaiting = true;
    while (!over.signal.aborted && offers()) {
      try {
        const { jobs, cancelled, isKnown } = await api.modelWork(
          { body: { window, running: [...running.keys()] } },
          over.signal,
        );
        for (const id of cancelled) running.get(id)?.abort();
        for (const job of jobs) void run(job);
        if (isKnown) continue;
        await api.modelsOffer({ body: { window, ...options.offer() } }, over.signal);
      } catch (error) {
        // The service moves or starts anew; it is asked again until this window ends.
        if (!over.signal.aborted) warn(`Waiting for questions to models failed: ${String(error)}`);
      }
      await pause(retryMs, over.signal);
    }
    isWaiting = false;
  }

  /** Pieces that come while a call is under way go with the next one. */
  async function run(job: ModelJob): Promise<void> {
    const controller = new AbortController();
    running.set(job.id, controller);
    const { signal } = controller;
    let place = 0;
    let text = '';
    let sending: Promise<void> = Promise.resolve();
    let isSending = false;
    const pass = async (end: Partial<ModelPieces> = {}): Promise<void> => {
      const body: ModelPieces = { job: job.id, place, text, isLast: false, ...end };
      place += 1;
      text = '';
      const { isWanted } = await api.modelPieces({ body });
      if (!isWanted) controller.abort();
    };
    const passOn = async (): Promise<void> => {
      isSending = true;
      try {
        while (text !== '' && !signal.aborted) await pass();
      } catch (error) {
        warn(`A piece of an answer was not passed on: ${String(error)}`);
        controller.abort();
      } finally {
        isSending = false;
      }
    };
    let fault: ModelPieces['fault'];
    try {
      for await (const piece of options.ask(job, signal)) {
        text += piece;
        if (!isSending) sending = passOn();
      }
    } catch (error) {
      fault = faultOf(error);
      if (!(error instanceof ModelFault) && !signal.aborted) warn(`A model failed: ${String(error)}`);
    }
    try {
      await sending;
      if (!signal.aborted) await pass({ isLast: true, ...(fault && { fault }) });
    } catch (error) {
      warn(`The end of an answer was not passed on: ${String(error)}`);
    }
    running.delete(job.id);
  }

  return {
    async tell() {
      await api.modelsOffer({ body: { window, ...options.offer() } }, over.signal);
      void wait();
    },
    dispose() {
      over.abort();
      for (const controller of running.values()) controller.abort();
    },
  };
}

/** What is no ModelFault is a bug of ours: its words are for the log. */
function faultOf(error: unknown): NonNullable<ModelPieces['fault']> {
  if (!(error instanceof ModelFault))
    return { kind: 'failed', message: 'The model could not be asked; the log says more.' };
  const { kind, message, retryAfterSeconds } = error;
  return { kind, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
