/** What a project is, told by its README and its manifest. */
import { isManifest, isReadme } from '../overview';
import type { Answer, AnswerSnippet } from '../types';
import { proseBlocks, sentencesOf } from './sentences';
import { fileInShort } from './fileAnswer';
import { startsIn } from './startAnswer';
import { inline, quotable } from './text';
import { composed, holdsSentence, maxSentences, proseRowsOf, rowsOf, scores, type Told } from './told';

function readmeSays(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isReadme(label))) {
    const blocks = proseBlocks(proseRowsOf(snippet));
    const block = blocks.find(({ text }) => holdsSentence(text));
    if (!block) continue;
    const text = block.text.replace(/[*_]{1,2}(?=\S)([^*_\n]{1,120}?\S)[*_]{1,2}(?![\w*])/g, '$1');
    const sentences = sentencesOf(text).slice(0, maxSentences).join(' ');
    return { sentence: quotable(sentences === '' ? text : sentences), snippet, start: block.row, end: block.row };
  }
  return undefined;
}

const described = /^\s*["']?description["']?\s*[:=]\s*(["'])((?:(?!\1).){8,300})\1/;

function manifestSays(snippets: readonly AnswerSnippet[]): Told | undefined {
  for (const snippet of snippets.filter(({ label }) => isManifest(label))) {
    const rows = rowsOf(snippet);
    const row = rows.findIndex((entry) => described.test(entry));
    const text = described.exec(rows[row] ?? '')?.[2];
    if (text !== undefined)
      return {
        sentence: `${inline(snippet.label)} describes it as “${quotable(text)}”`,
        snippet,
        start: row,
        end: row,
      };
  }
  return undefined;
}

/** Files told where no README and no manifest says what all of it is. */
const maxFiles = 5;

/** What the files nearest the root say of themselves, where nothing else says what the whole is. */
function aboutFiles(snippets: readonly AnswerSnippet[]): Answer[] {
  const labels = [...new Set(snippets.map(({ label }) => label))].filter((label) => !isManifest(label));
  const told = labels.flatMap((name) => fileInShort(snippets.filter(({ label }) => label === name)) ?? []);
  const [first, ...others] = told.slice(0, maxFiles);
  if (!first) return [];
  const lead = { ...first, sentence: `No README or manifest says what this is; ${first.sentence}` };
  return [composed([lead, ...others], undefined, scores.second)];
}

export function aboutProject(snippets: readonly AnswerSnippet[]): Answer[] {
  const [first, second] = [readmeSays(snippets), manifestSays(snippets)].filter((told) => told !== undefined);
  const start = startsIn(snippets);
  if (!first) return aboutFiles(snippets);
  return [composed([first, ...(second ? [second] : []), ...(start ? [start] : [])], undefined, scores.told)];
}
