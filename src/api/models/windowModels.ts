/**
 * Models that windows run for the service: a question becomes a job that a window fetches, and the model's answer
 * returns piece by piece. A silent window counts as closed, and its models are removed. Must not know prompts or
 * answers.
 */
import { createQueue, type Queue } from '../../contract/queue';
import type {
  ModelJob,
  ModelPieces,
  ModelsOffer,
  ModelWork,
  ModelWorkRequest,
  OfferedEmbedder,
  OfferedModel,
} from '../../contract/schemas/models';
import { maskedKinds } from '../../engine/door';
import { ModelFault } from '../../models/ports';

/** Milliseconds without a waiting call after which a window counts as closed. */
const graceMs = 5_000;
/** Most milliseconds that a call waits: below the idle timeout of anything between. */
const longestWaitMs = 25_000;

export type NewJob = Omit<ModelJob, 'id' | 'model' | 'masked'>;

export interface WindowModels {
  offer(offer: ModelsOffer): void;
  /** The models of all live windows, those of the latest offer first. */
  list(): OfferedModel[];
  /** The default model of the window with the latest offer; undefined when there is no window. */
  preferred(): { key: string | undefined } | undefined;
  /** The embedding model of the window with the latest offer, or the one with this key. */
  embedder(key?: string): OfferedEmbedder | undefined;
  ask(key: string, job: NewJob, signal: AbortSignal): AsyncIterable<string>;
  /** Resolves when there is work, or after the longest wait. */
  work(request: ModelWorkRequest, signal: AbortSignal): Promise<ModelWork>;
  /** @returns whether further pieces are wanted */
  take(pieces: ModelPieces): boolean;
  /** Ends the calls of all waiting windows. */
  close(): void;
}

interface WindowState {
  offer: ModelsOffer;
  work: ModelWork;
  /** Ends the call that waits for work. */
  wake: () => void;
  gone: NodeJS.Timeout | undefined;
  /** Number of waiting calls: a new one may arrive before the old one notices that its connection is lost. */
  waiting: number;
}

interface RunningJob {
  window: string;
  /** Pieces of the answer; those that wait for the reader are joined. */
  queue: Queue<string>;
  /** Number of calls with pieces taken so far; a repeated one is ignored. */
  taken: number;
  isHandedOut: boolean;
}

const noWork = (): ModelWork => ({ jobs: [], cancelled: [], isKnown: true });

/**
 * @param grace milliseconds without a call after which a window counts as closed
 * @param longestWait milliseconds that a call waits; a window that hangs meanwhile is noticed after both
 */
export function createWindowModels(newId: () => string, grace = graceMs, longestWait = longestWaitMs): WindowModels {
  return new LiveWindowModels(newId, grace, longestWait);
}

class LiveWindowModels implements WindowModels {
  /** In order of their latest offer, the newest last. */
  private readonly windows = new Map<string, WindowState>();
  private readonly running = new Map<string, RunningJob>();
  private isClosed = false;

  constructor(
    private readonly newId: () => string,
    private readonly grace: number,
    private readonly longestWait: number,
  ) {}

  offer(offer: ModelsOffer): void {
    const known = this.windows.get(offer.window);
    this.windows.delete(offer.window);
    const state = known ?? { offer, work: noWork(), wake: () => undefined, gone: undefined, waiting: 0 };
    state.offer = offer;
    this.windows.set(offer.window, state);
    if (!known) this.expectCall(offer.window, state);
  }

  list(): OfferedModel[] {
    const all = this.newestFirst().flatMap(({ offer }) => offer.models);
    return all.filter(({ key }, place) => all.findIndex((other) => other.key === key) === place);
  }

  preferred(): { key: string | undefined } | undefined {
    const [newest] = this.newestFirst();
    return newest && { key: newest.offer.preferred };
  }

  embedder(key?: string): OfferedEmbedder | undefined {
    const offers = this.newestFirst().map(({ offer }) => offer.embedder);
    return key === undefined ? offers[0] : offers.find((embedder) => embedder?.key === key);
  }

  async *ask(key: string, job: NewJob, signal: AbortSignal): AsyncGenerator<string, void> {
    const state = this.newestFirst().find(({ offer }) =>
      [...offer.models, offer.embedder].some((own) => own?.key === key),
    );
    if (!state) throw new ModelFault('unavailable', 'No window is there that can ask this model. Ask again.');
    const id = this.newId();
    const queue = createQueue<string>((earlier, later) => earlier + later);
    this.running.set(id, { window: state.offer.window, queue, taken: 0, isHandedOut: false });
    const abort = () => {
      queue.end(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
      this.cancel(id, state);
    };
    const texts = [...job.messages, ...(job.texts ?? [])].map(({ text }) => text);
    state.work.jobs.push({ ...job, id, model: key, masked: maskedKinds(texts.join('\n')) });
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    state.wake();
    try {
      yield* queue.items();
    } finally {
      signal.removeEventListener('abort', abort);
      this.cancel(id, state);
    }
  }

  async work(request: ModelWorkRequest, signal: AbortSignal): Promise<ModelWork> {
    const { window } = request;
    const state = this.windows.get(window);
    if (!state || this.isClosed) return { ...noWork(), isKnown: false };
    clearTimeout(state.gone);
    this.endLost(request);
    state.wake();
    const hasWork = state.work.jobs.length > 0 || state.work.cancelled.length > 0;
    state.waiting += 1;
    if (!hasWork && !signal.aborted) await this.untilWork(state, signal);
    state.waiting -= 1;
    if (state.waiting === 0) this.expectCall(window, state);
    // Work for a caller that has disconnected stays for the next call.
    if (signal.aborted) return noWork();
    const work = state.work;
    state.work = noWork();
    for (const { id } of work.jobs) {
      const job = this.running.get(id);
      if (job) job.isHandedOut = true;
    }
    return work;
  }

  take({ job: id, place, text, isLast, fault }: ModelPieces): boolean {
    const job = this.running.get(id);
    if (!job) return false;
    if (place < job.taken) return true;
    job.taken = place + 1;
    if (text !== '') job.queue.put(text);
    if (fault || isLast) {
      this.running.delete(id);
      job.queue.end(fault && new ModelFault(fault.kind, fault.message, fault));
    }
    return true;
  }

  close(): void {
    this.isClosed = true;
    for (const [window, state] of [...this.windows]) {
      clearTimeout(state.gone);
      state.wake();
      this.forget(window);
    }
  }

  private newestFirst(): WindowState[] {
    return [...this.windows.values()].reverse();
  }

  /** Cancels a job; if it is running, the window is told, so that the provider stops too. */
  private cancel(id: string, state: WindowState): void {
    if (!this.running.delete(id)) return;
    state.work.jobs = state.work.jobs.filter((waiting) => waiting.id !== id);
    state.work.cancelled.push(id);
    state.wake();
  }

  private untilWork(state: WindowState, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.longestWait);
      timer.unref();
      signal.addEventListener('abort', () => resolve(), { once: true });
      state.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private fail(id: string, job: RunningJob, because: string): void {
    this.running.delete(id);
    job.queue.end(new ModelFault('unavailable', because));
  }

  private forget(window: string): void {
    this.windows.delete(window);
    for (const [id, job] of this.running) {
      if (job.window === window)
        this.fail(id, job, 'The window that asked the model was closed or is stuck. Ask again.');
    }
  }

  /**
   * Fails the jobs that the window should have but does not report: either they never reached it, or their end never
   * reached us.
   */
  private endLost({ window, running: known }: ModelWorkRequest): void {
    if (!known) return;
    for (const [id, job] of this.running) {
      if (job.window !== window || !job.isHandedOut || known.includes(id)) continue;
      this.fail(id, job, 'The question to the model was lost on its way to the window that asks it. Ask again.');
    }
  }

  private expectCall(window: string, state: WindowState): void {
    clearTimeout(state.gone);
    state.gone = setTimeout(() => this.forget(window), this.grace);
    state.gone.unref();
  }
}
