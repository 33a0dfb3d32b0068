/**
 * Listens for the team's change notices (`Hint`), reconnects when the connection is lost, and revokes the token at
 * sign-out. Must not know what is done about a notice.
 */
import { ApiError } from '../../contract/errors';
import type { Hint } from '../../contract/schemas/team';
import type { TeamApi } from '../../contract/teamClient';
import type { ApiContext } from '../context';

interface HintParts {
  /** Called when the connection opens or is first lost: changes may have been missed. */
  onChange(): void;
  onHint(hint: Hint): void;
  /** True while reconnecting makes sense. */
  isWanted(): boolean;
  /** Milliseconds to wait before the next attempt. */
  delay(failures: number): number;
  log: ApiContext['log'];
}

export class Hints {
  /** True while connected: without a notice, nothing has changed. */
  isHeard = false;
  private listening: Promise<void> | undefined;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: HintParts) {}

  /** Listens until the signal is aborted. A second call meanwhile has no effect. */
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
        // Do not report an ApiError: the next HTTP request reports the same outage.
        if (!(error instanceof ApiError)) this.parts.log('warn', `Hints of the team ended: ${String(error)}`);
      })
      .then(() => this.tryAgain(link, signal));
  }

  /** Resolves when the connection has ended; to be called once its signal is aborted. */
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

/** Milliseconds to wait for the team at sign-out: a person waits, and the local sign-out happens anyway. */
const patienceMs = 5_000;

/**
 * Revokes, at the team, the token with which this library signed in, so that no copy of it works either.
 * @returns true when the token no longer works; false when the team could not be reached or does not say
 */
export async function revokeToken({ log }: Pick<ApiContext, 'log'>, link: TeamApi): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { token } = await link.me({}, signal);
    if (token === undefined) return false; // older team services do not name the token
    await link.tokenRevoke({ params: { token } }, signal);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return true;
    log('warn', `The team did not take the token back: ${String(error)}`);
    return false;
  }
}
