/**
 * Code blocks of Markdown and reStructuredText, with the heading and the sentence over them. Must not know: terms.
 */
import { plainWords } from './sentence';

/** Code, and what asks for it: in words, without marks. */
export interface AskedCode {
  question: string;
  code: string;
}

const minCodeChars = 30;
const maxCodeChars = 1800;
const codeLanguages =
  /^(?:py|python|python3|pycon|ipython|js|javascript|ts|typescript|tsx|jsx|go|golang|java|kotlin|scala|php|ruby|rb|rust|rs|zig|c|cpp|c\+\+|cs|csharp|swift|elixir|haskell|hs|lua|sh|bash|shell|console|dart|sql)$/i;

function words(text: string): string {
  return plainWords(text)
    .replace(/\s+/g, ' ')
    .replace(/[:.]\s*$/, '')
    .trim();
}

function lastSentence(paragraph: string): string {
  return words(paragraph.split(/[.!?]\s+(?=[A-Z])/).at(-1) ?? '');
}

function isAsked(question: string): boolean {
  const count = question.split(' ').length;
  return count >= 2 && count <= 30 && /[a-z]{3}/i.test(question);
}

/** Both the heading and the sentence ask for the block. */
function piecesFor(heading: string, paragraph: string, block: string): AskedCode[] {
  const code = block.replace(/^(?:>>>|\.\.\.|\$|In \[\d+\]:) ?/gm, '').slice(0, maxCodeChars);
  if (code.trim().length < minCodeChars) return [];
  const questions = new Set([words(heading), lastSentence(paragraph)].filter(isAsked));
  return [...questions].map((question) => ({ question, code }));
}

export function piecesOfDocument(text: string): AskedCode[] {
  const rows = text.split('\n');
  const pieces: AskedCode[] = [];
  let heading = '';
  let paragraph: string[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? '';
    const below = rows[at + 1] ?? '';
    const fence = /^\s*(```+|~~~+)\s*\{?\.?([\w+#-]*)/.exec(row);
    const directive = /^(\s*)(?:\.\.\s+(?:code-block|code|sourcecode|ipython)::\s*([\w+#-]*)|(?!\.\.).*::)\s*$/.exec(
      row,
    );
    if (/^#{1,6}\s/.test(row)) [heading, paragraph] = [row.replace(/^#+\s*/, ''), []];
    else if (/^([=\-~^"*+#])\1{2,}\s*$/.test(below) && row.trim() !== '' && !fence) [heading, paragraph] = [row, []];
    else if (fence) {
      let end = at + 1;
      while (end < rows.length && !(rows[end] ?? '').trimStart().startsWith(fence[1] ?? '```')) end += 1;
      const block = rows.slice(at + 1, end).join('\n');
      if (codeLanguages.test(fence[2] ?? '')) pieces.push(...piecesFor(heading, paragraph.join(' '), block));
      at = end;
      paragraph = [];
    } else if (directive) {
      if (!/^\s*\.\./.test(row)) paragraph.push(row.replace(/::\s*$/, ''));
      const indent = (directive[1] ?? '').length;
      let end = at + 1;
      while (end < rows.length && (/^\s*$/.test(rows[end] ?? '') || /^\s*/.exec(rows[end] ?? '')![0].length > indent))
        end += 1;
      const block = rows
        .slice(at + 1, end)
        .filter((line) => !/^\s*:\w+:/.test(line))
        .join('\n');
      if (directive[2] === undefined ? block.trim() !== '' : directive[2] === '' || codeLanguages.test(directive[2])) {
        pieces.push(...piecesFor(heading, paragraph.join(' '), block.replace(/^\s+/gm, '')));
      }
      at = end - 1;
      paragraph = [];
    } else if (row.trim() === '') {
      if ((rows[at + 1] ?? '').trim() !== '' && !/^\s*(?:```|~~~|\.\.)/.test(below)) paragraph = [];
    } else paragraph.push(row.trim());
  }
  return pieces;
}
