/**
 * A library's line to its team: who is signed in, when it is time to send and to take over, and what to say when it
 * does not work. One round runs at a time. Must not know how bytes travel: it is given a way to make the link.
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
  /** Absent: only what needs no sign-in can be asked. */
  token?: string;
  /** Whether http may go to another machine than this one. */
  isPlainAllowed?: boolean;
}

export interface TeamOptions {
  makeLink(account: TeamAccount): TeamApi;
  times?: Partial<Times>;
  /** 0 to 1. */
  random?: () => number;
}

interface Times {
  /** Between looks at the spaces while hints come, and while none do. */
  pollMs: number;
  pollUnhintedMs: number;
  /** After the first failure; each further one doubles it. */
  retryMs: number;
  maxRetryMs: number;
}

const defaultTimes: Times = { pollMs: 60_000, pollUnhintedMs: 30_000, retryMs: 1_000, maxRetryMs: 120_000 };

export type TeamState = 'signedOut' | 'connecting' | 'online' | 'offline' | 'refused';

interface Wanted {
  /** Look which spaces there are; implies looking for their changes. */
  spaces: boolean;
  /** Spaces to ask for changes, and how far they are said to be. */
  pull: Map<string, number>;
}

export class Team {
  readonly sharing: Sharing;
  state: TeamState = 'signedOut';
  /** Since when it is so, in milliseconds since 1970. */
  since: number;
  /** Why it does not work, for people. */
  reason: string | undefined;
  /** Spaces that were listed last, those that are not kept here included. */
  listed: readonly Space[] = [];
  private readonly context: ApiContext;
  private readonly times: Times;
  private readonly noticing: Noticing;
  private readonly hints: Hints;
  private account: Required<TeamAccount> | undefined;
  /** Signing in and out happen one after the other. */
  private readonly line = createLine();
  private current: TeamApi | undefined;
  private ending = new AbortController();
  private wanted: Wanted = { spaces: false, pull: new Map() };
  private round: Promise<void> | undefined;
  /** What the token allows at most. */
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
      // What happened while nobody listened; or the service may be gone with the connection.
      onChange: () => this.kick({ spaces: true }),
      onHint: ({ space, last }) => this.hear(space, last),
      isWanted: () => this.state !== 'refused',
      delay: (failures) => this.delay(failures),
      log: context.log,
    });
  }

  /** Looks for what happened to shared assets while nobody looked. */
  async start(): Promise<void> {
    await this.noticing.lookAtAll();
  }

  /** @throws ApiError `refused` while nobody is signed in */
  get link(): TeamApi {
    if (this.current) return this.current;
    throw new ApiError('refused', 'Nobody is signed in to the team.');
  }

  /** What a sign-in asks before there is a token. @throws ApiError `invalid` for an address that cannot be used */
  guestLink(account: TeamAccount): TeamApi {
    return this.options.makeLink(account);
  }

  /** The same account again changes nothing: each window tells it. @throws ApiError `invalid` */
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

  /** Nothing is sent or taken any more; what is here stays. */
  async disconnect(): Promise<void> {
    await this.line(() => this.leave());
  }

  /** As `disconnect`, and the token is taken back. @returns whether the team did */
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

  /** After the person did something about what was in the way. */
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

  /** It is time to send, and to ask for what is named. */
  kick({ spaces = false, pull = [] }: { spaces?: boolean; pull?: Iterable<[string, number]> } = {}): void {
    if (!this.current || this.state === 'refused') return;
    this.wanted.spaces ||= spaces;
    for (const [id, last] of pull) this.wanted.pull.set(id, last);
    // While it fails the timer decides, so that each edit is no new try.
    if (this.failures > 0 && !spaces) return;
    this.run();
  }

  /** Resolves when all that was made here is sent, and what is known to be new is here, or it does not work for now. */
  async settled(): Promise<void> {
    await this.noticing.settled();
    while (this.round) await this.round;
  }

  private run(): void {
    const link = this.current;
    if (!link || this.round) return;
    const { signal } = this.ending;
    clearTimeout(this.timer);
    // Not in this very turn: what a round does may ask for another one.
    this.round = Promise.resolve()
      .then(() => this.rounds(link, signal))
      .then(
        () => this.succeed(),
        (error: unknown) => this.fail(error, signal),
      )
      .finally(() => {
        this.round = undefined;
        // What came in the very last moment of a round.
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
      // What we sent ourselves is known already.
      if (!this.isKnown(space, last)) await this.pull(link, space, signal);
      // More may have come meanwhile.
      if (this.wanted.pull.get(space) === last) this.wanted.pull.delete(space);
    } while (this.hasWork() && !signal.aborted);
  }

  private async lookAtSpaces(link: TeamApi, signal: AbortSignal): Promise<void> {
    // What is asked for meanwhile is looked at again.
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
      // The list of spaces says whether it is lost.
      await this.lookAtSpaces(link, signal);
      if (this.context.store.get('spaces', space)?.state === 'kept') throw error;
    }
  }

  /** What one person shared is never sent in another's name. */
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

  /** Doubles, and differs from person to person: a service that comes back must not meet all of them at once. */
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
    // A space that nobody has told us of: somebody let us in.
    if (!known) this.kick({ spaces: true });
    else if (last > known.last) this.kick({ pull: [[space, last]] });
  }
}

const personRecord = ({ id, name, email }: TeamPersonRecord): TeamPersonRecord => ({
  id,
  name,
  ...(email !== undefined && { email }),
});
