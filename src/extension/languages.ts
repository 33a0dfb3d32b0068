/**
 * The editor's language ids and the contract's language words, side by side. Must not know the editor.
 * What is missing here is named by the file's ending; the service classifies what it does not know.
 */

import { wordsOf, languages as table, type Language as TableRow } from '../languages/table';

interface Language {
  /** The contract's word. */
  ext: string;
  /** The editor's id. */
  id: string;
  name: string;
}

/** What the editor has an id for; the other languages are named by the file's ending. */
export const languages: readonly Language[] = table.flatMap(({ label, words, editor }) => {
  const [[ext], [id]] = [wordsOf(words), wordsOf(editor)];
  return ext === undefined || id === undefined ? [] : [{ ext, id, name: label }];
});

const byMainWord = new Map(languages.map((language) => [language.ext, language]));
/** Our languages by every word that these lists of their rows hold. */
const byWordsOf = (lists: (row: TableRow) => (string | undefined)[]) =>
  new Map(
    table.flatMap((row) => {
      const language = byMainWord.get(wordsOf(row.words)[0] ?? '');
      return language
        ? lists(row)
            .flatMap(wordsOf)
            .map((word) => [word, language] as const)
        : [];
    }),
  );
const byId = byWordsOf(({ editor }) => [editor]);
const byWord = byWordsOf(({ endings, words }) => [endings, words]);
/** Names of files by which the editor knows a language whose word is no ending. */
const fileNames = new Map(
  table.flatMap(({ words, endings, fileNames: names }) => {
    const [[word = ''], [ending], [name]] = [wordsOf(words), wordsOf(endings), wordsOf(names)];
    if (name !== undefined && (word === name.toLowerCase() || word.startsWith('hljs-'))) return [[word, name] as const];
    return word.startsWith('hljs-') && ending !== undefined ? [[word, `x.${ending}`] as const] : [];
  }),
);

/** The word to save code under; undefined leaves it to the service. */
export function wordOf(languageId: string, fileName: string): string | undefined {
  const known = byId.get(languageId)?.ext;
  // A plain text is what the editor calls anything it does not know.
  if (known !== undefined && known !== 'txt') return known;
  const ending = endingOf(fileName);
  return ending ?? known;
}

export function languageOf(word: string): Language | undefined {
  return byMainWord.get(word) ?? byWord.get(word) ?? byId.get(word.replace(/^hljs-/, ''));
}

/** What the contract calls a language that nobody knows; people never read it. */
const unknownWord = 'UNKNOWN';

/** For people: the language's name, else the word as it is. */
export function languageName(word: string): string {
  if (word === unknownWord) return 'Text';
  return languageOf(word)?.name ?? word.replace(/^hljs-/, '');
}

/** A file name by which the editor finds highlighting and icon. */
export function fileNameOf(title: string, word: string): string {
  const stem =
    title
      .replace(/[\\/:*?"<>|#%\s]+/g, ' ')
      .trim()
      .slice(0, 60)
      .trim() || 'asset';
  const whole = fileNames.get(word);
  const known = word === unknownWord ? 'txt' : word.replace(/^hljs-/, '');
  const ending = whole === undefined ? known : endingOf(whole);
  if (ending === undefined || stem.endsWith(`.${ending}`)) return stem;
  return `${stem}.${ending}`;
}

/** A name that makes the icon theme show the language's icon. */
export function iconFileOf(word: string): string {
  return fileNames.get(word) ?? `x.${word === unknownWord ? 'txt' : word.replace(/^hljs-/, '')}`;
}

function endingOf(fileName: string): string | undefined {
  return /[^./\\]\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
}
