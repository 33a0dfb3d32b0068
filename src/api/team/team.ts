/**
 * The library's connection to its team: sign-in, when to send and pull, and the status for people. One sync round runs
 * at a time. Must not know the transport: it is given a function that makes the link.
 */
import { ApiError } from '../../contract/errors';
import { createLine } from '../../contract/queue';
import type { Role, Space } from '../../contract/schemas/team';
import type { TeamApi } from '../../contract/teamClient';
import type { TeamPersonRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { edit, keyOf } from '../records';
import { Hints, revokeToken } from './link';
import { createNoticing, type Noticing, createSharing, type Sharing } from './noticing';
import { pullSpace } from './pulling';
import { maySend, sendWaiting } from './sending';
import { isAnother, takeSpaces } from './spaces';

export interface TeamAccount {
  address: string;
  /** Absent: only operations that need no sign-in can be called. */
  token?: string;
  /** True allows http to another machine than this one. */
  isPlainAllowed?: boolean;
}

export interface TeamOptions {
  makeLink(account: TeamAccount): TeamApi;
  times?: Partial<Times>;
  /** Returns a random number from 0 to 1. */
  random?: () => number;
}

interface Times {
  /** Milliseconds between polls of the spaces: while hints are received, and while they are not. */
  pollMs: number;
  pollUnhintedMs: number;
  /** Milliseconds to wait after the first failure; each further one doubles it. */
  retryMs: number;
  maxRetryMs: number;
}

const defaultTimes: Times = { pollMs: 60_000, pollUnhintedMs: 30_000, retryMs: 1_000, maxRetryMs: 120_000 };

export type TeamState = 'signedOut' | 'connecting' | 'online' | 'offline' | 'refused';

interface Wanted {
  /** Fetch the list of spaces, and then their changes. */
  spaces: boolean;
  /** Ids of spaces to pull, with their latest known sequence. */
  pull: Map<string, number>;
}

export class Team {
  readonly sharing: Sharing;
  state: TeamState = 'signedOut';
  /** Time of the last change of state, in milliseconds since 1970. */
  since: number;
  /** Why the connection does not work, for people. */
  reason: string | undefined;
  /** The spaces of the last list, including those not kept here. */
  listed: readonly Space[] = [];
  private readonly context: ApiContext;
  private readonly times: Times;
  private readonly noticing: Noticing;
  private readonly hints: Hints;
  private account: Required<TeamAccount> | undefined;
  /** Runs sign-ins and sign-outs one after the other. */
  private readonly line = createLine();
  private current: TeamApi | undefined;
  private ending = new AbortController();
  private wanted: Wanted = { spaces: false, pull: new Map() };
  private round: Promise<void> | undefined;
  /** The most that the token allows. */
  private scope: Role = 'read';
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    context: ApiContext,
    private readonly options: TeamOptions,
  ) {
    this.context = context;
    this.times = { ...defaultTimes, ...options.times };
    this.since = context.now();
    this.sharing = createSharing(context);
    this.noticing = createNoticing(this.sharing, () => this.kick());
    this.hints = new Hints({
      // Changes may have been missed, or the service may have stopped with the connection.
      onChange: () => this.kick({ spaces: true }),
      onHint: ({ space, last }) => this.hear(space, last),
      isWanted: () => this.state !== 'refused',
      delay: (failures) => this.delay(failures),
      log: context.log,
    });
  }

  /** Finds changes of shared assets that were made while this was not running. */
  async start(): Promise<void> {
    await this.noticing.lookAtAll();
  }

  /** @throws ApiError `refused` while nobody is signed in */
  get link(): TeamApi {
    if (this.current) return this.current;
    throw new ApiError('refused', 'Nobody is signed in to the team.');
  }

  /**
   * A link without a token, for signing in.
   * @throws ApiError `invalid` for an address that cannot be used
   */
  guestLink(account: TeamAccount): TeamApi {
    return this.options.makeLink(account);
  }

  /**
   * Signs in. The same account again has no effect, because each window reports it.
   * @throws ApiError `invalid`
   */
  async connect(account: Required<TeamAccount>): Promise<void> {
    const link = this.options.makeLink(account);
    await this.line(async () => {
      if (this.current && JSON.stringify(account) === JSON.stringify(this.account)) return;
      await this.leave();
      this.account = account;
      this.current = link;
      this.ending = new AbortController();
      this.moveTo('connecting');
      this.kick({ spaces: true });
      this.hints.listen(link, this.ending.signal);
    });
  }

  /** Stops sending and pulling; local data stays. */
  async disconnect(): Promise<void> {
    await this.line(() => this.leave());
  }

  /**
   * Disconnects and revokes the token.
   * @returns whether the team revoked it
   */
  async signOut(): Promise<boolean> {
    const isRevoked = this.current !== undefined && (await revokeToken(this.context, this.current));
    await this.disconnect();
    return isRevoked;
  }

  private async leave(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    this.current = undefined;
    this.account = undefined;
    this.failures = 0;
    await Promise.all([this.round, this.hints.ended()]);
    clearTimeout(this.timer);
    this.wanted = { spaces: false, pull: new Map() };
    this.listed = [];
    this.moveTo('signedOut');
  }

  /** Tries again after the person has removed the cause of a failure. */
  retry(): void {
    if (this.state === 'refused') {
      this.moveTo('connecting');
      if (this.current) this.hints.listen(this.current, this.ending.signal);
    }
    this.kick({ spaces: true });
  }

  async close(): Promise<void> {
    this.noticing.close();
    await this.disconnect();
    await this.noticing.settled();
  }

  /** Requests a round that sends, and pulls what is named. */
  kick({ spaces = false, pull = [] }: { spaces?: boolean; pull?: Iterable<[string, number]> } = {}): void {
    if (!this.current || this.state === 'refused') return;
    this.wanted.spaces ||= spaces;
    for (const [id, last] of pull) this.wanted.pull.set(id, last);
    // While calls fail, the timer decides, so that edits cause no extra attempts.
    if (this.failures > 0 && !spaces) return;
    this.run();
  }

  /** Resolves when all local changes are sent and all known remote ones pulled, or when that fails for now. */
  async settled(): Promise<void> {
    await this.noticing.settled();
    while (this.round) await this.round;
  }

  private run(): void {
    const link = this.current;
    if (!link || this.round) return;
    const { signal } = this.ending;
    clearTimeout(this.timer);
    // Deferred, because a round may itself request another one.
    this.round = Promise.resolve()
      .then(() => this.rounds(link, signal))
      .then(
        () => this.succeed(),
        (error: unknown) => this.fail(error, signal),
      )
      .finally(() => {
        this.round = undefined;
        // Requests made in the last moment of the round.
        if (this.failures === 0 && this.hasWork() && !signal.aborted) this.run();
      });
  }

  private hasWork(): boolean {
    if (this.state === 'refused') return false;
    if (this.wanted.spaces || this.wanted.pull.size > 0) return true;
    for (const entry of this.context.store.list('outbox')) if (maySend(this.sharing, entry)) return true;
    return false;
  }

  private async rounds(link: TeamApi, signal: AbortSignal): Promise<void> {
    if (this.state !== 'online') await this.meet(link, signal);
    const lookAtSpaces = () => this.lookAtSpaces(link, signal);
    do {
      if (this.wanted.spaces) await lookAtSpaces();
      await sendWaiting(this.sharing, { link, signal, lookAtSpaces });
      const [news] = this.wanted.pull;
      if (!news) continue;
      const [space, last] = news;
      // Our own changes are known already.
      if (!this.isKnown(space, last)) await this.pull(link, space, signal);
      // Keep the request if the space has advanced meanwhile.
      if (this.wanted.pull.get(space) === last) this.wanted.pull.delete(space);
    } while (this.hasWork() && !signal.aborted);
  }

  private async lookAtSpaces(link: TeamApi, signal: AbortSignal): Promise<void> {
    // Reset first, so that a request made meanwhile is not lost.
    this.wanted.spaces = false;
    const listed = await link.spaces({}, signal);
    this.listed = listed.map((space) => (this.scope === 'read' ? { ...space, role: 'read' } : space));
    for (const { id, last } of await takeSpaces(this.sharing, this.listed)) this.wanted.pull.set(id, last);
  }

  private isKnown(id: string, last: number): boolean {
    const known = this.context.store.get('spaces', id);
    const listed = this.listed.find((space) => space.id === id);
    return known?.last === last && !isAnother(known, listed?.telling);
  }

  private async pull(link: TeamApi, space: string, signal: AbortSignal): Promise<void> {
    try {
      await pullSpace(this.sharing, space, { link, signal, lookAtSpaces: () => this.lookAtSpaces(link, signal) });
    } catch (error) {
      if (!(error instanceof ApiError) || !['refused', 'notFound'].includes(error.code)) throw error;
      // The list of spaces tells whether this one is lost.
      await this.lookAtSpaces(link, signal);
      if (this.context.store.get('spaces', space)?.state === 'kept') throw error;
    }
  }

  /** Checks who is signed in, because one person's changes must never be sent in another's name. */
  private async meet(link: TeamApi, signal: AbortSignal): Promise<void> {
    const { person, scope } = await link.me({}, signal);
    this.scope = scope;
    const { store } = this.context;
    const known = store.get('team', 'team');
    const isOther = known?.person !== undefined && known.person.id !== person.id;
    if (isOther && [...store.list('spaces')].some(({ state }) => state !== 'left')) {
      throw new ApiError(
        'unauthenticated',
        `This library is shared as ${known.person?.name}: sign in as the same person, or leave the spaces first.`,
      );
    }
    const address = this.account?.address ?? '';
    if (known?.address === address && JSON.stringify(known.person) === JSON.stringify(person)) return;
    await edit(
      this.context,
      () => [keyOf('team', 'team')],
      (draft) => draft.put('team', { id: 'team', address, person: personRecord(person) }),
    );
  }

  private succeed(): void {
    this.failures = 0;
    this.moveTo('online');
    this.again(this.hints.isHeard ? this.times.pollMs : this.times.pollUnhintedMs);
  }

  private fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const reason = error instanceof ApiError ? error.message : String(error);
    if (error instanceof ApiError && error.code === 'unauthenticated') return this.moveTo('refused', reason);
    if (!(error instanceof ApiError)) this.context.log('error', `Syncing with the team failed: ${reason}`);
    this.failures += 1;
    this.moveTo('offline', reason);
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    this.again(Math.max(asked, this.delay(this.failures)));
  }

  /**
   * Milliseconds until the next attempt: doubles with each failure, with random jitter so that clients do not all
   * return at once.
   */
  private delay(failures: number): number {
    const { retryMs, maxRetryMs } = this.times;
    const most = Math.min(maxRetryMs, retryMs * 2 ** (failures - 1));
    return most * (0.5 + 0.5 * (this.options.random ?? Math.random)());
  }

  private again(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.kick({ spaces: true }), ms).unref();
  }

  private moveTo(state: TeamState, reason?: string): void {
    if (this.state !== state) this.since = this.context.now();
    this.state = state;
    this.reason = reason;
  }

  private hear(space: string, last: number): void {
    const known = this.context.store.get('spaces', space);
    if (known?.state === 'left') return;
    // An unknown space: this person has just been given access.
    if (!known) this.kick({ spaces: true });
    else if (last > known.last) this.kick({ pull: [[space, last]] });
  }
}

const personRecord = ({ id, name, email }: TeamPersonRecord): TeamPersonRecord => ({
  id,
  name,
  ...(email !== undefined && { email }),
});
