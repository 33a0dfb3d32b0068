import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { answer, answersFrom, draftOf } from '../../../src/engine/answer';
import { absenceOf } from '../../../src/engine/answers/absence';
import { constantOf, docSentence, errorMessage, signature } from '../../../src/engine/answers/sentences';
import { kindOf } from '../../../src/engine/answers/kind';
import type { Answer, AnswerSnippet } from '../../../src/engine/types';

const shop = path.resolve('test/fixtures/engine/shop');

/** Rows of a file of the shop as a passage. */
function passage(file: string, start: number, end: number, symbol?: string): AnswerSnippet {
  const rows = fs.readFileSync(path.join(shop, file), 'utf8').split('\n');
  return {
    id: `${file}#${start}`,
    source: { kind: 'file', path: path.join(shop, file) },
    label: file,
    text: rows.slice(start - 1, end).join('\n'),
    language: path.extname(file).slice(1),
    lines: { start, end },
    ...(symbol ? { symbol } : {}),
  };
}

const cart = passage('src/cart.ts', 7, 33, 'Cart');
const money = passage('src/money.ts', 1, 8, 'roundMoney');
const stock = passage('src/stock.py', 6, 24, 'Stock');
const retry = passage('src/retry.go', 8, 19, 'Provider.Retry');
const all = [cart, money, stock, retry];

function first(query: string, snippets: AnswerSnippet[] = all): Answer {
  const [best] = answer({ query, snippets });
  assert.ok(best);
  return best;
}

describe('an answer', () => {
  it('says with words of the code what was asked, and cites file and lines', () => {
    const best = first('why does applying an expired coupon fail?', [cart, money]);
    assert.match(best.text, /The coupon has expired/);
    assert.match(best.text, /\[1\]/);
    assert.match(best.text, /^\[1\] src\/cart\.ts:26-32$/m);
    assert.deepEqual(best.citations[0], {
      id: 'src/cart.ts#7',
      label: 'src/cart.ts:26-32',
      lines: { start: 26, end: 32 },
    });
  });

  it('has another definition among the first three answers rather than the same one again and again', () => {
    const text = [
      '/** Retries the upload of a chunk. */',
      'export function retryUpload(chunk) {',
      '  // the upload of a chunk is retried',
      ...Array.from({ length: 16 }, (_, n) => `  step(${n}, queue);`),
      '  // how often the upload of a chunk is retried stands in the queue',
      '  const upload = retry(chunk);',
      ...Array.from({ length: 16 }, (_, n) => `  rest(${n}, queue);`),
      '  return retry(upload, chunk);',
      '}',
    ].join('\n');
    const other =
      'export function failedUpload(chunk) {\n  // a failed upload is put back for the retry\n  return requeue(chunk);\n}';
    const snippets = [text, other].map((code, place) => ({ ...cart, id: String(place), label: `src/upload${place}.js`, text: code, symbol: ['retryUpload', 'failedUpload'][place] ?? '', lines: { start: 1, end: code.split('\n').length } })); // prettier-ignore
    const answers = answersFrom(draftOf('how is the upload of a chunk retried?', snippets));
    assert.deepEqual(
      answers.slice(0, 3).map(({ citations }) => citations[0]?.id),
      ['0', '0', '1'],
    );
  });

  it('makes a whole sentence of a comment no second one', () => {
    const text = '/** A crate holds at most 12 bottles. */\nexport const crateBottles = 12;';
    const snippet = { ...cart, text, symbol: 'crateBottles', lines: { start: 1, end: 2 } };
    assert.doesNotMatch(first('what is crateBottles?', [snippet]).text, /is a crate holds/);
  });

  it('shows code in a fence of its language', () => {
    assert.match(first('how long is a reservation kept in stock?', [stock]).text, /```py\n[\s\S]+?\n```/);
  });

  it('takes no value whose name was not asked for', () => {
    const text = "export function remove(options) {\n  return route({ method: 'DELETE', options });\n}";
    const snippet = { ...cart, text, lines: { start: 1, end: 3 }, symbol: 'remove' };
    assert.doesNotMatch(
      first('where is the option limit set, and what is its default?', [snippet]).text,
      /is `'DELETE'`/,
    );
  });

  it('takes a value for a question about a default', () => {
    const limit = passage('src/cart.ts', 4, 5);
    assert.match(first('what is the default maximum of cart lines?', [limit]).text, /`maxCartLines` is `200`/);
  });

  it('explains what was given when the question has no subject', () => {
    const best = first('what does this do?', [retry]);
    assert.equal(best.isAbsence, false);
    assert.match(best.text, /`Provider\.Retry` calls the payment provider again after a growing pause/);
    assert.match(best.text, /`time\.Sleep`/);
  });

  it('comes with others that differ, best first, scored in [0, 1]', () => {
    const answers = answer({ query: 'what error does reserve raise?', snippets: all });
    assert.ok(answers.length >= 2 && answers.length <= 5);
    assert.equal(new Set(answers.map(({ text }) => text)).size, answers.length);
    assert.ok(answers.every(({ score }) => score >= 0 && score <= 1));
    assert.ok(answers.every(({ score }, place) => score <= (answers[place - 1]?.score ?? 1)));
  });

  it('cites in its text only what its citations hold', () => {
    for (const { text, citations } of answer({ query: 'how is the subtotal of the cart rounded?', snippets: all })) {
      const prose = text.replace(/```[\s\S]*?```/g, '');
      const numbers = [...prose.matchAll(/\[(\d+)\]/g)].map((found) => Number(found[1]));
      assert.deepEqual(new Set(numbers), new Set(citations.map((_, place) => place + 1)));
    }
  });

  it('is the same, byte for byte, every time', () => {
    const request = { query: 'how is the total rounded?', snippets: all };
    assert.equal(JSON.stringify(answer(request)), JSON.stringify(answer(request)));
  });

  it('shows no secret of a seed that it quotes', () => {
    const value = ['q9Zr4', 'Xv7Lp2', 'Bn8Kt'].join('');
    const seed: AnswerSnippet = {
      id: 's',
      source: { kind: 'seed', index: 0 },
      label: 'selection',
      text: `const apiToken = "${value}";\n`,
      language: 'js',
      lines: { start: 1, end: 1 },
    };
    assert.ok(!first('what is the api token?', [seed]).text.includes(value));
  });

  it('uses a longer fence around code that holds a fence', () => {
    const seed = { ...money, text: 'const mark = "```";\nconst rounded = mark;' };
    assert.match(first('which mark is rounded?', [seed]).text, /````ts\n/);
  });
});

describe('the absence of an answer', () => {
  it('is said plainly, with the words that occur nowhere and the closest places', () => {
    const answers = answer({ query: 'how are invoices rendered as PDF with kubernetes coupons?', snippets: all });
    const [only] = answers;
    assert.equal(answers.length, 1);
    assert.ok(only?.isAbsence && only.score <= 0.2);
    assert.match(only.text, /kubernetes/);
    assert.match(only.text, /src\/cart\.ts:\d+-\d+/);
    assert.ok(only.citations.length <= 3);
  });

  it('says what of the question is here before what is nowhere', () => {
    const only = first('how are kubernetes pods with expired coupon quotas scheduled and rendered?');
    assert.ok(only.isAbsence);
    assert.match(
      only.text,
      /: “expired” and “coupon” are here, but “kubernetes”, “pods”, “scheduled”, “rendered” occur in none of the 4 closest passages\./,
    );
  });

  it('says which words are in one place, and which only elsewhere', () => {
    const { rated, asked } = draftOf(
      'how is a coupon of the stock provider rounded and retried until it is reserved?',
      all,
    );
    const only = absenceOf(rated, asked, all.length);
    assert.match(only.text, /: “stock” is in `reserve`, with nothing there of “coupon” and “retried”\./);
  });

  it('says what to do when nothing was found or given', () => {
    const only = first('where is the coupon?', []);
    assert.ok(only.isAbsence);
    assert.match(only.text, /folder/);
    assert.deepEqual(only.citations, []);
  });
});

describe('reading a question', () => {
  const kinds = {
    'where is the limit enforced?': 'where',
    'why is the socket closed?': 'why',
    'what is the default timeout?': 'default',
    'how does it retry?': 'how',
    'list the routes': 'list',
    'what does parse do?': 'what',
    'when is an error thrown?': 'error',
    'coupon discount': 'about',
    'how deeply may parcels be nested?': 'default',
    'what becomes of the parcels when the van stops?': 'what',
    'which colour do labels have?': 'what',
    'which environment variable forces a recount?': 'what',
    'which environment variables are read?': 'list',
  };
  for (const [query, kind] of Object.entries(kinds)) {
    it(`takes "${query}" for ${kind}`, () => assert.equal(kindOf(query), kind));
  }
});

describe('sentences in code', () => {
  it('finds the first sentence of a comment and of a docstring', () => {
    assert.equal(docSentence('/**\n * Opens the store. Slow.\n */\nfunction open() {}', 'js'), 'Opens the store.');
    assert.equal(docSentence('def open():\n    """Opens the store. Slow."""\n', 'py'), 'Opens the store.');
  });

  it('finds signatures, messages and constants', () => {
    assert.equal(signature('// note\nexport function open(path) {\n}'), 'export function open(path)');
    assert.equal(errorMessage(`throw new Error('The store is closed')`), 'The store is closed');
    assert.deepEqual(constantOf('const maxBody = 1024 * 1024;'), { name: 'maxBody', value: '1024 * 1024' });
  });

  it('comes at once from rows that are long numbers, blanks or one endless line', () => {
    const digits = '7'.repeat(80);
    const text = `const limit = [${digits};\nconst pool =${' '.repeat(60_000)}x\n${'limit.'.repeat(20_000)}\nlimit = 3\n`;
    const best = first('what is the limit of the pool?', [
      { ...cart, text, lines: { start: 1, end: 4 }, symbol: 'limit' },
    ]);
    assert.match(best.text, /`limit` is `3`/);
  });
});

describe('an answer in other languages', () => {
  const inline = (text: string, language: string, symbol: string): AnswerSnippet => ({
    id: symbol,
    source: { kind: 'seed', index: 0 },
    label: `src/pool.${language}`,
    text,
    language,
    lines: { start: 1, end: text.split('\n').length },
    symbol,
  });
  const cases: [language: string, question: string, symbol: string, code: string, wanted: RegExp][] = [
    ['py', 'what is the default pool size?', 'Pool', 'class Pool:\n    def __init__(self, pool_size: int = 8):\n        self.pool_size = pool_size\n', /`pool_size` (?:is|defaults to) `8`/],
    ['py', 'when does take raise an error?', 'Pool.take', 'def take(self):\n    """Take a free connection from the pool."""\n    if self.closed:\n        raise PoolClosed("the pool is closed")\n', /raises `PoolClosed` \(“the pool is closed”\) when `self\.closed`/],
    ['go', 'what does Take do?', 'Take', '// Take hands out a free connection, or waits for one.\nfunc (p *Pool) Take() (*Conn, error) {\n\treturn <-p.free, nil\n}\n', /`Take` hands out a free connection, or waits for one/],
    ['rs', 'what is the maximum number of connections?', 'MAX_CONNECTIONS', 'pub const MAX_CONNECTIONS: usize = 64;\n', /`MAX_CONNECTIONS` is `64`/],
    ['rs', 'which states can a connection have?', 'ConnectionState', '/// States of a connection.\npub enum ConnectionState {\n    Idle,\n    Busy,\n    Closed,\n}\n', /`Idle`, `Busy` and `Closed`/],
    ['java', 'what is thrown when the pool is exhausted?', 'Pool.take', 'public Connection take() {\n  if (free.isEmpty()) {\n    throw new PoolExhausted("no free connection in the pool");\n  }\n  return free.pop();\n}\n', /throws `PoolExhausted` \(“no free connection in the pool”\) when `free\.isEmpty\(\)`/],
  ]; // prettier-ignore
  for (const [language, question, symbol, code, wanted] of cases) {
    it(`is found in ${language}: ${question}`, () => {
      assert.match(first(question, [inline(code, language, symbol)]).text, wanted);
    });
  }
});
