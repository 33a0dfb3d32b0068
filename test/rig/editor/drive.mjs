// Starts a real VS Code server (code-server) and drives its workbench in a real browser. Linux only.
//
//   const rig = await startRig({ vsix: 'quarry.vsix' });
//   const win = await rig.openWindow('some/folder');
//   await win.runCommand('Quarry: Show Server Status');
//   const frame = await win.webviewFrame({ extensionId: 'quarry.quarry' });
//   await win.screenshot('shot.png');
//   await rig.stop();
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { installVsix, makeProfile, optionIfKnown, quietSettings, startCodeServer } from './code-server.mjs';
import { patienceMs, until } from './wait.mjs';
import * as workbench from './workbench.mjs';

export { isRunning } from './family.mjs';
export { GiveUp, patienceMs, until } from './wait.mjs';

/** On top of the quiet ones: what only gets in the way of a driver. */
const driverSettings = {
  'workbench.editor.empty.hint': 'hidden',
  'workbench.editor.useModal': 'off', // a modal editor swallows F1
  'extensions.webWorker': false,
  'security.workspace.trust.enabled': false,
};

function findBrowser() {
  if (process.env.VSCODE_RIG_CHROMIUM) return process.env.VSCODE_RIG_CHROMIUM;
  for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      const file = path.join(dir, name);
      if (fs.existsSync(file)) return file;
    }
  }
  throw new Error('no chromium on PATH: run test/rig/editor/setup.sh, or set VSCODE_RIG_CHROMIUM');
}

function launchBrowser() {
  return chromium.launch({
    executablePath: findBrowser(),
    headless: !process.env.VSCODE_RIG_HEADED,
    timeout: patienceMs,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // Nothing outside this machine: names fail at once instead of after a time-out.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    ],
  });
}

/**
 * A tab behind another one gets no animation frames, and the workbench in it stands still. So every page becomes a
 * browser window of its own, which Playwright itself does not offer.
 */
function pageMaker(browser, context) {
  let contextId;
  return async () => {
    if (!contextId) {
      const first = await context.newPage();
      const session = await context.newCDPSession(first);
      contextId = (await session.send('Target.getTargetInfo')).targetInfo.browserContextId;
      await session.detach();
      return first;
    }
    const session = await browser.newBrowserCDPSession();
    const [page] = await Promise.all([
      context.waitForEvent('page', { timeout: patienceMs }),
      session.send('Target.createTarget', { url: 'about:blank', browserContextId: contextId, newWindow: true }),
    ]);
    await session.detach();
    return page;
  };
}

/** What the workbench is told through its address. */
function windowQuery(url, folder, { development, tests, hostEnv }) {
  const remoteUri = (p) => `vscode-remote://${new URL(url).host}${encodeURI(path.resolve(p))}`;
  const payload = [development ?? []].flat().map((dir) => ['extensionDevelopmentPath', remoteUri(dir)]);
  if (tests) payload.push(['extensionTestsPath', remoteUri(tests)]);
  if (hostEnv) payload.push(['extensionEnvironment', JSON.stringify(hostEnv)]);
  const query = new URLSearchParams();
  if (folder) query.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(folder));
  else query.set('ew', 'true');
  if (payload.length) query.set('payload', JSON.stringify(payload));
  return query;
}

/** The folder is short on purpose: unix sockets are made below it and their paths end at 107 bytes. */
function scratchProfile(settings) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-rig-'));
  makeProfile(profile, { ...quietSettings, ...driverSettings, ...settings });
  return profile;
}

function removeProfile(profile) {
  if (process.env.VSCODE_RIG_KEEP) return;
  try {
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // Something still writes there: a few files in the folder for temporary ones stay.
  }
}

const openOnes = new Set();

/** So long an editor may take to start a host by itself for a dead one. */
const byItselfMs = 20_000;

/** Every window that is open now, of every rig of this program: { page, consoleLines }. */
export const openPages = () => [...openOnes];

/** Runs `last` should this program end before `disarm` was called. */
function onSuddenEnd(last) {
  const onSignal = (name) => {
    last();
    process.exit(name === 'SIGINT' ? 130 : 143);
  };
  process.once('exit', last);
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  return function disarm() {
    process.off('exit', last);
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
}

/**
 * @param {object} [o]
 * @param {string|string[]} [o.vsix]      packages to install into a fresh, empty profile
 * @param {object}  [o.settings]          user settings, laid over the quiet ones
 * @param {boolean} [o.trust]             folders open in Restricted Mode until a test trusts them
 * @param {string}  [o.home]              home folder the extensions see (default: an empty one, removed at the end)
 * @param {object}  [o.env]               extra environment of the server, and so of every extension host
 * @param {boolean} [o.testDriver]        needed for openWindow({ development, tests, hostEnv }); it also stops
 *                                        notification toasts from being shown, so leave it off in tests of the
 *                                        user interface
 * @param {number}  [o.graceSeconds]      how long the host of a vanished window is kept alive
 * @param {boolean} [o.verbose]           print the server's log as it comes
 */
export async function startRig(o = {}) {
  const profile = scratchProfile(o.settings);
  const home = o.home ?? path.join(profile, 'home');
  fs.mkdirSync(home, { recursive: true });
  const xdg = { XDG_DATA_HOME: path.join(home, '.local/share'), XDG_CONFIG_HOME: path.join(home, '.config') };
  // A closed port answers at once; the real gallery would cost look-ups that may not succeed.
  const gallery = { serviceUrl: 'http://127.0.0.1:9/', itemUrl: '', resourceUrlTemplate: '' };
  const env = { EXTENSIONS_GALLERY: JSON.stringify(gallery), HOME: home, ...xdg, ...o.env };
  let server;
  let browser;
  let stopping;
  const disarm = onSuddenEnd(() => {
    server?.killNow();
    removeProfile(profile);
  });
  const stop = () =>
    (stopping ??= (async () => {
      await Promise.race([browser?.close().catch(() => undefined), sleep(10_000, undefined, { ref: false })]);
      await server?.stop();
      disarm();
      removeProfile(profile);
    })());

  try {
    for (const file of [o.vsix ?? []].flat()) await installVsix(file, { profile, env });
    server = await startCodeServer({
      profile,
      env,
      verbose: o.verbose,
      args: [
        ...['--auth', 'none', '--bind-addr', '127.0.0.1:0'],
        ...(o.trust ? [] : ['--disable-workspace-trust']),
        '--disable-getting-started-override',
        ...optionIfKnown('reconnection-grace-time', String(o.graceSeconds ?? 5)),
        ...optionIfKnown('idle-timeout-seconds', '300'), // should this program be killed outright
        ...(o.testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
      ],
    });
    browser = await launchBrowser();
  } catch (error) {
    await stop();
    throw error;
  }

  const url = server.address.replace(/\/$/, '');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(patienceMs);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  const newPage = pageMaker(browser, context);

  /** The pids of the hosts that were waited for. */
  const known = new Set();

  /** Waits for an extension host that is none of these pids. */
  const anotherHost = (pids, { timeout = patienceMs } = {}) =>
    until(
      `an extension host other than ${pids.join(', ')}`,
      () => server.extensionHosts().find((p) => !pids.includes(p.pid)),
      { timeout },
    );

  /**
   * Opens one more window. Open windows one after the other: the new extension host is told apart by being new.
   * @param {string|undefined} folder   a folder or a .code-workspace file; none for an empty window
   * @param {object} [w]
   * @param {string|string[]} [w.development]  unpacked extensions to load (needs testDriver)
   * @param {string} [w.tests]          module whose run() is called in the host (needs testDriver)
   * @param {object} [w.hostEnv]        environment of this window's host only (needs testDriver)
   * @param {(page) => Promise<void>} [w.before]  called before the page is loaded
   */
  const openWindow = async (folder, w = {}) => {
    if (!o.testDriver && (w.development || w.tests || w.hostEnv)) {
      throw new Error('development, tests and hostEnv need startRig({ testDriver: true })');
    }
    const earlier = server.extensionHosts().map((p) => p.pid);
    const page = await newPage();
    const consoleLines = [];
    page.on('console', (m) => consoleLines.push(`${m.type()}: ${m.text()}`));
    const open = { page, consoleLines };
    openOnes.add(open);
    page.on('close', () => openOnes.delete(open));
    await w.before?.(page);
    const timeout = w.timeout ?? 3 * patienceMs;
    await page.goto(`${url}/?${windowQuery(url, folder, w)}`, { waitUntil: 'commit', timeout });
    await page.locator('.monaco-workbench').first().waitFor({ timeout });
    let host = await anotherHost(earlier, { timeout });
    known.add(host.pid);
    return {
      page,
      folder,
      consoleLines,
      /** pid of its extension host: of the one it started with, or of the last that was waited for */
      get hostPid() {
        return host.pid;
      },
      /**
       * Waits for the extension host that the editor starts for the dead one of this window. It does not, on a busy machine:
       * it first asks how that one ended, and leaves all as it is when it does not hear so within two seconds. Then the
       * window is loaded anew, as a person would do it.
       */
      async hostAnew() {
        const byItself = anotherHost([...known], { timeout: byItselfMs });
        host = await byItself.catch(async () => {
          await page.reload({ waitUntil: 'commit', timeout });
          await page.locator('.monaco-workbench').first().waitFor({ timeout });
          return anotherHost([...known], { timeout });
        });
        known.add(host.pid);
      },
      runCommand: (title, more) => workbench.runCommand(page, title, more),
      runListed: (title, row) => workbench.runListed(page, title, row),
      chooseFromMenu: (row, entry) => workbench.chooseFromMenu(page, row, entry),
      openFile: (name) => workbench.openFile(page, name),
      openView: (title, more) => workbench.openView(page, title, more),
      webviewFrame: (match, more) => workbench.webviewFrame(page, match, more),
      notification: (text, more) => workbench.notification(page, text, more),
      pressInNotification: (text, button, more) => workbench.pressInNotification(page, text, button, more),
      runningExtensions: (more) => workbench.runningExtensions(page, more),
      screenshot: (file) => workbench.screenshot(page, file),
      close: () => page.close({ runBeforeUnload: false }),
    };
  };

  return {
    ...{ url, home, profile, browser, context, openWindow, stop },
    log: server.log,
    serverPid: server.pid,
    extensionHosts: server.extensionHosts,
    dataDir: path.join(profile, 'data'),
    extensionsDir: path.join(profile, 'extensions'),
  };
}
