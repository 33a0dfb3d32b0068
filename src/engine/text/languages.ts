/**
 * What the engine asks the table of languages by a file's key (the ending of its name): how its comments are
 * written. Must not name a language.
 */
import { languageOfEnding, languageOfFile, languageOfName, wordsOf } from '../../languages/lookup';
import type { CommentStyle } from '../../languages/table';
import { spaced } from './plain';

export type { CommentStyle } from '../../languages/table';

export interface Language {
  comments: CommentStyle;
}

export function languageOf(key: string): Language {
  return { comments: languageOfEnding(key)?.comments ?? 'none' };
}

/** The part of a manual that a page is of: `git.1`, `printf.3p`. No language. */
const section = /^\d[a-z]{0,2}$/;

/** Language key of a file name or of a language's own name; `txt` when nothing is known. */
export function languageKey(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  const special = languageOfFile(file) ?? languageOfName(file);
  const [usual] = wordsOf(special?.endings);
  if (usual !== undefined) return usual;
  const dot = file.lastIndexOf('.');
  const ending = dot < 0 ? undefined : file.slice(dot + 1);
  if (ending !== undefined) return ending === '' || section.test(ending) ? 'txt' : ending;
  return languageOfEnding(file) ? file : 'txt';
}

export function isMarkdown(key: string): boolean {
  return languageOfEnding(key)?.id === 'markdown';
}
/** Endings whose files hold no text a person asks about, or hold it only for machines. */
const unreadEndings = new Set(
  spaced(`png jpg jpeg gif bmp ico webp avif tiff psd mp3 mp4 wav ogg webm mov avi mkv zip gz tgz bz2 xz zst 7z rar jar war
   class o a so dylib dll exe bin wasm pdf doc docx xls xlsx ppt pptx woff woff2 ttf otf eot map lock snap db sqlite
   sqlite3 pyc pyo iso dmg pack idx parquet npy npz pt onnx min.js min.css`),
);
const unreadNames = new Set(['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'composer.lock']);

/** True for files not worth opening: pictures, archives, lock files, minified bundles. */
export function isUnreadKind(path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (unreadNames.has(file) || /\.min\.(js|css|mjs)$/.test(file)) return true;
  const dot = file.lastIndexOf('.');
  return dot >= 0 && unreadEndings.has(file.slice(dot + 1));
}

/** Text that people read and no program: a document. */
export function isProseLanguage(key: string): boolean {
  return isMarkdown(key) || key === 'txt' || key === 'rst' || key === 'adoc';
}
