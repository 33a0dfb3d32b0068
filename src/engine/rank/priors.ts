/**
 * How likely a file answers a question before its words are looked at: tests, examples, documents, type declarations
 * and other people's code repeat the words of the code that is meant. Off when the question is about them.
 */
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

const testPath =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|testing|testdata|e2e|fixtures?)\/|(?:[._-](?:tests?|specs?|e2e)|Tests?|_unittest)\.[A-Za-z]+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/;
const examplePath = /(?:^|\/)(?:examples?|samples?|demos?|benchmarks?|bench|playground)\//i;
const documentPath = /\.(?:md|markdown|mdx|rst|txt|adoc)$|(?:^|\/)(?:LICENSE|CHANGELOG|AUTHORS|CONTRIBUTING)[^/]*$/i;
const declarationPath = /\.d\.[cm]?ts$/;
const settingsPath = /\.(?:json|jsonc|ya?ml|toml|xml|csv|tsv|ini|cfg|properties|svg)$/i;
const vendoredPath = /(?:^|\/)(?:vendor|third_party|external|dist|build|out|generated|legacy|deprecated|compat)\//i;

export function isTestPath(place: string): boolean {
  return testPath.test(place);
}

export function priorOf(place: string, { about }: Question): number {
  let factor = 1;
  if (!about.tests && testPath.test(place)) factor *= testFactor;
  if (!about.examples && examplePath.test(place)) factor *= exampleFactor;
  if (!about.documents && documentPath.test(place)) factor *= documentFactor;
  if (!about.types && declarationPath.test(place)) factor *= declarationFactor;
  if (!about.settings && settingsPath.test(place)) factor *= settingsFactor;
  if (vendoredPath.test(place)) factor *= vendoredFactor;
  return factor;
}

/** Of one passage rather than of its file. */
export function passagePrior({ isListing }: { isListing?: boolean }): number {
  return isListing ? listingFactor : 1;
}
