/** Finds a language by what is at hand. Small letters, but for the names of files. */
import { languages, type Language } from './table';

/** The words of a list in the table. */
export const wordsOf = (words: string | undefined): string[] => words?.split(' ') ?? [];

const byEnding = new Map(
  languages.flatMap((language) => wordsOf(language.endings).map((ending) => [ending, language])),
);
const byFileName = new Map(
  languages.flatMap((language) => wordsOf(language.fileNames).map((name) => [name.toLowerCase(), language])),
);
const byName = new Map(
  languages.flatMap((language) => {
    const { id, label, names, editor } = language;
    return [id, label.toLowerCase(), ...wordsOf(names), ...wordsOf(editor)].map((name) => [name, language] as const);
  }),
);

export const languageOfEnding = (ending: string): Language | undefined => byEnding.get(ending);

/** By the whole name of a file that has no ending of its own. */
export const languageOfFile = (fileName: string): Language | undefined => byFileName.get(fileName.toLowerCase());

/** By what people, editors and other programs call it. */
export const languageOfName = (name: string): Language | undefined => byName.get(name);

/** The language of a file by its path. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
  return byFileName.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1));
}

/** The language that a text is in, where files of several languages have one ending. */
export function languageIn(text: string, language: Language): Language {
  const { instead } = language;
  return instead && wordsOf(instead.where).some((mark) => text.includes(mark))
    ? (byName.get(instead.language) ?? language)
    : language;
}
