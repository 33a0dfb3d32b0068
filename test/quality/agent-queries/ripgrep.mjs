// What an agent does that has ripgrep and a tool that reads 40 lines: the strongest plain habit, the same for every repository.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { window } from './set.mjs';

/** Rows of a search that an agent is shown, and their length; searches and reads before it gives up. */
const [maxRows, maxColumns, maxSearches, maxReads] = [50, 250, 3, 3];

const isTest = (file) => /(^|[/_.-])(tests?|spec|__tests__|benchmarks?)([/_.-]|$)/i.test(file);
const definition =
  /\b(?:def|func|fn|function|class|struct|interface|enum|trait|type|const|let|var|void|bool|int|public|private|protected|static|export|module)\b/;

/** Words that no repository is searched for. */
const asking = new Set(
  `a about after all an and any are as at be been before but by can do does done each for from get gets given has have how i if in into
  is it its just last like long many me my no not nobody nothing of on one only or other others out over so some than that the their them
  then there they this to too up us was way we were what when where which who why will with without you your`.split(
    /\s+/,
  ),
);

export const version = () => execFileSync('rg', ['--version'], { encoding: 'utf8' }).split('\n')[0];

/** @returns what is shown, and its rows as `{ file, line, text }` */
function search(folder, words) {
  const args = ['-n', '--no-heading', '--color', 'never', '--sort', 'path', '-M', String(maxColumns), '--max-columns-preview', ...words, '.']; // prettier-ignore
  let out = '';
  try {
    out = execFileSync('rg', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  } catch (error) {
    if (error.status !== 1) throw error; // 1: nothing found
  }
  const shown = out.split('\n').filter(Boolean).slice(0, maxRows);
  const rows = shown.flatMap((row) => {
    const [, file, line, text] = /^\.\/(.*?):(\d+):(.*)$/.exec(row) ?? [];
    return file === undefined ? [] : [{ file, line: Number(line), text }];
  });
  return { text: shown.join('\n'), rows };
}

/** How many files hold each word. */
function countFiles(folder, word) {
  try {
    return execFileSync('rg', ['-l', '-i', '-w', '-F', '-e', word, '.'], { cwd: folder, encoding: 'utf8' }).split('\n').length - 1; // prettier-ignore
  } catch (error) {
    if (error.status === 1) return 0;
    throw error;
  }
}

/** The parts of a message that hold no value, the longest first. */
const fragmentsOf = (query) =>
  query
    .split(/["'`()\d\n{}/\\]|\bat\b/)
    .map((part) => part.replace(/^[\s:,.;]+|[\s:,.;]+$/g, ''))
    .filter((part) => part.split(' ').length >= 3)
    .sort((a, b) => b.length - a.length);

/** The three rarest words that are there. */
function rarestOf(query, folder) {
  const words = [...new Set(query.match(/[A-Za-z_][\w-]{2,}/g) ?? [])].filter(
    (word) => !asking.has(word.toLowerCase()),
  );
  const counted = words.map((word) => ({ word, files: countFiles(folder, word) })).filter(({ files }) => files > 0);
  return counted.sort((a, b) => a.files - b.files).slice(0, 3).map(({ word }) => word); // prettier-ignore
}

/** One search after the other, until the right place was read. */
function searchesFor({ kind, query }, folder) {
  const exact = (text) => ['-F', '-e', text];
  if (kind === 'literal') return [exact(query)];
  if (kind === 'name')
    return [
      ['-w', ...exact(query)],
      ['-w', ...exact(query.split(/\.|::/).at(-1))],
    ];
  const byWords = ['-i', '-w', ...rarestOf(query, folder).flatMap((word) => ['-e', word])];
  const fragments =
    kind === 'report'
      ? fragmentsOf(query)
          .slice(0, maxSearches - 1)
          .map(exact)
      : [];
  return byWords.length > 2 ? [...fragments, byWords] : fragments;
}

/** The rows in the order in which they are worth reading: code before tests, definitions first, files with many of the words. */
function worthReading(rows, { kind, query }) {
  const words = query.toLowerCase().match(/[a-z_]\w{2,}/g) ?? [];
  const held = new Map();
  for (const { file, text } of rows) {
    const found = held.get(file) ?? new Set();
    for (const word of words) if (text.toLowerCase().includes(word)) found.add(word);
    held.set(file, found);
  }
  const worth = ({ file, text }) =>
    (isTest(file) ? 0 : 1000) +
    (kind === 'name' && definition.test(text) ? 500 : 0) +
    (kind === 'question' || kind === 'report' ? (held.get(file)?.size ?? 0) * 10 + words.filter((word) => text.toLowerCase().includes(word)).length : 0); // prettier-ignore
  return [...rows].sort((a, b) => worth(b) - worth(a));
}

/**
 * @returns characters seen until the right place was read, or until all was tried; `oracle`: the same when the right row is read
 * at once, wherever it stands among those shown
 */
export function findByRipgrep(query, folder) {
  const isRight = (file, start, end) =>
    query.places.some((place) => place.path === file && start <= place.endLine && end >= place.startLine);
  const read = ({ file, line }) => {
    const lines = fs.readFileSync(path.join(folder, file), 'utf8').split('\n');
    const start = Math.max(1, line - window / 2);
    const rows = lines.slice(start - 1, start - 1 + window);
    return {
      file,
      start,
      end: start + rows.length - 1,
      text: rows.map((row, at) => `${start + at}\t${row}`).join('\n'),
    };
  };
  const cost = { inOrder: 0, oracle: 0, isFound: false, isFoundByOracle: false };
  for (const words of searchesFor(query, folder)) {
    const { text, rows } = search(folder, words);
    if (!cost.isFound) cost.inOrder += text.length;
    if (!cost.isFoundByOracle) cost.oracle += text.length;
    const seen = [];
    for (const row of worthReading(rows, query)) {
      if (cost.isFound || seen.length === maxReads) break;
      if (seen.some(({ file, start, end }) => file === row.file && row.line >= start && row.line <= end)) continue;
      const part = read(row);
      seen.push(part);
      cost.inOrder += part.text.length;
      cost.isFound = isRight(part.file, part.start, part.end);
    }
    const right = rows.map(read).find(({ file, start, end }) => isRight(file, start, end));
    if (right && !cost.isFoundByOracle) {
      cost.oracle += right.text.length;
      cost.isFoundByOracle = true;
    }
    if (cost.isFound && cost.isFoundByOracle) break;
  }
  return cost;
}
