/** The kind of a file as its path tells it, the kind a question asks for, and the prior that follows from the two. */

// Section: the role of a file by its path: tests, examples, documents and the like repeat the words of the code that is
// usually meant.
import { setOf } from '../question/courtesies';
import { segmentsOf } from '../text/plain';

/** Folders of what belongs to a project without being a part of it. */
const besideFolders = setOf(
  'website site www docs doc documentation book guide guides tutorial tutorials manual hook hooks ci script scripts fuzz fuzzing fuzzers ossfuzz oss-fuzz',
);

/** Files by which a project is built, in lower case. */
const buildFiles = setOf('build.rs build.zig setup.hs setup.lhs setup.py noxfile.py tasks.py gulpfile.js');

/** True for a place of the project itself: none of its tests, examples, pages or scripts. */
export function isOfProject(place: string): boolean {
  const { tests, examples, vendored } = rolesOf(place);
  const folders = segmentsOf(place.toLowerCase());
  const name = folders.pop()!;
  // Deeper such names are its own: `src/hooks`, `app/tasks.py`.
  const isBeside = besideFolders.has(folders[0] ?? '') || [...folders, name].some((one) => one.startsWith('.'));
  const isBuild = folders.length === 0 && buildFiles.has(name);
  return !(tests || examples || vendored || isBeside || isBuild);
}
const testPath =
  /(?:^|\/)(?:(?:[\w.-]{1,40}(?:[._-]tests?|Tests?)|[Tt]ests?)(?:[._-][\w.-]{1,30})?|__tests__|__mocks__|specs?|testing|testdata|e2e|fixtures?|t|regress)\/|(?:[._-](?:tests?|specs?|e2e)|Tests?|_unittest)\.[A-Za-z]+$|(?:^|\/)test_[^/]*(?<!sh)$|^tests?\.(?!sh$)\w{1,4}$|(?:^|\/)conftest\.py$|\.t$/;
const examplePath =
  /(?:^|\/)(?:[\w.-]{1,40}[._-])?(?:examples?|samples?|demos?|benchmarks?|bench|playground)(?:[._-][\w.-]{1,30})?\//i;
const documentPath =
  /\.(?:md|markdown|mdx|rst|txt|adoc|asciidoc|rdoc)$|(?:^|\/)(?:LICENSE|CHANGELOG|AUTHORS|CONTRIBUTING)[^/]*$/i;
const declarationEnds = ['.d.ts', '.d.mts', '.d.cts'];
const settingsPath = /\.(?:json|jsonc|ya?ml|toml|xml|csv|tsv|ini|cfg|properties|svg|css|s[ac]ss|less|styl)$/i;
/** What belongs to others, is made by a program, is of before, or says the same in another language. */
const vendoredPath =
  /(?:^|\/)(?:vendors?|(?:third|3rd)[-_]?party|externals?|single_include|bower_components|pods|dist|build|out|generated|legacy|deprecated|compat|attic|archived?|obsolete)\/|(?:^|\/)migrat(?:e|ions?)\/(?:\w{1,40}\/){0,3}V?\d{3}|(?:^|\/)(?:gradlew|mvnw)(?:\.\w{3})?$|\/wrapper\/\w+-wrapper\.|(?:^|\/)(?:api|apidocs?|docs?|javadoc)\/.+\.html?$|amalgamat\w{1,8}\.\w{1,4}$|\.api(?:\.md)?$|(?:\.(?:pb(?:\.gw)?|g|designer|freezed|min)|[._]generated|_pb2(?:_grpc)?)\.[a-z]{1,4}$|\/zz_generated[\w.]*$|\.(?:po|pot|xliff?)$|(?:^|\/)readme[-_.](?!md$)[a-z]{2}(?:[-_][a-z]{2,4})?\.(?:md|rst)$/i;
/** Folders of texts in several languages, up to what may name the language: a file or a folder. */
const translation =
  /(?:^|\/)(?:locales?|langs?|i18n|l10n|intl|translations?|msgs|messages)\/([a-z]{2})(?:[-_][a-z]{2,4}){0,2}(\/|\.\w{2,10}$)/i;
/** The end of a file's name that may name the language: `translations/app_fr_CA.ts`. */
const translationEnd =
  /(?:^|\/)(?:locales?|i18n|l10n|translations?)\/[\w-]{1,40}[._-]([a-z]{2})(?:[-_][a-z]{2,4}){0,2}\.\w{2,10}$/i;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const english = setOf('en us gb uk');

/** True for what says the same in another language: `lang/fr/mail.php`, but not `lang/go/parse.go`. */
export const isTranslation = (place: string): boolean => namesLanguage(translation, place);

const textEndings = setOf('strings arb resx ftl po xliff xlf');

/** True for `en`, `pt-BR`, `sr_Latn_RS`. */
function isLanguageCode(name: string): boolean {
  const [code = '', region = '', ...more] = name.toLowerCase().replaceAll('_', '-').split('-');
  const isCode = code.length === 2 && [...code].every((sign) => sign >= 'a' && sign <= 'z');
  return isCode && region.length <= 4 && more.length <= 1 && languageNames.of(code) !== undefined;
}

/** True for a file of what a program says to its users, in any language: `lang/en.json`, `values/strings.xml`. */
export function isOfTexts(place: string): boolean {
  const [folder = '', file = ''] = segmentsOf(place).slice(-2);
  const parts = file.split('.');
  const ending = parts.pop() ?? '';
  if (textEndings.has(ending) || (ending === 'xml' && parts.at(-1)?.includes('strings') === true)) return true;
  // Code has such names too: `io/read.rs`, `id.ts`.
  const isTable = settingsPath.test(place) || isOfLanguage(place);
  return isTable && !documentPath.test(place) && [folder, parts.at(-1) ?? ''].some(isLanguageCode);
}

/** True where the path tells the language of its texts, English too. */
const isOfLanguage = (place: string): boolean =>
  [translation, translationEnd].some((form) => languageIn(form, place) !== undefined);

/** The language that a path names in one of these forms; `lang/go/parse.go` names none. */
function languageIn(form: RegExp, place: string): string | undefined {
  const code = form.exec(place)?.[1]?.toLowerCase();
  if (code === undefined || place.endsWith(`.${code}`)) return undefined;
  // Some name the country: `lang/cn.json`.
  return (languageNames.of(code) ?? regionNames.of(code.toUpperCase())) === undefined ? undefined : code;
}

function namesLanguage(form: RegExp, place: string): boolean {
  const code = languageIn(form, place);
  return code !== undefined && !english.has(code);
}

/** Roles of files other than the code that is usually meant. */
export type Role = 'tests' | 'examples' | 'documents' | 'declarations' | 'settings' | 'vendored' | 'foreign';

export type Roles = Readonly<Record<Role, boolean>>;

export function rolesOf(place: string): Roles {
  return {
    tests: isTestPath(place),
    examples: examplePath.test(place),
    documents: documentPath.test(place),
    declarations: declarationEnds.some((end) => place.endsWith(end)),
    // Texts in one language are a table, whatever they are written in.
    settings: settingsPath.test(place) || isOfLanguage(place),
    vendored: vendoredPath.test(place) || isTranslation(place) || namesLanguage(translationEnd, place),
    // Told beside other files only: see `withForeign`.
    foreign: false,
  };
}

/** True for tests by their path; `src/main/java/GraphTests.java` is code by the layout that Maven and Gradle share. */
export const isTestPath = (place: string): boolean => testPath.test(place) && !place.includes('src/main/');

// Section: files for another platform than this machine’s. A project without files for this platform keeps all its
// files.

const families: Readonly<Record<string, readonly string[]>> = {
  win32: ['win', 'win32', 'win64', 'windows', 'mingw'],
  linux: ['linux', 'unix', 'posix'],
  darwin: ['darwin', 'macos', 'osx', 'unix', 'posix'],
  freebsd: ['bsd', 'freebsd', 'unix', 'posix'],
  openbsd: ['bsd', 'openbsd', 'unix', 'posix'],
  aix: ['aix', 'unix', 'posix'],
  sunos: ['sunos', 'solaris', 'unix', 'posix'],
};
const others = ['netbsd', 'dragonfly', 'cygwin', 'haiku', 'hurd', 'ibmi', 'os390', 'zos', 'qnx', 'android', 'ios'];
const known = new Set([...Object.values(families).flat(), ...others]);

const mention = new RegExp(`\\b(?:${[...known].filter((name) => name !== 'win').join('|')})\\b`, 'i');

/** Platforms that a path names in its folders or in the words of the file's name. */
function platformsOf(place: string): string[] {
  const segments = place.toLowerCase().split('/');
  const words = (segments.pop() ?? '').split(/[._-]/).filter((word) => word !== 'win');
  return [...segments, ...words].filter((word) => known.has(word));
}

/** `own`: for this platform. `foreign`: for other platforms only. */
export type PlatformKind = 'own' | 'foreign';

export function platformKind(place: string, platform: string): PlatformKind | undefined {
  const named = platformsOf(place);
  if (named.length === 0) return undefined;
  const own = families[platform] ?? families.linux ?? [];
  // `unix/aix.c`: the innermost name decides.
  return own.includes(named.at(-1) ?? '') ? 'own' : 'foreign';
}

/** The files with the role `foreign` for those of other platforms, where some are for this one. */
export function withForeign<File extends { roles: Roles; platform: PlatformKind | undefined }>(
  files: readonly File[],
): readonly File[] {
  if (!files.some(({ platform }) => platform === 'own')) return files;
  return files.map((file) =>
    file.platform === 'foreign' ? { ...file, roles: { ...file.roles, foreign: true } } : file,
  );
}

// Section: the kind of file a question asks for: a mentioned kind loses its prior, a wanted kind inverts it. Pure.

export type Stance = 'absent' | 'mentioned' | 'wanted';

export interface About extends Readonly<Record<Role, Stance>> {
  /** Versions that the question names; `old` when it asks for what was before. */
  readonly versions: readonly number[] | 'old' | undefined;
}

interface Patterns {
  mentioned: RegExp;
  wanted?: RegExp;
}

const patterns: Readonly<Record<Role, Patterns>> = {
  tests: {
    mentioned: /\b(?:un)?tests?\b|\btested\b|\btesting\b|\bspecs?\b|\bmocks?\b|\bfixtures?\b/i,
    wanted:
      /\b(?:in|among|inside|within|by) (?:the |our |its |unit |integration |e2e )*(?:tests?|specs?|test (?:files?|suites?|cases?))\b(?! (?:client|server|mode|runner|helper|utils?))|\b(?:is|are|was|were|gets?) (?:\S+ ){0,6}?(?:un)?tested\b|\b(?:what|which|any|the|unit|integration) tests?\b(?= (?:for|of|cover\w*|check\w*|exercis\w*|asserts?|verif\w*|prove\w*|that|is|are|do|does|exist\w*|files?|cases?)\b|\s*(?:[?.!]\s*)?$)|\btests? (?:for|of|covering|that cover\w*)\b/i,
  },
  examples: {
    mentioned: /\bexamples?\b|\bsamples?\b|\bdemos?\b|\bbenchmarks?\b/i,
    wanted:
      /\b(?:in|among|from) (?:the |our |its |an? )*(?:examples?|samples?|demos?|benchmarks?)\b|\b(?:examples?|samples?|demos?) (?:of|for|that|using|showing|which)\b|\b(?:which|what|any) (?:examples?|samples?|demos?|benchmarks?)\b/i,
  },
  documents: {
    mentioned: /\bdocs?\b|\bdocumentation\b|\bdocumented\b|\breadme\b|\bguides?\b|\bchangelog\b|\brelease notes\b/i,
    wanted:
      /\b(?:in|from) (?:the |our |its )*(?:docs?|documentation|readme|changelog|guides?)\b|\b(?:is|are) (?:\S+ ){0,6}?documented\b|\bwhat (?:does|do) the (?:docs?|documentation|readme|changelog)\b/i,
  },
  declarations: {
    mentioned: /\btypes?\b|\btypings?\b|\binterfaces?\b|\bdeclarations?\b/i,
    wanted: /\.d\.[cm]?ts\b|\btypings?\b|\btype declarations?\b|\bdeclaration files?\b/i,
  },
  settings: {
    mentioned:
      /\b(?:config\w*|settings?|package|dependenc\w+|versions?|manifest|scripts?|workflows?|pipeline|ci|licen[cs]e|json|ya?ml|toml|xml|css|s[ac]ss|style\w*|colou?rs?|fonts?|themes?|margins?|padding|layout|hover\w*|pixels?|icons?|animat\w+)\b/i,
    wanted:
      /\b(?:package|tsconfig|composer|manifest)\.json\b|\b\w+\.(?:ya?ml|toml)\b|\b(?:ci|build) (?:workflow|pipeline)\b/i,
  },
  vendored: {
    mentioned:
      /\bvendor(?:ed)?\b|\bthird[- ]party\b|\bexternal (?:code|librar\w+)\b|\bbundled\b|\bgenerated\b|\blegacy\b|\bdeprecated\b|\bcompat\w*\b|\bdist\b|\bbuild output\b|\bmigrat\w+\b/i,
    wanted: /\bvendored\b|\b(?:in|inside|from|under) (?:the |our )?(?:vendor|third[- ]party|dist|generated|legacy)\b/i,
  },
  foreign: { mentioned: mention },
};

const olderVersion =
  /\b(?:old(?:er)?|previous|earlier|former|legacy) (?:\w+ )?versions?\b|\bbefore v?\d+\b|\blegacy\b/i;
const namedVersion = /\bv(?:ersion ?)?(\d{1,3})\b/gi;

function stanceOn(role: Role, text: string): Stance {
  const { mentioned, wanted } = patterns[role];
  if (wanted?.test(text)) return 'wanted';
  return mentioned.test(text) ? 'mentioned' : 'absent';
}

export function aboutOf(text: string): About {
  const named = [...text.matchAll(namedVersion)].map((found) => Number(found[1]));
  const unnamed = olderVersion.test(text) ? 'old' : undefined;
  return {
    tests: stanceOn('tests', text),
    examples: stanceOn('examples', text),
    documents: stanceOn('documents', text),
    declarations: stanceOn('declarations', text),
    settings: stanceOn('settings', text),
    vendored: stanceOn('vendored', text),
    foreign: stanceOn('foreign', text),
    versions: named.length > 0 ? named : unnamed,
  };
}

// Section: prior of a file, before its words are looked at (worth: “Ablation” in test/quality/README.md). It does not
// apply when the question mentions such files, and is inverted when it asks for them.

/** Prior by role. Manifests and tables hold many names and seldom the answer. */
const factors: Readonly<Record<Role, number>> = {
  tests: 0.4,
  examples: 0.55,
  documents: 0.45,
  declarations: 0.45,
  vendored: 0.5,
  settings: 0.6,
  foreign: 0.4,
};
const roles = Object.keys(factors).filter((role): role is Role => role in factors);

/** Share of a prior that counts against all other files when the question asks for files of one role. */
const otherShare = 0.6;
/** Prior of a passage that mostly imports or exports: it repeats names that other files define. */
const listingFactor = 0.5;

/** In [0, 1]: how much the file's role counts against it, or that it lacks the role asked for. */
function misfitOf(role: Role, file: Roles, about: About): number {
  const stance = about[role];
  const isOfRole = file[role];
  if (stance === 'wanted') return isOfRole ? 0 : otherShare;
  return stance === 'absent' && isOfRole ? 1 : 0;
}

/** In ]0, 1]: the factor for a file's score by its roles. */
export function priorOf(file: Roles, { about }: { about: About }): number {
  let factor = 1;
  for (const role of roles) {
    const misfit = misfitOf(role, file, about);
    factor *= factors[role] ** misfit;
  }
  return factor;
}

/** The factor for the score of one passage, whatever its file. */
export function passagePrior(isListing: boolean): number {
  return isListing ? listingFactor : 1;
}
