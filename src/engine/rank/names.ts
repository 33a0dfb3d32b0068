/**
 * How well a file's name fits a question. Source: the file-finding ablation, where the covered share of the file name
 * was the strongest second signal: a file is called after what it does. Worth, nDCG@10 of the whole engine without and
 * with all that names of files and folders say: .881 to .906 on repo-questions, .873 to .890 on npm-concepts, .601 to
 * .588 on npm-questions, .667 to .681 on gin-questions.
 */
import { stemsOfName } from '../text/nameWords';
import { joinedMark } from '../text/tokens';
import type { Question } from './question';

/** Names that say nothing: such a file is called after its folder. */
const generalNames = new Set([
  'index',
  'main',
  'mod',
  'init',
  '__init__',
  'lib',
  'types',
  'base',
  'default',
  'package',
]);
/** A word of a folder counts as much of a word of the file name. */
const folderShare = 0.5;
/** A synonym of a name's word counts this much of the word. */
const synonymShare = 0.35;

export interface NameParts {
  file: string[];
  folders: string[];
  /** The whole name as one term. */
  joined: string;
}

export function namePartsOf(place: string): NameParts {
  const segments = place.split('/');
  let file = (segments.pop() ?? '').replace(/\.[A-Za-z0-9.]{1,12}$/, '');
  if (generalNames.has(file.toLowerCase()) && segments.length > 0) file = segments.pop() ?? file;
  const stems = stemsOfName(file);
  return { file: stems, folders: segments.slice(-2).flatMap(stemsOfName), joined: joinedMark + stems.join('') };
}

function shareOf(term: string, question: Question): number {
  const weight = question.terms.get(term);
  if (weight === undefined) return 0;
  return question.content.includes(term) ? 1 : synonymShare * Math.min(1, weight * 5);
}

/** In [0, 1]: the covered share of the file's name, raised a little by its folders. */
export function nameFit({ file, folders, joined }: NameParts, question: Question): number {
  if (file.length === 0) return 0;
  if (file.length > 1 && question.terms.has(joined)) return 1;
  const covered = file.reduce((sum, term) => sum + shareOf(term, question), 0) / file.length;
  const folder = folders.some((term) => question.content.includes(term)) ? folderShare : 0;
  return covered * (1 - folderShare * 0.4) + covered * folder * 0.4;
}
