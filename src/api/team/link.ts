/**
 * The line to the team beside its rounds: hints that are heard, again after the connection was lost, and the token that is
 * taken back. Must not know what is done about a hint.
 */
import { ApiError } from '../../contract/errors';
import type { Hint } from '../../contract/schemas/team';
import type { TeamApi } from '../../contract/teamClient';
import type { ApiContext } from '../context';

interface HintParts {
  /** It begins, or has just ended: what is known may be old. */
  onChange(): void;
  onHint(hint: Hint): void;
  /** Whether it is worth trying again. */
  isWanted(): boolean;
  /** Milliseconds before a further try. */
  delay(failures: number): number;
  log: ApiContext['log'];
}

export class Hints {
  /** Hints come: what they do not tell of has not changed. */
  isHeard = false;
  private listening: Promise<void> | undefined;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: HintParts) {}

  /** Goes on until the signal is aborted. Called again meanwhile it changes nothing. */
  listen(link: TeamApi, signal: AbortSignal): void {
    if (this.listening || signal.aborted) return;
    clearTimeout(this.timer);
    const heard = {
      onOpen: () => {
        this.isHeard = true;
        this.failures = 0;
        this.parts.onChange();
      },
      onHint: (hint: Hint) => this.parts.onHint(hint),
    };
    this.listening = link
      .hints(heard, signal)
      .catch((error: unknown) => {
        // That the service is away is told by what is asked over HTTP.
        if (!(error instanceof ApiError)) this.parts.log('warn', `Hints of the team ended: ${String(error)}`);
      })
      .then(() => this.tryAgain(link, signal));
  }

  /** Resolves when the connection has ended; to be asked once its signal is aborted. */
  async ended(): Promise<void> {
    clearTimeout(this.timer);
    await this.listening;
  }

  private tryAgain(link: TeamApi, signal: AbortSignal): void {
    this.listening = undefined;
    this.isHeard = false;
    if (signal.aborted || !this.parts.isWanted()) return;
    this.failures += 1;
    if (this.failures === 1) this.parts.onChange();
    this.timer = setTimeout(() => this.listen(link, signal), this.parts.delay(this.failures)).unref();
  }
}

/** Somebody waits for the sign-out, which is done here in any case. */
const patienceMs = 5_000;

/**
 * Takes back, at the team, the token with which this library signed in: whoever has a copy of it gets in no more.
 * @returns whether the token opens nothing any more; not where the team cannot be reached
 */
export async function revokeToken({ log }: Pick<ApiContext, 'log'>, link: TeamApi): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { token } = await link.me({}, signal);
    if (token === undefined) return false; // a service of before, which does not say
    await link.tokenRevoke({ params: { token } }, signal);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return true;
    log('warn', `The team did not take the token back: ${String(error)}`);
    return false;
  }
}
