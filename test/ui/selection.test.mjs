// What is selected is offered to a question and asked only when it is taken; what a command gives counts for one question;
// and a narrowed question that finds nothing can be asked of the workspace. In a real browser, with the packed extension.
import assert from 'node:assert/strict';
import path from 'node:path';
import { until } from '../rig/editor/drive.mjs';
import { locators } from '../rig/editor/workbench.mjs';
import { ask, openStory } from './workspace.mjs';

const shots = process.env.QUARRY_SHOTS ?? '.vscode-test/shots';
const shot = (name) => path.join(shots, `selection-${name}.png`);

const files = {
  'src/harbour/pier.ts': `/** A pier at which ferries moor. */
export class Pier {
  readonly moored: string[] = [];

  /** Moors a ferry, unless the pier is full. */
  moor(ferry: string): boolean {
    if (this.moored.length >= mostFerries) return false;
    const isKnown = this.moored.includes(ferry);
    if (isKnown) return false;
    this.moored.push(ferry);
    return true;
  }
}

/** At most so many ferries moor at a pier. */
export const mostFerries = 12;
`,
  'src/harbour/index.ts': `import { Pier } from './pier';

export function moorAll(ferries: string[]): Pier {
  const pier = new Pier();
  for (const ferry of ferries) pier.moor(ferry);
  return pier;
}
`,
  'src/tickets/index.ts': `/** A ticket costs more on the upper deck. */
export function ticketPrice(isUpperDeck: boolean): number {
  return isUpperDeck ? 9 : 5;
}
`,
};

describe('a question beside selected code', () => {
  let win;
  let page;
  let chat;
  let close;

  const { input, choice: row } = locators(() => page);
  const lastContext = () => chat.locator('article.question').last().locator('.asked-of').innerText();
  const said = (answer) => answer.locator('.found summary').innerText();
  const namesOf = async (selector) =>
    (await chat.locator(selector).allInnerTexts()).map((text) => text.replace(/\s/g, ''));
  async function chipsAre(chosen, offered) {
    const wanted = JSON.stringify([chosen, offered]);
    const read = async () => JSON.stringify([await namesOf('.box .chip:not(.chip-add):not(.chip-offered)'), await namesOf('.box .chip-offered')]); // prettier-ignore
    await until(`the chips ${wanted}`, async () => (await read()) === wanted, { timeout: 20_000 });
  }

  before(async () => {
    ({ win, page, chat, close } = await openStory('ferries', files));
    await page.keyboard.press('Control+P');
    await input().fill('pier.ts');
    await row('pier.ts').click();
    await page.locator('.tab.active', { hasText: 'pier.ts' }).waitFor();
  });

  after(() => close?.());

  /** Whole lines, from the one with this text. */
  async function select(text, lines) {
    await page.locator('.editor-instance .view-line', { hasText: text }).first().click();
    await page.keyboard.press('Home');
    for (let line = 1; line < lines; line += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+End');
  }

  async function mention(typed, detail) {
    await chat.locator('#question').click();
    await page.keyboard.type(`@${typed}`);
    await chat.locator('.mention', { hasText: detail }).first().click();
  }

  const remove = (name) => chat.getByRole('button', { name: `Remove ${name}` }).click();

  it('is asked of the workspace, and of what is selected when its chip is taken or the words mean it', async () => {
    await select('const isKnown', 3);
    await chipsAre(['Workspace'], ['pier.ts:8-10']);
    await ask(chat, 'where is the price of a ticket set?');
    assert.equal(await lastContext(), 'Workspace');
    await win.screenshot(shot('offered'));

    await ask(chat, 'what does this do?');
    assert.equal(await lastContext(), 'pier.ts:8-10');
    await chipsAre(['Workspace'], ['pier.ts:8-10']);

    await chat.locator('.chip-offered', { hasText: 'pier.ts' }).click();
    await chipsAre(['pier.ts:8-10'], ['Workspace']);
    const taken = await ask(chat, 'where is the price of a ticket set?');
    assert.match(await said(taken), /^Searched 3 selected lines of pier\.ts ·/);
    assert.match(await taken.locator('.markdown').innerText(), /do(?:es)? not occur in the selected lines\./);
    await win.screenshot(shot('taken'));
  });

  it('is asked of the workspace by the button under an answer that found nothing in what was named', async () => {
    const narrow = chat.locator('.turn').last();
    await narrow.getByRole('button', { name: 'Search the workspace instead' }).click();
    await until('the same question of the workspace', async () => (await lastContext()) === 'Workspace');
    await chat.locator('.turn').last().locator('article.answer[aria-busy="false"]').waitFor();
    const wide = chat.locator('.turn').last();
    assert.match(await wide.innerText(), /ticketPrice/);
    assert.equal(await wide.getByRole('button', { name: 'Search the workspace instead' }).count(), 0);
    await win.screenshot(shot('widened'));
    await remove('pier.ts:8-10');
  });

  it('counts the chips of a command for one question', async () => {
    await select('const isKnown', 3);
    await chipsAre(['Workspace'], ['pier.ts:8-10']);
    await win.runCommand('Quarry: Ask About Selection');
    await chipsAre(['pier.ts:8-10'], ['Workspace']);
    await ask(chat, 'when is nothing pushed?');
    assert.equal(await lastContext(), 'pier.ts:8-10');
    await chipsAre(['Workspace'], ['pier.ts:8-10']);

    await select('moor(ferry', 7);
    await win.runCommand('Quarry: Suggest Questions About Selection');
    await row('?').waitFor();
    const offered = await page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    assert.doesNotMatch(offered.join('\n'), /`/);
    assert.match(offered.join('\n'), /moor/);
    await win.screenshot(shot('suggested'));
    await row('?').click();
    // Not by their number: of a long chat only the turns in sight are in the page.
    await until('the question', async () => /pier\.ts:6-12\s+Workspace/.test(await lastContext()));
    await chat.locator('.turn').last().locator('article.answer[aria-busy="false"]').waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'const isKnown' }).first().click();
    await chipsAre(['Workspace'], []);
  });

  it('tells two files of one name apart by their folders', async () => {
    await mention('index', 'harbour');
    await chipsAre(['index.ts'], ['Workspace']);
    await mention('index', 'tickets');
    await chipsAre(['harbour/index.ts', 'tickets/index.ts'], ['Workspace']);
    await win.screenshot(shot('one-name'));
    await remove('harbour/index.ts');
    await remove('index.ts');
    await chipsAre(['Workspace'], []);
  });

  it('gives lines that define nothing the title of what is around them', async () => {
    await select('if (isKnown)', 2);
    await win.runCommand('Quarry: Save Selection as Asset');
    await page.locator('.split-view-view .monaco-list-row', { hasText: 'Pier.moor (9–10)' }).first().waitFor();
    await win.screenshot(shot('title'));
  });
});
