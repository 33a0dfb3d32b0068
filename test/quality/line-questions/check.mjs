// Proves the set against the checked-out sources: node check.mjs CHECKOUTS [--part PART] [--only NAME] [--spread]
// Every place holds a fact, no question holds one, what is absent is absent. --spread prints the share of windows that
// hold each fact by chance. Exit status 1 on any fault.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasFact, locator, pattern, plain, saysFact } from './match.mjs';
import { partsFolder, readParts } from './sets.mjs';

const string = { type: 'string' };
const { values, positionals } = parseArgs({
  options: { part: string, only: string, spread: { type: 'boolean' } },
  allowPositionals: true,
});
if (positionals.length !== 1) throw new Error('usage: node check.mjs CHECKOUTS [--part PART] [--only NAME] [--spread]');

/** Lines of the longest place, and of the windows that a fact by chance is looked for in; they overlap by half. */
const window = 40;
/** Share of windows that may hold a fact by chance. */
const maxByChance = 0.05;
const all = readParts(values.part);
const sources = all.sources.filter(({ name }) => values.only === undefined || name === values.only);
const faults = [];
const fault = (of, why) => faults.push(`${of}: ${why}`);

function checkForm() {
  for (const key of ['id', 'text']) {
    const found = all.questions.map((question) => question[key]);
    for (const one of new Set(found.filter((value, at) => found.indexOf(value) !== at))) fault(one, `${key} twice`);
  }
  const names = new Set(all.sources.map(({ name }) => name));
  for (const { id, source } of all.questions) if (!names.has(source)) fault(id, `there is no source ${source}`);
  for (const { name, commit, license } of all.sources) {
    const own = all.questions.filter(({ source }) => source === name);
    const absent = own.filter((question) => question.absent);
    if (own.length < 12 || absent.length < 3) fault(name, `${own.length} questions, ${absent.length} absent`);
    if (!/^[0-9a-f]{40}$/.test(commit) || !license) fault(name, 'no whole commit, or no licence');
  }
  for (const file of fs.readdirSync(partsFolder, { recursive: true }).filter((name) => /\.jsonl?$/.test(name))) {
    const text = fs.readFileSync(path.join(partsFolder, file), 'utf8');
    if (/(?:^|[\s"'`(=])\/(?:work|tmp|home|root|Users)\//m.test(text)) fault(file, 'a path of a machine');
  }
}

/** A file's lines, and its windows as the facts are looked for in them. */
function readFile(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const windows = [];
  for (let at = 0; at < lines.length; at += window / 2) windows.push(plain(lines.slice(at, at + window).join('\n')));
  return { lines, windows };
}

/** What a question is asked with, whatever it is about. */
const asking = new Set(
  `what which when where does that this with from have there their will into then than them they after before about being been
  were many much long often most some only same also each other between without while would could should happen happens happened
  made make makes done used uses using gets goes take takes taken come comes given give gives kept keep keeps still ever first
  last more less such your mine default value values itself again`.split(/\s+/),
);

/** The beginning that the forms of a word share. */
const stemOf = (word) =>
  word.length > 6 ? word.slice(0, Math.max(5, word.length - 3)) : word.slice(0, Math.max(4, word.length - 1));

/** Hard are those whose every word stands in the sources. */
function checkHard({ id, text }, folded) {
  const words = (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => !asking.has(word));
  const missing = words.filter((word) => !folded.includes(stemOf(word)));
  if (missing.length > 0) fault(id, `hard, yet not in the sources: ${missing.join(', ')}`);
}

function checkAbsent(question, texts) {
  if (question.facts.length > 0 || question.places.length > 0) fault(question.id, 'absent, yet has facts or places');
  if (!question.never?.length && !question.why) fault(question.id, 'absent without proof or reason');
  for (const word of question.never ?? [])
    for (const [file, { lines }] of texts) {
      const at = lines.findIndex((line) => pattern(word).test(line));
      if (at >= 0) fault(question.id, `"${word}" is in ${file}:${at + 1}`);
    }
}

/** @returns the facts that the place holds */
function checkPlace({ id, facts }, { path: file, startLine, endLine }, texts) {
  const where = `${file}:${startLine}-${endLine}`;
  const lines = texts.get(file)?.lines;
  if (lines === undefined) return (fault(id, `no file ${file} under the root`), []);
  if (!(startLine >= 1 && startLine <= endLine && endLine <= lines.length))
    return (fault(id, `${where} is outside the file`), []);
  if (endLine - startLine + 1 > window) fault(id, `${where} is too long for a place`);
  if (!lines[startLine - 1].trim() || !lines[endLine - 1].trim())
    fault(id, `${where} begins or ends with an empty line`);
  const text = plain(lines.slice(startLine - 1, endLine).join('\n'));
  const held = facts.filter((fact) => pattern(fact).test(text));
  if (held.length === 0) fault(id, `no fact in ${where}`);
  return held;
}

function checkPresent(question, texts) {
  const { id, facts, places } = question;
  if (facts.length === 0 || places.length === 0) fault(id, 'no facts or no places');
  if (hasFact(question, question.text)) fault(id, 'a fact is in the question itself');
  const held = new Set(places.flatMap((place) => checkPlace(question, place, texts)));
  for (const fact of facts) if (!held.has(fact)) fault(id, `fact never in a place: ${fact}`);
  const windows = [...texts.values()].flatMap((text) => text.windows);
  const hits = windows.filter((one) => saysFact(question, one)).length;
  const share = hits / windows.length;
  if (share > maxByChance) fault(id, `${(100 * share).toFixed(1)} % of all windows hold a fact`);
  return { id, hits, share };
}

checkForm();
const spread = [];
for (const source of sources) {
  const { repo, files, folded } = locator(positionals[0], source);
  const texts = new Map(files.map((file) => [file, readFile(path.join(repo, file))]));
  const own = all.questions.filter(({ source: name }) => name === source.name);
  const words = own.some(({ hard }) => hard) ? folded().toLowerCase() : '';
  for (const question of own.filter(({ hard }) => hard)) checkHard(question, words);
  for (const question of own)
    if (question.absent) checkAbsent(question, texts);
    else spread.push(checkPresent(question, texts));
}
spread.sort((a, b) => b.share - a.share);
const percent = (share) => `${(100 * share).toFixed(2)} %`;
if (values.spread) for (const { id, hits, share } of spread) console.log(`${id} ${hits} windows, ${percent(share)}`);
for (const one of faults) console.log(`FAULT ${one}`);
const mean = spread.reduce((sum, { share }) => sum + share, 0) / spread.length;
console.log(
  `${sources.length} repositories, ${all.questions.filter(({ source }) => sources.some(({ name }) => name === source)).length} questions, ${faults.length} faults; ` +
    `a window of ${window} lines holds a fact by chance in ${percent(mean)} of cases (most: ${spread[0]?.id} ${percent(spread[0]?.share)})`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
