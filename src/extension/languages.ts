/**
 * Maps the editor's language ids to the contract's language words. Must not know the editor. Other languages are named
 * by the file's extension, or classified by the service.
 */

import { wordsOf, languages as table, type Language as TableRow } from '../languages/table';

interface Language {
  /** The contract's word for the language. */
  ext: string;
  /** The editor's language id. */
  id: string;
  name: string;
}

/** The languages that the editor has an id for. */
export const languages: readonly Language[] = table.flatMap(({ label, words, editor }) => {
  const [[ext], [id]] = [wordsOf(words), wordsOf(editor)];
  return ext === undefined || id === undefined ? [] : [{ ext, id, name: label }];
});

const byMainWord = new Map(languages.map((language) => [language.ext, language]));
/** Languages indexed by every word in the given columns of the table. */
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
/** File names by language word, for languages whose word is not a file extension. */
const fileNames = new Map(
  table.flatMap(({ words, endings, fileNames: names }) => {
    const [[word = ''], [ending], [name]] = [wordsOf(words), wordsOf(endings), wordsOf(names)];
    if (name !== undefined && (word === name.toLowerCase() || word.startsWith('hljs-'))) return [[word, name] as const];
    return word.startsWith('hljs-') && ending !== undefined ? [[word, `x.${ending}`] as const] : [];
  }),
);

/** The contract's word for code that is saved; undefined leaves the classification to the service. */
export function wordOf(languageId: string, fileName: string): string | undefined {
  const known = byId.get(languageId)?.ext;
  // The editor also reports plain text for languages that it does not know.
  if (known !== undefined && known !== 'txt') return known;
  const ending = endingOf(fileName);
  return ending ?? known;
}

export function languageOf(word: string): Language | undefined {
  return byMainWord.get(word) ?? byWord.get(word) ?? byId.get(word.replace(/^hljs-/, ''));
}

/** The contract's word for an unknown language; never shown to users. */
const unknownWord = 'UNKNOWN';

/** The display name of a language, else the word itself. */
export function languageName(word: string): string {
  if (word === unknownWord) return 'Text';
  return languageOf(word)?.name ?? word.replace(/^hljs-/, '');
}

/** A file name that gives the right highlighting and icon in the editor. */
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

/** A file name for which the icon theme shows the language's icon. */
export function iconFileOf(word: string): string {
  return fileNames.get(word) ?? `x.${word === unknownWord ? 'txt' : word.replace(/^hljs-/, '')}`;
}

function endingOf(fileName: string): string | undefined {
  return /[^./\\]\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
}
