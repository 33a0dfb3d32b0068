/** Where programs begin: what the manifest names, and what is called `main`. */
import { isMain, isManifest, isStartFile } from '../overview';
import type { Answer, AnswerSnippet } from '../types';
import { manifestStarts } from './manifestStarts';
import { inline } from './text';
import { composed, maxSentences, rowsOf, scores, type Told } from './told';

/** What the manifest names as the beginning; where that is much, commands rather than modules. */
export function startsIn(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isManifest(label))) {
    const found = manifestStarts(rowsOf(snippet));
    const commandsFirst = found.toSorted((a, b) => Number(b.isCommand) - Number(a.isCommand));
    const shown = (found.length > maxSentences ? commandsFirst : found).slice(0, maxSentences);
    const places = shown.map(({ place }) => place);
    if (shown.length > 0) {
      const sentence = `${inline(snippet.label)} names ${shown.map(({ says }) => says).join(', ')}`;
      return { sentence, snippet, start: Math.min(...places), end: Math.max(...places) };
    }
  }
  return undefined;
}

const mainRow =
  /\b(?:func|fn|def|fun|void|int)\s+(?:main|Main|wmain|WinMain)\s*\(|__name__\s*==\s*["']__main__["']|require\.main === module/;

export function mainIn(snippet: AnswerSnippet): Told | undefined {
  const rows = rowsOf(snippet);
  const row = rows.findIndex((entry) => mainRow.test(entry));
  if (row < 0 && !isMain(snippet.symbol ?? '', snippet.label)) return undefined;
  const start = Math.max(0, row);
  const name = snippet.symbol === undefined ? 'this' : inline(snippet.symbol);
  return { sentence: `A program begins with ${name} in ${inline(snippet.label)}`, snippet, start, end: start + 3 };
}

function noStart(snippets: readonly AnswerSnippet[]): Answer {
  const [manifest] = snippets.filter(({ label }) => isManifest(label));
  const looked =
    manifest === undefined ? 'no manifest is here' : `${inline(manifest.label)} names no file to begin with`;
  const text = `I found no place where a program starts: ${looked}, and no \`main\` is defined. It may be a library, which others start.`;
  return { text, score: scores.none, citations: [], isAbsence: true };
}

function byName(snippet: AnswerSnippet): Told {
  const sentence = `${inline(snippet.label)} has the name of a file that programs begin in`;
  return { sentence, snippet, start: 0, end: 3 };
}

const stemOf = (label: string) => (label.split(/[\\/]/).at(-1) ?? '').replace(/\.\w{1,4}$/, '');

function partition<Entry>(entries: readonly Entry[], accepts: (entry: Entry) => boolean): [Entry[], Entry[]] {
  return [entries.filter(accepts), entries.filter((entry) => !accepts(entry))];
}

export function aboutStart(snippets: readonly AnswerSnippet[]): Answer {
  const mains = snippets.flatMap((snippet) => mainIn(snippet) ?? []);
  const manifest = startsIn(snippets);
  const files = snippets.filter(({ label, lines }) => isStartFile(label) && lines.start === 1).map(byName);
  // What a manifest names may be built first, of a file of the same name.
  const named = manifest?.sentence ?? '';
  const [built, others] = partition(files, ({ snippet: { label } }) => named.includes(`/${stemOf(label)}.`) && !named.includes(label)); // prettier-ignore
  const sure = [...(manifest ? [manifest] : []), ...built, ...mains];
  const all = mains.length > 0 ? sure : [...sure, ...others];
  const isNew = ({ snippet }: Told, place: number) =>
    all.findIndex((other) => other.snippet.label === snippet.label) === place;
  const [first, ...rest] = all.filter(isNew);
  if (!first) return noStart(snippets);
  return composed([first, ...rest.slice(0, maxSentences)], 'See also:', sure.length > 0 ? scores.told : scores.second);
}
