// What a person does in the workbench, for a Playwright page: palette, views, webviews, notifications, pictures.
import fs from 'node:fs';
import path from 'node:path';
import { until } from './wait.mjs';

const paletteInput = (page) => page.locator('.quick-input-widget:visible input.input').first();

/** Opens the command palette and picks the command of exactly this title ("Category: Title"). */
export async function runCommand(page, title, { timeout = 20_000 } = {}) {
  const wanted = title.toLowerCase();
  await until(
    `the command "${title}"`,
    async () => {
      // The palette lists what was known when it was opened, and an extension's commands come late:
      // so every attempt opens it anew.
      if (await paletteInput(page).isVisible()) {
        await page.keyboard.press('Escape');
        await paletteInput(page).waitFor({ state: 'hidden', timeout: 2_000 });
      }
      await page.keyboard.press('F1');
      await paletteInput(page).waitFor({ timeout: 2_000 });
      await paletteInput(page).fill(`>${title}`, { timeout: 2_000 });
      const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
      return until(
        'its row',
        async () => {
          for (const row of await rows.all()) {
            const label = ((await row.getAttribute('aria-label', { timeout: 500 })) ?? '').toLowerCase();
            if (label === wanted || label.startsWith(`${wanted},`)) {
              await row.click({ timeout: 1_000 });
              return true;
            }
          }
          return false;
        },
        { timeout: 1_500, every: 50 },
      );
    },
    { timeout },
  );
}

/** Shows the view container of this title by its icon in the activity bar. */
export async function openView(page, title, { timeout = 20_000 } = {}) {
  const tab = page
    .locator(
      `.part.activitybar .action-item[role="tab"]:has([aria-label^="${title}"]), .part.activitybar .action-item:has(a[aria-label^="${title}"])`,
    )
    .first();
  await tab.waitFor({ timeout });
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click({ timeout });
}

/**
 * The innermost frame of a webview, ready for locator(), fill(), click(), evaluate().
 * @param {string|object} match  the document's title, or { title, extensionId, has: 'css selector' }
 */
export async function webviewFrame(page, match, { timeout = 20_000 } = {}) {
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
export async function notification(page, text, { timeout = 40_000 } = {}) {
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

/**
 * What "Developer: Show Running Extensions" lists: [{ name, version, activationMs }].
 * @param listing names that have to be among them: what starts after the window has does so when the machine gets to it
 */
export async function runningExtensions(page, { listing = [], timeout = 60_000 } = {}) {
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

export async function screenshot(page, file) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  await page.screenshot({ path: file, timeout: 15_000 });
  return path.resolve(file);
}
