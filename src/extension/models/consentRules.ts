/**
 * Rules of consent: when text may leave this machine, and whether the user must be asked. Remembered per destination.
 * Must not know the editor, so that the rules can be tested without one.
 */
import { createLine } from '../../contract/queue';
import type { ModelJob } from '../../contract/schemas/models';
import { ModelFault } from '../../models/ports';

const memoryKey = 'quarry.model.allowedDestinations';

/** The model that receives the text. */
export interface Receiver {
  name: string;
  kind: 'endpoint' | 'editor';
  destination: string;
  isRemote: boolean;
}

/** Storage of the user, independent of the open folder. */
interface ConsentMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface ConsentRulesOptions {
  /** Storage of the user, not of a workspace, so that no folder can bring its own permission. */
  memory: ConsentMemory;
  /** Shows the user what would be sent where; resolves to the decision. */
  ask: (job: ModelJob, model: Receiver, signal: AbortSignal) => Promise<boolean>;
  texts: {
    onlyInChat: () => string;
    notAllowed: (destination: string) => string;
    notSent: (destination: string) => string;
  };
}

export interface ConsentRules {
  /** @throws ModelFault `refused` when the job may not be sent */
  require(job: ModelJob, model: Receiver, signal: AbortSignal): Promise<void>;
  allowed(): string[];
  forget(destinations: readonly string[]): Promise<void>;
}

/** False for remote models in Restricted Mode, where nothing may leave this machine. */
export function mayBeOffered({ isRemote }: Pick<Receiver, 'isRemote'>, isTrusted: boolean): boolean {
  return isTrusted || !isRemote;
}

export function createConsentRules({ memory, ask, texts }: ConsentRulesOptions): ConsentRules {
  /** Queue that asks the user one question at a time. */
  const inLine = createLine();
  /** Destinations refused for ranking in this window; not asked again until it reloads or a permission is withdrawn. */
  const unranked = new Set<string>();
  const allowed = (): string[] => {
    const known = memory.get(memoryKey);
    return Array.isArray(known) ? known.filter((item) => typeof item === 'string') : [];
  };

  async function askOnce(job: ModelJob, model: Receiver, signal: AbortSignal): Promise<void> {
    // An earlier answer may have covered this question while it waited.
    if (allowed().includes(model.destination)) return;
    signal.throwIfAborted();
    const isForRanking = job.texts !== undefined;
    const isAllowed = !(isForRanking && unranked.has(model.destination)) && (await ask(job, model, signal));
    signal.throwIfAborted();
    if (!isAllowed && isForRanking) unranked.add(model.destination);
    if (!isAllowed) throw new ModelFault('refused', texts.notSent(model.destination));
    await memory.update(memoryKey, [...allowed(), model.destination]);
  }

  return {
    async require(job, model, signal) {
      if (!model.isRemote) return;
      if (job.asker === 'program') {
        if (model.kind === 'editor') throw new ModelFault('refused', texts.onlyInChat());
        if (allowed().includes(model.destination)) return;
        throw new ModelFault('refused', texts.notAllowed(model.destination));
      }
      await inLine(() => askOnce(job, model, signal));
    },
    allowed,
    async forget(destinations) {
      unranked.clear();
      await memory.update(
        memoryKey,
        allowed().filter((known) => !destinations.includes(known)),
      );
    },
  };
}
