import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import type { Outcome, Row } from '../row';
import { startBrowser, whyNoBrowser } from '../tools/browser';
import { createBody } from '../tools/raw';

/** A page of somebody else, on this machine too. */
async function servePage(): Promise<{ origin: string; close: () => Promise<void> }> {
  const script = fs.readFileSync('test/fixtures/pages/attack.js', 'utf8');
  const server = http.createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>page</title><body><iframe name="sink"></iframe><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Runs the page's own script, and says what it could read. */
function attack(page: Page, baseUrl: string): Promise<Record<string, string>> {
  return page.evaluate(`attack(${JSON.stringify(baseUrl)}, ${JSON.stringify(createBody)})`);
}

const count = async (server: TestServer) => (await server.api.assetsSnapshot({ query: {} })).iterable.length;

async function run(): Promise<Outcome> {
  const site = await servePage();
  const browser = await startBrowser();
  const server = await startTestServer();
  const friendly = await startTestServer({ settings: { allowedOrigins: [site.origin] } });
  try {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const read = await attack(page, server.baseUrl);
    for (const [name, text] of Object.entries(read))
      assert.ok(text === '' || text === 'nothing', `${name} read: ${text}`);
    assert.equal(await count(server), 0, 'nothing was planted');
    const allowed = await attack(page, friendly.baseUrl);
    assert.match(allowed.get ?? '', /"iterable"/, 'a listed page reads');
    assert.match(allowed['post json'] ?? '', /"id"/, 'a listed page saves');
    assert.equal(allowed.stream, 'open', 'a listed page opens the stream');
    assert.equal(await count(friendly), 1, 'only what was declared as JSON was saved');
    const tried = Object.keys(read).length;
    return { figure: `${tried} ways of a real page, 0 read, 0 changed; once listed it works`, isKept: true };
  } finally {
    await browser.close();
    await Promise.all([server.close(), friendly.close(), site.close()]);
  }
}

export const browserPage: Row = {
  id: 'S2b',
  promise: 'lets no page in a real browser read or change anything, until its origin is listed',
  limit: '0 read, 0 changed',
  quick: 1,
  full: 1,
  unable: whyNoBrowser,
  run,
};
