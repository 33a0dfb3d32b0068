import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decidePaths, isClosedNetworkPath } from '../../../src/api/paths';
import {
  asOnDisk,
  isInside,
  labelsOf,
  pathsOn,
  closedPlaces,
  isHiddenInHome,
  liesInOne,
} from '../../../src/api/places';
import { ApiError } from '../../../src/contract/errors';
import { anyone, createAskingContext, createFolder, trusted, type AskingContext } from './askingContext';

describe('path policy', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };

  beforeEach(() => {
    context = createAskingContext();
    folder = createFolder({ 'src/a.ts': 'export const a = 1;', '.hidden/b.ts': 'b', 'other/c.ts': 'c' });
  });

  afterEach(() => folder.remove());

  const decide = async (given: string, call = anyone) => {
    const [decision] = await decidePaths(context, call.caller, [given], 'body.paths');
    assert.ok(decision);
    return decision;
  };
  const openWindow = (...folders: string[]) => context.windows.update({ window: 'w', folders, trusted: true });

  it('allows a folder that the user owns, and a file in it', async () => {
    assert.equal((await decide(folder.path)).kind, 'allowed');
    assert.deepEqual(await decide(path.join(folder.path, 'src/a.ts')), {
      kind: 'allowed',
      given: path.join(folder.path, 'src/a.ts'),
      real: path.join(folder.path, 'src/a.ts'),
      isFolder: false,
    });
  });

  it('says that a path in an allowed place does not exist', async () => {
    const decision = await decide(path.join(folder.path, 'src/none.ts'));
    assert.equal(decision.kind, 'missing');
    assert.match(decision.kind === 'missing' ? decision.reason : '', /does not exist/);
  });

  it('names the setting when it refuses', async () => {
    context.setPolicy('roots');
    const decision = await decide(folder.path);
    assert.equal(decision.kind, 'refused');
    assert.match(decision.kind === 'refused' ? decision.reason : '', /quarry\.server\.pathPolicy \("roots"\)/);
  });

  it('answers alike for existing and missing paths outside the roots', async () => {
    context.setPolicy('roots');
    const answers = await Promise.all([decide(folder.path), decide(path.join(folder.path, 'none'))]);
    const [existing, missing] = answers.map((decision) => ({ ...decision, given: '' }));
    assert.deepEqual(existing, missing);
  });

  it('allows under the policy of roots what lies in a live window or in an allowed path, by whole segments', async () => {
    context.setPolicy('roots', [path.join(folder.path, 'other')]);
    openWindow(path.join(folder.path, 'src'));
    fs.mkdirSync(path.join(folder.path, 'src2'));
    assert.equal((await decide(path.join(folder.path, 'src', 'a.ts'))).kind, 'allowed');
    assert.equal((await decide(path.join(folder.path, 'other'))).kind, 'allowed');
    assert.equal((await decide(path.join(folder.path, 'src2'))).kind, 'refused');
    context.pass(91_000);
    assert.equal((await decide(path.join(folder.path, 'src', 'a.ts'))).kind, 'refused', 'the window is gone');
  });

  it('refuses hidden folders to anyone, and opens them to a trusted caller or a window that has them open', async () => {
    const hidden = path.join(folder.path, '.hidden');
    assert.equal((await decide(hidden)).kind, 'refused');
    assert.equal((await decide(hidden, trusted)).kind, 'allowed');
    openWindow(hidden);
    assert.equal((await decide(hidden)).kind, 'allowed');
  });

  it('follows links before it decides', async () => {
    fs.symlinkSync('/etc', path.join(folder.path, 'link'));
    openWindow(folder.path);
    assert.equal((await decide(path.join(folder.path, 'link'), trusted)).kind, 'refused');
  });

  it('keeps our own folders from everybody under every policy, whatever they are called and wherever they are linked', async () => {
    const own = path.join(folder.path, 'other');
    context.service.ownFolders = [path.join(folder.path, 'link')];
    fs.symlinkSync(own, path.join(folder.path, 'link'));
    openWindow(folder.path);
    for (const policy of ['owned', 'roots', 'any'] as const) {
      context.setPolicy(policy);
      for (const place of [own, path.join(own, 'c.ts'), path.join(own, 'none'), path.join(folder.path, 'link/c.ts')]) {
        assert.equal((await decide(place, trusted)).kind, 'refused', `${policy} ${place}`);
      }
      assert.equal((await decide(folder.path, trusted)).kind, 'allowed');
    }
  });

  it('passes over a folder of another machine without looking at it, unless a window has it open', async () => {
    const decision = await decide('//host/share');
    assert.match(decision.kind === 'refused' ? decision.reason : '', /where a window has them open/);
    // Where two slashes mean one, what a window has open is simply searched.
    openWindow(`/${folder.path}`);
    assert.equal((await decide(`/${folder.path}/src`)).kind, 'allowed');
  });

  it('knows folders of other machines and devices by Windows’s names, and those that a window has open', () => {
    const open = ['\\\\server\\share\\code', '//wsl$/Ubuntu/home/ann'];
    const isClosed = (given: string) => isClosedNetworkPath(given, open, pathsOn('win32'));
    for (const closed of [
      '\\\\server\\share',
      '\\\\server\\share\\codes',
      '\\\\other\\share\\code',
      '//server/share/x',
      '\\\\wsl$\\Debian',
      '\\\\wsl.localhost\\Ubuntu\\home',
      '\\\\?\\C:\\code',
      '\\\\.\\pipe\\x',
    ]) {
      assert.equal(isClosed(closed), true, closed);
    }
    for (const searched of [
      '\\\\server\\share\\code',
      '\\\\SERVER\\share\\code\\src\\a.ts',
      '//server/share/code/src',
      '\\\\wsl$\\Ubuntu\\home\\ann\\x',
      'C:\\code',
    ]) {
      assert.equal(isClosed(searched), false, searched);
    }
  });

  for (const place of ['/etc', '/etc/passwd', '/proc/self', '/usr/share', '/', path.join(os.homedir(), '.ssh')]) {
    it(`keeps ${place === '/' ? 'the root of the file system' : place} out for everybody but under the policy any`, async () => {
      openWindow(place);
      assert.equal((await decide(place, trusted)).kind, 'refused');
      context.setPolicy('any');
      assert.notEqual((await decide(place)).kind, 'refused');
    });
  }

  for (const [given, fault] of [
    ['src/a.ts', 'a relative path'],
    ['', 'an empty text'],
    ['~/code', 'starts with ~'],
    ['file:///tmp/x', 'a URL'],
    ['/tmp/\0x', 'a NUL character'],
    [`/${'a'.repeat(5000)}`, '5001 characters'],
  ] as const) {
    it(`calls ${JSON.stringify(given.slice(0, 20))} malformed, naming its place in the list`, async () => {
      await assert.rejects(
        decidePaths(context, trusted.caller, ['/tmp', given], 'body.paths'),
        (error) =>
          error instanceof ApiError &&
          error.status === 400 &&
          error.message.startsWith('body.paths.1 ') &&
          error.message.includes(fault),
      );
    });
  }
});

describe('the closed places of other platforms', () => {
  const closedOn = (platform: 'win32' | 'darwin', home: string, environment = {}) => {
    const places = closedPlaces({ platform, homes: [home], environment });
    return (place: string) => liesInOne(places, place, pathsOn(platform));
  };

  it('leave a home of Windows open, and close what programs keep in it', () => {
    const isClosed = closedOn('win32', 'C:\\Users\\ann', {
      SystemRoot: 'C:\\Windows',
      ProgramFiles: 'C:\\Program Files',
      TEMP: 'C:\\Users\\ann\\AppData\\Local\\Temp',
    });
    for (const open of ['C:\\Users\\ann', 'c:\\users\\ANN\\code', 'C:\\Users\\ann\\AppData\\Local\\Temp\\x', 'D:\\']) {
      assert.equal(isClosed(open), false, open);
    }
    for (const closed of [
      'C:\\Users\\ann\\AppData',
      'c:\\users\\ann\\appdata\\Roaming',
      'C:\\Windows\\System32',
      'C:\\',
    ]) {
      assert.equal(isClosed(closed), true, closed);
    }
  });

  it('close the Library of a home of macOS, but not the drives that are mounted in it', () => {
    const isClosed = closedOn('darwin', '/Users/ann');
    for (const closed of ['/Users/ann/Library', '/users/ANN/library/Keychains', '/System', '/SYSTEM/Volumes', '/']) {
      assert.equal(isClosed(closed), true, closed);
    }
    for (const open of ['/Users/ann', '/Users/ann/Library/CloudStorage/Drive/code', '/var/folders/x']) {
      assert.equal(isClosed(open), false, open);
    }
  });
});

describe('folders that do not tell upper from lower case', () => {
  const mac = pathsOn('darwin');

  it('hold what is written in another case, where the platform has such folders', () => {
    assert.equal(isInside('/Users/Ann/Shop', '/users/ann/SHOP/src/a.ts', mac), true);
    assert.equal(isInside('/Users/Ann/Shop', '/users/ann/shopping/a.ts', mac), false);
    assert.equal(isInside('/Users/Ann/Shop', '/users/ann/SHOP/src/a.ts', pathsOn('linux')), false);
    assert.equal(isInside('C:\\Shop', 'c:\\shop\\a.ts', pathsOn('win32')), true);
    assert.equal(isInside('\\\\server\\Share', '\\\\SERVER\\share\\a.ts', pathsOn('win32')), true);
    assert.equal(isInside('C:\\Shop', 'D:\\shop\\a.ts', pathsOn('win32')), false);
  });

  it('hide what is hidden in a home, however the home is written', () => {
    for (const hidden of ['/Users/Ann/.ssh', '/users/ann/.ssh/id', '/USERS/ANN/.config'])
      assert.equal(isHiddenInHome(hidden, ['/Users/Ann'], mac), true, hidden);
    for (const open of ['/Users/Ann', '/users/ann/code/.git', '/Users/Bea/.ssh'])
      assert.equal(isHiddenInHome(open, ['/Users/Ann'], mac), false, open);
  });

  it('are told as they are on the disk, also behind the links of macOS', () => {
    const folders = [
      { given: '/tmp/shop', real: '/private/tmp/shop' },
      { given: '/Users/ann/code', real: '/Users/ann/Code' },
    ];
    const told = ['/tmp/shop/a.ts', '/TMP/Shop/Src/b.ts', '/users/ANN/code/c.ts'];
    const known = ['/private/tmp/shop/a.ts', '/private/tmp/shop/Src/b.ts', '/Users/ann/Code/c.ts'];
    assert.deepEqual(asOnDisk(told, folders, mac), known);
  });
});

describe('labels of files', () => {
  it('are relative to the innermost root, and absolute without one', () => {
    const labels = labelsOf(['/w/app/src/a.ts', '/elsewhere/b.ts'], ['/w', '/w/app']);
    assert.deepEqual([...labels.values()], ['src/a.ts', '/elsewhere/b.ts']);
  });

  it('are absolute when two files would be called the same', () => {
    const labels = labelsOf(['/w/one/a.ts', '/w/two/a.ts', '/w/two/b.ts'], ['/w/one', '/w/two']);
    assert.deepEqual([...labels.values()], ['/w/one/a.ts', '/w/two/a.ts', 'b.ts']);
  });
});

describe('paths that an editor tells', () => {
  it('are spelled as on the disk: behind the links of its folders, the innermost first', () => {
    const folders = [
      { given: '/home/a/link', real: '/data/shop' },
      { given: '/home/a/link/inner', real: '/data/inner' },
      { given: '/', real: '/' },
    ];
    const told = ['/home/a/link/src/x.ts', '/home/a/link', '/home/a/link/inner/y.ts', '/home/a/linked/z.ts', '/z.ts'];
    const known = ['/data/shop/src/x.ts', '/data/shop', '/data/inner/y.ts', '/home/a/linked/z.ts', '/z.ts'];
    assert.deepEqual(asOnDisk(told, folders, pathsOn('linux')), known);
    assert.deepEqual(asOnDisk(['/elsewhere/x.ts'], folders.slice(0, 2), pathsOn('linux')), ['/elsewhere/x.ts']);
  });

  it('have the drive and the folder of Windows as they are on the disk, whatever their case', () => {
    const folders = [
      { given: 'c:\\Users\\me\\shop', real: 'C:\\Users\\Me\\Shop' },
      { given: 'd:\\', real: 'D:\\' },
      { given: '\\\\server\\share\\code', real: '\\\\server\\share\\code' },
    ];
    const told = ['c:\\users\\me\\shop\\Src\\x.ts', 'd:\\y.ts', 'e:\\z.ts', '\\\\server\\share\\code\\a.ts'];
    const known = ['C:\\Users\\Me\\Shop\\Src\\x.ts', 'D:\\y.ts', 'E:\\z.ts', '\\\\server\\share\\code\\a.ts'];
    assert.deepEqual(asOnDisk(told, folders, pathsOn('win32')), known);
  });
});
