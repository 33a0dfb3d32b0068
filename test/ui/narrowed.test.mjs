// A question is asked of what it names and of nothing else; what an answer says of files is so a moment after they change;
// code is applied only where somebody said; and a narrow view shows the answer first. In a real browser, with the packed
// extension.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { ask, chooseTheme, dragBorder, openNewChat, openStory } from './workspace.mjs';

const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `narrowed-${name}.png`);

const files = {
  'src/retry.ts': `/** Calls again after a failure: at most six times, with a growing pause. */
export async function retryCall(call: () => Promise<void>, mostTries = 6): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt === mostTries) throw error;
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }
}
`,
  'src/queue.ts': `/** Keeps calls waiting while the line is down: at most forty. */
export const mostWaiting = 40;

/** Fails when the queue is full. */
export function enqueue(waiting: string[], call: string): void {
  if (waiting.length >= mostWaiting) throw new Error('The queue is full.');
  waiting.push(call);
}
`,
  'src/session.ts': `/** A session ends after thirty minutes without a call. */
export const sessionMinutes = 30;

/** Ends the session when it has been idle for too long. */
export function endWhenIdle(idleMinutes: number, end: () => void): void {
  if (idleMinutes >= sessionMinutes) end();
}
`,
  'src/limits.ts': '/** At most so many callers at a time. */\nexport const mostCallers = 12;\n',
};

/** In the page: true when at least eight characters of a label can be read, or all of it. */
function showsItsBegin(label) {
  const text = document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode();
  const begin = document.createRange();
  begin.setStart(text, 0);
  begin.setEnd(text, Math.min(8, text.length));
  const shown = begin.getBoundingClientRect();
  // What is cut off keeps its place, so each box around it has to reach so far.
  for (let around = label; around.id !== 'transcript'; around = around.parentElement) {
    const { right, bottom } = around.getBoundingClientRect();
    const isCut = getComputedStyle(around).overflow !== 'visible';
    if (isCut && (shown.right > right + 1 || shown.bottom > bottom + 2)) return false;
  }
  return shown.width > 0;
}

/** In the page: true when the text of an empty box fits into it. */
function showsPlaceholder(box) {
  const style = getComputedStyle(box);
  const measure = document.createElement('canvas').getContext('2d');
  measure.font = style.font;
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return measure.measureText(box.placeholder).width <= room;
}

describe('a question that names what it is about', () => {
  let work;
  let folder;
  let rig;
  let win;
  let page;
  let chat;
  let close;

  const file = (name) => path.join(folder, name);
  const box = () => chat.locator('#question');
  const { input, choice: row } = locators(() => page);
  const tab = (name) => page.locator('.tab', { hasText: name }).first();
  async function chipsAre(wanted) {
    const chips = chat.locator('.box .chip:not(.chip-add):not(.chip-offered)');
    const read = async () => (await chips.allInnerTexts()).map((text) => text.trim());
    await until(`the chips ${wanted.join(', ')}`, async () => JSON.stringify(await read()) === JSON.stringify(wanted));
  }

  /** A label that is drawn anew while it is looked at is looked at again. */
  async function showTheirBegin(labels) {
    await until(
      `eight characters of each ${labels}`,
      async () => {
        for (const one of await labels.all()) assert.ok(await one.evaluate(showsItsBegin), await one.innerText());
        return true;
      },
      { timeout: 10_000 },
    );
  }

  /** What is scrolled or drawn in one frame is followed up in the next. */
  const twoFrames = () =>
    chat.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

  before(async () => {
    ({ work, folder, rig, win, page, chat, close } = await openStory('line', files));
  });

  after(() => close?.());

  async function mention(typed, label) {
    await box().click();
    await page.keyboard.type(`@${typed}`);
    const option = chat.locator('.mention', { hasText: label }).first();
    await option.waitFor();
    await option.click();
    await chat.locator('.chip', { hasText: label }).waitFor();
  }

  async function openFile(name) {
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget:visible input.input').first().fill(path.basename(name));
    await row(path.basename(name)).click();
    await page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
  }

  it('is asked of the file alone that stands behind the @, until the workspace is added on purpose', async () => {
    await mention('queue', 'queue.ts');
    await chipsAre(['queue.ts']);
    const answer = await ask(chat, 'how many calls are tried at most?');
    assert.match(await answer.locator('.found summary').innerText(), /Searched 1 file in queue\.ts/);
    await chat.locator('.chip-offered', { hasText: 'Workspace' }).click();
    await chipsAre(['queue.ts', 'Workspace']);
    await chat.getByRole('button', { name: 'Remove Workspace' }).click();
    await chat.getByRole('button', { name: 'Remove queue.ts' }).click();
    await chipsAre(['Workspace']);
  });

  it('is asked of a definition, of the changes and of the problems, which the @ knows too', async () => {
    await mention('enqueue', 'enqueue');
    await chipsAre(['enqueue']);
    const answer = await ask(chat, 'when does it fail?');
    assert.match(await answer.locator('.found summary').innerText(), /Searched 1 asset or text/);
    await chat.getByRole('button', { name: 'Remove enqueue' }).click();

    fs.writeFileSync(file('src/limits.ts'), files['src/limits.ts'].replace('12', '"twelve'));
    await openFile('src/limits.ts');
    const option = (label) => chat.locator('.mention', { hasText: label }).first();
    await until('changes and problems under the @', async () => {
      await box().fill('');
      await box().click();
      await page.keyboard.type('@');
      await option('Everything').waitFor();
      return (await option('Changes').isVisible()) && (await option('Problems').isVisible());
    });
    await win.screenshot(shot('mentions'));
    await option('Changes').click();
    const changed = await ask(chat, 'what is the number of callers?');
    assert.match(await changed.locator('.found summary').innerText(), /Searched 1 file, 1 asset or text/);
    await chat.getByRole('button', { name: 'Remove Changes' }).click();
    await mention('Prob', 'Problems');
    const wrong = await ask(chat, 'which string is not terminated?');
    assert.match(await wrong.locator('.found summary').innerText(), /Searched 1 file, 1 asset or text/);
    await chat.getByRole('button', { name: 'Remove Problems' }).click();
    fs.writeFileSync(file('src/limits.ts'), files['src/limits.ts']);
  });

  it('shows the answer first at 300 pixels: the library is its rows, what else there is takes a line each', async () => {
    await openNewChat(win, chat);
    const answer = await ask(chat, 'How many minutes does a session last?');
    await answer.locator('.helpers').waitFor();
    const heights = async (selector) => (await answer.locator(selector).first().boundingBox())?.height ?? 0;
    assert.ok((await heights('.helpers')) <= 26, 'who could help is a line');
    assert.doesNotMatch(await answer.locator('.helpers').innerText(), /asked/);
    if ((await answer.locator('.next').count()) > 0) {
      assert.ok((await heights('.next')) <= 30, 'what to ask next is a line');
    }
    const library = await page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Library' }) }).first().boundingBox(); // prettier-ignore
    const view = await page.locator('.part.sidebar').boundingBox();
    assert.ok(library.height <= view.height / 3.5, `the library takes ${library.height} of ${view.height}`);
    await win.screenshot(shot('300'));
  });

  it('says nothing of who could help where the reader alone wrote the code', async () => {
    const own = path.join(rig.home, '.gitconfig');
    fs.writeFileSync(own, '[user]\n\tname = Ada\n\temail = ada@example.invalid\n');
    const answer = await ask(chat, 'How long is the pause between tries?');
    await answer.locator('.sources').waitFor();
    await answer.locator('.helpers-ask').waitFor({ state: 'detached' });
    assert.equal(await answer.locator('.helpers, .helpers-none').count(), 0);
    fs.rmSync(own);
  });

  it('opens the code of the first place alone where it is not sure; each other one is a row that opens its own', async () => {
    const side = () => page.locator('.part.sidebar').boundingBox();
    const { x, width } = await side();
    await dragBorder(page, { x: x + width, y: 420 }, { right: 300 - width });
    await until('a side bar of 300 pixels', async () => Math.abs((await side()).width - 300) <= 8);
    const answer = await ask(chat, 'where are calls limited?');
    const places = answer.locator('.place');
    await places.first().waitFor();
    const [count, codes] = [await places.count(), answer.locator('.code-block pre')];
    assert.ok(count >= 2, `${count} further places`);
    assert.equal(await codes.count(), count + 1);
    assert.equal(await codes.locator('visible=true').count(), 1);
    for (const place of await places.all()) {
      assert.ok((await place.boundingBox()).height <= 26, 'one row');
      assert.match((await place.innerText()).replace(/\s+/g, ' '), /^\w+\.ts \d+(–\d+)?( \w+)?$/);
    }
    assert.match((await places.allInnerTexts()).join(' ').replace(/\s+/g, ' '), /retry\.ts 1–11 retryCall/);
    await win.screenshot(shot('places-dark'));
    const row = places.last().locator('summary');
    await row.focus();
    await chat.locator('#transcript').evaluate((element) => (element.scrollTop = element.scrollHeight));
    await twoFrames();
    const { y } = await row.boundingBox();
    await page.keyboard.press('Enter');
    await codes.last().waitFor();
    await twoFrames();
    assert.ok(Math.abs((await row.boundingBox()).y - y) <= 1, 'the row stays where it was');
    assert.equal(await codes.locator('visible=true').count(), 2);
    await chooseTheme(win, 'Light Modern');
    await page.locator('.monaco-workbench.vs').waitFor();
    await win.screenshot(shot('places-light'));
    await chooseTheme(win, 'Dark Modern');
    await row.click();
    await codes.last().waitFor({ state: 'hidden' });
    await win.runCommand('Quarry: Go to Previous Code Block');
    await codes.last().waitFor();
    fs.writeFileSync(file('src/retry.ts'), 'export {};\n');
    const changed = answer.locator('.place summary.gone', { hasText: 'retry.ts' });
    await changed.waitFor({ timeout: 20_000 });
    assert.match(await changed.getAttribute('title'), /The file has only/);
    fs.writeFileSync(file('src/retry.ts'), files['src/retry.ts']);
    await changed.waitFor({ state: 'detached', timeout: 20_000 });
    await dragBorder(page, { x: x + 300, y: 420 }, { right: width - 300 });
  });

  it('keeps eight characters of every label at 200 pixels, and lays the way to the latest beside the box and not over words', async () => {
    const side = async () => page.locator('.part.sidebar').boundingBox();
    const dragTo = async (width) => {
      const { x, width: now } = await side();
      await page.mouse.move(x + now, 420);
      await page.mouse.down();
      await page.mouse.move(x + width, 420, { steps: 6 });
      await page.mouse.up();
    };
    const { width } = await side();
    await dragTo(200);
    await until('a narrow view', async () => (await side()).width <= 215);
    const weak = await ask(chat, 'where are calls limited?');
    await weak.locator('.place').first().waitFor();
    await showTheirBegin(weak.locator('.place .source-name'));
    const answer = await ask(chat, 'How many minutes does a session last?');
    await answer.locator('.code-place').first().waitFor();
    for (const [part, height] of Object.entries({
      '.code-head': 30,
      '.helpers': 50,
      '.next': 76,
      '.found summary': 30,
    })) {
      for (const one of await answer.locator(part).all()) {
        assert.ok(((await one.boundingBox())?.height ?? 0) <= height, `${part} is no higher than ${height}`);
      }
    }
    await answer.locator('.next').waitFor();
    for (const label of [
      '.code-place > :first-child',
      '.helper-first',
      '.next .suggestion > span',
      '.searched > :first-child',
    ]) {
      await showTheirBegin(answer.locator(label));
    }
    assert.ok(await box().evaluate(showsPlaceholder), 'all of what the empty box says');
    const block = answer.locator('.code-block').first();
    const save = block.getByRole('button', { name: 'Save as Asset' });
    assert.ok(await block.getByRole('button', { name: 'Copy' }).isVisible());
    assert.ok(!(await save.isVisible()), 'the other actions wait');
    await block.getByRole('button', { name: 'More Actions…' }).focus();
    await page.keyboard.press('Enter');
    await save.waitFor();
    await showTheirBegin(block.locator('.code-place > :first-child'));
    await win.screenshot(shot('200-actions'));
    await page.keyboard.press('Enter');
    await save.waitFor({ state: 'hidden' });
    await chat.locator('#transcript').evaluate((element) => (element.scrollTop = 0));
    await chat.locator('.jump').waitFor();
    const [jump, transcript] = [
      await chat.locator('.jump').boundingBox(),
      await chat.locator('#transcript').boundingBox(),
    ];
    assert.ok(jump.y >= transcript.y + transcript.height, 'the arrow lies below the transcript');
    await win.screenshot(shot('200'));
    await chat.locator('.jump').click();
    await dragTo(width);
  });

  it('heads quoted code with its place, and offers nothing to apply there', async () => {
    const block = chat.locator('article.answer').last().locator('.code-block').first();
    await block.locator('.code-place', { hasText: 'session.ts' }).waitFor();
    assert.equal(await block.getByRole('button', { name: 'Apply in File…' }).count(), 0);
    await block.locator('.code-place').click();
    await page.locator('.tab.active', { hasText: 'session.ts' }).waitFor();
  });

  it('strikes a citation through within a second of the change on disk', async () => {
    const answer = chat.locator('article.answer').last();
    assert.equal(await answer.locator('.source.gone').count(), 0);
    const began = Date.now();
    fs.writeFileSync(file('src/session.ts'), files['src/session.ts'].replace(/thirty|30/g, 'some').replace('idle for', 'away for').replaceAll('sessionMinutes', 'limit')); // prettier-ignore
    await answer.locator('.source.gone').first().waitFor({ timeout: 20_000 });
    console.log(`      struck through ${Date.now() - began} ms after the change`);
    await win.screenshot(shot('changed'));
    fs.writeFileSync(file('src/session.ts'), files['src/session.ts']);
    await answer.locator('.source.gone').first().waitFor({ state: 'detached', timeout: 20_000 });
  });

  it('marks an asset within a second of the change of its origin on disk', async () => {
    await openFile('src/queue.ts');
    await win.runCommand('Quarry: Save File as Asset');
    const saved = page.locator('.split-view-view .monaco-list-row', { hasText: 'queue' }).first();
    await saved.waitFor();
    await win.runCommand('View: Close All Editors');
    const began = Date.now();
    fs.writeFileSync(file('src/queue.ts'), files['src/queue.ts'].replace('40', '50'));
    await page.locator('.split-view-view .monaco-list-row [class*="monaco-decoration"], .split-view-view .monaco-list-row .monaco-icon-label[aria-label*="changed since"], .split-view-view .monaco-list-row[aria-label*="changed since"]').first().waitFor({ timeout: 20_000 }); // prettier-ignore
    console.log(`      marked ${Date.now() - began} ms after the change`);
    await win.screenshot(shot('drift'));
    fs.writeFileSync(file('src/queue.ts'), files['src/queue.ts']);
  });

  it('offers a model that runs on this machine once, under a weak answer, and asks it when it is taken', async function () {
    const seen = [];
    const server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (text) => (body += text));
      request.on('end', () => {
        seen.push({ url: request.url, body });
        if (request.method === 'GET') return void response.end('{"object":"list","data":[{"id":"tiny-coder"}]}');
        const content = 'The passages do not say it [1][9].';
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`); // prettier-ignore
      });
    });
    const port = 11434;
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    assert.ok(isFree, `something else listens on ${port}`);
    try {
      await openNewChat(win, chat);
      const answer = await ask(chat, 'Where is the kafka consumer group rebalanced?');
      await answer.locator('.offer', { hasText: 'tiny-coder' }).waitFor();
      await win.screenshot(shot('offer'));
      assert.deepEqual(
        seen.filter(({ body }) => body !== ''),
        [],
        'nothing is sent before it is taken',
      );
      await chat.locator('.egress').click();
      await row('tiny-coder').waitFor();
      await win.screenshot(shot('picker'));
      await page.keyboard.press('Escape');
      await answer.getByRole('button', { name: 'Ask it' }).click();
      const written = chat.locator('article.answer', { hasText: 'The passages do not say it' });
      await written.and(chat.locator('[aria-busy="false"]')).waitFor();
      await written.locator('.answered-by', { hasText: 'tiny-coder' }).waitFor();
      assert.match(seen.find(({ body }) => body !== '').body, /do not hold the answer/);
      assert.equal(await written.locator('.sources .source').count(), 1, 'a number that was not sent is no source');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('asks which file the code of an answer belongs to when nobody named one', async () => {
    const time = { value: '2026-01-02T03:04:05.000Z' };
    const conversation = { id: '7c0e7a52-2f50-4f7e-9d53-0c5e6b0f1a02' };
    const message = (id, role, raw) => ({ id, role, conversation, created: time, updated: time, fragment: { string: { raw } } }); // prettier-ignore
    const said = 'Nothing here does that. It could be:\n\n```ts\nexport const pause = 100;\n```\n';
    const given = {
      format: 'quarry.chat/1',
      conversation: { ...conversation, name: 'A pause', created: time, updated: time, type: 'COPILOT', messages: { iterable: [{ id: 'p1' }, { id: 'p2' }] } }, // prettier-ignore
      messages: [message('p1', 'USER', 'is there a pause?'), message('p2', 'ASSISTANT', said)],
    };
    fs.writeFileSync(path.join(work, 'chat.json'), JSON.stringify(given));
    await openFile('src/limits.ts');
    await importChat(path.join(work, 'chat.json'));
    const block = chat.locator('.code-block').first();
    await block.getByRole('button', { name: 'Apply in File…' }).click();
    await page.locator('.quick-input-title', { hasText: 'Which file' }).waitFor();
    await win.screenshot(shot('which'));
    await row('limits.ts').click();
    await tab('with the code of the answer').waitFor();
    assert.equal(fs.readFileSync(file('src/limits.ts'), 'utf8'), files['src/limits.ts'], 'nothing is written yet');
    await page.getByRole('button', { name: 'Discard Shown Change' }).first().click();
    await tab('with the code of the answer').waitFor({ state: 'hidden' });
    assert.equal(await chat.locator('.notice').count(), 0);
  });

  it('ticks the steps of the walkthrough that were done before it was opened', async () => {
    await win.runCommand('Welcome: Open Walkthrough...');
    await row('Get Started with Quarry').click();
    const done = page.locator('.getting-started-step .codicon-getting-started-step-checked:visible, .getting-started-step .complete:visible'); // prettier-ignore
    // An asset was saved and a question asked; nothing was searched, and no program connected.
    await until('two steps done', async () => (await done.count()) >= 2);
    await win.screenshot(shot('walkthrough'));
    assert.equal(await page.locator('.getting-started-step').count(), 4);
    assert.ok((await done.count()) < 4, 'not all steps are done');
  });

  async function importChat(name) {
    await win.runCommand('Quarry: Import Chat from File…');
    await until('the dialog for files', async () => (await input().isVisible()) && (await input().inputValue()).includes('/')); // prettier-ignore
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    await until('its rows', async () => (await rows.count()) > 0);
    await until(`the dialog to take ${name}`, async () => {
      if (!(await input().isVisible())) return true;
      await input().fill(`${path.dirname(name)}/`, { timeout: 2_000 });
      await rows
        .filter({ hasText: path.basename(name) })
        .first()
        .waitFor({ timeout: 5_000 });
      await input().fill(name, { timeout: 2_000 });
      await page.keyboard.press('Enter');
      return until('it to close', async () => !(await input().isVisible()), { timeout: 10_000 });
    });
    await chat.locator('article.question', { hasText: 'is there a pause?' }).waitFor();
  }
});
