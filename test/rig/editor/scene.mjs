// What stood on the screen when a story failed: told in the log, for a machine whose pictures nobody gets to see.
import path from 'node:path';
import { openPages } from './drive.mjs';
import { screenshot } from './workbench.mjs';

const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
/** A page that does not answer is told as one that does not. */
const limitMs = 10_000;

const shown = {
  tabs: '.tab',
  views: '.pane-header .title',
  rows: '.monaco-list-row',
  notifications: '.notification-list-item',
  dialogs: '.monaco-dialog-box',
  'quick input': '.quick-input-widget',
  status: '.statusbar-item',
};

function visibleTexts(selectors) {
  const textsOf = (selector) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replace(/\s+/g, ' ').slice(0, 120))
      .filter((text) => text !== '');
  return Object.entries(selectors).map(([name, selector]) => [name, textsOf(selector).slice(0, 25)]);
}

async function describeFrame(frame) {
  const owner = await frame.frameElement();
  const box = await owner.boundingBox();
  const at = box ? `at ${Math.round(box.x)},${Math.round(box.y)} of ${Math.round(box.width)} x ${Math.round(box.height)}` : 'not drawn'; // prettier-ignore
  const { searchParams } = new URL(frame.url());
  const inner = frame.childFrames().map(async (child) => {
    const text = await child.evaluate(() => `${document.title}: ${document.body?.innerText ?? 'no body'}`);
    return text.replace(/\s+/g, ' ').slice(0, 160);
  });
  return [searchParams.get('extensionId'), at, ...(await Promise.all(inner))].join(' | ');
}

async function describePage({ page, consoleLines }) {
  const texts = await page.evaluate(visibleTexts, shown);
  const webviews = page.frames().filter((frame) => /\/webview\/browser\/pre\/.*extensionId=/.test(frame.url()));
  const told = await Promise.all(
    webviews.map((frame) => describeFrame(frame).catch((error) => `not readable: ${error.message.split('\n')[0]}`)),
  );
  const parts = [...texts, ['webviews', told], ['last said in its console', consoleLines.slice(-12)]];
  return parts.filter(([, lines]) => lines.length > 0).map(([name, lines]) => `${name}:\n    ${lines.join('\n    ')}`);
}

const limited = (work) =>
  Promise.race([
    work,
    new Promise((_, reject) => setTimeout(() => reject(new Error('the page does not answer')), limitMs).unref()),
  ]);

export const mochaHooks = {
  async afterEach() {
    const test = this.currentTest;
    if (test?.state !== 'failed') return;
    let number = 0;
    for (const open of openPages()) {
      number += 1;
      const name = `${test.title.replace(/\W+/g, '-').slice(0, 60)}-${number}`;
      const lines = await limited(describePage(open)).catch((error) => [error.message]);
      await screenshot(open.page, path.join(shots, 'failed', `${name}.png`)).catch(() => {});
      console.log(`      window ${number}, when this had failed:\n  ${lines.join('\n  ')}`);
    }
  },
};
