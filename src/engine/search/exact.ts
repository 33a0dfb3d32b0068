/**
 * Finds passages with the exact text that a question asks for, as long as only a few hold it. The terms of a text are
 * looked up together; the passages that hold all of them are read, and those in which the text stands are kept. Cost:
 * the postings of the rarest term and the reading of at most `maxRead` passages. Known limit: a text that is cut in the
 * middle of a word at both ends, or composed of pieces in the code, is not found.
 */
import { declaredMark, indexedTermsOf, joinIdentifier, wordsOf } from '../text/tokens';
import { isCommentRow } from '../text/comments';
import type { ExactPlace, Piece } from '../parts';
import { isPoint, pointsIn } from '../question/report';
import { literalsOf } from '../question/spelling';
import type { Scorer } from '../rank/bm25f';
import { rolesOf, priorOf } from '../rank/fileKinds';
import type { Question } from '../rank/question';
import { asRead, oneSpaced, hasSpace, escaped, holdsSpaced, segmentsOf, spaced } from '../text/plain';
import { placesOfPrinted, placesOfRun, placesOfText, type Searching } from './printed';
import { placesPointed } from './reportFiles';

/** Most passages that may hold a text; a text in more tells little about its place. */
const maxExact = 5;
/** Most passages that may declare one name. */
const maxDeclaring = 64;
/**
 * Most passages read for one text; more where the question is that text alone, since `"segment.bytes"` is two common
 * words.
 */
const maxRead = 48;
const maxReadAlone = 4_000;
/** The same for a sentence within a question, which tables of translations hold once for each language. */
const [sentenceWords, maxReadOfSentence] = [4, 400];

export type LikelyPlace = ExactPlace & {
  /** In [0, 1]: how likely such a file is meant; above 1 for rows that the question points to, in their order. */
  prior: number;
  /** Share of what was asked for that stands in the passage, in [0, 1]. */
  share: number;
};

/** Passages that hold all words of the text; where none does, the first and the last word may be cut off. */
function candidatesOf(scorer: Scorer, literal: string, most: number): ExactPlace[] {
  const words = wordsOf(literal);
  const whole = indexedTermsOf(words);
  if (whole.length === 0) return [];
  for (const terms of [whole, words.length > 3 ? indexedTermsOf(words.slice(1, -1)) : []]) {
    if (terms.length === 0) continue;
    const found = scorer.passagesOfAll(terms, most);
    if (found === undefined) return [];
    if (found.length > 0) return found.map(({ place, passage }) => ({ piece: place, passage }));
  }
  return [];
}

/** Most characters beside the text, such as quotes, when the question is that text alone. */
const maxCharsBeside = 4;

/**
 * The passages that hold the text, whatever its white space, and in another case of letters only where none has the
 * same case. Of too many, those in the likeliest files; none when these are still too many.
 */
async function placesOfLiteral(
  literal: string,
  { pieces, scorer }: Searching,
  question: Question,
): Promise<ExactPlace[]> {
  const words = spaced(literal);
  const small = words.map((word) => word.toLowerCase());
  const read = spaced(asRead(literal));
  const mayBeWritten = ["'", '"', '&'].some((sign) => read.join('').includes(sign));
  const found: (ExactPlace & { isSameCase: boolean; prior: number })[] = [];
  let likely = 0;
  const isAlone = question.text.trim().length - literal.length <= maxCharsBeside;
  const most = isAlone ? maxReadAlone : words.length < sentenceWords ? maxRead : maxReadOfSentence;
  for (const place of candidatesOf(scorer, oneSpaced(literal), most)) {
    const piece = pieces[place.piece];
    const record = piece?.segment.records.at(place.passage);
    const reading = piece && record && piece.part.textOf(record);
    // Files answer at once, and waiting takes longer than the rest for one of thousands of passages.
    const text = typeof reading === 'object' ? await reading : reading;
    if (text === undefined) continue;
    const isSameCase = holdsSpaced(text, words) || (mayBeWritten && holdsSpaced(asRead(text), read));
    if (!isSameCase && !holdsSpaced(text.toLowerCase(), small)) continue;
    const prior = priorAt(place, pieces, question);
    found.push({ ...place, isSameCase, prior });
    // Too many places already hold the text; the others need not be read.
    if (isSameCase && prior >= 1 && (likely += 1) > maxExact) return [];
  }
  const same = found.filter(({ isSameCase }) => isSameCase);
  const all = same.length > 0 ? same : found;
  const best = Math.max(0, ...all.map(({ prior }) => prior));
  const kept = all.length <= maxExact ? all : all.filter(({ prior }) => prior === best);
  return kept.length <= maxExact ? kept.map(({ piece, passage }) => ({ piece, passage })) : [];
}

function priorAt({ piece, passage }: ExactPlace, pieces: readonly Piece[], question: Question): number {
  const { part, segment } = pieces[piece]!;
  return priorOf(rolesOf(part.placeOf(segment.records.sourceOf(passage))), question);
}

/** The name of a file without its ending. */
function stemOf(place: string): string {
  const file = segmentsOf(place).at(-1) ?? '';
  return file.includes('.') ? file.slice(0, file.lastIndexOf('.')) : file;
}

function isNameOfFile(name: string, pieces: readonly Piece[]): boolean {
  return pieces.some(({ part, segment: { records } }) =>
    records.sources.some((source) => stemOf(part.placeOf(source)) === name),
  );
}

/** What a definition in a file of its name is preferred by, in the same letters or in others: between equals it decides. */
const namesakeShares = { same: 0.02, other: 0.01 };

function namesakeShare({ piece, passage }: ExactPlace, text: string, pieces: readonly Piece[]): number {
  const { part, segment } = pieces[piece]!;
  const stem = stemOf(part.placeOf(segment.records.sourceOf(passage)));
  const name = partsOfName(text.replace('()', '')).at(-1) ?? '';
  if (stem === name) return namesakeShares.same;
  return joinIdentifier(stem) === joinIdentifier(name) ? namesakeShares.other : 0;
}

/** The parts of a qualified name such as `Store.open`, `Store::open` or `Store#open`, outermost first. */
function partsOfName(name: string): string[] {
  return name.split(/(?:::|->|[.#/\\])/).filter((part) => part !== '');
}

/** Match of a passage that declares the name beside others, and of one that begins a type of that name. */
const declaredMatch = 0.5;
const begunMatch = 0.9;

/** Match of a definition whose name differs in the case of letters, where the asked name has capitals. */
const otherCaseMatch = 0.5;
const isSmall = (name: string): boolean => name === name.toLowerCase();

/** How well a definition matches the asked name; the names around it and the same case of letters add to it. */
function nameMatch(symbol: string, asked: readonly string[]): number {
  const own = symbol.split('.');
  const [name = '', last = ''] = [own.at(-1), asked.at(-1)];
  // A passage that holds the whole of a small type is named after the type and declares the asked member.
  if (asked.length > 1 && joinIdentifier(name) === joinIdentifier(asked.at(-2) ?? '')) return 1 + aroundMatch;
  if (joinIdentifier(name) !== joinIdentifier(last)) return own.at(-2) === last ? begunMatch : declaredMatch;
  // A constructor has the name of its type, and the type is meant.
  if (asked.length === 1 && own.length > 1 && own.at(-2) === name) return declaredMatch;
  const around = asked.slice(0, -1).every((part) => own.some((one) => joinIdentifier(one) === joinIdentifier(part)));
  // A name typed in small letters may mean any case; `getShard` is not `GetShard`, and rather a name declared in a
  // passage of another definition.
  const caseMatch = name === last ? 2 : isSmall(last) ? 1 : otherCaseMatch;
  return caseMatch + (asked.length > 1 && around ? aroundMatch : 0);
}

/** Added to the match when the definition stands inside the names that the question puts before its own. */
const aroundMatch = 2;

/** Added to the match, divided by the depth: a name alone rather means an outer definition. */
const outerMatch = 0.2;
/** Most passages read to see how they use a name; when more share the name, none is read. */
const maxReadOfName = 24;
/**
 * Factors of the match by what a passage holds of the name: a definition, a value, only a declaration or the head of
 * one, or a comment alone.
 */
const shares = { defined: 1, value: 0.95, announced: 0.2, unsaid: 0.1 };

/** Least match of a name alone that a passage has in its very letters. */
const leastSaid = 0.2;

const codeSigns = '(){}[];:=<>';

/** True for a row of a comment, or of prose inside of one: several words and no sign of code. */
const isRemark = (row: string): boolean =>
  isCommentRow(row) || (![...codeSigns].some((sign) => row.includes(sign)) && row.trim().split(' ').length > 4);

/** The text with its block comments as empty rows, even when it begins or ends inside of one. */
function withoutBlocks(text: string): string {
  const blank = (comment: string) => '\n'.repeat(comment.split('\n').length - 1);
  const [open, close] = [text.indexOf('/*'), text.indexOf('*/')];
  const begun =
    close >= 0 && (open < 0 || close < open) ? blank(text.slice(0, close + 2)) + text.slice(close + 2) : text;
  const pieces = begun.split('/*');
  return pieces
    .map((piece, at) => {
      const end = at === 0 ? 0 : piece.indexOf('*/') + 2;
      return end === 1 ? blank(piece) : blank(piece.slice(0, end)) + piece.slice(end);
    })
    .join('  ');
}

const goingOn = /^\s*(?:unsafe\s+)?(?:impl|extension|instance)\b/;

/**
 * What the text holds of the name: a definition, a value (`name: Type`, `name = 3`), only an announcement (a prototype,
 * the head of a continued type), or no mention in code.
 */
function saidIn(text: string, name: string): keyof typeof shares {
  const named = new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, isSmall(name) ? 'iu' : 'u');
  const rows = withoutBlocks(text).split('\n');
  // `public static partial class Store` has no sign of code either; its body begins in the next row.
  const isHead = (at: number) => rows[at + 1]?.trimStart().startsWith('{') ?? false;
  const said = rows.flatMap((row, at) => (named.test(row) && (isHead(at) || !isRemark(row)) ? [at] : []));
  const at = said.find((place) => !goingOn.test(rows[place]!));
  if (at === undefined) return said.length > 0 ? 'announced' : 'unsaid';
  const behind = rows.slice(at).join('\n').slice(named.exec(rows[at]!)!.index);
  // `void open(int count);`: the head ends before a body begins.
  const [, end] = /^[^(){};]*\([^{};]*(\{|;)/.exec(behind) ?? [];
  if (end === ';') return 'announced';
  const [sign] = behind.slice(name.length).trimStart();
  return rows[at]!.trimStart().startsWith(name) && (sign === ':' || sign === '=') ? 'value' : 'defined';
}

/**
 * The passages that begin or are the definition of a name, the best match first. `isWhole` tells whether they match the
 * names around it too, in these very letters: `MAX_SIZE` is another than `MaxSize`.
 */
async function placesOfName(
  name: string,
  { pieces, scorer }: Searching,
): Promise<{ places: ExactPlace[]; isWhole: boolean }> {
  const parts = partsOfName(name);
  const last = parts.at(-1) ?? '';
  const joined = joinIdentifier(last);
  if (joined.length < 2) return { places: [], isWhole: false };
  const all = (scorer.passagesOfAll([declaredMark + joined], maxDeclaring) ?? []).map(({ place, passage }) => {
    const symbol = pieces[place]?.segment.records.symbolOf(passage) ?? '';
    return { piece: place, passage, symbol, match: nameMatch(symbol, parts) + outerMatch / symbol.split('.').length };
  });
  all.sort((a, b) => b.match - a.match);
  for (const one of all.length > maxReadOfName ? [] : all) {
    const piece = pieces[one.piece]!;
    const record = piece.segment.records.at(one.passage);
    const text = record && (await piece.part.textOf(record));
    one.match *= shares[text === undefined ? 'unsaid' : saidIn(text, last)];
  }
  all.sort((a, b) => b.match - a.match);
  // One passage for a long definition: the first that names it holds the head.
  const found = all.filter(
    (one, at) => !all.slice(0, at).some((other) => other.symbol === one.symbol && isSameFile(pieces, one, other)),
  );
  const best = found[0]?.match ?? 0;
  // Where only a list of names at the top of a file has it (`exports.response = …`), the file of that name is meant.
  const isListed = best < begunMatch && found[0]?.symbol.includes('.') === false;
  if (isListed && isNameOfFile(last, pieces)) return { places: [], isWhole: false };
  const places = found.filter(({ match }) => match === best).map(({ piece, passage }) => ({ piece, passage }));
  const isAlone = parts.length === 1;
  const isWhole = best >= (isAlone ? leastSaid : shares.value * (otherCaseMatch + aroundMatch));
  // `segment.bytes` is not one of many definitions of `bytes`.
  return { places: isAlone || isWhole || places.length === 1 ? places : [], isWhole };
}

/** The definitions of the qualified names in a topic (“app.set and its settings”), as long as only a few have them. */
async function placesOfMembers(text: string, searching: Searching): Promise<ExactPlace[]> {
  const names = spaced(text).filter((word) => nameAlone.test(word) && partsOfName(word).length > 1);
  const found: ExactPlace[] = [];
  for (const name of names.slice(0, maxMembers)) {
    const { places, isWhole } = await placesOfName(name, searching);
    if (isWhole && places.length <= maxOfMember) found.push(...places);
  }
  return found;
}

function isSameFile(pieces: readonly Piece[], a: ExactPlace, b: ExactPlace): boolean {
  const records = pieces[a.piece]?.segment.records;
  return a.piece === b.piece && records !== undefined && records.rowOf(a.passage) === records.rowOf(b.passage);
}

const maxPathFiles = 3;
/** Most qualified names of a topic that are looked up, and most definitions of one: more tell little about its place. */
const [maxMembers, maxOfMember] = [3, 3];
/** Most words of such a topic: in a long text the names only tell about something. */
const maxTopicWords = 8;

/** The passages of the files that a path names; none when too many paths end with it. */
function placesOfPath(named: string, pieces: readonly Piece[]): ExactPlace[] {
  const steps = named
    .replaceAll('\\', '/')
    .split('/')
    .filter((step) => step !== '' && step !== '.' && step !== '..');
  const path = steps.join('/');
  if (path === '') return [];
  const wanted = path.toLowerCase();
  const files: { piece: number; row: number }[] = [];
  for (const [piece, { part, segment }] of pieces.entries()) {
    for (const [row, source] of segment.records.sources.entries()) {
      const place = part.placeOf(source).toLowerCase();
      if (place !== wanted && !place.endsWith(`/${wanted}`)) continue;
      if (segment.alive[segment.records.firsts[row]!] === 1) files.push({ piece, row });
      if (files.length > maxPathFiles) return [];
    }
  }
  return files.flatMap(({ piece, row }) => {
    const { firsts } = pieces[piece]!.segment.records;
    return Array.from({ length: firsts[row + 1]! - firsts[row]! }, (_, at) => ({ piece, passage: firsts[row]! + at }));
  });
}

const nameAlone = /^[\w$@]+(?:(?:::|->|[.#])[\w$@]+)*(?:\(\))?$/;
const pathSign = /[/\\]|\.[A-Za-z]\w{0,7}$/;
/** Least characters of a text that is searched literally; a single word of code is found as a name. */
const minLiteralChars = 8;

function isTelling(literal: string): boolean {
  return literal.length >= minLiteralChars || hasSpace(literal);
}

/** Least prior of a file whose definitions answer a name alone: not a document or a test. */
const leastPrior = 0.6;

/**
 * The rows that a question points to, the likelier of two files of one name first. Where its only row is behind the end
 * of the file, the file is meant.
 */
export async function placesAsked(searching: Searching, question: Question): Promise<LikelyPlace[]> {
  const points = pointsIn(question.text);
  const found = await placesPointed(points, searching, (place) => priorAt(place, searching.pieces, question));
  const isStale = found.length === 0 && points.length === 1 && isPoint(question.text);
  const ofFile = isStale ? placesOfPath(points[0]!.path, searching.pieces) : [];
  return [
    ...found.map((place, at) => ({ ...place, prior: 1 + 1 / (1 + at), share: 1 })),
    ...ofFile.map((place) => ({ ...place, prior: 1, share: 1 })),
  ];
}

/** The places in code that print the message which a question is, with values put into it. */
export async function placesPrinting(searching: Searching, question: Question): Promise<LikelyPlace[]> {
  const prior = (place: ExactPlace) => priorAt(place, searching.pieces, question);
  const places = await placesOfPrinted(question.text.trim(), searching, (place) => prior(place) >= leastPrior);
  return places.map((place) => ({ ...place, prior: prior(place) }));
}

/**
 * The places that a question asks for exactly: the rows it points to, the file it names, the definition of its name, and the few passages that
 * hold a text of it, whole or apart from values that a program has put into it. Tests and documents are less likely
 * than code.
 */
export async function exactPlaces(searching: Searching, question: Question): Promise<LikelyPlace[]> {
  const pointed = await placesAsked(searching, question);
  // A row of a place is all that such a text tells.
  if (pointed.length > 0 && isPoint(question.text)) return pointed;
  return [...pointed, ...(await withTexts(await placesOfWords(searching, question), searching, question))];
}

/** The likelihood of a text that a program says to its users, and how much less likely what stands behind it is. */
const [ofText, behindText] = [0.99, 0.01];

/**
 * Puts a text that a program says to its users, and the code that names it by a key, before what only holds its words.
 */
async function withTexts(
  found: readonly LikelyPlace[],
  searching: Searching,
  question: Question,
): Promise<readonly LikelyPlace[]> {
  for (const text of new Set([...literalsOf(question.text), question.text.trim()])) {
    const said = await placesOfText(text, searching);
    if (!said) continue;
    const behind = (places: readonly ExactPlace[], steps: number) =>
      places.map((place) => ({ share: 1, ...place, prior: ofText - behindText * steps }));
    const isOther = ({ piece, passage }: LikelyPlace) => !(piece === said.text.piece && passage === said.text.passage);
    const own: LikelyPlace[] = [];
    for (const place of found) if (place.prior >= ofText && (await isQuotedAt(place, text, searching))) own.push(place);
    const others = found.filter((place) => !own.includes(place) && isOther(place));
    return [...own, ...behind([said.text], 0), ...behind(said.naming, 1), ...behind(others, 2)];
  }
  return found;
}

/** True where a text begins behind a quote or a tag: the comment that has its words says it to nobody. */
async function isQuotedAt({ piece, passage }: ExactPlace, text: string, { pieces }: Searching): Promise<boolean> {
  const { part, segment } = pieces[piece]!;
  const record = segment.records.at(passage);
  const own = (record && (await part.textOf(record))) ?? '';
  return ['"', "'", '`', '>'].some((sign) => own.includes(sign + text));
}

/** The places that the words of a question ask for exactly. */
async function placesOfWords(searching: Searching, question: Question): Promise<LikelyPlace[]> {
  const { pieces } = searching;
  const text = question.text.trim();
  const isPasted = !hasSpace(text);
  const ofFile = pathSign.test(text) && isPasted ? placesOfPath(text, pieces) : [];
  if (ofFile.length > 0) return ofFile.map((place) => ({ ...place, prior: 1, share: 1 }));
  const likely = (places: readonly (ExactPlace & { share?: number })[]) =>
    places.map(({ share = 1, ...place }) => ({ ...place, share, prior: priorAt(place, pieces, question) }));
  const name = nameAlone.test(text) ? await placesOfName(text.replace('()', ''), searching) : undefined;
  const named = likely(name?.places ?? []).map((place) => ({ ...place, prior: place.prior + namesakeShare(place, text, pieces) })); // prettier-ignore
  const isDefined = named.some(({ prior }) => prior >= leastPrior);
  const literals = new Set([...(isPasted && !(isDefined && name?.isWhole) ? [text] : []), ...literalsOf(text)]);
  const placesOf = async (some: readonly string[]) => {
    const places: LikelyPlace[] = [];
    for (const literal of some.filter(isTelling))
      places.push(...likely(await placesOfLiteral(literal, searching, question)));
    return places;
  };
  const whole = await placesOf([...literals].filter((literal) => literal === text));
  // Tests and documents only quote a message; the code that prints it is meant.
  const isMeant = ({ prior }: LikelyPlace) => prior >= leastPrior;
  const isThere = isPasted || whole.some(isMeant);
  const printed = isThere ? [] : await placesPrinting(searching, question);
  if (printed.length > 0 && whole.length > 0) return [...printed, ...whole];
  // A text in quotes inside of a message may be a value that was put into it.
  if (printed.length > 0 && !question.wantsLines) return printed;
  const told = [...whole, ...(await placesOf([...literals].filter((literal) => literal !== text)))];
  // `segment.bytes` is the name of a setting rather than of any `bytes`.
  const found = told.length > 0 && !name?.isWhole ? told : [...named, ...told];
  if (found.length > 0 || isPasted) return found;
  const isTopic = !question.wantsLines && question.content.length <= maxTopicWords;
  const members = isTopic ? likely(await placesOfMembers(text, searching)).filter(isMeant) : [];
  if (members.length > 0) return members;
  return printed.length > 0 ? printed : likely(await placesOfRun(text, searching)).filter(isMeant);
}
