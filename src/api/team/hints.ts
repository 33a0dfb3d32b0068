/** Listens for hints of the team, and again after the connection was lost. Must not know what is done about them. */
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
