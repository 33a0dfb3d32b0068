/** Finds the passages for a question about a whole, whose words do not occur in them. */
import {
  asksOfGiven,
  nameInQuestion,
  overviewOf,
  isCalled,
  isMain,
  isManifest,
  isNamed,
  isReadme,
  isStartFile,
  type Overview,
} from './overview';
import { hasFiles, snippetOf, type Piece } from './parts';
import type { Scorer } from './rank/bm25f';
import type { Snippet } from './types';
import { fileTableOf } from './rank/fileTable';
import type { Segment } from './index/segment';
import { rolesOf } from './rank/fileKinds';
import { segmentsOf } from './text/plain';

// Section: questions about a whole: known kinds of places answer them, since their words cannot be searched for.

interface WholeQuestion {
  query: string;
  limit: number;
  explain?: boolean;
}

/** The passages that answer a question about a whole; undefined for other questions, or when there are none. */
export async function wholeOf(
  scorer: Scorer,
  pieces: readonly Piece[],
  { query, limit, explain: isExplained }: WholeQuestion,
): Promise<Snippet[] | undefined> {
  if (!hasFiles(pieces)) return undefined;
  const asked = overviewOf(query);
  const name = asked ? undefined : nameInQuestion(query);
  const isOfAll = name !== undefined || asksOfGiven(query);
  const overview = asked ?? (isOfAll ? { about: 'project' as const, name } : undefined);
  if (!overview) return undefined;
  const shelves = pieces.map(({ part, segment }, piece) => ({
    segment,
    isIn: (passage: number) => scorer.isIn(piece, passage),
    placeOf: part.placeOf,
  }));
  const snippets: Snippet[] = [];
  const rows = overviewRows(shelves, overview).slice(0, limit);
  for (const [place, { piece, passage }] of rows.entries()) {
    const record = pieces[piece]!.segment.records.at(passage);
    const snippet = record && (await snippetOf(pieces[piece]!, record, 1 - place / (rows.length + 1)));
    if (snippet) snippets.push({ ...snippet, ...(isExplained && { explanation: { matchedTerms: [], parts: {} } }) });
  }
  if (
    name !== undefined &&
    !snippets.some((one) => one.source.kind === 'file' && isCalled(name, { place: one.source.path, text: one.text }))
  )
    return undefined;
  return snippets.length > 0 ? snippets : undefined;
}

// Section: passages that answer a question about a whole, in reading order; empty for other questions.

/** One piece of the space. */
export interface Shelf {
  segment: Segment;
  isIn: (passage: number) => boolean;
  placeOf: (source: string) => string;
}

export interface OverviewRow {
  piece: number;
  passage: number;
}

/** Most passages taken from the beginning of a README. */
const readmePassages = 3;
/** Most passages taken from the beginning of a manifest, and from its end. */
const manifestPassages = 2;
/** Most files of each kind, those nearest the root first: a workspace has a manifest for each package. */
const maxFilesOfKind = 2;
const maxStarts = 8;
/** Most passages of a file shown whole; of a longer one only the beginnings of its definitions are shown. */
const maxWholeFile = 20;
const maxStartFiles = 4;

interface File {
  piece: number;
  place: string;
  passages: number[];
}

function filesOf(shelves: readonly Shelf[], accepts: (place: string) => boolean): File[] {
  const files = shelves.flatMap(({ segment, isIn, placeOf }, piece) => {
    const { sources, firsts } = fileTableOf(segment);
    return sources.flatMap((source, row) => {
      const place = placeOf(source);
      if (source === '' || !accepts(place)) return [];
      const [first = 0, end = 0] = [firsts[row], firsts[row + 1]];
      const passages = Array.from({ length: end - first }, (_, step) => first + step).filter(isIn);
      return passages.length > 0 ? [{ piece, place, passages }] : [];
    });
  });
  const depth = ({ place }: File) => segmentsOf(place).length;
  return files.sort((a, b) => depth(a) - depth(b) || (a.place < b.place ? -1 : 1));
}

const firstOf = (files: readonly File[], most: number): OverviewRow[] =>
  files.flatMap(({ piece, passages }) => passages.slice(0, most).map((passage) => ({ piece, passage })));

/** The first and last passages of a manifest: entry points stand near its top or, with scripts, near its end. */
function endsOf({ piece, passages }: File): OverviewRow[] {
  const kept = new Set([...passages.slice(0, manifestPassages + 1), ...passages.slice(-manifestPassages)]);
  return [...kept].map((passage) => ({ piece, passage }));
}

/** True for the project's own code: no tests, examples, vendored files, declarations or documents. */
function isOwn(place: string): boolean {
  const { tests, examples, vendored, declarations, documents } = rolesOf(place);
  return !tests && !examples && !vendored && !declarations && !documents;
}

/** Puts the files in a folder of that name first, such as a workspace's package. */
function calledFirst(files: readonly File[], name: string | undefined): File[] {
  const isCalled = ({ place }: File) => place.split('/').at(-2)?.toLowerCase() === name?.toLowerCase();
  return name === undefined ? [...files] : [...files.filter(isCalled), ...files.filter((file) => !isCalled(file))];
}

function ofProject(shelves: readonly Shelf[], name: string | undefined): OverviewRow[] {
  const readmes = calledFirst(filesOf(shelves, isReadme), name).slice(0, 1);
  const manifests = calledFirst(filesOf(shelves, isManifest), name).slice(0, readmes.length > 0 ? 1 : maxFilesOfKind);
  const rows = [...firstOf(readmes, readmePassages), ...firstOf(manifests, manifestPassages)];
  if (readmes.length > 0) return rows;
  // Without a README, show the files nearest the root too.
  const files = filesOf(shelves, (place) => isOwn(place) && !isManifest(place));
  return [...rows, ...firstOf(files.slice(0, maxStarts), 2)];
}

function ofStart(shelves: readonly Shelf[]): OverviewRow[] {
  const manifests = filesOf(shelves, isManifest).slice(0, 1).flatMap(endsOf);
  const mains = filesOf(shelves, isOwn).flatMap(({ piece, place, passages }) => {
    const { records } = shelves[piece]!.segment;
    const main = passages.find((passage) => isMain(records.symbolOf(passage) ?? '', place));
    return main === undefined ? [] : [{ piece, passage: main }];
  });
  const files = filesOf(shelves, (place) => isOwn(place) && isStartFile(place));
  const rows = [...mains.slice(0, maxStarts), ...manifests, ...firstOf(files.slice(0, maxStartFiles), 1)];
  const isSame = (one: OverviewRow, other: OverviewRow) => one.piece === other.piece && one.passage === other.passage;
  return rows.filter((row, place) => rows.findIndex((other) => isSame(row, other)) === place);
}

/** The passage at the file's beginning and those where its definitions begin. */
function ofFile(shelves: readonly Shelf[], name: string): OverviewRow[] {
  const found = filesOf(shelves, (place) => isNamed(place, name));
  const file = found.find(({ place }) => isOwn(place)) ?? found[0];
  if (!file) return [];
  const { records } = shelves[file.piece]!.segment;
  const [first, ...others] = file.passages;
  const seen = new Set<string>();
  const beginnings = others.filter((passage) => {
    const symbol = records.symbolOf(passage);
    if (symbol === undefined || seen.has(symbol)) return false;
    seen.add(symbol);
    return true;
  });
  const isShort = file.passages.length <= maxWholeFile;
  const kept = isShort ? file.passages : [...(first === undefined ? [] : [first]), ...beginnings];
  return kept.map((passage) => ({ piece: file.piece, passage }));
}

function overviewRows(shelves: readonly Shelf[], overview: Overview): OverviewRow[] {
  if (overview.about === 'project') return ofProject(shelves, overview.name);
  return overview.about === 'start' ? ofStart(shelves) : ofFile(shelves, overview.name);
}
