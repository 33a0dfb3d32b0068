/**
 * How likely a file answers a question before its words are looked at: tests, examples, documents, type declarations
 * and other people's code repeat the words of the code that is meant. Off when the question is about them.
 */
import type { Roles } from './paths';
import type { Question } from './question';

/** Measured on file and passage questions: a factor near .4 for tests is worth .03 to .14 nDCG. */
const testFactor = 0.4;
const exampleFactor = 0.55;
const documentFactor = 0.45;
const declarationFactor = 0.45;
const vendoredFactor = 0.5;
/** Manifests and tables name everything and do nothing. */
const settingsFactor = 0.6;
/** A passage of imports or exports names what others do. */
const listingFactor = 0.5;

export function priorOf(roles: Roles, { about }: Question): number {
  let factor = 1;
  if (!about.tests && roles.isTest) factor *= testFactor;
  if (!about.examples && roles.isExample) factor *= exampleFactor;
  if (!about.documents && roles.isDocument) factor *= documentFactor;
  if (!about.types && roles.isDeclaration) factor *= declarationFactor;
  if (!about.settings && roles.isSettings) factor *= settingsFactor;
  if (roles.isVendored) factor *= vendoredFactor;
  return factor;
}

/** Of one passage rather than of its file. */
export function passagePrior({ isListing }: { isListing?: boolean }): number {
  return isListing ? listingFactor : 1;
}
