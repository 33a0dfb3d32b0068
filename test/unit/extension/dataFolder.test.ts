import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chooseDataFolder, folderOfSetting } from '../../../src/extension/library/dataFolder';

describe('the folder of the library', () => {
  let work: string;
  let own: string;
  beforeEach(() => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-folder-'));
    own = path.join(work, 'own');
    fs.mkdirSync(own);
  });
  afterEach(() => fs.rmSync(work, { recursive: true, force: true }));

  const keep = (folder: string): string => {
    fs.mkdirSync(path.join(folder, 'store'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'store', 'owner.1.json'), '{}');
    return folder;
  };
  const choose = (setting: unknown, remembered?: string) => chooseDataFolder({ setting, home: work, own, remembered });

  it('is the extension’s own while nothing is set', async () => {
    for (const setting of ['', '  ', undefined, 7])
      assert.deepEqual(await choose(setting), { folder: own, wanted: own, isUndecided: false });
  });

  it('is the one that is set, and is made when only itself is missing', async () => {
    const wanted = path.join(work, 'library');
    assert.deepEqual(await choose('~/library'), { folder: wanted, wanted, isUndecided: false });
    assert.ok(fs.statSync(wanted).isDirectory());
  });

  it('is not made below a folder that is missing, such as that of a drive which is not there', async () => {
    const wanted = path.join(work, 'drive', 'library');
    assert.deepEqual(await choose(wanted), { folder: own, wanted, fault: 'noParent', isUndecided: false });
    assert.ok(!fs.existsSync(path.join(work, 'drive')));
  });

  it('cannot be a file, a relative path or a folder that takes nothing', async () => {
    fs.writeFileSync(path.join(work, 'file'), '');
    assert.equal((await choose(path.join(work, 'file'))).fault, 'noFolder');
    assert.equal((await choose('library')).fault, 'relative');
    if ((process.getuid?.() ?? 0) === 0) return; // to the superuser every folder is open, and Windows has no modes
    fs.mkdirSync(path.join(work, 'closed'), { mode: 0o500 });
    assert.equal((await choose(path.join(work, 'closed'))).fault, 'notWritable');
  });

  it('stays the one used before while the setting is wrong', async () => {
    const before = keep(path.join(work, 'before'));
    assert.equal((await choose('relative', before)).folder, before);
  });

  it('is left to a person when a library is there and none at the new place', async () => {
    const wanted = path.join(work, 'new');
    keep(own);
    assert.deepEqual(await choose(wanted), { folder: own, wanted, isUndecided: true });
    assert.deepEqual(await choose(wanted, wanted), { folder: wanted, wanted, isUndecided: false });
    const half = path.join(wanted, 'store', 'journal.1.1.ndjson.0123456789ab.tmp');
    fs.mkdirSync(path.dirname(half), { recursive: true });
    fs.writeFileSync(half, ''); // another window is copying
    assert.equal((await choose(wanted)).isUndecided, true);
    keep(wanted);
    assert.deepEqual(await choose(wanted), { folder: wanted, wanted, isUndecided: false });
  });

  it('is read from the setting with ~ and without a slash at the end', () => {
    assert.equal(folderOfSetting('~', '/home/ada'), path.normalize('/home/ada'));
    assert.equal(folderOfSetting(' /data/quarry/ ', '/home/ada'), path.normalize('/data/quarry'));
    assert.equal(folderOfSetting('~ada/x', '/home/ada'), path.normalize('~ada/x'));
  });
});
