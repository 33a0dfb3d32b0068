import assert from 'node:assert/strict';
import { changeAsset } from '../../../../src/api/assets/changeAsset';
import { deleteAsset } from '../../../../src/api/assets/trash';
import { decide, listUndecided, statusOf } from '../../../../src/api/team/standing';
import { keepSpace, leaveSpace, shareAssets } from '../../../../src/api/team/spaces';
import { teamOf } from '../../../../src/api/team/handlers';
import { ApiError } from '../../../../src/contract/errors';
import { createAssetLibrary } from '../assetLibrary';
import { createColleague, person, TeamDouble, type Colleague } from './teamDouble';

const text = (colleague: Colleague, id: string) => colleague.library.store.get('assets', id)?.formats[0]?.text;
const write = (colleague: Colleague, id: string, content: string) =>
  changeAsset(colleague.library.context, id, { content: { text: content } });

describe('a space', () => {
  let double: TeamDouble;
  let ada: Colleague;
  let ben: Colleague;
  let space: string;
  let asset: string;

  beforeEach(async () => {
    double = new TeamDouble();
    ada = createColleague(double, person('Ada'));
    ben = createColleague(double, person('Ben'));
    space = double.addSpace('Tools', { [ada.person.id]: 'admin', [ben.person.id]: 'write' });
    await Promise.all([ada.signIn(), ben.signIn()]);
    await both();
    ({ id: asset } = await ada.library.save('one', { metadata: { name: 'Shared' } }));
    await shareAssets(ada.team.sharing, space, [asset], false);
    await both();
  });
  afterEach(() => Promise.all([ada.end(), ben.end()]));

  async function both() {
    for (let turn = 0; turn < 3; turn += 1) for (const one of [ada, ben]) await one.sync();
  }
  const undecided = (who: Colleague) => listUndecided(who.team.sharing);
  const away = (who: Colleague) => {
    double.fault = (_name, _isDone, { id }) => {
      if (id === who.person.id) throw new ApiError('overloaded', 'away');
    };
  };

  it('that the person loses keeps its assets and unsent edits until they decide', async () => {
    away(ben);
    await write(ben, asset, 'of Ben');
    await ben.team.settled();
    double.roles.get(space)?.delete(ben.person.id);
    double.fault = () => undefined;
    await both();
    const { spaces } = statusOf(ben.team);
    assert.deepEqual(
      spaces.map(({ name, state, assets, pending }) => [name, state, assets, pending]),
      [['Tools', 'lost', 1, 1]],
    );
    assert.equal(text(ben, asset), 'of Ben');
    assert.deepEqual(
      undecided(ben).map(({ mine, reason }) => [mine, reason]),
      [['of Ben', 'You have lost this space.']],
    );
    assert.equal(text(ada, asset), 'one');
  });

  it('that comes back is as before, and what waited is sent', async () => {
    double.roles.get(space)?.delete(ben.person.id);
    await both();
    await write(ben, asset, 'meanwhile');
    await both();
    double.roles.get(space)?.set(ben.person.id, 'write');
    await both();
    assert.equal(text(ada, asset), 'meanwhile');
    assert.equal(statusOf(ben.team).spaces[0]?.state, 'kept');
  });

  it('that was lost is left with copies of one’s own, which nothing of the team touches', async () => {
    double.roles.get(space)?.delete(ben.person.id);
    await both();
    await leaveSpace(ben.team.sharing, space, 'copies');
    const [copy] = [...ben.library.store.list('assets')];
    assert.equal(ben.library.store.count('assets'), 1);
    assert.notEqual(copy?.id, asset);
    assert.deepEqual([copy?.name, copy?.formats[0]?.text], ['Shared', 'one']);
    for (const collection of ['spaces', 'shared', 'outbox', 'conflicts', 'trash'] as const)
      assert.equal(ben.library.store.count(collection), 0, collection);
    double.roles.get(space)?.set(ben.person.id, 'write');
    await both();
    assert.equal(ben.library.store.count('assets'), 2, 'the space may come again beside the copy');
  });

  it('that is left with nothing takes its assets away, and nobody else’s', async () => {
    const mine = await ben.library.save('private');
    await leaveSpace(ben.team.sharing, space, 'nothing');
    await both();
    assert.deepEqual(
      [...ben.library.store.list('assets')].map(({ id }) => id),
      [mine.id],
    );
    assert.equal(text(ada, asset), 'one');
    assert.equal(ben.library.store.get('spaces', space)?.state, 'left', 'it does not come back by itself');
  });

  it('in which one may only read keeps edits here and shows them', async () => {
    double.roles.get(space)?.set(ben.person.id, 'read');
    await both();
    await write(ben, asset, 'of Ben');
    await both();
    assert.equal(text(ada, asset), 'one');
    const [edit] = undecided(ben);
    assert.match(edit?.reason ?? '', /only read/);
    await assert.rejects(decide(ben.team.sharing, edit?.id ?? '', 'mine'), ApiError);
    await decide(ben.team.sharing, edit?.id ?? '', 'theirs');
    await both();
    assert.equal(text(ben, asset), 'one');
    assert.deepEqual(undecided(ben), []);
  });

  it('in which a writer may only read from now on keeps what waited, tells it, and sends it when they may again', async () => {
    away(ben);
    await write(ben, asset, 'of Ben');
    await ben.team.settled();
    double.roles.get(space)?.set(ben.person.id, 'read');
    double.fault = () => undefined;
    await both();
    assert.deepEqual(
      statusOf(ben.team).spaces.map(({ state, role, pending }) => [state, role, pending]),
      [['kept', 'read', 1]],
    );
    assert.equal(statusOf(ben.team).undecided, 1);
    assert.match(undecided(ben)[0]?.reason ?? '', /only read/);
    assert.deepEqual([text(ben, asset), text(ada, asset)], ['of Ben', 'one']);
    await write(ada, asset, 'of Ada, later');
    await both();
    assert.equal(text(ben, asset), 'of Ben', 'what others write does not take it away');
    await ben.restart();
    await both();
    assert.equal(statusOf(ben.team).undecided, 1);
    double.roles.get(space)?.set(ben.person.id, 'write');
    await both();
    assert.deepEqual([text(ben, asset), text(ada, asset)], ['of Ben', 'of Ben']);
    assert.deepEqual(
      undecided(ben).map(({ mine, theirs }) => [mine, theirs]),
      [['of Ben', 'of Ada, later']],
    );
  });

  it('in which the role falls while a change is on its way keeps that change, too', async () => {
    let isFirst = true;
    double.fault = (name, isDone, { id }) => {
      if (name !== 'change' || isDone || id !== ben.person.id || !isFirst) return;
      isFirst = false;
      double.roles.get(space)?.set(ben.person.id, 'read');
    };
    await write(ben, asset, 'of Ben');
    await both();
    assert.equal(isFirst, false);
    assert.match(undecided(ben)[0]?.reason ?? '', /only read/);
    double.roles.get(space)?.set(ben.person.id, 'write');
    await both();
    assert.equal(text(ada, asset), 'of Ben');
  });

  it('that is too large is not kept here, and can be searched', async () => {
    const huge = double.addSpace('Huge', { [ada.person.id]: 'write' });
    Object.assign(double.spaces.get(huge) ?? {}, { assets: 5_000, bytes: 5 * 1024 ** 3 });
    await both();
    assert.deepEqual(
      statusOf(ada.team).spaces.map(({ name, state }) => [name, state]),
      [
        ['Tools', 'kept'],
        ['Huge', 'away'],
      ],
    );
    const listed = double.spaces.get(huge);
    assert.ok(listed);
    await assert.rejects(keepSpace(ada.team.sharing, listed), /searched, not kept here/);
  });

  it('that grows too large while it is taken over stops, says so, and goes on when it is smaller', async () => {
    double.pageSize = 1;
    for (let count = 0; count < 30; count += 1) {
      const { id } = await ada.library.save(`${count}`);
      await shareAssets(ada.team.sharing, space, [id], false);
    }
    const grown = (bytes: number) => Object.assign(double.spaces.get(space) ?? {}, { bytes });
    away(ben);
    await ada.sync();
    let pages = 0;
    double.fault = (name, isDone, { id }) => {
      if (name === 'changes' && isDone && id === ben.person.id && ++pages === 3) grown(5 * 1024 ** 3);
    };
    await both();
    const [status] = statusOf(ben.team).spaces;
    assert.ok(status?.isTooLarge);
    assert.ok(status.assets < 20, `${status.assets} were taken over`);
    await write(ben, asset, 'of Ben');
    await both();
    assert.equal(double.assets.get(asset)?.fields.text, 'of Ben', 'what is written here is sent all the same');
    grown(1000);
    await both();
    assert.deepEqual(
      statusOf(ben.team).spaces.map(({ assets, isTooLarge }) => [assets, isTooLarge]),
      [[31, undefined]],
    );
  });

  it('holds back a change that the team refuses, and goes on with the others', async () => {
    const other = await ada.library.save('other');
    const elsewhere = double.addSpace('Elsewhere', { [ada.person.id]: 'write' });
    await both();
    double.refused.add(other.id);
    await shareAssets(ada.team.sharing, elsewhere, [other.id], false);
    await write(ada, asset, 'two');
    await both();
    assert.equal(text(ben, asset), 'two');
    assert.deepEqual(
      undecided(ada).map(({ reason }) => reason),
      ['Not this one.'],
    );
    await decide(ada.team.sharing, undecided(ada)[0]?.id ?? '', 'theirs');
    assert.equal(ada.library.store.get('shared', other.id), undefined, 'it is private again');
    assert.equal(text(ada, other.id), 'other');
  });

  for (const [choice, wanted] of [
    ['mine', 'of Ben'],
    ['theirs', 'of Ada'],
  ] as const) {
    it(`settles a conflict as ${choice} for everybody`, async () => {
      away(ben);
      await write(ben, asset, 'of Ben');
      await write(ada, asset, 'of Ada');
      await both();
      double.fault = () => undefined;
      await both();
      const [conflict] = undecided(ben);
      assert.deepEqual(
        [conflict?.field, conflict?.mine, conflict?.theirs, conflict?.by?.name],
        ['text', 'of Ben', 'of Ada', 'Ada'],
      );
      await decide(ben.team.sharing, conflict?.id ?? '', choice);
      await both();
      assert.deepEqual([text(ada, asset), text(ben, asset)], [wanted, wanted]);
      assert.deepEqual([...undecided(ada), ...undecided(ben)], []);
    });
  }

  it('stays as it is when the token is revoked, and goes on after the next sign-in', async () => {
    double.fault = (_name, _isDone, { id }) => {
      if (id === ben.person.id) throw new ApiError('unauthenticated', 'The token was revoked.');
    };
    await write(ben, asset, 'of Ben');
    await both();
    assert.deepEqual([ben.team.state, ben.team.reason], ['refused', 'The token was revoked.']);
    assert.equal(statusOf(ben.team).spaces[0]?.state, 'kept');
    double.fault = () => undefined;
    await ben.team.disconnect();
    await ben.signIn();
    await both();
    assert.equal(text(ada, asset), 'of Ben');
  });

  it('is not synced in another person’s name', async () => {
    await ben.team.disconnect();
    await write(ben, asset, 'of Ben');
    const link = double.linkOf(ada.person);
    const team = ben.team as unknown as { options: { makeLink: () => typeof link } };
    team.options.makeLink = () => link;
    await ben.signIn();
    await ben.sync();
    assert.equal(ben.team.state, 'refused');
    assert.match(ben.team.reason ?? '', /shared as Ben/);
    await both();
    assert.equal(text(ada, asset), 'one');
  });

  it('lets go of conflicts of an asset that is deleted', async () => {
    away(ben);
    await write(ben, asset, 'of Ben');
    await write(ada, asset, 'of Ada');
    await both();
    double.fault = () => undefined;
    await both();
    await deleteAsset(ben.library.context, asset);
    await both();
    const [conflict] = undecided(ben);
    await decide(ben.team.sharing, conflict?.id ?? '', 'theirs');
    await both();
    assert.deepEqual([text(ada, asset), text(ben, asset), undecided(ben)], [undefined, undefined, []]);
  });
});

describe('a library without a team', () => {
  it('loads none of its rules and says so', async () => {
    const { context } = createAssetLibrary();
    const door = teamOf(context);
    await door.open();
    assert.equal(await door.known(), undefined);
    await door.close();
  });
});
