import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { deleteAsset } from '../../../../src/api/assets/trash';
import type { SharedFields } from '../../../../src/contract/schemas/team';
import { person, type Colleague, type TeamDouble } from './teamDouble';
import { signInBoth, text, waiting, write, type TwoColleagues } from './twoColleagues';

describe('a library that is shared with a team whose service is not to be trusted', () => {
  let double: TeamDouble;
  let ada: Colleague;
  let ben: Colleague;
  let space: string;
  let both: TwoColleagues['both'];
  let share: TwoColleagues['share'];

  beforeEach(async () => ({ double, ada, ben, space, both, share } = await signInBoth()));
  afterEach(() => Promise.all([ada.end(), ben.end()]));

  const stamps = { created: '2026-03-01T10:00:00Z', changed: '2026-03-01T10:00:00Z' };
  const forge = (fields: unknown, id: string = randomUUID(), version = 9) => ({
    ...{ id, version, sequence: 9, fields, ...stamps, createdBy: person('Eve'), changedBy: person('Eve') },
  });

  it('never writes over a private asset, nor over one in the trash', async () => {
    const mine = await ben.library.save('private');
    const trashed = await ben.library.save('thrown away');
    await deleteAsset(ben.library.context, trashed.id);
    double.forged = [forge({ text: 'forged', name: 'x' }, mine.id), forge({ text: 'forged' }, trashed.id)];
    await share();
    assert.equal(text(ben, mine.id), 'private');
    assert.equal(ben.library.store.get('assets', trashed.id), undefined);
    assert.equal(ben.library.store.count('shared'), 1);
  });

  it('leaves out what is too large, holds NUL or is not as agreed, and takes the rest', async () => {
    const good = forge({ text: 'good', name: '<b>Markup</b>\n\u001b[31m' });
    double.forged = [
      forge({ text: 'x'.repeat(1024 * 1024) }),
      forge({ text: 'a\u0000b' }),
      forge({ text: 7 }),
      forge({ text: 'a', other: 1 }),
      { ...forge({ text: 'a' }), id: '../../etc/passwd' },
      { ...forge({ text: 'a' }), changed: 'yesterday' },
      'nonsense',
      good,
    ];
    await share();
    const names = [...ben.library.store.list('assets')].map(({ name }) => name);
    assert.equal(ben.library.store.count('assets'), 2);
    assert.ok(names.includes('<b>Markup</b> [31m'));
  });

  it('takes over no place of this machine and no address that is none', async () => {
    const fields: SharedFields = {
      text: 'good',
      origin: { path: '../../../etc/passwd', repository: 'file:///etc' },
      links: [{ url: 'javascript:alert(1)', name: 'x' }],
    };
    const forged = forge(fields);
    double.forged = [forged];
    await share();
    const asset = ben.library.store.get('assets', forged.id);
    assert.deepEqual([asset?.origin, asset?.websites], [undefined, []]);
  });

  it('keeps a change until it has an answer of its own', async () => {
    const id = await share('one');
    double.garble = (answer) => ({ ...answer, asset: randomUUID() });
    await write(ada, id, 'two');
    await both();
    assert.equal(ada.team.state, 'offline');
    assert.deepEqual(
      waiting(ada).map(({ fields }) => fields?.text),
      ['two'],
    );
    double.garble = (answer) => answer;
    await both();
    assert.deepEqual([waiting(ada), text(ben, id)], [[], 'two']);
    assert.equal(double.assets.get(id)?.asset.version, 2);
  });

  it('does not follow pages that lead nowhere', async () => {
    await share('one');
    double.page = () => ({ assets: [], last: 0, more: true });
    await ben.sync();
    double.spaces.get(space)!.last += 1;
    await ben.sync();
    assert.match(ben.team.reason ?? '', /lead nowhere/);
  });
});
