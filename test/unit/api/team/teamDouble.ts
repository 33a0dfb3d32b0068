// A team's service in memory, as far as the rules of syncing see it: the port's other side, with faults to switch on.
import { randomUUID } from 'node:crypto';
import { Team } from '../../../../src/api/team/team';
import { ApiError } from '../../../../src/contract/errors';
import type {
  HistoryEntry,
  SentChange,
  SharedAsset,
  SharedFields,
  Space,
  TakenChange,
  TeamPerson,
} from '../../../../src/contract/schemas/team';
import type { TeamApi } from '../../../../src/contract/teamClient';
import { createAssetLibrary, type AssetLibrary } from '../assetLibrary';

interface Kept {
  asset: SharedAsset;
  /** Of a deleted one, too: it comes back whole. */
  fields: SharedFields;
  history: HistoryEntry[];
}

type Roles = Map<string, Space['role']>;

export class TeamDouble {
  readonly assets = new Map<string, Kept>();
  readonly spaces = new Map<string, Space>();
  readonly roles = new Map<string, Roles>();
  readonly answered = new Map<string, TakenChange>();
  /** How often each change came. */
  readonly sent: SentChange[] = [];
  /** Called before and after each call; what it throws the caller gets, after the work was done where `isDone`. */
  fault: (name: string, isDone: boolean, person: TeamPerson) => void = () => undefined;
  /** What becomes of an answer on its way. */
  garble: (answer: TakenChange) => TakenChange = (answer) => answer;
  /** Assets of which nothing is taken. */
  readonly refused = new Set<string>();
  pageSize = 2;
  /** Which database it is. */
  telling = 'first';
  /** Put into pages as it is. */
  forged: unknown[] = [];
  private readonly listeners = new Set<(hint: { space: string; last: number }) => void>();

  addSpace(name: string, roles: Record<string, Space['role']>): string {
    const id = randomUUID();
    const fixed = { visibility: 'members' as const, assets: 0, created: new Date(0).toISOString() };
    this.spaces.set(id, { id, name, role: 'read', last: 0, ...fixed });
    this.roles.set(id, new Map(Object.entries(roles)));
    return id;
  }

  linkOf(person: TeamPerson): TeamApi {
    const call = async <Result>(name: string, work: () => Result): Promise<Result> => {
      this.fault(name, false, person);
      const result = structuredClone(work());
      await Promise.resolve();
      this.fault(name, true, person);
      return result;
    };
    const link: Partial<TeamApi> = {
      me: () => call('me', () => ({ person, scope: 'admin' as const })),
      spaces: () => call('spaces', () => this.spacesOf(person.id)),
      changes: ({ params: { space }, query = {} }) =>
        call('changes', () => this.page(person.id, space, query.after ?? 0)),
      change: ({ params: { space }, body }) =>
        call('change', () => ({
          results: body.changes.map((change) => this.garble(this.take(person, space, change))),
        })),
      history: ({ params: { asset } }) => call('history', () => [...(this.assets.get(asset)?.history ?? [])].reverse()),
      hints: (heard, signal) =>
        new Promise((resolve) => {
          this.listeners.add(heard.onHint);
          heard.onOpen();
          signal.addEventListener('abort', () => {
            this.listeners.delete(heard.onHint);
            resolve();
          });
        }),
    };
    return link as TeamApi;
  }

  private spacesOf(person: string): Space[] {
    return [...this.spaces.values()].flatMap((space) => {
      const role = this.roles.get(space.id)?.get(person);
      return role ? [{ ...space, role, telling: this.telling }] : [];
    });
  }

  /** As a copy of its database that had not seen what came after takes its place. @returns how to let that happen */
  remember(): () => void {
    const [assets, spaces] = [structuredClone(this.assets), structuredClone(this.spaces)];
    return () => {
      for (const [mine, theirs] of [
        [this.assets, assets],
        [this.spaces, spaces],
      ] as [Map<string, unknown>, Map<string, unknown>][]) {
        mine.clear();
        for (const [id, value] of theirs) mine.set(id, value);
      }
      this.answered.clear();
      this.telling += ' and another';
    };
  }

  private roleIn(space: string, person: string): Space['role'] {
    const role = this.roles.get(space)?.get(person);
    if (!role) throw new ApiError('notFound', 'No such space.');
    return role;
  }

  page(
    person: string,
    space: string,
    after: number,
  ): { assets: unknown[]; last: number; more: boolean; telling?: string } {
    this.roleIn(space, person);
    const found = [...this.assets.values()]
      .map(({ asset }) => asset)
      .filter((asset) => spaceOf.get(asset.id) === space && asset.sequence > after)
      .sort((a, b) => a.sequence - b.sequence);
    const assets = found.slice(0, this.pageSize);
    const last = assets.at(-1)?.sequence ?? this.spaces.get(space)?.last ?? 0;
    const { telling } = this;
    return { assets: [...assets, ...this.forged] as unknown[], last, more: found.length > assets.length, telling };
  }

  private take(by: TeamPerson, space: string, change: SentChange): TakenChange {
    this.sent.push(structuredClone(change));
    const known = this.answered.get(change.key);
    if (known) return known;
    if (this.roleIn(space, by.id) === 'read') throw new ApiError('refused', 'The role does not reach.');
    if (this.refused.has(change.asset))
      return { key: change.key, asset: change.asset, outcome: 'refused', reason: 'Not this one.' };
    const answer = this.apply(by, space, structuredClone(change));
    this.answered.set(change.key, answer);
    return answer;
  }

  private apply(by: TeamPerson, space: string, { key, asset: id, base, fields, deleted }: SentChange): TakenChange {
    const record = this.spaces.get(space);
    if (!record) throw new ApiError('notFound', 'No such space.');
    if ((spaceOf.get(id) ?? space) !== space)
      return { key, asset: id, outcome: 'refused', reason: 'It is of another space.' };
    spaceOf.set(id, space);
    const kept = this.assets.get(id);
    const version = (kept?.asset.version ?? 0) + 1;
    const sequence = (record.last += 1);
    const at = new Date(Date.UTC(2026, 2, 1, 10, 0, sequence)).toISOString();
    const overwrote: SharedFields = {};
    for (const name of Object.keys(fields ?? {}) as (keyof SharedFields)[]) {
      const last = kept?.history.findLast((one) => one.fields && name in one.fields);
      if (last && last.version > base && last.by.id !== by.id) Object.assign(overwrote, { [name]: kept?.fields[name] });
    }
    const conflicts = Object.keys(overwrote);
    const all = { ...kept?.fields, ...fields };
    const state = deleted ? { deleted } : { fields: all };
    const made = kept?.asset ?? { created: at, createdBy: by };
    const asset = {
      id,
      version,
      sequence,
      created: made.created,
      createdBy: made.createdBy,
      changed: at,
      changedBy: by,
      ...state,
    };
    const entry = {
      version,
      sequence,
      at,
      by,
      ...(fields && { fields }),
      ...(deleted && { deleted }),
      ...(conflicts.length > 0 && { overwrote }),
    };
    this.assets.set(id, { asset, fields: all, history: [...(kept?.history ?? []), entry] });
    for (const listener of this.listeners) listener({ space, last: sequence });
    return { key, asset: id, outcome: 'taken', version, sequence, ...(conflicts.length > 0 && { conflicts }) };
  }
}

/** The space of each asset: the double keeps all of them in one map. */
const spaceOf = new Map<string, string>();

export interface Colleague {
  library: AssetLibrary;
  team: Team;
  person: TeamPerson;
  /** Sends and takes over until nothing is left to do. */
  sync(): Promise<void>;
  /** Starts anew over the same library, as after a crash. */
  restart(): Promise<void>;
  signIn(): Promise<void>;
  end(): Promise<void>;
}

export const person = (name: string): TeamPerson => ({ id: randomUUID(), name });

export function createColleague(double: TeamDouble, who: TeamPerson): Colleague {
  const library = createAssetLibrary();
  const open = () =>
    new Team(library.context, {
      makeLink: () => double.linkOf(who),
      times: { retryMs: 1, maxRetryMs: 2 },
      random: () => 0.5,
    });
  const colleague: Colleague = {
    library,
    person: who,
    team: open(),
    signIn: () => colleague.team.connect({ address: 'https://team.invalid', token: who.id, isPlainAllowed: false }),
    sync: async () => {
      await colleague.team.settled();
      colleague.team.retry();
      await colleague.team.settled();
    },
    restart: async () => {
      await colleague.team.close();
      colleague.team = open();
      await colleague.team.start();
      await colleague.signIn();
    },
    end: () => colleague.team.close(),
  };
  return colleague;
}
