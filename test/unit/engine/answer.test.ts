// What is said of passages where no claim answers: the most likely places and their rows, or that nothing here answers.
import assert from 'node:assert/strict';
import path from 'node:path';
import { answer, draftOf, placesAnswer } from '../../../src/engine/answer';
import { fenced, pickedRows, inline } from '../../../src/engine/answers/markdown';
import { shownPlaces } from '../../../src/engine/answers/places';
import { bestRow } from '../../../src/engine/answers/spots';
import { quotable } from '../../../src/engine/claims/page';
import { tierOf } from '../../../src/engine/answers/tiers';
import { Grammars } from '../../../src/engine/chunk/grammars';
import { noMeaning, type Meaning } from '../../../src/engine/dense/embedding';
import type { AnswerSnippet } from '../../../src/engine/types';

const grammars = new Grammars(path.resolve('dist/grammars'), () => undefined);

function passage(label: string, text: string, more: Partial<AnswerSnippet> = {}): AnswerSnippet {
  const rows = text.split('\n').length;
  const language = label.split('.').at(-1) ?? 'txt';
  return {
    id: label,
    source: { kind: 'file', path: `/space/${label}` },
    label,
    text,
    language,
    lines: { start: 11, end: 10 + rows },
    score: 1,
    ...more,
  };
}

/** The rows that an answer to a question shows of its places, trimmed. */
function rowsShown(query: string, passages: readonly AnswerSnippet[], ...known: [] | [Meaning]): string[][] {
  const { asked, spots } = draftOf(query, passages, ...known);
  return shownPlaces(spots, asked).map(({ spot, rows }) => rows.map((row) => spot.rows[row]!.trim()));
}

const filler = (name: string, count: number) =>
  Array.from({ length: count }, (_, row) => `  const ${name}${row} = step(${row});`).join('\n');
const ferry = passage(
  'src/ferry.ts',
  `/** Keeps the ferry waiting for late passengers. */\n@traced\nexport function holdFerry(passengers) {\n${filler('deck', 20)}\n  if (passengers.late > boardingLimit) throw new Error('the ferry has left');\n${filler('rope', 20)}\n  return passengers;\n}`,
  { symbol: 'holdFerry' },
);
const lighthouse = passage('src/lamp.ts', 'export function lightLamp(lamp) {\n  return lamp.on();\n}', { symbol: 'lightLamp', score: 0.4 }); // prettier-ignore
const question = 'when does the ferry stop waiting for late passengers?';

describe('the most likely places', () => {
  it('are told with their symbols, lines and rows, and cite those lines', () => {
    const told = placesAnswer(question, [ferry, lighthouse]);
    assert.match(told.kind ?? '', /^(?:places|unsure)$/);
    assert.match(
      told.text,
      /^(?:Most likely here|I am not sure\. These are the nearest places)[^]*`holdFerry` in `src\/ferry\.ts`, line \d+ \[1\](?: (?:and line \d+ )?\[2\])?\./,
    );
    assert.match(told.text, /passengers\.late > boardingLimit/);
    assert.deepEqual(told.symbols, ['holdFerry']);
    for (const { lines } of told.citations) assert.ok(lines.start >= 11 && lines.end >= lines.start);
  });

  it('say once what stands there, also where a comment has blank rows', () => {
    const text =
      '/**\n * Keeps the ferry waiting.\n *\n * Late passengers are let on.\n */\nexport function hold() {\n  return 1;\n}';
    const told = placesAnswer(question, [passage('src/hold.ts', text, { symbol: 'hold' })]);
    assert.equal(told.text.split('Keeps the ferry waiting').length, 2);
  });

  it('show the head of a long definition and the rows that say most of the question', () => {
    const rope = filler('quay', 60).replaceAll('step(', `step('${'x'.repeat(140)}', `);
    const long = { ...ferry, text: ferry.text.replace('  return passengers', `${rope}\n  return passengers`) };
    const [shown] = rowsShown(question, [long]);
    assert.ok(shown!.some((row) => row.startsWith('export function holdFerry')));
    assert.ok(shown!.some((row) => row.includes('passengers.late')));
    assert.ok(shown!.length < long.text.split('\n').length / 2);
    const { asked, spots } = draftOf(question, [ferry]);
    assert.match(spots[0]!.rows[bestRow(spots[0]!, asked)]!, /late passengers/);
  });

  it('are called by the definition whose rows are shown, with the row of its name', () => {
    const method = (name: string, inside: string) =>
      `  ${name}(ferry) {\n${filler(name, 40)}\n${inside}${filler(name, 40)}\n  }`;
    const methods = `${method('moor', '')}\n${method('board', '    wait(ferry, late, passengers);\n')}`;
    const text = `class Pier {\n${methods.replaceAll('step(', `step('${'x'.repeat(140)}', `)}\n}`;
    const rows = text.split('\n');
    const end = 10 + rows.length - 1;
    const own = (name: string) => 10 + rows.findIndex((row) => row.startsWith(`  ${name}(`));
    const definitions = [
      { name: 'Pier', start: 10, nameRow: 10, end },
      { name: 'Pier.moor', start: own('moor'), nameRow: own('moor'), end: own('board') - 1 },
      { name: 'Pier.board', start: own('board'), nameRow: own('board'), end: end - 1 },
    ];
    const told = placesAnswer(question, [passage('src/pier.ts', text, { symbol: 'Pier', definitions })]).text;
    assert.match(told, /`Pier\.board` in `src\/pier\.ts`, line (\d+)/);
    assert.match(told, /\n *board\(ferry\) \{\n[^`]*wait\(ferry, late, passengers\)/);
  });

  it('are shown once where they were copied', () => {
    const copy = { ...ferry, id: 'copy', label: 'lib/ferry.ts' };
    assert.equal(rowsShown(question, [ferry, copy, lighthouse]).length, 2);
  });

  it('show what becomes of it, under a condition that says what is asked', () => {
    const text = `function land(ferry) {\n${filler('sea', 60)}\n  if (ferry.passengers.late) {\n    horn();\n    return undefined;\n  }\n${filler('quay', 60)}\n}`;
    const [shown] = rowsShown(question, [passage('src/land.ts', text, { symbol: 'land' })]);
    const at = shown!.indexOf('if (ferry.passengers.late) {');
    assert.deepEqual(shown!.slice(at, at + 4), ['if (ferry.passengers.late) {', 'horn();', 'return undefined;', '}']);
  });

  it('show a likely place long, and give the rest of the room to others', () => {
    const long = (name: string, at: number) =>
      passage(
        `src/${name}.ts`,
        `function ${name}(ferry) {\n${filler(name, 160)}\n  wait(ferry, late, passengers);\n}`,
        { symbol: name, score: 1 / (1 + at) },
      );
    const shown = rowsShown(question, ['one', 'two', 'three', 'four', 'five', 'six'].map(long));
    assert.ok(shown.length > 2);
    assert.ok(shown.every((rows) => rows.length >= 3 && rows.length <= shown[0]!.length));
    const { text } = placesAnswer(question, ['one', 'two', 'three'].map(long));
    assert.ok(text.length < 3_900);
  });

  it('give a place far ahead of the others more of the room than one among equals', () => {
    const pier = (name: string, score: number) =>
      passage(`src/${name}.ts`, `function ${name}(ferry) {\n${filler(name, 160)}\n}`, { symbol: name, score });
    const rowsOfFirst = (score: number) =>
      rowsShown(question, [pier('one', 1), pier('two', score), pier('three', score), pier('four', score)])[0]!.length;
    assert.ok(rowsOfFirst(0.02) > 1.1 * rowsOfFirst(1));
  });

  it('show rows in one piece where a sign for what is left out would take as much room', () => {
    const { text } = placesAnswer(question, [ferry]);
    assert.doesNotMatch(text, /…\n\s*[})]/);
  });

  it('sign that a definition goes on below the rows shown', () => {
    const text = `function wait(ferry) {\n  hold(ferry, late, passengers);\n${filler('pier', 160)}\n}`;
    const told = placesAnswer(question, [passage('src/wait.ts', text, { symbol: 'wait' })]).text;
    assert.match(told, /\n…\n```/);
    assert.doesNotMatch(placesAnswer(question, [lighthouse]).text, /…/);
  });

  it('show some of a passage that has no word', () => {
    assert.deepEqual(rowsShown(question, [passage('src/end.ts', '  }\n}')]), [['}']]);
  });

  it('are headed with words of the question that stand nowhere in what is searched, short names among them', async () => {
    const searched = () =>
      Promise.resolve({
        place: 'in this folder',
        placeWithUnread: 'in this folder',
        holds: (term: string) => !/^(?:s3|zeppelin|lateferr)/.test(term),
        ofName: new Set<string>(),
        holdsTogether: () => true,
      });
    const toldOf = async (query: string, ...more: AnswerSnippet[]) =>
      (await answer({ query, snippets: [ferry, lighthouse, ...more] }, grammars, noMeaning, searched))[0]?.text ?? '';
    const ofZeppelin = 'when does the ferry stop waiting for late passengers of the zeppelin?';
    assert.match(await toldOf(ofZeppelin), /“zeppelin” does not occur in this folder/);
    const begun = passage('src/air.ts', 'zeppelinport(ferry, stop, waiting, late, passengers);');
    assert.doesNotMatch(await toldOf(ofZeppelin, begun), /“zeppelin”/);
    assert.match(
      await toldOf('does the LateFerry wait for passengers of the ferry?'),
      /“LateFerry” does not occur in this folder/,
    );
    assert.doesNotMatch(
      await toldOf(`does the LateFerry${'Harbour'.repeat(12)} wait for passengers of the ferry?`),
      /does not occur/,
    );
    assert.match(await toldOf('does the ferry keep late passengers in S3?'), /“S3” does not occur in this folder/);
    assert.match(
      await toldOf('does the ferry keep late passengers in the harbour?'),
      /(?:it does not mention|none of them mentions) “harbour”/,
    );
  });

  it('are tests where tests are asked for, as long as there are any', () => {
    const test = passage('test/ferry.test.ts', 'it("waits", () => holdFerry(late));', { score: 0.2 });
    const placesOf = (snippets: AnswerSnippet[]) =>
      draftOf('show me the test for late passengers of the ferry', snippets).spots.map(({ snippet }) => snippet.label);
    assert.deepEqual(placesOf([ferry, test]), ['test/ferry.test.ts']);
    assert.deepEqual(placesOf([ferry]), ['src/ferry.ts']);
  });

  it('show a row that says in other words what is asked', () => {
    const text = `export function moor(ship) {\n${filler('deck', 150)}\n  hull.forget();\n${filler('rope', 150)}\n}`;
    const moored = passage('src/moor.ts', text, { symbol: 'moor' });
    const meaning = { ...noMeaning, likenessTo: () => (row: string) => (row.includes('forget') ? 0.8 : 0) };
    const shownBy = (...known: [] | [Meaning]) => rowsShown('who drops a ship from memory?', [moored], ...known)[0]!;
    assert.ok(shownBy(meaning).includes('hull.forget();'));
    assert.ok(!shownBy().includes('hull.forget();'));
  });

  it('show a short definition in the first place whole, also in the middle of a long passage', () => {
    const method = (name: string, count: number, more = '') => `  ${name}(ferry) {\n${filler(name, count)}\n${more}  }`;
    const board = method('board', 24, '    wait(ferry, late, passengers);\n');
    const text = `class Pier {\n${method('moor', 60)}\n${board}\n}`;
    const own = 10 + text.split('\n').findIndex((row) => row.startsWith('  board('));
    const end = 10 + text.split('\n').length - 1;
    const definitions = [
      { name: 'Pier', start: 10, nameRow: 10, end },
      { name: 'Pier.board', start: own, nameRow: own, end: end - 1 },
    ];
    const [shown] = rowsShown(question, [passage('src/pier.ts', text, { symbol: 'Pier', definitions })]);
    for (const row of board.split('\n')) assert.ok(shown!.includes(row.trim()), row);
  });

  it('begin with no bracket that closes what is not shown', () => {
    const text = '  );\n}\n\nexport function moor(ferry) {\n  return ferry.late;\n}';
    const [shown] = rowsShown('where is the ferry late?', [passage('src/moor.ts', text, { symbol: 'moor' })]);
    assert.equal(shown![0], 'export function moor(ferry) {');
  });

  it('say that a definition goes on behind the passage', () => {
    const text = `hold(ferry) {\n${filler('deck', 3)}\n  wait(ferry, late, passengers);`;
    const definitions = [{ name: 'hold', start: 10, nameRow: 10, end: 60 }];
    const told = placesAnswer(question, [passage('src/hold.ts', text, { symbol: 'hold', definitions })]).text;
    assert.match(told, /passengers\);\n…\n```/);
  });

  it('say where a text in quotes stands when code has it once, and show its row', () => {
    const asked = 'why does it print "boarding has been closed"?';
    const text = `export function board(ferry) {\n${filler('deck', 150)}\n  print('Pier 7: boarding has been closed');\n${filler('rope', 150)}\n}`;
    const pier = passage('src/pier.ts', text, { symbol: 'board' });
    const told = (...all: AnswerSnippet[]) => placesAnswer(asked, all).text;
    assert.match(
      told(pier, lighthouse),
      /^“boarding has been closed” stands in line \d+ of the first of these places:[^]*print\('Pier 7/,
    );
    const test = passage('test/pier.test.ts', `expects('boarding has been closed');`);
    assert.match(told(pier, test), /^“boarding has been closed” stands in line \d+ of the first of these places:/);
    assert.match(told(pier), /^“boarding has been closed” stands here, in line \d+:/);
    assert.doesNotMatch(
      told(pier, passage('src/other.ts', text.replace('Pier 7', 'Pier 8'), { symbol: 'other' })),
      /stands (?:here|in)/,
    );
  });

  it('name some more below unsure ones, each with its line, and none below likely ones', () => {
    const places = Array.from({ length: 13 }, (_, at) =>
      passage(`src/pier${at}.ts`, `export function hold${at}(ferry) {\n  return ferry.late + ${at};\n}`, {
        symbol: `hold${at}`,
      }),
    );
    const told = placesAnswer('why does it return late and hold on?', places);
    assert.equal(told.kind, 'unsure');
    assert.match(told.text, /\n\nFurther away:\n(?:- `hold\d+` in `src\/pier\d+\.ts`, line \d+ \[\d+\]\.\n){4}\n/);
    assert.doesNotMatch(placesAnswer(question, [ferry, lighthouse]).text, /Further away/);
  });

  it('need not have the words of an example at the end of a question', () => {
    const chance = (query: string) => {
      const { asked, spots } = draftOf(query, [ferry, lighthouse]);
      return tierOf(spots, asked);
    };
    assert.deepEqual(chance(`${question.slice(0, -1)}, like userBOB?`), chance(question.slice(0, -1)));
  });

  it('show a short passage whole', () => {
    assert.equal(rowsShown('where is the lamp lit?', [lighthouse])[0]!.length, 3);
  });

  it('sign what is left out between two rows, and nothing where only blanks are', () => {
    assert.deepEqual(pickedRows(['  a', '', '  b', '  c', '  d', '  e'], [0, 2, 5]), ['a', 'b', '…', 'e']);
  });

  it('show no signs of a comment that says nothing beside a sign for what is left out', () => {
    const row = (name: string) => `  /**\n   * @final\n   */\n  ${name} = step(0);`;
    const text = `class Ferry {\n${Array.from({ length: 12 }, (_, at) => row(`deck${at}`)).join('\n')}\n  /**\n   * Waits for late passengers.\n   * @final\n   */\n  wait() {}\n}`;
    const told = placesAnswer(question, [passage('src/ferry.ts', text, { symbol: 'Ferry' })]).text;
    assert.match(told, /\* Waits for late passengers\./);
    assert.doesNotMatch(told, /(?:\/\*\*|\*|@final|\*\/)\n\s*…|…\n\s*(?:\*|\* @final|\*\/)\n/);
  });

  it('are told with the words that none of them holds', () => {
    const told = placesAnswer('when does holdFerry stop waiting for late submarine passengers?', [
      ferry,
      lighthouse,
    ]).text;
    assert.match(told, /none of them mentions “submarine”:/);
  });

  it('stand in the order in which they were found', () => {
    const found = [{ ...lighthouse, score: 1 }, { ...ferry, score: 0.8 }]; // prettier-ignore
    assert.deepEqual(
      draftOf(question, found).spots.map(({ snippet: { label } }) => label),
      [lighthouse.label, ferry.label],
    );
  });

  it('are one answer, the same byte for byte when asked again', async () => {
    const once = await answer({ query: question, snippets: [ferry, lighthouse] }, grammars);
    assert.equal(once.length, 1);
    assert.deepEqual(await answer({ query: question, snippets: [ferry, lighthouse] }, grammars), once);
  });

  it('show no secret of what they quote', () => {
    const key = `AKIA${'IOSFODNN7EXAMPLE'}`;
    const seed = passage('ferry.ts', `// the ferry waits for late passengers\nconst aws_secret = "${key}";`);
    const told = answer({ query: question, snippets: [seed] }, grammars);
    return told.then(([one]) => assert.doesNotMatch(one?.text ?? '', new RegExp(key)));
  });

  it('label code by a language that is known, or not at all', () => {
    assert.equal(fenced('.TH FERRY', '1'), '```\n.TH FERRY\n```');
    assert.equal(fenced('sail()', 'rb'), '```rb\nsail()\n```');
  });

  it('show code in a row as it is written, also where it holds marks of code itself', () => {
    assert.equal(inline('fail(`no ${ferry}`)'), '`` fail(`no ${ferry}`) ``');
    assert.equal(quotable(`Calls \`sail\` and \`${'x'.repeat(300)}\` so`, 60), 'Calls `sail` and …');
    assert.equal(quotable('One mark ` alone'), 'One mark \\` alone');
  });

  it('use a longer fence around code that holds a fence', () => {
    assert.equal(fenced('```js\na\n```', 'md'), '````md\n```js\na\n```\n````');
  });
});

describe('that nothing here answers', () => {
  it('is said with the words that occur nowhere and the closest rows', () => {
    const told = placesAnswer('How do I export spreadsheets to Kafka?', [ferry, lighthouse]);
    assert.equal(told.kind, 'absent');
    assert.ok(told.isAbsence && told.score < 0.1);
    assert.match(
      told.text,
      /^I found nothing here that answers[^]*“Kafka”[^]*do not occur in the 2 passages\.\n\nThe closest places:\n- `holdFerry`/,
    );
  });

  it('is said of the folder where that holds a word nowhere, and else what is so', async () => {
    const ask = async (holds: boolean) => {
      const searched = async () => ({
        place: 'in this folder',
        placeWithUnread: 'in this folder',
        holds: () => holds,
        ofName: new Set<string>(),
        holdsTogether: () => true,
      });
      return (
        await answer(
          { query: 'How do I export spreadsheets to Kafka?', snippets: [ferry, lighthouse] },
          grammars,
          noMeaning,
          searched,
        )
      )[0]!.text;
    };
    assert.match(await ask(false), /“spreadsheets” and “Kafka” do not occur in this folder\.\n/);
    assert.match(
      await ask(true),
      /“spreadsheets” and “Kafka” occur in this folder, but in none of the places nearest to the question\.\n/,
    );
  });

  it('is not said to occur elsewhere by the stem of a short word', async () => {
    const searched = () =>
      Promise.resolve({
        place: 'in this folder',
        placeWithUnread: 'in this folder',
        holds: () => true,
        ofName: new Set<string>(),
        holdsTogether: () => true,
      });
    const told = async (query: string) =>
      (await answer({ query, snippets: [ferry] }, grammars, undefined, searched))[0]?.text;
    assert.match((await told('how are GCS invoices exported?')) ?? '', /“GCS”[^.]* do not occur in the one passage/);
    assert.match(
      (await told('how are Kerberos invoices exported?')) ?? '',
      /“Kerberos”[^.]* occur in this folder, but in none/,
    );
  });

  it('is not said of a definition that a short question calls by its name', () => {
    const { asked, spots } = draftOf('when does lightLamp fail?', [lighthouse]);
    assert.match(tierOf(spots, asked).name, /^(?:places|unsure)$/);
  });

  it('is said plainly where nothing was given', async () => {
    const [told] = await answer({ query: 'what?', snippets: [] }, grammars);
    assert.match(told?.text ?? '', /There is nothing to answer from about “what\?”/);
  });

  it('is said in the words of a question whether there is a thing', async () => {
    const searched = async () => ({ place: '', placeWithUnread: 'in this folder', ofName: new Set<string>(), holds: () => false, holdsTogether: () => false }); // prettier-ignore
    const told = async (query: string) =>
      (await answer({ query, snippets: [] }, grammars, noMeaning, searched))[0]?.text ?? '';
    assert.equal(
      await told('is there a barrier?'),
      'There is no barrier here: “barrier” does not occur in this folder.',
    );
    assert.match(await told('are there barriers?'), /^I found nothing here about “are there barriers\?”/);
    assert.match(await told('is there a barrier for tasks?'), /^I found nothing here about/);
  });
});

describe('what was given', () => {
  it('is told by its tree: what it is, what is written of it, what it calls, how it fails', async () => {
    const text =
      '/** Opens the gate for one car. */\nfunction openGate(car) {\n  if (!car.paid) throw new Error("pay first");\n  raise(barrier);\n}';
    const seed = { ...passage('gate.js', text), source: { kind: 'seed', index: 0 } as const };
    const [told] = await answer({ query: 'explain this', snippets: [seed] }, grammars);
    assert.match(told?.text ?? '', /^`openGate` is a function in `gate\.js` \[1\]\.\n\n> Opens the gate for one car\./);
    assert.match(told?.text ?? '', /Calls in it: `[^`]*`/);
    assert.match(told?.text ?? '', /Fails with `Error`: “pay first”/);
  });

  it('is quoted where its language has no tree', async () => {
    const [told] = await answer({ query: 'explain this', snippets: [passage('note.txt', 'one\ntwo')] }, grammars);
    assert.match(told?.text ?? '', /^`note\.txt` begins with \[1\]:\n\n```txt\none\ntwo/);
  });
});
