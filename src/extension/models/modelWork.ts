/**
 * Serves model jobs for the service: waits for jobs, runs them on the offered models, and returns the pieces. Must not
 * know the editor, so that it can be tested with a real service.
 */
import type { Api } from '../../contract/api';
import { createQueue } from '../../contract/queue';
import type { ModelJob, ModelPieces, ModelsOffer } from '../../contract/schemas/models';
import { ModelFault } from '../../models/ports';

export interface ModelWorkOptions {
  api: Pick<Api, 'modelsOffer' | 'modelWork' | 'modelPieces'>;
  window: string;
  /** The current offer; requested again whenever the service has lost it. */
  offer(): Omit<ModelsOffer, 'window'>;
  /** Runs the job, after the consent it needs. */
  ask(job: ModelJob, signal: AbortSignal): AsyncIterable<string>;
  warn: (text: string) => void;
  retryMs?: number;
}

export interface ModelWork {
  /** Sends the offer to the service, and waits for jobs while it is not empty. */
  tell(): Promise<void>;
  dispose(): void;
}

export function createModelWork(options: ModelWorkOptions): ModelWork {
  const { api, window, retryMs = 1_000 } = options;
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
        // The service is moving or restarting; the request is repeated until this window closes.
        if (!over.signal.aborted) options.warn(`Waiting for questions to models failed: ${String(error)}`);
      }
      await pause(retryMs, over.signal);
    }
    isWaiting = false;
  }

  async function run(job: ModelJob): Promise<void> {
    const controller = new AbortController();
    running.set(job.id, controller);
    const pieces = createPassing(job.id, options, controller);
    let fault: ModelPieces['fault'];
    try {
      for await (const piece of options.ask(job, controller.signal)) pieces.add(piece);
    } catch (error) {
      fault = faultOf(error);
      if (!(error instanceof ModelFault) && !controller.signal.aborted)
        options.warn(`A model failed: ${String(error)}`);
    }
    await pieces.end(fault);
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

interface Passing {
  add(text: string): void;
  /** Resolves when all pieces are sent, or when the service wants no more; never rejects. */
  end(fault: ModelPieces['fault']): Promise<void>;
}

/**
 * Sends the text of one answer to the service; text that arrives during a call is sent with the next one.
 * @param controller aborted when the result is no longer wanted
 */
function createPassing(
  job: string,
  { api, warn }: Pick<ModelWorkOptions, 'api' | 'warn'>,
  controller: AbortController,
): Passing {
  const { signal } = controller;
  const texts = createQueue<string>((earlier, later) => earlier + later);
  let place = 0;

  async function pass(piece: Partial<ModelPieces>): Promise<void> {
    const body: ModelPieces = { job, place, text: '', isLast: false, ...piece };
    place += 1;
    const { isWanted } = await api.modelPieces({ body });
    if (!isWanted) controller.abort();
  }

  async function passTexts(): Promise<void> {
    try {
      for await (const text of texts.items()) {
        if (signal.aborted) return;
        if (text !== '') await pass({ text });
      }
    } catch (error) {
      warn(`A piece of an answer was not passed on: ${String(error)}`);
      controller.abort();
    }
  }

  const passed = passTexts();
  return {
    add: (text) => void texts.put(text),
    async end(fault) {
      texts.end();
      await passed;
      try {
        if (!signal.aborted) await pass({ isLast: true, ...(fault && { fault }) });
      } catch (error) {
        warn(`The end of an answer was not passed on: ${String(error)}`);
      }
    },
  };
}

/** Maps any other error than a ModelFault, which is a bug of ours, to a general fault; its message is logged only. */
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
