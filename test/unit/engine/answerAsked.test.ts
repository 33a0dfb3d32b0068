// What is asked for beside the subject: the thing that is measured, the key, the verb, the reason, what a file is for.
import assert from 'node:assert/strict';
import { answer } from '../../../src/engine/answer';
import { askedKey, holdsVerb, isAskedValue, verbOf } from '../../../src/engine/answers/asked';
import { isOtherMeasure, measuredIn } from '../../../src/engine/answers/measures';
import { valuesIn } from '../../../src/engine/answers/values';
import { analyse } from '../../../src/engine/rank/question';
import type { Answer, AnswerSnippet } from '../../../src/engine/types';

function passage(label: string, text: string, symbol?: string, start = 1): AnswerSnippet {
  const lines = { start, end: start + text.split('\n').length - 1 };
  const source = { kind: 'file', path: `/${label}` } as const;
  return { id: `${label}#${start}`, source, label, text, language: 'ts', lines, ...(symbol && { symbol }) };
}

function first(query: string, ...snippets: AnswerSnippet[]): Answer {
  const [best] = answer({ query, snippets });
  assert.ok(best);
  return best;
}

describe('what is measured', () => {
  const box = passage(
    'src/box.ts',
    'export const limits = {\n  maxLabelSize: 16 * 1024,\n  labelsPerBox: 12,\n};',
    'limits',
  );
  const parcel = passage('src/parcel.ts', '/** What a van can carry. */\nexport const maxParcelGrams = 8 * 1000;', 'x');

  it('stands in the name of the value rather than beside it', () => {
    assert.match(first('what is the maximum size of a parcel?', box, parcel).text, /^`maxParcelGrams` is `8 \* 1000`/);
  });

  it('is told from the words that only measure', () => {
    assert.deepEqual(measuredIn(analyse('what is the maximum size of a parcel?').content), ['parcel']);
  });

  it('is no length where a time is asked', () => {
    assert.ok(isOtherMeasure(['max', 'length'], '', 'how long is a ticket valid?'));
    assert.ok(!isOtherMeasure(['kept'], '8 * day', 'how long is a ticket valid?'));
    assert.ok(!isOtherMeasure(['max', 'length'], '', 'how long may a name be?'));
  });

  it('is no time where a number or a size is asked', () => {
    assert.ok(isOtherMeasure(['packing', 'ms'], '', 'how many boxes are packed?'));
    assert.ok(!isOtherMeasure(['max', 'seconds'], '', 'how many seconds does packing take?'));
  });

  it('may be given in words', () => {
    const tickets = passage('src/tickets.ts', "/**\n * Tickets are valid for at least three days.\n */\nimport { open } from './box';\n\nconst lanes = 4;");
    assert.match(first('how long is a ticket valid?', tickets).text, /at least three days/);
  }); // prettier-ignore

  it('is a number times a name too', () => {
    const [value] = valuesIn('const keptFor = 8 * day;');
    assert.equal(value?.value, '8 * day');
    assert.ok(value.isLiteral);
  });
});

describe('a value by its key', () => {
  const codes = passage('src/codes.ts', 'export const parcelCodes = {\n  lost: 17,\n  opened: 23,\n  overdue: 42,\n};', 'parcelCodes');
  const use = passage('src/van.ts', '/** The code that a van shows when a parcel is overdue. */\nexport function shownCode(van) {\n  return van.show(van.parcel);\n}', 'shownCode');

  it('is looked up in the record', () => {
    assert.match(first('which code does overdue have?', use, codes).text, /^`overdue` is `42` in `parcelCodes`/);
    assert.match(first('what is the code of lost?', use, codes).text, /^`lost` is `17` in `parcelCodes`/);
  });

  it('is asked for by what it is, never by "what does it do"', () => {
    assert.equal(askedKey('what does overdue do?'), undefined);
    const asked = askedKey('which code does overdue have?');
    assert.ok(asked && isAskedValue(asked, 'overdue', 'parcelCodes'));
    assert.ok(!isAskedValue(asked, 'overdue', 'weights'));
  });
}); // prettier-ignore

describe('the verb that is asked for', () => {
  for (const [query, verb] of [['how are tickets compared?', 'compar'], ['where is the van stopped?', 'stop'], ['where is the port chosen?', 'chosen'], ['how is it done?', undefined], ['what is a ticket?', undefined]] as const) {
    it(`of "${query}" is ${verb ?? 'none'}`, () => assert.equal(verbOf(query), verb));
  } // prettier-ignore

  it('is met by its forms, a synonym, and what says the same', () => {
    assert.ok(holdsVerb('the comparison takes long', 'compar'));
    assert.ok(holdsVerb('timingSafeEqual(a, b)', 'compar'));
    assert.ok(holdsVerb('scheduleStop()', 'start'));
    assert.ok(!holdsVerb('Replaces the ticket', 'compar'));
  });

  it('is met before another verb is told', () => {
    const replaced = passage('src/ticket.ts', '/** Replaces the ticket: those given out before are worthless. */\nexport function renewTicket() {\n  return write(made());\n}', 'renewTicket');
    const compared = passage('src/door.ts', '/** Digests have one length. */\nexport function reader(ticket) {\n  return timingSafeEqual(digest(ticket), known);\n}', 'reader');
    assert.match(first('how are tickets compared?', replaced, compared).text, /timingSafeEqual/);
  }); // prettier-ignore
});

describe('"why"', () => {
  const bare = passage('src/van.ts', "import { road } from './road';\n\nexport const vanSpeed = 90;\n\nexport function drive(van) {\n  return road(van, vanSpeed);\n}", 'drive');

  it('is told plainly when the code gives no reason, with the closest place and a low score', () => {
    const best = first('why is the van speed 90?', bare);
    assert.match(best.text, /^The code gives no reason for “why is the van speed 90\?”/);
    assert.match(best.text, /src\/van\.ts/);
    assert.ok(best.isAbsence && best.score <= 0.2);
  });

  it('is answered by the reason rather than by what says more of the words', () => {
    const reason = passage('src/limit.ts', '/** The van speed, in km/h. */\nexport interface VanSpeed {}\n\n/** Faster, and the parcels would fall. */\nexport const vanSpeed = 90;', 'VanSpeed');
    assert.match(first('why is the van speed 90?', reason, bare).text, /^`vanSpeed`: Faster, and the parcels would fall/);
  });

  it('is answered by the comment beside the code rather than by what a definition does', () => {
    const stop = passage('src/stop.ts', '/** Stops the van and counts the parcels. */\nexport function stopVan(van, parcels) {\n  // Count before the door opens, otherwise thieves could take some unseen.\n  count(parcels);\n  return van.stop();\n}', 'stopVan');
    assert.match(first('why are the parcels counted when the van stops?', stop).text, /otherwise thieves could take some unseen/);
  });
}); // prettier-ignore

describe('a sentence', () => {
  it('ends before a tag behind it in the same row', () => {
    const text = '/** Seals each parcel with tape. @returns the seal of each */\nexport function sealParcel(parcel) {\n  return tape(parcel);\n}';
    const said = first('how is a parcel sealed with tape?', passage('src/seal.ts', text, 'sealParcel')).text;
    assert.match(said, /^`sealParcel`:? [Ss]eals each parcel with tape/);
    assert.doesNotMatch(said, /@returns.*\[1\]/);
  });
}); // prettier-ignore

describe('what a file says at its top', () => {
  const top = passage('src/sorter.ts', "/**\n * Puts parcels into vans by street. Must not know drivers.\n */\nimport { van } from './van';\n\nconst lanes = 4;");
  const sorter = passage('src/sorter.ts', 'export function sorter(parcels) {\n  return lanesOf(parcels);\n}', 'sorter', 20);

  it('tells what its definition does', () => {
    const best = first('what does sorter do?', sorter, top);
    assert.match(best.text, /`sorter` in `src\/sorter.ts`, line 2: Puts parcels into vans by street/);
    assert.deepEqual(best.citations[0]?.lines, { start: 2, end: 2 });
  });

  it('is about the whole file, not about the passage it stands in', () => {
    const named = { ...top, symbol: 'lanes' };
    assert.match(first('how do parcels come into vans by street?', named).text, /^Puts parcels into vans by street/);
  });

  it('gives way to the comment of the definition', () => {
    const own = passage('src/sorter.ts', '/** Sorts by the hour. */\nexport function sorter(parcels) {\n  return lanesOf(parcels);\n}', 'sorter', 20);
    assert.match(first('what does sorter do?', own, top).text, /orts by the hour/);
  });
}); // prettier-ignore
