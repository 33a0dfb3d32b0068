// What the stories share: a real folder with a history, the chat's frame, and the server as another program sees it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';

/** Real code, committed once: the installed fastify. */
export function makeWorkspace(parts = ['fastify.js', 'lib', 'package.json', 'LICENSE']) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-story-'));
  const folder = path.join(work, 'fastify');
  const source = path.resolve('node_modules/fastify');
  for (const part of parts) fs.cpSync(path.join(source, part), path.join(folder, part), { recursive: true });
  commitAll(folder, 'https://example.invalid/fastify.git');
  return { work, folder, remove: () => fs.rmSync(work, { recursive: true, force: true }) };
}

function commitAll(folder, origin) {
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-b', 'main');
  if (origin) git('remote', 'add', 'origin', origin);
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', 'commit', '-m', 'Import');
}

/**
 * Opens a window, with the chat, on a folder of that name with these files, committed once.
 * @returns what the story uses; `close` ends the editor and removes the folder
 */
export async function openStory(name, files) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `quarry-${name}-`)));
  const folder = path.join(work, name);
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  commitAll(folder);
  const rig = await startRig({
    vsix: process.env.QUARRY_VSIX ?? 'quarry.vsix',
    settings: { 'workbench.colorTheme': 'Default Dark Modern', 'window.restoreWindows': 'none' },
  });
  const close = async () => {
    await rig.stop();
    fs.rmSync(work, { recursive: true, force: true });
  };
  try {
    const win = await rig.openWindow(folder);
    await servedAt(rig);
    return { work, folder, rig, win, page: win.page, chat: await openChat(win), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the view, if it is not, and gives the chat's page. */
export async function openChat(win) {
  await win.openView('Quarry');
  return win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });
}

/** A chat in which nothing was asked. What is asked before the chat before has gone goes with it. */
export async function openNewChat(win, chat) {
  // That one new chat followed another could not be seen.
  if ((await chat.locator('.welcome').count()) > 0) return void (await chat.locator('#question').focus());
  await win.runCommand('Quarry: New Chat');
  await chat.locator('.welcome').waitFor();
}

/** Asks by keyboard, once nothing else is being answered, and waits for the end of the answer. */
export async function ask(chat, text) {
  await chat.locator('article.answer[aria-busy="true"]').waitFor({ state: 'detached' });
  await chat.locator('#question').fill(text);
  await chat.locator('#question').press('Enter');
  await chat
    .locator('article.question')
    .last()
    .filter({ hasText: text.slice(0, 40) })
    .waitFor();
  const answer = chat.locator('article.answer').last();
  await chat.locator('.turn').last().locator('article.answer[aria-busy="false"]').waitFor();
  return answer;
}

/** The address of the server that answers, from its discovery file. */
export function servedAt(rig) {
  const folder = path.join(rig.home, '.quarry', 'servers');
  return until('a server', async () => {
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
      if (!name.endsWith('.json')) continue;
      const { baseUrl } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      const health = await fetch(`${baseUrl}/.well-known/health`, { signal: AbortSignal.timeout(2_000) }).catch(
        () => undefined,
      );
      if (health?.ok) return baseUrl;
    }
    return undefined;
  });
}

export async function post(baseUrl, place, body) {
  const response = await fetch(`${baseUrl}${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${place}: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function chooseTheme(win, theme) {
  await win.runCommand('Preferences: Color Theme');
  await win.page.locator('.quick-input-widget input').fill(theme);
  await win.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: theme }).waitFor();
  await win.page.keyboard.press('Enter');
}

/** From the middle of a border by so many pixels, as with the mouse. */
export async function dragBorder(page, { x, y }, { right = 0, down = 0 }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}
