// `npm run release -- --repository URL --publisher NAME`: runs every check, packs what is to be published, and prints what to
// upload and how. Signs nothing, sends nothing, writes nothing beside the packages. `--unchecked` leaves the tests out,
// for a look at what would be packed; it says so.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, runNode } from './child.mjs';
import { ensure } from './ensure.mjs';
import { buildAndPack, file, npmPackage } from './package.mjs';

/** The tests run for so long at most. */
const maxTestS = 3_600;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** What is published can be built again by anybody: it is a commit, and nothing beside it. */
function commitToPublish() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain');
  if (changed !== '') fail(`Commit first, a release is made of a commit. Changed:\n${changed}`);
  return git('rev-parse', 'HEAD');
}

/** The changelog says what is in this version. */
function checkChangelog(version) {
  const changelog = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  if (changelog.includes(`## [${version}]`)) return;
  fail(`CHANGELOG.md has no part "## [${version}]": move what stands under Unreleased there.`);
}

function describe(packed) {
  const bytes = fs.readFileSync(packed);
  const sum = createHash('sha256').update(bytes).digest('hex');
  return `  ${path.basename(packed)}  ${bytes.length.toLocaleString('en')} bytes\n    sha256 ${sum}`;
}

function tell(name, version) {
  console.log(`
Ready to be published: ${name} ${version}
${[file, npmPackage].map(describe).join('\n')}

Nothing was signed or sent. To upload, with a token of your own for each:
  Visual Studio Marketplace   npx @vscode/vsce publish --packagePath quarry.vsix
  Open VSX                    npx ovsx publish quarry.vsix
  npm                         npm publish quarry-cli.tgz
`);
}

const options = {
  repository: { type: 'string', default: process.env.QUARRY_REPOSITORY },
  publisher: { type: 'string' },
  unchecked: { type: 'boolean', default: false },
};
const { repository, publisher, unchecked } = parseArgs({ options }).values;
if (!repository) fail('Where is the repository? npm run release -- --repository https://github.com/NAME/quarry');
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
if (!unchecked) {
  const commit = commitToPublish();
  checkChangelog(manifest.version);
  console.log(`Every suite is run on ${commit.slice(0, 10)} first; that takes about twenty minutes.`);
}
await ensure();
if (!unchecked && (await runNode('test/rig/run.mjs', ['all'], { limitS: maxTestS })) !== 0) {
  fail('Nothing was packed: the tests above failed.');
}
if (!(await buildAndPack({ repository, publisher }))) fail('Nothing to upload: see above.');
if (unchecked) console.log('\nNOT CHECKED: no test was run on this, so do not upload it.');
tell(`${publisher ?? manifest.publisher}.${manifest.name}`, manifest.version);
