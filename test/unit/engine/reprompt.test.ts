import assert from 'node:assert/strict';
import { wantsOf } from '../../../src/engine/claims/wants';
import { smallTalkOf } from '../../../src/engine/question/courtesies';
import { countsOf } from '../../../src/engine/question/spelling';
import { reprompt } from '../../../src/engine/reprompt';
import { stem } from '../../../src/engine/text/tokens';
import type { Turn } from '../../../src/engine/types';

const user = (text: string): Turn => ({ role: 'user', text });
const answer = (text: string, about?: Turn['about']): Turn => ({ role: 'assistant', text, ...(about && { about }) });

/** Newest first, as on the wire. */
const history: Turn[] = [
  answer(
    '`rawBody` reads the payload [1].\n\nSee also:\n- `Parser` keeps the limit [2].\n- `reject` ends it [3].\n\n[1] lib/parser.js:1-20',
  ),
  user('where is the maximum body size enforced?'),
];
const narrowed: Turn[] = [
  answer('`rawBody` reads [1].'),
  user('where is the body limit checked in the server folder?'),
];

/** What is asked, what it becomes, and after what. */
const table: [name: string, query: string, wanted: RegExp | string, history?: Turn[]][] = [
  ['puts the symbol in the place of "it"', 'who calls it?', /^who calls `rawBody`/],
  ['puts the symbol in the place of "this function"', 'what does this function return?', /^what does `rawBody` return/],
  ['puts the symbol in the place of "that one"', 'how is that one tested?', /^how is `rawBody` tested/],
  ['resolves how something is configured', 'how is it configured?', /^how is `rawBody` configured.*body size/],
  ['asks the same of the tests', 'and in tests?', 'where is the maximum body size enforced, in tests?'],
  [
    'asks the same of a folder only',
    'only in the server folder',
    'where is the maximum body size enforced, only in the server folder?',
  ],
  [
    'asks the same of the tests after a bare why',
    'and in tests?',
    'where is the maximum body size enforced, in tests?',
    [user('why?'), ...history],
  ],
  [
    'puts another place in the stead of the last one',
    'only in src/store',
    'where is the maximum body size enforced, only in src/store?',
    [user('and in tests?'), ...history],
  ],
  ['goes on for something else', 'and for streams?', 'for streams (about `rawBody` maximum body size enforced)?'],
  [
    'asks the same without something',
    'without the tests?',
    'where is the maximum body size enforced, without the tests?',
  ],
  [
    'replaces one folder by another',
    'and in the client folder?',
    'where is the body limit checked, in the client folder?',
    narrowed,
  ],
  ['keeps the folder that was narrowed to', 'who calls it?', /^who calls `rawBody` in the server folder/, narrowed],
  [
    'drops the folder when a complete question came after',
    'why?',
    /^(?!.*server folder)why .*retries/,
    [user('how are retries counted by the client?'), ...narrowed],
  ],
  ['asks the question before for its reason', 'why?', 'why is the maximum body size enforced (about `rawBody`)?'],
  [
    'asks it for its reason without an answer too',
    'And why?',
    'why is the maximum body size enforced?',
    history.slice(1),
  ],
  ['gives "why?" its subject', 'why?', /^why \(about .*body size.*\)\?$/, [user('what is the maximum body size?')]],
  ['gives "how so?" its subject', 'how so?', /body size/],
  [
    'takes what everything has for a side of what was spoken of',
    'what does the error message say?',
    'what does the error message say of `rawBody`?',
  ],
  [
    'looks for the message of an error by what was asked, where only places were shown',
    'what does the error message say?',
    /^what does the error message say \(about request times\)\?$/,
    [
      answer('Most likely here:\n\n`main` in `core.py`, line 3 [1].', { kind: 'places', symbols: ['main'] }),
      user('what happens when a request times out?'),
    ],
  ],
  [
    'takes a limit for that of what was spoken of',
    'where is the limit set?',
    /^where is the limit set \(about `rawBody`/,
  ],
  [
    'leaves the limit of something that is named alone',
    'where is the limit of a header set?',
    'where is the limit of a header set?',
  ],
  ['gives a side its subject', 'tests?', /^tests \(about `rawBody`.*body size/],
  ['takes the second place that was cited', 'what does the second one do?', /^what does `Parser` do/],
  ['takes a place by its number', 'explain [3]', /^explain `reject`/],
  ['takes the last place', 'where is the last one called?', /^where is `reject` called/],
  ['uses the question alone when no symbol was cited', 'why does it do that?', /maximum body size/, history.slice(1)],
  [
    'takes nothing from an answer that found nothing',
    'why?',
    /^(?!.*Cart).*body size/,
    [answer('I found nothing here: … \n- `Cart` is near [1].', { kind: 'absent', symbols: [] }), ...history.slice(1)],
  ],
  [
    'looks past follow-ups for the subject',
    'in tests too?',
    /maximum body size.*in tests/,
    [user('and why?'), ...history.slice(1)],
  ],
  [
    'follows a follow-up of a follow-up',
    'and in the docs folder?',
    /body size.*in the docs folder/,
    [answer('`x1` …'), user('and in tests?'), ...history],
  ],
  [
    'asks the same of another symbol',
    'what about res.json?',
    'how does res.json decide the content type?',
    [answer('`res.send` sends a response [1].'), user('how does res.send decide the content type?')],
  ],
  [
    'takes a method for no file',
    'who calls it?',
    /^who calls `res.send`/,
    [answer('`res.send` sends [1]. `res.sendFile` too.'), user('how is a body sent?')],
  ],
  ['goes on for one more', 'same for host?', 'same for host (about `rawBody` maximum body size enforced)?'],
  ['knows a file as a place', 'in parser.js only', 'where is the maximum body size enforced, in parser.js?'],
  ['thanks for nothing', 'thanks, and in tests?', 'where is the maximum body size enforced, in tests?'],
  ['gives an example its subject', 'show me an example', /^show me an example \(about `rawBody` maximum body size/],
  ['knows what is possessed', 'what is its default?', /^what is the default of `rawBody`/],
  ['asks what is pointed at', 'the second one?', 'what is `Parser`?'],
  [
    'says nothing twice',
    'who calls that?',
    'who calls `app.exitOverride`?',
    [answer('`app.exitOverride` ends [1].'), user('what does exitOverride do?')],
  ],
  [
    'takes the name that the question spoke of',
    'is it cached?',
    /^is `download` cached/,
    [answer('`requestOpts` in `download` has 2 entries [1].'), user('where are the headers downloaded to?')],
  ],
  [
    'takes what the answer says it is about, whatever its words are',
    'where is it called?',
    /^where is `app.set` called/,
    [
      answer('Gewiß: `setting` steht in `app.set` [1].', { kind: 'value', symbols: ['app.set'] }),
      user('where is the trust proxy setting parsed?'),
    ],
  ],
  [
    'takes of two that were compared the one that the question spoke of last in words of its own',
    'and where is it caught?',
    /^where is `RetryError` caught/,
    [
      answer('`Policy` … `RetryError` …', { kind: 'difference', symbols: ['Policy', 'RetryError'] }),
      user('how do retry errors differ from the policy of tries?'),
    ],
  ],
];

const complete = [
  'how is the content type parser chosen for a request?',
  'where does `parseHeaders` split its lines?',
  'what is the default timeout of a connection?',
  'authentication',
  'where is the cache, and how is it emptied?',
  'what happens to a request when it times out?',
  'who writes the journal to disk?',
  'How are errors handled?',
  'where does the program start?',
  'how does buffering work?',
  'What does this project do?',
  'what does parser.js do?',
];

/** A chat in which nothing was found for sure but one name could be meant; newest first. */
const unsure: Turn[] = [
  answer('Unsure. The nearest places:\n\n`LeakTask` in `src/LeakTask.java`, line 27 [1].', {
    kind: 'unsure',
    symbols: ['LeakTask'],
  }),
  user('hi, where is a leaked connection noticed?'),
];
const places = (...names: string[]) =>
  answer(
    `Most likely here:\n\n${names.map((name, at) => `\`${name}\` in \`src/a.ts\`, line 3 [${at + 1}].`).join('\n\n')}`,
    {
      kind: 'places',
      symbols: names.slice(0, 1),
    },
  );
const calledByGuess: Turn[] = [
  answer('`Tls.receive` (method, `tls.py`, line 3): 1 call [1].', { kind: 'callers', symbols: ['Tls.receive'] }),
  user('and where is that called?'),
  ...unsure,
];
const tested: Turn[] = [places('MiscTest.testLeak'), user('and where is it tested?'), ...unsure];
const listed: Turn[] = [places('Pool.close', 'Pool.suspend'), user('where is the pool shut down?')];
const layer: Turn[] = [
  answer('Unsure. …\n\n`Tls.receive` in `tls.py` [1].', { kind: 'unsure', symbols: ['Tls.receive'] }),
  user('where does it decide if a connection is tls or plain tcp?'),
];
const failed: Turn[] = [
  answer('`OptionsError`: “Invalid body_size_limit specification” in `Server.configure` [1].', {
    kind: 'failure',
    symbols: ['Server.configure'],
  }),
  user('app.exceptions.OptionsError: Invalid body_size_limit specification: 10x'),
];
const unfound: Turn[] = [
  answer('I found nothing here …\n- `Pool.suspend` [1].', { kind: 'absent', symbols: [] }),
  user('java.lang.IllegalStateException: Pool-1 - is not suspendable\n\tat com.pool.Pool.suspend(Pool.java:382)'),
];

/** Two chats of a reader, and what of them was not understood. */
const chats: typeof table = [
  ['carries no greeting over', 'and where is it tested?', 'where is it tested (about leaked connection noticed)?', unsure],
  ['asks who calls what tests were found of', 'what calls it?', 'what calls `LeakTask`?', tested],
  ['shows the code of what was claimed', 'show me the code', 'explain `LeakTask`', [
    answer('`LeakTask` (class): 2 calls [1].', { kind: 'callers', symbols: ['LeakTask'] }), user('what calls it?'), ...tested,
  ]],
  ['asks who wrote it, and nothing beside it', 'and who wrote it?', 'who wrote `rawBody`?'],
  ['asks for the callers of it', 'and the callers?', 'the callers of `rawBody`?'],
  ['tells more of it', 'tell me more', 'explain `rawBody`'],
  ['takes the first of likely places', 'who calls it?', 'who calls `Pool.close`?', listed],
  ['takes the place that the words name', 'who calls that suspend function?', /^who calls `Pool.suspend`/, listed],
  ['says what a name is needed for whole, and nothing beside it', 'what calls it?', 'what calls `rawBody`?'],
  ['goes on in words where nothing is sure', 'how is it configured?', 'how is it configured (about leaked connection noticed)?', unsure],
  ['leaves a guess behind that one answer was about', 'can I turn that off?', 'can I turn that off (about leaked connection noticed)?', calledByGuess],
  ['gives the reason no place that is a guess', 'why?', 'why is the pool shut down?', listed],
  ['asks in words for the default of what may stand in several places', 'what is the default?', 'what is the default (about pool shut)?', listed],
  ['asks for the default of what a claim was about', 'what is the default?', 'what is the default of `Pool.close`?', [
    answer('`Pool.close` is a field.', { kind: 'explain', symbols: ['Pool.close'] }), user('what is Pool.close?'),
  ]],
  ['asks for the tests of the first of likely places', 'show me the test for it', 'show me the test for `Pool.close` (about pool shut)', listed],
  ['asks where the error is caught that the rows raise', 'and where is it caught?', 'where is `PoolError` caught?', [
    answer('Most likely here:\n\n`Pool.close` in `a.py`, line 3 [1].\n\n```py\nif self.open:\n  raise PoolError("open")\n```', { kind: 'places', symbols: ['Pool.close'] }), user('what happens when the pool is open?'),
  ]],
  ['asks what happens then after who calls it, which has no condition', 'what if the token is empty?', /^what if the token is empty/, [
    answer('`Pool.close` (method): 2 calls [1].', { kind: 'callers', symbols: ['Pool.close'] }), user('who calls Pool.close?'),
  ]],
  ['asks for the reason of a yes', 'why?', 'why does an idle connection stay open?', [
    places('Http2.isOpen'), user('does an idle connection stay open?'),
  ]],
  ['goes on under another condition', 'and if it is quic?', 'if it is quic (about decide connection tls plain tcp)?', layer],
  ['asks for the tests of that', 'and where is it tested?', 'where is it tested (about quic decide connection tls plain tcp)?', [
    layer[0] as Turn, user('and if it is quic?'), ...layer,
  ]],
  ['asks what a condition does to what was spoken of', 'what if it is closed?', 'what if it is closed (about pool shut)?', listed],
  ['goes on in few words that point at nothing', 'how often is a try made?', 'how often is a try made (about pool shut)?', listed],
  ['goes on from what an error names, not from what it says', 'which units are allowed there?', 'which units are allowed in `Server.configure` (about body_size_limit)?', failed],
  ['goes on from what an error says that was not found', 'how can i make it allow?', 'how can i make it allow (about Pool-1 suspendable)?', unfound],
  ['forgets small talk', 'who calls it?', 'who calls `Pool.close`?', [answer('You’re welcome.'), user('thanks!'), ...listed]],
]; // prettier-ignore

/** Complete after whatever was said. */
const ownSubjects = [
  'What is it the default time of the keepalive and who is checking?',
  'I want change the port on which it is listen, where do?',
  'is there a limit on retries?',
  'what is the type of the request?',
  'in which file is the cache filled?',
  'where is the function that parses headers?',
  'how do I use this library?',
  'where in the code is the port parsed?',
];

const courteous: [said: string, asked: string][] = [
  ['hi, where is a leak noticed?', 'where is a leak noticed?'],
  ['Hello! Can you tell me where the cache is, please?', 'where the cache is?'],
  ['hi there where is the cache', 'where is the cache'],
  ['ok thanks, can you please explain `Cache`', 'explain `Cache`'],
  ['Thank you very much. who calls `Cache`? Thanks!', 'who calls `Cache`?'],
  ['please show me the callers of `Cache`', 'show me the callers of `Cache`'],
  ['hey,\n\nTypeError: x is undefined\n    at a.js:1:2', 'TypeError: x is undefined\n    at a.js:1:2'],
  ['ok show me the parser', 'show me the parser'],
  ['hello world', 'hello world'],
  ['hello function', 'hello function'],
  ['ok button', 'ok button'],
  ['can you configure the port?', 'can you configure the port?'],
  ['how does the page say thanks', 'how does the page say thanks'],
];

/** Asked in other languages: nothing is taken away. */
const foreign = [
  'warum wird die Verbindung geschlossen?',
  'et dans les tests ?',
  '¿dónde se valida el token?',
  'サーバーはどこで起動しますか',
  'und wer ruft das auf?',
];

describe('reprompt', () => {
  for (const [name, query, wanted, before = history] of table) {
    it(name, () => {
      const asked = reprompt({ query, history: before });
      if (typeof wanted === 'string') assert.equal(asked, wanted);
      else assert.match(asked, wanted);
    });
  }

  for (const [name, query, wanted, before = history] of chats) {
    it(name, () => {
      const asked = reprompt({ query, history: before });
      if (typeof wanted === 'string') assert.equal(asked, wanted);
      else assert.match(asked, wanted);
    });
  }

  for (const query of ownSubjects) {
    it(`takes nothing from before for "${query}"`, () => assert.equal(reprompt({ query, history: listed }), query));
  }

  for (const [said, asked] of courteous) {
    it(`searches "${asked.split('\n')[0]}" for "${said.split('\n')[0]}"`, () =>
      assert.equal(reprompt({ query: said, history: [] }), asked));
  }

  it('counts what a follow-up is about for less than what it says', () => {
    const countOf = countsOf('how long does a try wait (about failed job waits)?');
    assert.deepEqual(
      ['wait', 'try', 'job'].map((term) => countOf(stem(term)) < 1),
      [false, false, true],
    );
    assert.equal(countsOf('how is a (failed) job retried?')('job'), 1);
  });

  it('takes nothing for a name that a follow-up only says in words', () => {
    assert.deepEqual(wantsOf('what is the default (about pool shut)?'), []);
    assert.equal(wantsOf('who calls `Pool.close` (about pool shut)?')[0]?.want, 'callers');
  });

  it('answers small talk, and nothing that asks', () => {
    for (const said of ['hi', 'Hello!', 'hey there', 'Hi everyone'])
      assert.match(smallTalkOf(said) ?? '', /^Ask about this code: /);
    for (const said of ['thanks!', 'thx', 'ok thanks', 'Thank you so much', 'great, thanks a lot!'])
      assert.equal(smallTalkOf(said), 'You’re welcome.');
    for (const said of ['ok', 'OK.', 'i see', 'got it', 'cool!']) assert.match(smallTalkOf(said) ?? '', /^All right/);
    for (const asked of [
      'why?',
      'it',
      '',
      'hello world',
      'thanks page',
      'ok, and in tests?',
      'is it good?',
      'so',
      'there',
    ])
      assert.equal(smallTalkOf(asked), undefined, asked);
  });

  it('leaves small talk as it is', () => assert.equal(reprompt({ query: 'thanks!', history }), 'thanks!'));

  for (const query of complete) {
    it(`leaves "${query}" alone`, () => assert.equal(reprompt({ query, history }), query));
  }

  for (const query of foreign) {
    it(`does not damage "${query}"`, () =>
      assert.ok(reprompt({ query, history }).startsWith(query.replace(/\s*\?$/, ''))));
  }

  it('changes nothing without history', () => {
    assert.equal(reprompt({ query: 'why?', history: [] }), 'why?');
  });
});
