// The words an answer is looked for by: forms of a word, what is measured, nouns of code, abbreviations and presets.
import assert from 'node:assert/strict';
import { answer, answersFrom, draftOf } from '../../../src/engine/answer';
import { CoverageOf } from '../../../src/engine/answers/coverage';
import { formsOf } from '../../../src/engine/rank/forms';
import { measureFit, measuresOf } from '../../../src/engine/answers/measures';
import { withCodeNouns } from '../../../src/engine/answers/subject';
import { returnedValue, valuesIn } from '../../../src/engine/answers/values';
import { analyse } from '../../../src/engine/rank/question';
import { opposedIn, saysOpposite } from '../../../src/engine/answers/opposites';
import { splitIdentifier, stem } from '../../../src/engine/text/tokens';
import type { AnswerSnippet } from '../../../src/engine/types';

function passage(text: string, symbol = ''): AnswerSnippet {
  const lines = { start: 1, end: text.split('\n').length };
  return {
    id: symbol,
    source: { kind: 'seed', index: 0 },
    label: 'src/pool.js',
    text,
    language: 'js',
    lines,
    ...(symbol && { symbol }),
  };
}

const firstText = (query: string, text: string, symbol?: string): string =>
  answer({ query, snippets: [passage(text, symbol)] })[0]?.text ?? '';

describe('forms of a word', () => {
  for (const [one, other] of [['chosen', 'choose'], ['choice', 'chosen'], ['written', 'wrote'], ['deep', 'depth'], ['sync', 'synchronously']] as const) {
    it(`bring "${one}" and "${other}" together`, () => assert.ok(formsOf(stem(one)).includes(stem(other))));
  } // prettier-ignore

  it('are none of the word itself, and none of a word that has only endings', () => {
    assert.ok(!formsOf(stem('chosen')).includes(stem('chosen')));
    assert.deepEqual(formsOf(stem('parsing')), []);
  });

  it('make an answer of a passage that uses another one', () => {
    const text = '/** Chooses the host that a batch goes to. */\nfunction pick(batch) {\n  return hosts.at(0);\n}';
    assert.match(firstText('how is the host of a batch chosen?', text, 'pick'), /Chooses the host|chooses the host/);
  });
});

describe('what a question wants measured', () => {
  const fit = (query: string, name: string) => measureFit(splitIdentifier(name), measuresOf(query));

  it('is a time for "how long", a number for "how many", a depth for "how deep"', () => {
    assert.ok(fit('how long does it wait for a lock?', 'lockTimeoutMs') > fit('how long does it wait?', 'lockTries'));
    assert.equal(fit('how many locks are there at most?', 'maxLocks'), 1);
    assert.equal(fit('how deep may objects be nested?', 'depth'), 1);
  });

  it('is nothing where nothing is measured', () => {
    assert.deepEqual(measuresOf('where is the lock taken?'), []);
    assert.equal(fit('where is the lock taken?', 'lockTimeoutMs'), 0);
  });
});

describe('the opposite of what is asked', () => {
  const opposed = opposedIn(analyse('where is the flush timer started?').content);

  it('is seen where the word itself is not said', () => {
    assert.ok(saysOpposite('clearFlushTimer', opposed));
    assert.ok(!saysOpposite('startFlushTimer clears the one before', opposed));
    assert.ok(!saysOpposite('flushTimer', opposed));
  });

  it('is none when both are asked about', () => {
    assert.deepEqual(opposedIn(analyse('where is the timer started and stopped?').content), []);
  });
});

describe('nouns of code in a question', () => {
  const contentOf = (query: string) => withCodeNouns(analyse(query), query).content;

  it('are its subject inside of it', () => {
    assert.ok(contentOf('what is the largest file that is indexed?').includes('file'));
  });

  it('are its form where they stand before the subject', () => {
    for (const query of ['which file parses the header?', 'list the methods of the pool', 'in which function is it?'])
      assert.ok(!contentOf(query).some((term) => ['file', 'method', 'function'].includes(term)), query);
  });
});

describe('an abbreviation', () => {
  const question = analyse('when does garbage collection start?');
  const explained = passage('// garbage collection: gcTime after the last use\nconst gcTime = 300;');
  const short = passage('setTimeout(() => drop(), gcTime);', 'drop');

  it('stands for its two words where a passage holds both of them and the letters', () => {
    const coverage = new CoverageOf(question, [explained, short], question.text);
    assert.ok(coverage.of(short).covered.includes('garbag'));
  });

  it('stands for nothing where no passage says so', () => {
    const coverage = new CoverageOf(question, [short], question.text);
    assert.ok(!coverage.of(short).covered.includes('garbag'));
  });
});

describe('a value', () => {
  it('is read from the brackets of a documented parameter', () => {
    const text = '/**\n * Opens a pool.\n * @param {number} [linger=300] - Milliseconds a socket is kept.\n */\nfunction open(linger) {\n  return connect(linger);\n}';
    assert.match(firstText('what is the default linger of a pool?', text, 'open'), /`linger` defaults to `300`: Milliseconds/);
  }); // prettier-ignore

  it('is followed from a constant that is taken when nothing else is given', () => {
    const text = 'const MAX_BATCH = 16 * 1024;\n\nfunction open(options) {\n  this.maxBatch = options.maxBatch || MAX_BATCH;\n}';
    assert.match(firstText('what is the maximum batch?', text), /16 \* 1024/);
  }); // prettier-ignore

  it('is what is taken when an option named in brackets, or what it is made of, is not given', () => {
    const found = valuesIn(
      "this.indent = Math.max(1, options['indent'] || 2); opts.linger = Number(opts.linger) || 300;",
    );
    const fallbacks = found.filter(({ isFallback }) => isFallback).map(({ name, value }) => [name, value]);
    assert.deepEqual(fallbacks, [['indent', '2'], ['opts.linger', '300']]); // prettier-ignore
  });

  it('is not whether something is so, nor the base of a number', () => {
    assert.equal(returnedValue('return (code === 0x09) || (code === 0x20)'), undefined);
    assert.equal(returnedValue('return sign * parseInt(text, 10)'), undefined);
    assert.equal(returnedValue('return 1 << 20'), '1 << 20');
  });

  it('is no place in a list and no step of one', () => {
    const text = '/** The limit of the pool. */\nfunction poolLimit(sizes) {\n  return sizes[3];\n}';
    assert.doesNotMatch(firstText('what is the limit of the pool?', text, 'poolLimit'), /returns `sizes\[3\]`/);
  });
});

describe('a failure', () => {
  it('of an assertion comes with what must hold', () => {
    const text = "function route(path) {\n  assert(path.length > 0, 'A route needs a path');\n  add(path);\n}";
    assert.match(
      firstText('when does a route fail for its path?', text, 'route'),
      /fails with “A route needs a path” unless `path\.length > 0`/,
    );
  });

  it('is seen where an error is made and handed on', () => {
    const text = "function read(done) {\n  if (isClosed) return done(new Error('the pool is closed'));\n  done();\n}";
    assert.match(firstText('which error does read give when the pool is closed?', text, 'read'), /fails with “the pool is closed” when `isClosed`/);
  }); // prettier-ignore

  it('that is thrown with a text by its name comes with the text', () => {
    const text = "const closedMessage = 'the pool has been closed';\n\nfunction take() {\n  if (isClosed) throw new Error(closedMessage);\n}";
    assert.match(firstText('what does take throw?', text, 'take'), /throws “the pool has been closed” when `isClosed`/);
  }); // prettier-ignore
});

describe('whether something is so', () => {
  it('is decided by a sentence that says what is not so', () => {
    const text = [
      '/**',
      ' * Marks the pool of connections as stale, with a refill of the pool.',
      ' * Does not refill the pool by itself.',
      ' */',
      'function markStale(pool) {}',
    ].join('\n');
    assert.match(firstText('does marking refill the pool?', text, 'markStale'), /not refill/);
  });
});

describe('where something is done', () => {
  it('is in code rather than in the shape of its data', () => {
    const text = [
      'export interface ChosenHost {',
      '  host: string;',
      '}',
      '',
      'export function nextHost(hosts: ChosenHost[]) {',
      '  // the host is chosen by its turn',
      '  return hosts[turn];',
      '}',
    ].join('\n');
    assert.match(firstText('where is the host chosen?', text), /nextHost/);
    assert.match(firstText('where is the interface of a chosen host?', text), /^`ChosenHost`/);
  });
});

describe('the answers after the first', () => {
  it('do not say the same of another place while something else is to be said', () => {
    const failing = (name: string) => passage(`function ${name}(pool) {\n  if (!pool) throw new Error('there is no pool');\n}`, name);
    const other = passage("function fill(pool) {\n  if (pool.isFull) throw new Error('the pool is full');\n}", 'fill');
    const snippets = ['take', 'give', 'drop'].map(failing).map((one, n) => ({ ...one, label: `src/${n}.js` }));
    const answers = answersFrom(draftOf('when does the pool throw an error?', [...snippets, { ...other, label: 'src/fill.js' }]));
    assert.match(answers[1]?.text ?? '', /the pool is full/);
  }); // prettier-ignore
});

describe('the uses of something', () => {
  const defined = passage('/** Finds a free port. */\nfunction findPort() {\n  return probe(port);\n}', 'findPort');
  const used = passage('async function open() {\n  await findPort();\n}', 'open');
  const snippets = [defined, { ...used, id: 'open', label: 'src/open.js' }];

  for (const query of ['what calls findPort?', 'where is findPort used?', 'who uses `findPort`?']) {
    it(`are told by the code that uses it: ${query}`, () => {
      assert.match(answer({ query, snippets })[0]?.text ?? '', /^`open` calls `findPort`/);
    });
  }

  it('are told all, with nothing beside them that is none', () => {
    const others = ['listen', 'renew', 'restart'].map((name) => ({
      ...passage(`async function ${name}() {\n  const port = await findPort();\n  return hold(port);\n}`, name),
      ...{ id: name, label: `src/${name}.js` },
    }));
    const said = { ...passage("const note = 'the findPort of yesterday';"), id: 'note', label: 'src/note.js' };
    const text = answer({ query: 'who calls findPort?', snippets: [...snippets, said, ...others] })[0]?.text ?? '';
    for (const name of ['open', 'listen', 'renew', 'restart']) assert.match(text, new RegExp(`\`${name}\` calls`));
    assert.doesNotMatch(text, /note|declared|Finds/);
  });

  it('are uses and no calls where it is only named', () => {
    const text = 'const actions = {\n  port: findPort,\n};';
    assert.match(firstText('where is findPort used?', text, 'actions'), /`actions` uses `findPort`/);
  });

  it('are not asked for by one who calls it', () => {
    assert.match(answer({ query: 'what does findPort do?', snippets })[0]?.text ?? '', /finds a free port/i);
  });
});

describe('how something works', () => {
  it('is told by what works rather than by the error or the record beside it', () => {
    const texts = [
      '/** What every row of the journal on disk has. */\nexport interface JournalRow {\n  id: string;\n}',
      "/** A journal that was not written to disk. */\nclass JournalError extends Error {\n  name = 'JournalError';\n}",
      '/** Writes rows of the journal to disk, one after the other. */\nfunction append(rows) {\n  return flush(rows);\n}',
    ];
    const snippets = texts.map((text, place) => ({ ...passage(text), id: String(place), label: `src/${place}.ts`, language: 'ts' }));
    assert.match(answer({ query: 'how is the journal written to disk?', snippets })[0]?.text ?? '', /`append`/);
  }); // prettier-ignore
});

describe('a documented failure', () => {
  it('is told with the name of the error that its comment begins with', () => {
    const text = '/**\n * Opens the place.\n * @throws Hint when there is nothing to open\n */\nfunction openPlace(place) {\n  return show(place);\n}';
    assert.match(firstText('when does openPlace throw?', text, 'openPlace'), /^`openPlace` throws `Hint` when there is nothing/);
  }); // prettier-ignore
});
