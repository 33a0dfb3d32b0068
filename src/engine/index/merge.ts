/**
 * Makes one segment of several, without their dead passages. A generator: it stops again and again, so that the thread
 * can serve other calls in between. Cost: linear in the postings; only the result is allocated.
 */
import { CodeTable } from './codes';
import { fieldCount } from './fields';
import { growing32 } from './growing';
import { RecordsBuilder, type Records } from './records';
import { segmentOf, type Segment } from './segment';
import { TermTable } from './terms';

/** Terms handled between two stops. */
const termsPerStep = 4096;
const passagesPerStep = 4096;
const dead = -1;

/** Where each segment's passages and terms go. */
type Names = Pick<Segment, 'nameWords' | 'nameEnds'>;

interface Plan {
  moved: Int32Array[];
  terms: TermTable;
  termIds: Uint32Array[];
  offsets: Uint32Array;
  names: Names;
}

function movePassages(segments: readonly Segment[]): { moved: Int32Array[]; total: number } {
  let total = 0;
  const moved = segments.map(({ alive }) => {
    const places = new Int32Array(alive.length).fill(dead);
    for (let passage = 0; passage < alive.length; passage += 1) if (alive[passage]) places[passage] = total++;
    return places;
  });
  return { moved, total };
}

function widened(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(2 * column.length);
  wider.set(column);
  return wider;
}

function* plan(segments: readonly Segment[], moved: Int32Array[]): Generator<undefined, Plan> {
  const terms = new TermTable();
  let sizes = new Uint32Array(1024);
  const termIds: Uint32Array[] = [];
  for (const [place, segment] of segments.entries()) {
    const ids = new Uint32Array(segment.terms.size);
    const places = moved[place]!;
    for (let term = 0; term < segment.terms.size; term += 1) {
      if (term % termsPerStep === 0) yield;
      let living = 0;
      const end = segment.offsets[term + 1]!;
      for (let at = segment.offsets[term]!; at < end; at += 1) if (places[segment.passages[at]!] !== dead) living += 1;
      if (living === 0) continue;
      const id = terms.addFrom(segment.terms, term);
      ids[term] = id;
      if (id >= sizes.length) sizes = widened(sizes);
      sizes[id]! += living;
    }
    termIds.push(ids);
  }
  const names = nameColumns(segments, moved, terms);
  const offsets = new Uint32Array(terms.size + 1);
  for (let term = 0; term < terms.size; term += 1) offsets[term + 1] = offsets[term]! + (sizes[term] ?? 0);
  return { moved, terms, termIds, offsets, names };
}

/** Some words of names are terms of no passage. */
function nameColumns(segments: readonly Segment[], moved: readonly Int32Array[], terms: TermTable): Names {
  const words = growing32();
  const ends = growing32();
  segments.forEach((segment, place) => {
    const { nameWords, nameEnds } = segment;
    const places = moved[place]!;
    for (let passage = 0; passage < places.length; passage += 1) {
      if (places[passage] === dead) continue;
      for (let part = 2 * passage; part < 2 * passage + 2; part += 1) {
        for (let at = part === 0 ? 0 : nameEnds[part - 1]!; at < nameEnds[part]!; at += 1) {
          words.push(terms.addFrom(segment.terms, nameWords[at]!));
        }
        ends.push(words.length);
      }
    }
  });
  return { nameWords: words.column(), nameEnds: ends.column() };
}

interface Target {
  passages: Uint16Array;
  codes: Uint16Array;
  counts: Uint32Array;
}

function* movePostings(segments: readonly Segment[], made: Plan): Generator<undefined, Target> {
  const next = made.offsets.slice();
  const total = made.offsets[made.terms.size]!;
  const passages = new Uint16Array(total);
  const codes = new Uint16Array(total);
  const table = new CodeTable();
  for (const [place, segment] of segments.entries()) {
    const codeIds = segment.counts.map((packed) => table.codeOf(packed));
    const places = made.moved[place]!;
    const ids = made.termIds[place]!;
    for (let term = 0; term < segment.terms.size; term += 1) {
      if (term % termsPerStep === 0) yield;
      const end = segment.offsets[term + 1]!;
      for (let at = segment.offsets[term]!; at < end; at += 1) {
        const passage = places[segment.passages[at]!]!;
        if (passage === dead) continue;
        const target = next[ids[term]!]!++;
        passages[target] = passage;
        codes[target] = codeIds[segment.codes[at]!]!;
      }
    }
  }
  return { passages, codes, counts: table.column() };
}

function lengthsOf(segments: readonly Segment[], moved: readonly Int32Array[], total: number): Uint16Array {
  const lengths = new Uint16Array(total * fieldCount);
  segments.forEach((segment, place) => {
    const places = moved[place]!;
    for (let passage = 0; passage < places.length; passage += 1) {
      const target = places[passage]! * fieldCount;
      if (places[passage] === dead) continue;
      for (let field = 0; field < fieldCount; field += 1)
        lengths[target + field] = segment.lengths[passage * fieldCount + field]!;
    }
  });
  return lengths;
}

function* moveRecords(segments: readonly Segment[], moved: readonly Int32Array[]): Generator<undefined, Records> {
  const made = new RecordsBuilder();
  for (const [place, { records }] of segments.entries()) {
    const symbols = new Uint32Array(records.names.size + 1);
    const places = moved[place]!;
    for (let passage = 0; passage < records.length; passage += 1) {
      if (passage % passagesPerStep === 0) yield;
      if (places[passage] !== dead) made.addFrom(records, passage, symbols);
    }
  }
  return made.build();
}

/** Passages that died meanwhile are dead in the result too when `settleDeaths` is called at the end. */
export interface Merged {
  segment: Segment;
  moved: Int32Array[];
}

export function* mergeSegments(segments: readonly Segment[]): Generator<undefined, Merged> {
  const { moved, total } = movePassages(segments);
  const made = yield* plan(segments, moved);
  const target = yield* movePostings(segments, made);
  const records = yield* moveRecords(segments, moved);
  const segment = segmentOf({
    ...target,
    ...made.names,
    terms: new TermTable(made.terms.columns()),
    offsets: made.offsets,
    records,
    lengths: lengthsOf(segments, moved, total),
    alive: new Uint8Array(total).fill(1),
  });
  return { segment, moved };
}
