// A window on a few files whose settings name an endpoint that counts as another machine, and what a person and a program
// do there. The endpoint is a real HTTP server.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { startRig, until } from '../rig/editor/drive.mjs';
import { servedAt } from './workspace.mjs';

const vsix = process.env.QUARRY_VSIX ?? 'quarry.vsix';

/** @param reply from the parsed body of a request to what is answered, as an object */
async function startEndpoint(reply) {
  const seen = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (text) => (body += text));
    request.on('end', () => {
      seen.push({ url: request.url, authorization: request.headers.authorization, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply(JSON.parse(body))));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: server.address().port, seen, close };
}

/**
 * @param files text by name
 * @param reply what the endpoint answers
 * @param settings beside the endpoint's address
 */
export async function openModelElsewhere({ files, reply, settings }) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-elsewhere-')));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(work, name), text);
  const endpoint = await startEndpoint(reply);
  const rig = await startRig({
    vsix,
    trust: true,
    settings: {
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      // Not written as this machine's own address, so it counts as another one; and yet nothing leaves the test.
      'quarry.model.endpoint': `http://0.0.0.0:${endpoint.port}/v1`,
      ...settings,
    },
  });
  const win = await rig.openWindow(work);
  await win.openView('Quarry');
  const chat = await win.webviewFrame({ extensionId: 'quarry.quarry', has: '#question' });

  return {
    work,
    rig,
    win,
    page: win.page,
    chat,
    /** The requests that came. */
    seen: endpoint.seen,

    /** Asks in the chat and gives the turn that begins. */
    async begin(question) {
      const lastTurn = () => chat.locator('.turn').evaluateAll((turns) => turns.at(-1)?.dataset.turn);
      const before = await lastTurn();
      await chat.locator('#question').fill(question);
      await chat.locator('#question').press('Enter');
      await until('a new turn', async () => (await lastTurn()) !== before);
      return chat.locator('article.answer').last();
    },

    isDone: (answer) => answer.and(chat.locator('[aria-busy="false"]')).waitFor(),

    /** Searches as a program on this machine does. */
    async search(body) {
      const response = await fetch(`${await servedAt(rig)}/qgpt/relevance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ paths: [work], ...body }),
      });
      return { status: response.status, text: await response.text() };
    },

    async close() {
      await rig.stop();
      endpoint.close();
      fs.rmSync(work, { recursive: true, force: true });
    },
  };
}
