import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import markdownIt from 'markdown-it';
import type { Browser, Page } from 'playwright-core';
import type { ChatState, ToWebview } from '../../../src/chat/messages';
import { newTurn, type Turn } from '../../../src/chat/turns';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import type { Outcome, Round, Row } from '../row';
import { startBrowser, whyNoBrowser } from '../tools/browser';

/** `window.hacked` is set by what runs; CANARY is an address that is asked by what loads. */
const payloads: readonly string[] = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '<img src="CANARY/pixel">',
  '<svg onload="window.hacked=1"></svg>',
  '<svg><script>window.hacked=1</script></svg>',
  '<iframe src="CANARY/frame"></iframe>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<object data="CANARY/object"></object>',
  '<embed src="CANARY/embed">',
  '<link rel="stylesheet" href="CANARY/style">',
  '<style>@import "CANARY/import";</style>',
  '<base href="CANARY/">',
  '<meta http-equiv="refresh" content="0;url=CANARY/refresh">',
  '<form action="CANARY/form"><input autofocus onfocus="window.hacked=1"></form>',
  '<a href="javascript:window.hacked=1">click</a>',
  '<details open ontoggle="window.hacked=1">',
  '<video src="CANARY/video" autoplay onloadstart="window.hacked=1"></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked=1">',
  '</pre></code><script>window.hacked=1</script>',
  '"><script>window.hacked=1</script>',
  "' onmouseover='window.hacked=1' x='",
  '" autofocus onfocus="window.hacked=1',
  '</title></style></textarea><script>window.hacked=1</script>',
  '![x](CANARY/image)',
  '[x](javascript:window.hacked=1)',
  '[x](data:text/html,<script>window.hacked=1</script>)',
  '[x](command:workbench.action.terminal.new)',
  '<https://a.example/" onmouseover="window.hacked=1>',
  '```html onload="window.hacked=1"\n<script>window.hacked=1</script>\n```\n<script>window.hacked=1</script>',
  '`````\n</code></pre><img src=x onerror="window.hacked=1">\n```',
  '[x]: CANARY/reference "t"\n\n![x]',
  '| a | <img src=CANARY/cell> |\n| --- | --- |\n| <script>window.hacked=1</script> | [1](javascript:alert) |',
  '&lt;script&gt;window.hacked=1&lt;/script&gt; &#60;img src=x onerror=window.hacked=1&#62;',
  '\u003cscript\u003ewindow.hacked=1\u003c/script\u003e<!-- --!><script>window.hacked=1</script>',
  '{{constructor.constructor("window.hacked=1")()}} ${window.hacked=1} <%= window.hacked=1 %>',
  '<x-a is="x" style="background:url(CANARY/css)">',
];

interface Canary {
  url: string;
  asked: string[];
  close: () => Promise<void>;
}

async function startCanary(): Promise<Canary> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

/** Elements that load or run something, attributes that run, and addresses that are neither of the page nor https. */
const liveNodes = `(from) => [...document.querySelector(from).querySelectorAll('*')].flatMap((node) => {
  const found = /^(script|img|iframe|object|embed|link|style|base|meta|form|video|audio|source|math|frame|portal)$/i.test(node.localName) ? [node.localName] : [];
  for (const { name, value } of node.attributes) {
    if (/^on/i.test(name)) found.push(node.localName + ' ' + name);
    if (/^(href|src|action|formaction|data|srcdoc|poster|xlink:href)$/i.test(name) && !/^(https:|#)/i.test(value)) found.push(name + '=' + value);
    if (name === 'style' && /url\\(/i.test(value)) found.push(value);
  }
  return found;
})`;

/** Texts are shown in all the places a turn has. */
function turnOf(text: string, at: number): Turn {
  const source = { id: `s${at}`, name: text, directory: text, path: `/${text}`, words: [text], gone: text };
  return {
    ...newTurn(`t${at}`, text, [
      { kind: 'file', path: `/x/${text}` },
      { kind: 'asset', id: text, name: text },
    ]),
    ...{ text: `${text}\n\n${text} [1]\n\n- ${text}`, state: 'failed', error: text },
    ...{ sources: [source], found: [source], followUps: [text], skipped: [{ path: text, reason: text }] },
    ...{ model: { name: text, destination: text }, notes: [text], isByModel: true },
    ...{ helpers: [{ name: text, email: text, reason: text }], helperNotes: [text] },
  };
}

const stringNames = () => [...fs.readFileSync('src/chat/strings.ts', 'utf8').matchAll(/^ {2}(\w+): string;/gm)];

/** The chat's page as its host makes it, without its policy: what it shows must be harmless by itself. */
async function openChat(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  const strings = { ...Object.fromEntries(stringNames().map(([, name = '']) => [name, `${name} {0}`])), reasons: {} };
  const attribute = JSON.stringify(strings).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await page.setContent(`<!doctype html><title>chat</title><div id="chat" data-strings="${attribute}"></div>`);
  await page.evaluate('window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} })');
  await page.addScriptTag({ content: fs.readFileSync('dist/webview/chat.js', 'utf8') });
  return page;
}

async function showTurn(page: Page, turn: Turn): Promise<void> {
  const index = { done: 0, total: 0, isPaused: false };
  const { question: text } = turn;
  const state: ChatState = {
    ...{ turns: [turn], chips: turn.chips, starters: [text], folders: [text], isRestoring: false, index },
    ...{ recent: [{ id: text, name: text, when: text }], answering: { name: text, destination: text, because: text } },
  };
  const messages: ToWebview[] = [
    { kind: 'state', state },
    { kind: 'notice', text },
    { kind: 'mentions', key: 0, items: [{ label: text, detail: text, chips: [] }] },
  ];
  await page.evaluate(`for (const message of ${JSON.stringify(messages)}) window.postMessage(message, '*')`);
  await page.waitForSelector(`[data-turn="${turn.id}"] .error, .answer[data-turn="${turn.id}"]`);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

async function checkPage(page: Page, from: string, what: string): Promise<void> {
  assert.deepEqual(await page.evaluate(`(${liveNodes})(${JSON.stringify(from)})`), [], what);
  assert.equal(await page.evaluate('window.hacked'), undefined, `${what}: something ran`);
}

/** Saves it with the payload wherever a text may stand, and answers both documents. */
async function exported({ api }: TestServer, text: string): Promise<{ html: string; markdown: string }> {
  const websites = [
    { url: `https://a.example/?${text}`, name: text },
    { url: text, name: text },
  ];
  const { id } = await api.assetsCreateNewAsset({
    body: {
      asset: {
        format: { fragment: { string: { raw: `${text}\n` }, metadata: { ext: 'md' } } },
        metadata: {
          ...{ name: text, tags: [{ text: text.slice(0, 200) }], websites: websites.slice(0, 1) },
          annotations: [{ text, type: 'DESCRIPTION' }],
        },
      },
    },
  });
  const of = async (exportType: 'HTML' | 'MD') => {
    const { raw } = await api.assetSpecificAssetExport({ params: { asset: id }, query: { exportType } });
    return raw.string?.raw ?? '';
  };
  return { html: await of('HTML'), markdown: await of('MD') };
}

async function run({ count }: Round): Promise<Outcome> {
  const canary = await startCanary();
  const browser = await startBrowser();
  const server = await startTestServer();
  const texts = payloads.slice(0, count).map((payload) => payload.replaceAll('CANARY', canary.url));
  try {
    const chat = await openChat(browser);
    const documents = await browser.newPage();
    await documents.setContent(payloads[1] ?? '');
    await assert.rejects(checkPage(documents, 'body', 'markup as it is'), 'what is alive is seen as such');
    await documents.goto('about:blank');
    for (const [at, text] of texts.entries()) {
      await showTurn(chat, turnOf(text, at));
      const shown = String(await chat.evaluate('document.querySelector("#chat").textContent'));
      assert.ok(shown.includes(text), `the chat shows ${text}`);
      await checkPage(chat, '#chat', `the chat with ${text}`);
      const { html, markdown } = await exported(server, text);
      // Without its policy and its own style: only what stands in it counts.
      await documents.setContent(html.replace(/<meta http-equiv[^>]*>/, ''));
      await checkPage(documents, 'body', `the HTML of ${text}`);
      // As the most careless reader shows it.
      await documents.setContent(markdownIt({ html: true }).render(markdown));
      await checkPage(documents, 'body', `the Markdown of ${text}`);
    }
    assert.deepEqual(canary.asked, [], 'something was loaded');
    return {
      figure: `${texts.length} payloads in the chat, HTML and Markdown: 0 live nodes, 0 requests`,
      isKept: true,
    };
  } finally {
    await browser.close();
    await Promise.all([server.close(), canary.close()]);
  }
}

export const liveContent: Row = {
  id: 'S11',
  promise: 'shows scripts and markup in answers, assets and exports as text',
  limit: '0 live nodes of at least 30 payloads',
  quick: payloads.length,
  full: payloads.length,
  unable: whyNoBrowser,
  run,
};
