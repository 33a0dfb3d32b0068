import assert from 'node:assert/strict';
import { changeAsset } from '../../../../src/api/assets/changeAsset';
import { deleteAsset, restore } from '../../../../src/api/assets/trash';
import { shareAssets, stopSharing } from '../../../../src/api/team/spaces';
import { ApiError } from '../../../../src/contract/errors';
import type { Colleague, TeamDouble } from './teamDouble';
import { signInBoth, text, waiting, write, type TwoColleagues } from './twoColleagues';

describe('a library that is shared with a team', () => {
  let double: TeamDouble;
  let ada: Colleague;
  let ben: Colleague;
  let space: string;
  let both: TwoColleagues['both'];
  let share: TwoColleagues['share'];

  beforeEach(async () => ({ double, ada, ben, space, both, share } = await signInBoth()));
  afterEach(() => Promise.all([ada.end(), ben.end()]));

  it('brings a shared asset to others with its text, name, language, note, tags, links and origin', async () => {
    const id = await share('export const port = 1;\n', {
      name: 'Ports',
      tags: [{ text: 'net' }, { text: 'Ports  of ours' }],
      websites: [{ url: 'https://docs.invalid/ports', name: 'Docs' }],
      annotations: [{ type: 'DESCRIPTION', text: 'Which port.' }],
      origin: {
        repository: 'https://ada:secret@host.invalid/a.git',
        path: '/home/ada/a/src/port.ts',
        relativePath: 'src/port.ts',
        lines: { start: 2, end: 2 },
      },
    });
    const { name, tags, websites, annotations, origin, original, shared } = await ben.library.snapshot(id);
    assert.equal(name, 'Ports');
    assert.equal(original.reference?.fragment?.string?.raw, 'export const port = 1;\n');
    assert.equal(original.reference?.classification.specific, 'ts');
    assert.deepEqual(
      tags?.iterable.map((tag) => tag.text),
      ['net', 'Ports of ours'],
    );
    assert.deepEqual(
      websites?.iterable.map(({ url }) => url),
      ['https://docs.invalid/ports'],
    );
    assert.deepEqual(
      annotations?.iterable.map((note) => note.text),
      ['Which port.'],
    );
    assert.equal(origin?.relativePath, 'src/port.ts');
    assert.equal(origin?.path, undefined, 'a place of another machine says nothing here');
    assert.deepEqual([shared?.spaceName, shared?.changedBy], ['Tools', 'Ada']);
    assert.ok(!JSON.stringify([...double.assets.values()]).includes('/home/ada'), 'no absolute path is sent');
    assert.ok(!JSON.stringify([...double.assets.values()]).includes('secret@'), 'no credential is sent');
  });

  it('sends only the fields that were changed, by whatever door', async () => {
    const id = await share();
    double.sent.length = 0;
    await ben.library.call('assetUpdate', { body: { id, name: 'Renamed' } });
    await both();
    assert.deepEqual(
      double.sent.map(({ fields }) => fields),
      [{ name: 'Renamed' }],
    );
    assert.equal(ada.library.store.get('assets', id)?.name, 'Renamed');
  });

  it('sends nothing back of what it took over, whatever it had to make of it', async () => {
    const id = await share('text', { tags: [{ text: 'Net' }] });
    await ben.library.save('other', { metadata: { tags: [{ text: 'NET' }] } });
    await changeAsset(ada.library.context, id, { tags: ['net', 'b'], name: 'x' });
    await both();
    double.sent.length = 0;
    await both();
    await ben.restart();
    await both();
    assert.deepEqual(double.sent, []);
  });

  it('sends edits that were made offline in their order, and what was written over and over once', async () => {
    const [first, second] = [await share('one'), await share('two')];
    double.sent.length = 0;
    double.fault = () => {
      throw new ApiError('overloaded', 'away');
    };
    await ada.sync();
    await write(ada, first, 'one, later');
    await ada.team.settled();
    await write(ada, second, 'two, later');
    await ada.team.settled();
    await write(ada, first, 'one, last');
    await ada.team.settled();
    assert.equal(ada.team.state, 'offline');
    double.fault = () => undefined;
    await both();
    assert.deepEqual(
      double.sent.map(({ asset, fields }) => [asset, fields?.text]),
      [
        [first, 'one, last'],
        [second, 'two, later'],
      ],
    );
    assert.deepEqual([text(ben, first), text(ben, second)], ['one, last', 'two, later']);
  });

  it('loses no edit that is still on its way to the disk when the one before it is sent', async () => {
    const id = await share('start');
    double.fault = () => {
      throw new ApiError('overloaded', 'away');
    };
    await ada.sync();
    await write(ada, id, 'first');
    await ada.team.settled();
    double.fault = () => undefined;
    const { store } = ada.library;
    const change = store.change.bind(store);
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (release = resolve));
    store.change = async (changes) => {
      const isSecond = changes.some(
        (one) => one.op === 'put' && one.collection === 'outbox' && one.value.fields?.text === 'second',
      );
      if (isSecond) await slow;
      return change(changes);
    };
    await write(ada, id, 'second');
    const sent = ada.sync();
    setTimeout(release, 50);
    await sent;
    store.change = change;
    await both();
    assert.equal(text(ben, id), 'second');
    assert.deepEqual(waiting(ada), []);
  });

  it('does each change once though every answer is lost at first', async () => {
    const id = await share('one');
    let lost = 0;
    double.fault = (name, isDone) => {
      if (name === 'change' && isDone && lost++ < 2) throw new ApiError('overloaded', 'cut');
    };
    await write(ada, id, 'two');
    for (let turn = 0; turn < 4; turn += 1) await both();
    const keys = double.sent.filter(({ fields }) => fields?.text === 'two').map(({ key }) => key);
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    assert.equal(double.assets.get(id)?.asset.version, 2);
    assert.deepEqual(waiting(ada), []);
  });

  it('finds at the next start what a crash kept out of the outbox, and sends what waits under its key', async () => {
    const id = await share('one');
    double.fault = () => {
      throw new ApiError('overloaded', 'away');
    };
    await write(ada, id, 'two');
    await ada.team.settled();
    const [{ id: key } = { id: '' }] = waiting(ada);
    await ada.team.close();
    await write(ada, id, 'three'); // nobody looks
    double.fault = () => undefined;
    await ada.restart();
    await both();
    const sent = double.sent.filter(({ asset, fields }) => asset === id && fields?.text !== 'one');
    assert.deepEqual(
      sent.map(({ fields }) => fields?.text),
      ['two', 'three'],
    );
    assert.equal(sent[0]?.key, key);
    assert.equal(text(ben, id), 'three');
  });

  it('keeps the own edit where both changed one field, and both versions of it', async () => {
    const id = await share('one');
    double.fault = () => {
      throw new ApiError('overloaded', 'away');
    };
    await write(ada, id, 'of Ada');
    await write(ben, id, 'of Ben');
    await changeAsset(ben.library.context, id, { name: 'Named by Ben' });
    await Promise.all([ada.team.settled(), ben.team.settled()]);
    double.fault = () => undefined;
    await ada.sync();
    await both();
    assert.deepEqual([text(ada, id), text(ben, id)], ['of Ben', 'of Ben'], 'the later one stays');
    assert.equal(ada.library.store.get('assets', id)?.name, 'Named by Ben');
    const conflicts = [...ben.library.store.list('conflicts')];
    assert.deepEqual(
      conflicts.map(({ field, mine, theirs, by }) => [field, mine, theirs, by?.name]),
      [['text', 'of Ben', 'of Ada', 'Ada']],
    );
    assert.equal(ada.library.store.count('conflicts'), 0);
  });

  it('asks nobody’s clock: what arrives later stays, though its author’s is a month behind', async () => {
    const id = await share('one');
    const month = 30 * 24 * 3600 * 1000;
    for (const ahead of [ada, ben]) {
      ahead.library.pass(month * 2);
      const [early, late] = ahead === ada ? [ada, ben] : [ben, ada];
      await write(early, id, 'of the one ahead');
      await early.sync();
      await write(late, id, 'of the one behind');
      await late.sync();
      await both();
      assert.deepEqual([text(ada, id), text(ben, id)], ['of the one behind', 'of the one behind']);
      for (const one of [ada, ben]) {
        const shared = one.library.store.get('shared', id);
        assert.equal(shared?.changedBy.name, late.person.name);
        assert.equal(one.library.store.count('outbox'), 0);
        for (const { id: conflict } of [...one.library.store.list('conflicts')])
          await one.library.store.change([{ op: 'delete', collection: 'conflicts', id: conflict }]);
      }
    }
    await deleteAsset(ben.library.context, id);
    await both();
    assert.equal(text(ada, id), undefined);
  });

  it('deletes for everybody into each one’s trash, and comes back for everybody', async () => {
    const id = await share('one');
    await deleteAsset(ada.library.context, id);
    await both();
    assert.equal(ben.library.store.get('assets', id), undefined);
    assert.ok(ben.library.store.get('trash', id));
    assert.equal(await restore(ben.library.context, [id]), 1);
    await both();
    assert.deepEqual([text(ada, id), text(ben, id)], ['one', 'one']);
    assert.equal(ada.library.store.get('trash', id), undefined);
  });

  it('lets an edit that was made meanwhile win over a deletion, whole', async () => {
    const id = await share('one', { name: 'Kept' });
    double.fault = (_name, _isDone, { id: who }) => {
      if (who === ben.person.id) throw new ApiError('overloaded', 'away');
    };
    await write(ben, id, 'two');
    await ben.team.settled();
    await deleteAsset(ada.library.context, id);
    await ada.sync();
    double.fault = () => undefined;
    await both();
    assert.deepEqual([text(ada, id), text(ben, id)], ['two', 'two']);
    assert.equal(ada.library.store.get('assets', id)?.name, 'Kept');
  });

  it('takes an asset out of a space: private here, gone for others', async () => {
    const id = await share('one');
    await stopSharing(ada.team.sharing, [id]);
    await both();
    assert.equal(text(ada, id), 'one');
    assert.equal(ben.library.store.get('assets', id), undefined);
    await write(ada, id, 'of my own');
    await both();
    assert.ok(!JSON.stringify([...double.assets.values()]).includes('of my own'));
    await shareAssets(ada.team.sharing, space, [id], false);
    await both();
    assert.equal(text(ben, id), 'of my own', 'it can be shared again');
  });

  it('shares nothing that holds a secret, a picture or too much, unless the person says so', async () => {
    const { id } = await ada.library.save('const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";\n');
    const large = await ada.library.save('x'.repeat(2 * 1024 * 1024));
    const { left } = await shareAssets(ada.team.sharing, space, [id, large.id], false);
    assert.deepEqual(
      left.map((one) => [one.id, one.secrets]),
      [
        [id, [{ start: 1, end: 1 }]],
        [large.id, undefined],
      ],
    );
    await both();
    assert.equal(double.assets.size, 0);
    await shareAssets(ada.team.sharing, space, [id], true);
    await both();
    assert.equal(double.assets.size, 1);
  });

  it('keeps back a secret that is written into a shared asset until the person says so', async () => {
    const id = await share('one');
    await write(ada, id, 'const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";\n');
    await both();
    assert.equal(text(ben, id), 'one');
    assert.match(waiting(ada)[0]?.held ?? '', /key or a password/);
    await write(ada, id, 'two');
    await both();
    assert.equal(text(ben, id), 'two', 'without it the edit goes on by itself');
    assert.deepEqual(waiting(ada), []);
  });

  it('sends again what a database that was set back has lost, each their own, and goes on with the others', async () => {
    const { id: shared } = await ada.library.save('one', { metadata: { name: 'Shared' } });
    await shareAssets(ada.team.sharing, space, [shared], false);
    await both();
    const setBack = double.remember();
    await write(ben, shared, 'of Ben, lost');
    const { id: made } = await ada.library.save('made, lost', { metadata: { name: 'Made' } });
    await shareAssets(ada.team.sharing, space, [made], false);
    await both();
    assert.deepEqual([text(ada, shared), text(ben, made)], ['of Ben, lost', 'made, lost']);
    setBack();
    // Others go on, to the same number as before: nothing but the database's name tells that something is missing.
    const other = await ada.library.save('other', { metadata: { name: 'Other' } });
    await shareAssets(ada.team.sharing, space, [other.id], false);
    await both();
    await both();
    assert.equal(double.assets.get(shared)?.fields.text, 'of Ben, lost');
    assert.equal(double.assets.get(made)?.fields.text, 'made, lost');
    for (const one of [ada, ben]) {
      assert.deepEqual(
        [shared, made, other.id].map((id) => text(one, id)),
        ['of Ben, lost', 'made, lost', 'other'],
      );
      assert.equal(one.library.store.count('outbox'), 0);
      assert.equal(one.library.store.count('conflicts'), 0);
    }
    const { length } = double.sent;
    await both();
    assert.equal(double.sent.length, length, 'and once');
  });
});
