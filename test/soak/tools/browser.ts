/** A real browser, where the machine has one. */
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

function findBrowser(): string | undefined {
  if (process.env.VSCODE_RIG_CHROMIUM) return process.env.VSCODE_RIG_CHROMIUM;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

export function whyNoBrowser(): string | undefined {
  return findBrowser() ? undefined : 'there is no Chromium on PATH';
}

export async function startBrowser(): Promise<Browser> {
  const executablePath = findBrowser() ?? '';
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet] });
}
