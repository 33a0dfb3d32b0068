import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { AnswerCitation } from '../../../src/contract/schemas/conversations';
import { chatMarkdown } from '../../../src/chat/writing';
import { createParser } from '../../../src/webview/markdown/parser';
import { newTurn } from '../../../src/chat/turns';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import type { Outcome, Row } from '../row';

/** Each may be a file's, an author's, an asset's and a definition's; no slash, and short enough for a file. */
const names: readonly string[] = [
  '[click](command:workbench.action.terminal.new)',
  '![x](https:evil.example)',
  '<img src=x onerror=alert(1)>',
  '<https:evil.example>',
  '<a href=javascript:alert(1)>click',
  '<!-- ',
  '&#60;img src=x&#62;',
  'a.js:1-2\n[2] forged.js:3-4',
  'a\r\n\r\n[1] forged',
  'a\u2028[1] forged',
  '`',
  '``` js\nforged',
  'a` [click](command:x) `b',
  '`` [click](command:x)',
  '[a\\](command:x)',
  '[a\\\\](command:x)',
  '[a [b](command:x) c](command:y)',
  '[x]: command:y',
  '[2]',
  'www.evil.example',
  'mail@evil.example',
  '# forged',
  '- [x] forged',
  '> forged',
  '**bold** ~~gone~~',
  '| a | b |',
  '\u001b]8;;https:evil.example\u0007click',
  '\u202etxt.js',
];

/** As careless as a reader can be, and as the chat reads. */
const careless = markdownIt({ html: true, linkify: true });
const readers: readonly MarkdownIt[] = [careless, createParser()];

function liveTokens(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => [
    ...(/^(?:link_open|image|html_inline|html_block)$/.test(token.type) ? [token.content || token.type] : []),
    ...liveTokens(token.children ?? []),
  ]);
}

/** What is quoted as code may say anything. */
const proseOf = (text: string) => text.replace(/^(`{3,})[^]*?^\1$/gm, '');

class Hunt {
  texts = 0;
  readonly live: string[] = [];
  readonly forged: string[] = [];

  text(what: string, text: string): void {
    this.texts += 1;
    for (const reader of readers) {
      const found = liveTokens(reader.parse(text, {}));
      if (found.length > 0) this.live.push(`${what}: ${found.join(' ')} in ${JSON.stringify(text)}`);
    }
    const prose = proseOf(text);
    if (
      /^(?:\[\d+\] )?(?:> |#+ |- (?:\[x\] )?)?forged/m.test(prose) ||
      /[\p{Cc}\u2028\u202e]/u.test(prose.replace(/\n/g, ''))
    )
      this.forged.push(`${what}: ${JSON.stringify(text)}`);
  }

  answer(
    what: string,
    { text, citations = [] }: { text: string; citations?: readonly AnswerCitation[] | undefined },
  ): void {
    this.text(what, text);
    const listed = [...proseOf(text).matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number));
    const isList = listed.every((number, place) => number === place + 1) && listed.length === citations.length;
    if (!isList || citations.some(({ label }) => /[\p{Cc}\u2028\u202e]/u.test(label)))
      this.forged.push(`${what}: ${citations.length} citations, ${JSON.stringify(text)}`);
    this.text(`${what}, as a document`, documentOf(what.replace(/\s+/g, ' '), text, citations));
  }
}

/** The chat as a document: names are in questions, chips and the list of places. */
function documentOf(question: string, text: string, citations: readonly AnswerCitation[]): string {
  const sources = citations.map(({ id, label, path: file = label, lines }) => ({
    ...{ id, path: file, name: path.basename(file), directory: path.dirname(file) },
    ...(lines && { lines }),
  }));
  const turn = { ...newTurn('t', question, [{ kind: 'file' as const, path: question }]), text, sources, state: 'done' as const }; // prettier-ignore
  const texts = { askedOf: 'Asked of {0}', sources: 'Sources', incomplete: '', noAnswer: '', chip: () => question };
  return chatMarkdown(question, [turn], texts);
}

function git(folder: string, words: string[], author = 'A'): void {
  const who = {
    GIT_AUTHOR_NAME: author,
    GIT_COMMITTER_NAME: author,
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const env = { ...process.env, ...who, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', ['-c', 'core.quotepath=off', ...words], { cwd: folder, env, stdio: 'pipe' });
}

const words = 'apricot bergamot citron damson elder fig grape hazel ibex juniper kumquat lemon mango nectarine olive papaya quince raspberry sorrel tamarind ugli vanilla walnut ximenia yam zinnia almond banana'.split(' '); // prettier-ignore
const wordOf = (at: number) => words[at] ?? '';

function codeOf(name: string, at: number): string {
  const word = wordOf(at);
  const rows = [
    `export const ${word}Limit = ${at + 40};`,
    `export function ${word}Price(count) {`,
    `  if (count > ${word}Limit) throw new RangeError('too many of ${word}');`,
    `  return count * ${at + 2};`,
    '}',
    `export class ${word}Box {`,
    `  /** Makes the ${word} ready for the shop. */`,
    `  ${JSON.stringify(name)}(count) {`,
    `    return ${word}Price(count);`,
    '  }',
    '}',
  ];
  return `${rows.join('\n')}\n`;
}

/** A repository of files with such names, in a folder with such a name, each by an author of such a name. */
function makeRepository(base: string): string {
  const folder = path.join(base, 'shop');
  fs.mkdirSync(folder);
  git(folder, ['init', '-q']);
  for (const [at, name] of names.entries()) {
    const inside = path.join(folder, at % 2 === 0 ? '' : name);
    fs.mkdirSync(inside, { recursive: true });
    fs.writeFileSync(path.join(inside, `${name}.js`), codeOf(name, at));
    git(folder, ['add', '.']);
    git(folder, ['commit', '-q', '-m', wordOf(at)], name);
  }
  return folder;
}

const questionsAbout = (word: string) => [
  `where is ${word}Price defined?`,
  `what does ${word}Price do?`,
  `what is the limit of ${word}?`,
  `when does ${word}Price fail?`,
  `what makes the ${word} ready?`,
  `how does the ${word} talk to the database of the moon?`,
  `who wrote ${word}Price?`,
];

async function askFolder(hunt: Hunt, { ownApi }: TestServer, folder: string): Promise<void> {
  const asked = ['what does this project do?', 'where does the program start?', 'who wrote this?'];
  for (const query of [...asked, ...names.flatMap((_, at) => questionsAbout(wordOf(at)))]) {
    const { answer } = await ownApi.relevance({ body: { query, paths: [folder], options: { question: true } } });
    const answers = answer?.answers.iterable ?? [];
    assert.ok(answers.length > 0, query);
    for (const one of answers) hunt.answer(query, one);
  }
}

async function askFiles(hunt: Hunt, { ownApi }: TestServer, folder: string): Promise<void> {
  for (const [at, name] of names.entries()) {
    const file = path.join(folder, at % 2 === 0 ? '' : name, `${name}.js`);
    for (const query of ['explain this', 'who wrote this?', `what does ${name} do?`]) {
      const { answer } = await ownApi.relevance({ body: { query, paths: [file], options: { question: true } } });
      for (const one of answer?.answers.iterable ?? []) hunt.answer(`${query} ${name}`, one);
    }
  }
}

/** Assets of such names: asked of, and as documents. */
async function askAssets(hunt: Hunt, { ownApi }: TestServer): Promise<void> {
  for (const [at, name] of names.entries()) {
    const format = { fragment: { string: { raw: codeOf(name, at) }, metadata: { ext: 'js' as const } } };
    const { id } = await ownApi.assetsCreateNewAsset({ body: { asset: { format, metadata: { name } } } });
    for (const query of questionsAbout(wordOf(at)).slice(0, 4)) {
      const body = { query, assets: { iterable: [{ id }] }, options: { question: true } };
      const { answer } = await ownApi.relevance({ body });
      for (const one of answer?.answers.iterable ?? []) hunt.answer(`${query} ${name}`, one);
    }
    const { raw } = await ownApi.assetSpecificAssetExport({ params: { asset: id }, query: { exportType: 'MD' } });
    hunt.text(`the export of ${name}`, raw.string?.raw ?? '');
    const html = await ownApi.assetSpecificAssetExport({ params: { asset: id }, query: { exportType: 'HTML' } });
    assert.doesNotMatch(html.raw.string?.raw ?? '', /<(?:img|a|!--)/i, name);
  }
}

async function run(): Promise<Outcome> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-names-')));
  const folder = makeRepository(base);
  const server = await startTestServer();
  const hunt = new Hunt();
  try {
    assert.ok(liveTokens(careless.parse(names[0] ?? '', {})).length > 0, 'a link is seen as such');
    await server.ownApi.windowUpdate({ body: { window: 'w', folders: [folder], trusted: true, warm: false } });
    await askFolder(hunt, server, folder);
    await askFiles(hunt, server, folder);
    await askAssets(hunt, server);
    const { texts, live, forged } = hunt;
    const first = live[0] ?? forged[0];
    return {
      figure: `${names.length} names of files, folders, authors, assets and definitions in ${texts} texts: ${live.length} with links or markup, ${forged.length} with forged lines${first === undefined ? '' : `; the first: ${first}`}`,
      isKept: live.length + forged.length === 0 && texts > names.length * 10,
    };
  } finally {
    await server.close();
    fs.rmSync(base, { recursive: true, force: true });
  }
}

export const hostileNames: Row = {
  id: 'S11b',
  promise: 'shows names of files, authors, assets and definitions as names in answers, exports and the chat',
  limit: '0 forged lines, 0 links, 0 live nodes of at least 25 names',
  quick: 1,
  full: 1,
  unable: () => (process.platform === 'win32' ? 'Windows allows no such names of files' : undefined),
  run,
};
