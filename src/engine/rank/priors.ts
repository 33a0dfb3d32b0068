/**
 * How likely a file answers a question before its words are looked at: tests, examples, documents, type declarations
 * and other people's code repeat the words of the code that is meant. Off when the question mentions them, the other
 * way round when it asks for them. Worth, nDCG@10 of the whole engine without and with them: .894 to .906 on
 * repo-questions, .886 to .890 on npm-concepts, .524 to .588 on npm-questions, .597 to .681 on gin-questions.
 */
import type { About, Role, Roles } from './fileKinds';
import type { Question } from './question';

/**
 * Measured on file and passage questions: a factor near .4 for tests is worth .03 to .14 nDCG. Manifests and tables
 * name everything and do nothing.
 */
const factors: Readonly<Record<Role, number>> = {
  tests: 0.4,
  examples: 0.55,
  documents: 0.45,
  declarations: 0.45,
  vendored: 0.5,
  settings: 0.6,
};
const roles = Object.keys(factors).filter((role): role is Role => role in factors);

/** How much of a prior speaks against the other files, when the question asks for files of one role. */
const otherShare = 0.6;
/** A passage of imports or exports names what others do. */
const listingFactor = 0.5;

/** In [0, 1]: how much a file's role, or that it has not the role asked for, speaks against it. */
export function misfitOf(role: Role, file: Roles, about: About): number {
  const stance = about[role];
  const isOfRole = file[role];
  if (stance === 'wanted') return isOfRole ? 0 : otherShare;
  return stance === 'absent' && isOfRole ? 1 : 0;
}

/** In ]0, 1]: what a file's score is multiplied with for the parts that it plays. */
export function priorOf(file: Roles, { about }: Question): number {
  let factor = 1;
  for (const role of roles) {
    const misfit = misfitOf(role, file, about);
    factor *= factors[role] ** misfit;
  }
  return factor;
}

/** What the score of one passage is multiplied with, rather than that of its file. */
export function passagePrior(isListing: boolean): number {
  return isListing ? listingFactor : 1;
}
