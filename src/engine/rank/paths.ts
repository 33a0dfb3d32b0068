/**
 * What a path tells of a file's role: tests, examples, documents, type declarations and other people's code repeat the
 * words of the code that is meant.
 */

const testPath =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|testing|testdata|e2e|fixtures?)\/|(?:[._-](?:tests?|specs?|e2e)|Tests?|_unittest)\.[A-Za-z]+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/;
const examplePath = /(?:^|\/)(?:examples?|samples?|demos?|benchmarks?|bench|playground)\//i;
const documentPath = /\.(?:md|markdown|mdx|rst|txt|adoc)$|(?:^|\/)(?:LICENSE|CHANGELOG|AUTHORS|CONTRIBUTING)[^/]*$/i;
const declarationPath = /\.d\.[cm]?ts$/;
const settingsPath = /\.(?:json|jsonc|ya?ml|toml|xml|csv|tsv|ini|cfg|properties|svg)$/i;
const vendoredPath = /(?:^|\/)(?:vendor|third_party|external|dist|build|out|generated|legacy|deprecated|compat)\//i;

/** Parts that files play beside the code that is meant. */
export type Role = 'tests' | 'examples' | 'documents' | 'declarations' | 'settings' | 'vendored';

export type Roles = Readonly<Record<Role, boolean>>;

export function rolesOf(place: string): Roles {
  return {
    tests: testPath.test(place),
    examples: examplePath.test(place),
    documents: documentPath.test(place),
    declarations: declarationPath.test(place),
    settings: settingsPath.test(place),
    vendored: vendoredPath.test(place),
  };
}

export const isTestPath = (place: string): boolean => testPath.test(place);
