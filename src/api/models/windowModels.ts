/**
 * Models that the windows ask for us: a question becomes a job that a window fetches, and what its model answers comes
 * back piece by piece. A window that falls silent is gone, and so are its models. Must not know prompts or answers.
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

/** A window waits for work without a break but for the moment between two calls. */
const graceMs = 5_000;
/** Below what anything on the way might take for a dead connection. */
const longestWaitMs = 25_000;

export type NewJob = Omit<ModelJob, 'id' | 'model' | 'masked'>;

export interface WindowModels {
  offer(offer: ModelsOffer): void;
  /** The models of all live windows; those of the window that spoke last come first. */
  list(): OfferedModel[];
  /** What the window that spoke last has chosen as its default; undefined while no window is there. */
  preferred(): { key: string | undefined } | undefined;
  /** What the window that spoke last ranks with, or the one of this key. */
  embedder(key?: string): OfferedEmbedder | undefined;
  ask(key: string, job: NewJob, signal: AbortSignal): AsyncIterable<string>;
  /** Resolves when there is something to do, or when it is time to call again. */
  work(request: ModelWorkRequest, signal: AbortSignal): Promise<ModelWork>;
  /** @returns whether more is wanted */
  take(pieces: ModelPieces): boolean;
  /** Sends the waiting windows home. */
  close(): void;
}

interface WindowState {
  offer: ModelsOffer;
  work: ModelWork;
  /** Ends the call that waits for work. */
  wake: () => void;
  gone: NodeJS.Timeout | undefined;
  /** Calls that wait now: a new one may come before the old one has noticed that its connection is gone. */
  waiting: number;
}

interface RunningJob {
  window: string;
  /** Pieces of the answer; those that wait for the reader are read as one. */
  queue: Queue<string>;
  /** Calls taken so far. */
  taken: number;
  isHandedOut: boolean;
}

const noWork = (): ModelWork => ({ jobs: [], cancelled: [], isKnown: true });

/**
 * @param grace milliseconds without a call after which a window counts as gone
 * @param longestWait milliseconds that a call waits: a window that is stuck meanwhile is noticed after both
 */
export function createWindowModels(newId: () => string, grace = graceMs, longestWait = longestWaitMs): WindowModels {
  return new LiveWindowModels(newId, grace, longestWait);
}

class LiveWindowModels implements WindowModels {
  /** In the order in which the windows last spoke: the latest stands at the end. */
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
    // What a caller who has hung up would have got waits for the next call.
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

  /** Where it is still running, the reader does not want the rest, and the provider must hear of it. */
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

  /** The window speaks, and not of these: the call that handed them out never reached it, or their end never us. */
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
