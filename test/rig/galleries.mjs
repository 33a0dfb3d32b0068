// What the galleries refuse, looked at before anything is uploaded: the limits of Open VSX and the editor's marketplace,
// as rows. `vsce` itself looks at the rest while it packs.

/** Control characters, invisible ones, and what Unicode has not assigned. */
const strange = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}]/u;
const fits = (limit) => (value) => (value.length > limit ? `is longer than ${limit} characters` : undefined);
const isText = (value) => (strange.test(value) ? 'has a character that cannot be seen' : undefined);
const isOneOf =
  (...values) =>
  (value) =>
    values.includes(value) ? undefined : `is none of ${values.join(', ')}`;
const matches = (pattern, what) => (value) => (pattern.test(value) ? undefined : `is not ${what}`);

function isAddress(value) {
  const url = URL.canParse(value.replace(/^git\+/, '')) ? new URL(value.replace(/^git\+/, '')) : undefined;
  return url?.protocol === 'https:' && url.host !== '' ? undefined : 'is no https address';
}

const name = matches(/^[\w-]+$/, 'a name of letters, digits and hyphens');
const short = fits(255);

/** Field, whether it has to be there, and what it is looked at for. */
const rows = [
  ['name', true, name, short],
  ['publisher', true, name, short],
  ['version', true, matches(/^\d+\.\d+\.\d+$/, 'three numbers')],
  ['displayName', true, isText, short],
  ['description', true, isText, fits(2048)],
  ['license', true, isText, short],
  ['icon', true, matches(/\.png$/, 'a .png')],
  ['engines.vscode', true, matches(/^\^\d+\.\d+\.\d+$/, 'a version with ^ before it')],
  ['categories', true, isText, short],
  ['keywords', true, isText, short],
  ['galleryBanner.color', false, matches(/^#[\da-f]{6}$/i, 'a colour like #20242e')],
  ['galleryBanner.theme', false, isOneOf('dark', 'light')],
  ['markdown', false, isOneOf('github', 'standard')],
  ['homepage', false, isAddress, short],
  ['repository.url', false, isAddress, short],
  ['bugs.url', false, isAddress, short],
];
const maxKeywords = 30;
/** What builds it is nobody's who installs it; a private package cannot be published. */
const strangers = ['private', 'devDependencies', 'dependencies', 'scripts', 'overrides'];

const fieldOf = (manifest, field) => field.split('.').reduce((part, key) => part?.[key], manifest);

/** Pictures and links of Markdown that lead nowhere once it stands on a page of its own. */
function relativeIn(markdown) {
  return [...markdown.matchAll(/\]\((?!https:|#)([^()\s]{0,300})\)/g)].map(([, address]) => address);
}

/**
 * @param {{ manifest: object, names: string[], readme: string }} packed what is in the package: names below `extension/`
 * @returns {string[]} a sentence for each thing that a gallery would refuse or show broken
 */
export function galleryFaults({ manifest, names, readme }) {
  const faults = rows.flatMap(([field, isNeeded, ...checks]) => {
    const values = [fieldOf(manifest, field) ?? []].flat();
    if (values.length === 0) return isNeeded ? [`${field} is missing`] : [];
    return values.flatMap((value) => checks.flatMap((check) => check(value) ?? [])).map((fault) => `${field} ${fault}`);
  });
  faults.push(...strangers.filter((part) => part in manifest).map((part) => `${part} is of no use in what is packed`));
  if ((manifest.keywords ?? []).length > maxKeywords) faults.push(`there are more than ${maxKeywords} keywords`);
  const needed = [manifest.icon, 'LICENSE.txt', 'readme.md', 'changelog.md', 'dist/ThirdPartyNotices.txt'];
  faults.push(...needed.filter((file) => !names.includes(file)).map((file) => `${file} is not in the package`));
  return [...faults, ...relativeIn(readme).map((address) => `readme.md leads to ${address}, which is nowhere`)];
}
