// What a person does in the workbench, for a Playwright page: palette, views, webviews, notifications, pictures.
import fs from 'node:fs';
import path from 'node:path';
import { patienceMs, until } from './wait.mjs';

const paletteInput = (page) => page.locator('.quick-input-widget:visible input.input').first();

/** What the box at the top holds; undefined when none is open. */
const typedIn = async (box) => ((await box.isVisible()) ? box.inputValue({ timeout: 1_000 }) : undefined);

/**
 * Opens the command palette and picks the command of exactly this title ("Category: Title").
 *
 * The palette lists what was known when it was opened, and an extension's commands come late: so every attempt opens it
 * anew. Each has more time than the one before, for a busy machine draws the list late; and when a key of the attempt
 * before is taken only now, which empties the box, the title is typed again.
 */
export async function runCommand(page, title, { timeout = patienceMs } = {}) {
  const box = paletteInput(page);
  const typed = `>${title}`;
  const label = JSON.stringify(title);
  // Found when it is clicked, not before: the list may have changed in between.
  const row = page
    .locator('.quick-input-widget:visible')
    .locator(`.monaco-list-row[aria-label=${label} i], .monaco-list-row[aria-label^=${JSON.stringify(`${title},`)} i]`)
    .first();
  let attemptMs = 1_500;
  await until(
    `the command "${title}"`,
    async () => {
      const limit = { timeout: attemptMs };
      attemptMs = Math.min(attemptMs * 1.6, 15_000);
      if (await box.isVisible()) {
        await page.keyboard.press('Escape');
        await box.waitFor({ state: 'hidden', ...limit });
      }
      await page.keyboard.press('F1');
      await box.waitFor(limit);
      await until(
        'its row',
        async () => {
          if ((await typedIn(box)) !== typed) await box.fill(typed, { timeout: 1_000 });
          return row.isVisible();
        },
        { ...limit, every: 50 },
      );
      // From here on it may have been run, and must not be run twice: so long nobody hurries.
      await row.click({ timeout: 15_000 });
      await until('the palette to close', async () => (await typedIn(box)) !== typed, { timeout: 30_000 });
      return true;
    },
    { timeout },
  );
}

/** What stories look for in the workbench. @param page is asked each time, for a story may open another window */
export const locators = (page) => ({
  input: () => paletteInput(page()),
  choice: (text) => page().locator('.quick-input-widget:visible .monaco-list-row', { hasText: text }).first(),
  title: (text) => page().locator('.quick-input-title', { hasText: text }).first(),
  row: (text) => page().locator('.split-view-view .monaco-list-row', { hasText: text }).first(),
  dialog: () => page().locator('.monaco-dialog-box'),
});

/**
 * Chooses an entry of a row's menu. A tree that is drawn anew takes an open menu away, one left open covers the row, and a
 * menu takes no click for a tenth of a second after it came up: chosen is an entry when its menu has gone, and a menu that
 * is still there gets the next click as it stands, for one that is opened anew is always too young for a quick hand.
 */
export async function chooseFromMenu(page, row, entry) {
  const menu = page.locator('.context-view .monaco-menu');
  const item = menu.getByRole('menuitem', { name: entry });
  await until(`"${entry}" in the menu`, async () => {
    if (!(await item.isVisible())) {
      if (await menu.isVisible()) await page.keyboard.press('Escape');
      await row.click({ button: 'right', timeout: 2_000 });
    }
    await item.click({ timeout: 2_000 });
    await menu.waitFor({ state: 'hidden', timeout: 500 });
    return true;
  });
}

/** Opens the list that a command shows and picks the row of this name, whatever icon stands before it. */
export async function runListed(page, title, row) {
  await runCommand(page, title);
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: row });
  await rows.first().waitFor();
  await paletteInput(page).fill(row);
  await rows.first().click();
}

/** Opens the one file of this name. A list that a busy window closes before the name is typed is opened again. */
export async function openFile(page, name) {
  const box = paletteInput(page);
  const row = page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: name }).first();
  const tab = page.locator('.tab.active', { hasText: name });
  await until(`the file "${name}"`, async () => {
    if (await tab.isVisible()) return true;
    await runCommand(page, 'Go to File...');
    await box.fill(name, { timeout: 2_000 });
    await row.click({ timeout: 5_000 });
    await tab.waitFor({ timeout: 10_000 });
    return true;
  });
}

/** Shows the view container of this title by its icon in the activity bar. */
export async function openView(page, title, { timeout = patienceMs } = {}) {
  const tab = page
    .locator(
      `.part.activitybar .action-item[role="tab"]:has([aria-label^="${title}"]), .part.activitybar .action-item:has(a[aria-label^="${title}"])`,
    )
    .first();
  await tab.waitFor({ timeout });
  const isShown = async () => (await tab.getAttribute('aria-expanded')) === 'true';
  if (await isShown()) return;
  await tab.click({ timeout });
  await until(`the view ${title}`, isShown, { timeout });
}

/**
 * The innermost frame of a webview, ready for locator(), fill(), click(), evaluate().
 * @param {string|object} match  the document's title, or { title, extensionId, has: 'css selector' }
 */
export async function webviewFrame(page, match, { timeout = patienceMs } = {}) {
  const { title, extensionId, has = 'body' } = typeof match === 'string' ? { title: match } : match;
  return until(
    `the webview ${JSON.stringify(match)}`,
    async () => {
      for (const frame of page.frames()) {
        const outer = frame.parentFrame();
        // VS Code wraps the extension's document twice: pre/index.html, and in it the document itself.
        if (!outer || !/\/webview\/browser\/pre\/index\.html/.test(outer.url())) continue;
        if (
          extensionId &&
          new URL(outer.url()).searchParams.get('extensionId')?.toLowerCase() !== extensionId.toLowerCase()
        )
          continue;
        if (!(await (await outer.frameElement()).isVisible())) continue;
        if (title !== undefined && (await frame.title()) !== title) continue;
        if ((await frame.locator(has).count()) > 0) return frame;
      }
      return undefined;
    },
    { timeout },
  );
}

/** A toast hides after a while, sooner than a busy machine gets to look: so long it is waited for. */
const toastMs = 10_000;

/**
 * Waits for a notification that contains this text, as a toast or, when that has gone, among the kept ones; needs
 * testDriver to be off.
 */
export async function notification(page, text, { timeout = patienceMs } = {}) {
  const places = ['.notifications-toasts', '.notifications-center'];
  const items = places.map((place) => `${place} .notification-list-item:visible`).join(', ');
  const item = page.locator(items, { hasText: text }).first();
  const isSeen = await item.waitFor({ timeout: Math.min(toastMs, timeout) }).then(
    () => true,
    () => false,
  );
  if (!isSeen) {
    await runCommand(page, 'Notifications: Show Notifications');
    await item.waitFor({ timeout });
  }
  return item;
}

/** Presses the button of a notification, wherever that is now: a toast may hide while a busy machine gets to it. */
export async function pressInNotification(page, text, button, { timeout = patienceMs } = {}) {
  await until(
    `"${button}" of the notification "${text}"`,
    async () => {
      const item = await notification(page, text, { timeout });
      await item.hover({ timeout: 5_000 }); // it stays as long as the mouse is on it
      await item.getByRole('button', { name: button, exact: true }).click({ timeout: 10_000 });
      return true;
    },
    { timeout },
  );
}

/**
 * What "Developer: Show Running Extensions" lists: [{ name, version, activationMs }].
 * @param listing names that have to be among them: what starts after the window has does so when the machine gets to it
 */
export async function runningExtensions(page, { listing = [], timeout = patienceMs } = {}) {
  const size = page.viewportSize();
  await page.setViewportSize({ width: size.width, height: 4_000 }); // the list draws only rows in sight
  try {
    await runCommand(page, 'Developer: Show Running Extensions', { timeout });
    const rows = page.locator('.runtime-extensions-editor .monaco-list-row');
    await rows.first().waitFor({ timeout });
    let before;
    const texts = await until(
      ['the list of running extensions to settle', ...listing].join(', with '),
      async () => {
        const now = await rows.allInnerTexts();
        const isSettled = now.length > 0 && JSON.stringify(now) === JSON.stringify(before);
        before = now;
        return isSettled && listing.every((name) => now.some((text) => text.includes(name))) && now;
      },
      { timeout, every: 500 },
    );
    return texts.map((text) => {
      const lines = text
        .split('\n')
        .map((l) => l.trim())
        .filter(Boolean);
      const ms = /Activation: (\d+) ?ms/.exec(text);
      return { name: lines[0], version: lines[1], activationMs: ms ? Number(ms[1]) : undefined };
    });
  } finally {
    await runCommand(page, 'View: Close Editor', { timeout: 5_000 }).catch(() => {});
    await page.setViewportSize(size);
  }
}

/**
 * The editor writes down now and then what stands open, about once a minute when it is busy: what a browser left before is
 * not there again. Only its own entry counts: the kind of tab is named elsewhere as soon as one was opened.
 * @param kind what the entry names: the kind of a tab, or the scheme of its document
 */
export const isEditorKept = (page, kind) =>
  page.evaluate(async (wanted) => {
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const isStore = database.objectStoreNames.contains('ItemTable');
      const items = isStore ? database.transaction('ItemTable').objectStore('ItemTable') : undefined;
      const openEditors = items && (await done(items.get('memento/workbench.parts.editor')));
      database.close();
      if (String(openEditors).includes(wanted)) return true;
    }
    return false;
  }, kind);

export async function screenshot(page, file) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  await page.screenshot({ path: file, timeout: patienceMs });
  return path.resolve(file);
}
