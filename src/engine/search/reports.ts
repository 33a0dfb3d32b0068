/**
 * Finds the places that a bug report is about. Files get votes from two lists: whole files by the words of the report,
 * and the ranking of questions by its title alone. Names in the text add votes: paths, dotted names, stack frames,
 * names that few files declare. Then the symbols of the best files are ordered by their own words. Nothing here is
 * fitted; the origin of the constants: `test/quality/README.md`.
 */
import type { Piece } from '../parts';
import type { Report } from '../question/report';
import { aboutOf, rolesOf, type Role } from '../rank/fileKinds';
import { mainView, type Scorer, type Scores } from '../rank/bm25f';
import { unindexedWords, declaredMark, eachTermOfWord, joinIdentifier, wordsOf } from '../text/tokens';
import { filesNamed, lastPartOf, type FilePlace, scoreWholeFiles } from './reportFiles';

/** Weight of a word by the part of the report it stands in; repetition counts by its logarithm. */
const partWeights = { title: 1.5, prose: 1, code: 0.4 };
/** Most terms looked up, the rarest and most frequent ones; the others hardly count. */
const maxTerms = 300;

/** Rank of a list, from 0, whose vote is a half; the first has 1. */
const halfRank = 4;
/** Most files of a list that get votes. */
const maxVoting = 200;
/** Vote for a file that the text names, shared when the name may mean several. */
const namedVote = 0.5;
/** Vote for the file of the innermost stack frame, and the factor for each frame further out. */
const frameVote = 0.5;
const outerShare = 0.7;
const maxFrames = 8;
/** Vote for a file that declares a name of the text, and the most by all such names. */
const declaredVote = 0.2;
const maxDeclaredVote = 0.6;
const maxDeclaring = 5;
/** Most passages that may declare a name; a commoner name gives no votes. */
const maxDeclaringPassages = 24;

/** Most files whose symbols are ordered, and most rows of the answer for each. */
const maxFiles = 10;
const maxRowsOfFile = 8;
/**
 * Weights of a symbol's parts: words of the text, words of the title, being named, being in a frame, being a listing.
 */
const symbolWeights = { words: 1, title: 1, named: 0.2, frame: 0.5, listing: -0.3 };
/** Loss of each further symbol of a file against the one before. */
const repeatLoss = 0.1;
/** Most files behind those, each with its best symbol. */
const maxFurtherFiles = 60;

export interface ReportSearch {
  pieces: readonly Piece[];
  scorer: Scorer;
  report: Report;
  /** Files found by the title alone, best first; a file may occur repeatedly. */
  byTitle: readonly FilePlace[];
}

/** A passage with its score and the parts of the score. */
export interface ReportPlace {
  piece: number;
  passage: number;
  score: number;
  parts: Record<string, number>;
}

/** The terms of a report with their weights. */
function termsOf(report: Pick<Report, 'title' | 'prose' | 'code'>, scorer: Scorer): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of ['title', 'prose', 'code'] as const) {
    const counts = new Map<string, number>();
    for (const word of wordsOf(report[part])) {
      if (unindexedWords.has(word.toLowerCase())) continue;
      eachTermOfWord(word, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
    }
    for (const [term, count] of counts)
      weights.set(term, (weights.get(term) ?? 0) + partWeights[part] * (1 + Math.log(count)));
  }
  const valued = Array.from(weights, ([term, weight]) => ({ term, weight, value: weight * scorer.idf(term) }));
  valued.sort((a, b) => b.value - a.value);
  return new Map(valued.slice(0, maxTerms).map(({ term, weight }) => [term, weight]));
}

interface RankedFile {
  file: FilePlace;
  score: number;
  /** Contribution of each part to the score. */
  parts: Record<string, number>;
}

/** The votes of each file, the files of the query space being numbered through. */
class Votes {
  readonly parts = new Map<number, Record<string, number>>();
  private readonly starts: number[] = [];

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly isDemoted: (place: string) => boolean,
  ) {
    let start = 0;
    for (const { segment } of pieces) {
      this.starts.push(start);
      start += segment.records.sources.length;
    }
  }

  private numberOf({ piece, row }: FilePlace): number {
    return this.starts[piece]! + row;
  }

  placeOf(number: number): FilePlace {
    const piece = this.starts.findLastIndex((start) => start <= number);
    return { piece, row: number - this.starts[piece]! };
  }

  /** False for tests and documents: they repeat the words of the code that is meant and stand behind it. */
  isCode({ piece, row }: FilePlace): boolean {
    const { part, segment } = this.pieces[piece]!;
    return !this.isDemoted(part.placeOf(segment.records.sources[row]!));
  }

  add(file: FilePlace, name: string, vote: number): void {
    const number = this.numberOf(file);
    const parts = this.parts.get(number) ?? {};
    parts[name] = (parts[name] ?? 0) + vote;
    this.parts.set(number, parts);
  }

  /** Adds votes by the rank in a list, best first. */
  addList(name: string, files: readonly FilePlace[]): void {
    const seen = new Set<number>();
    const isCode = files.map((file) => this.isCode(file));
    for (const file of [...files.filter((_, at) => isCode[at]), ...files.filter((_, at) => !isCode[at])]) {
      const number = this.numberOf(file);
      if (seen.has(number)) continue;
      if (seen.size >= maxVoting) break;
      this.add(file, name, halfRank / (halfRank + seen.size));
      seen.add(number);
    }
  }

  /** All files with votes, best first; `others` are neither code nor named. */
  inOrder(): { code: RankedFile[]; others: RankedFile[] } {
    const all = Array.from(this.parts, ([number, parts]): RankedFile & { number: number } => {
      const score = Object.values(parts).reduce((sum, vote) => sum + vote, 0);
      return { number, file: this.placeOf(number), parts, score };
    });
    all.sort((a, b) => b.score - a.score || a.number - b.number);
    const isCode = ({ file, parts }: RankedFile) => this.isCode(file) || 'named' in parts || 'frame' in parts;
    const code = all.filter(isCode);
    return { code, others: all.filter((one) => !isCode(one)) };
  }
}

/** Votes for files that declare a name of the text, where few files do. */
function voteDeclared(votes: Votes, { pieces, scorer, report }: ReportSearch): void {
  const sums = new Map<string, { file: FilePlace; vote: number }>();
  for (const name of new Set(report.names.map((one) => joinIdentifier(lastPartOf(one))))) {
    if (name.length < 3) continue;
    const files = new Map<string, FilePlace>();
    for (const { place: piece, passage } of scorer.passagesOfAll([declaredMark + name], maxDeclaringPassages) ?? []) {
      const file = { piece, row: pieces[piece]!.segment.records.rowOf(passage) };
      if (votes.isCode(file)) files.set(`${piece}:${file.row}`, file);
    }
    if (files.size > maxDeclaring) continue;
    for (const [key, file] of files)
      sums.set(key, { file, vote: (sums.get(key)?.vote ?? 0) + declaredVote / files.size });
  }
  for (const { file, vote } of sums.values()) votes.add(file, 'declared', Math.min(vote, maxDeclaredVote));
}

/** Votes for files that a path or a dotted name of the text names; each file is judged by its best matching name. */
function voteNamed(votes: Votes, { pieces, scorer, report }: ReportSearch): void {
  const named = filesNamed([...report.names, ...report.frames.map(({ path }) => path)], pieces, scorer);
  const best = new Map<string, { file: FilePlace; vote: number }>();
  for (const name of report.names) {
    const files = named.get(name) ?? [];
    for (const file of files) {
      const key = `${file.piece}:${file.row}`;
      best.set(key, { file, vote: Math.max(best.get(key)?.vote ?? 0, namedVote / files.length) });
    }
  }
  for (const { file, vote } of best.values()) votes.add(file, 'named', vote);
  const seen = new Set<string>();
  let vote = frameVote;
  for (const { path } of report.frames) {
    const files = named.get(path) ?? [];
    // Frames of code outside of the folder tell nothing.
    if (files.length === 0) continue;
    for (const file of files) {
      const key = `${file.piece}:${file.row}`;
      if (!seen.has(key)) votes.add(file, 'frame', vote / files.length);
      seen.add(key);
    }
    vote *= outerShare;
    if (vote < frameVote * outerShare ** maxFrames) break;
  }
}

const roles: readonly Role[] = ['tests', 'examples', 'documents', 'settings'];

/** Collects all votes for the files of the query space. */
function voteFiles(search: ReportSearch, terms: ReadonlyMap<string, number>): Votes {
  const { pieces, scorer, report, byTitle } = search;
  const about = aboutOf(report.title);
  const silent = roles.filter((role) => about[role] === 'absent');
  const votes = new Votes(pieces, (place) => {
    const own = rolesOf(place);
    return silent.some((role) => own[role]);
  });
  const scores = scoreWholeFiles(scorer, terms);
  const files = scores.flatMap((list, piece) => Array.from(list, (score, row) => ({ piece, row, score })));
  const scored = files
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.piece - b.piece || a.row - b.row);
  votes.addList('words', scored);
  votes.addList('title', byTitle);
  voteNamed(votes, search);
  voteDeclared(votes, search);
  return votes;
}

interface Symbols {
  /** Scores of all passages by the words of the text and by those of the title; lent by the scorer. */
  words: readonly Scores[];
  title: readonly Scores[];
  /** Names in the text, and names of the functions of its stack frames, joined. */
  named: ReadonlySet<string>;
  framed: ReadonlySet<string>;
}

function passagesOf({ pieces }: ReportSearch, { piece, row }: FilePlace): number[] {
  const { firsts } = pieces[piece]!.segment.records;
  return Array.from({ length: firsts[row + 1]! - firsts[row]! }, (_, at) => firsts[row]! + at);
}

/** The passages of the files, best first within each. */
function symbolsOf(search: ReportSearch, files: readonly RankedFile[], known: Symbols): ReportPlace[][] {
  const best = { words: Number.MIN_VALUE, title: Number.MIN_VALUE };
  const top = files[0]?.score ?? 1;
  for (const { file } of files.slice(0, maxFiles)) {
    for (const passage of passagesOf(search, file)) {
      best.words = Math.max(best.words, known.words[file.piece]![passage]!);
      best.title = Math.max(best.title, known.title[file.piece]![passage]!);
    }
  }
  return files.map(({ file, score, parts }) => {
    const { piece } = file;
    const { records } = search.pieces[piece]!.segment;
    const places = passagesOf(search, file).map((passage): ReportPlace => {
      const own = joinIdentifier(lastPartOf(records.symbolOf(passage) ?? ''));
      const ofSymbol = {
        ownWords: (symbolWeights.words * known.words[piece]![passage]!) / best.words,
        ownTitle: (symbolWeights.title * known.title[piece]![passage]!) / best.title,
        ownName: own !== '' && known.named.has(own) ? symbolWeights.named : 0,
        ownFrame: own !== '' && known.framed.has(own) ? symbolWeights.frame : 0,
        listing: records.isListing(passage) ? symbolWeights.listing : 0,
      };
      const sum = Object.values(ofSymbol).reduce((all, part) => all + part, score / top);
      return { piece, passage, score: sum, parts: { ...parts, ...ofSymbol } };
    });
    places.sort((a, b) => b.score - a.score || a.passage - b.passage);
    return places.map((place, at) => ({ ...place, score: place.score - repeatLoss * at }));
  });
}

/** Lowers scores so that none is greater than the one before it. */
function inFalling(places: readonly ReportPlace[]): ReportPlace[] {
  let least = Infinity;
  return places.map((place) => ({ ...place, score: (least = Math.min(least, place.score)) }));
}

/** Places of a report in a folder, best first. */
export function placesOfReport(search: ReportSearch): ReportPlace[] {
  const { scorer, report } = search;
  const terms = termsOf(report, scorer);
  const { code, others } = voteFiles(search, terms).inOrder();
  const files = [...code, ...others].slice(0, maxFiles + maxFurtherFiles);
  const known: Symbols = {
    words: scorer.score(terms, mainView),
    title: scorer.score(termsOf({ title: report.title, prose: '', code: '' }, scorer), mainView),
    named: new Set(report.names.map((name) => joinIdentifier(lastPartOf(name)))),
    framed: new Set(report.frames.flatMap(({ symbol = '' }) => joinIdentifier(lastPartOf(symbol)))),
  };
  const byFile = symbolsOf(search, files, known);
  scorer.giveBack(known.words);
  scorer.giveBack(known.title);
  const closer = Math.min(maxFiles, code.length > 0 ? code.length : others.length);
  const best = byFile.slice(0, closer).flatMap((places) => places.slice(0, maxRowsOfFile));
  best.sort((a, b) => b.score - a.score || a.piece - b.piece || a.passage - b.passage);
  return inFalling([...best, ...byFile.slice(closer).flatMap((places) => places.slice(0, 1))]);
}
