// Which kinds of files a question wants, and that the ranking follows it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../src/engine/engine';
import { aboutOf, isOfTexts, type Stance, type Role, rolesOf } from '../../../src/engine/rank/fileKinds';
import { analyse } from '../../../src/engine/rank/question';
import type { Engine } from '../../../src/engine/types';

const stances: [question: string, role: Role, stance: Stance][] = [
  ['how is a coupon applied?', 'tests', 'absent'],
  ['in tests? (about coupon discount)', 'tests', 'wanted'],
  ['and in the tests?', 'tests', 'wanted'],
  ['where is the coupon discount tested?', 'tests', 'wanted'],
  ['is the retry of payments covered by unit tests?', 'tests', 'wanted'],
  ['which test covers the discount?', 'tests', 'wanted'],
  ['tests for the cart', 'tests', 'wanted'],
  ['how does the test client send requests?', 'tests', 'mentioned'],
  ['test mode of the server', 'tests', 'mentioned'],
  ['how is the latest version picked?', 'tests', 'absent'],
  ['an example of a custom handler', 'examples', 'wanted'],
  ['is there a demo?', 'examples', 'mentioned'],
  ['which types describe an order?', 'declarations', 'mentioned'],
  ['type declarations of the cart', 'declarations', 'wanted'],
  ['where is the cart documented?', 'documents', 'wanted'],
  ['the vendored parser', 'vendored', 'wanted'],
  ['how is legacy input read?', 'vendored', 'mentioned'],
];

const body = (name: string) => `export function ${name}(cart, coupon) {
  // Applies the discount of a coupon to the total of the cart.
  const discount = cart.total * coupon.share;
  return cart.total - discount;
}
`;

const files: Record<string, string> = {
  'src/coupon.js': body('applyCoupon'),
  'src/coupon.d.ts':
    '/** Applies the discount of a coupon. */\nexport declare function applyCoupon(cart: Cart, coupon: Coupon): number;\n',
  'src/order.js': 'export function placeOrder(cart) {\n  return send(cart);\n}\n',
  'test/coupon.test.js': `import { applyCoupon } from '../src/coupon.js';\nit('applies a coupon', () => equal(applyCoupon(cart, half), 5));\n`,
  'examples/coupon.js': `import { applyCoupon } from 'shop';\nconsole.log(applyCoupon(cart, coupon));\n`,
  'vendor/coupon.js': body('applyCouponOfVendor'),
  'api/v3/coupon.js': body('couponRoute'),
  'api/v4/coupon.js': body('couponRoute'),
};

describe('what a question is about', function () {
  this.timeout(20_000);
  let folder: string;
  let engine: Engine;

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-about-'));
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    engine = createEngine({
      grammarFolder: path.resolve('dist/grammars'),
      log: () => undefined,
    });
  });
  after(async () => {
    await engine.close();
    fs.rmSync(folder, { recursive: true });
  });

  async function filesFor(query: string): Promise<string[]> {
    const { snippets } = await engine.retrieve({ query, space: { paths: [folder] }, limit: 20 });
    return snippets.map(({ source }) =>
      source.kind === 'file' ? path.relative(folder, source.path).split(path.sep).join('/') : '',
    );
  }

  for (const [question, role, stance] of stances) {
    it(`takes "${question}" as one where ${role} are ${stance}`, () => assert.equal(aboutOf(question)[role], stance));
  }

  it('looks for none of the words that only announce what is wanted', () => {
    for (const query of ['Feature request: a longer berth', 'Bug: a longer berth', 'Can you tell me: a longer berth'])
      assert.deepEqual(analyse(query).content, ['longer', 'berth'], query);
    assert.ok(analyse('where is a feature request stored?').content.includes('request'));
  });

  it('takes for made or of before what programs write, translations, and the steps of a database to its present form', () => {
    for (const place of [
      'api/berth.pb.go',
      'api/berth.pb.gw.go',
      'berth_pb2.py',
      'lib/berth.g.dart',
      'share/translations/berth_fr_CA.ts',
      'app/i18n/pl/gen.php',
      'db/migrate/20120728210244_create_berths.rb',
      'migrations/2020-04-11-153215_berths/up.sql',
      'berths/migrations/0010_berth_length.py',
    ])
      assert.ok(rolesOf(place).vendored, place);
    for (const place of [
      'share/translations/berth_en.ts',
      'src/migrations/runner.py',
      'src/i18n/go_parser.ts',
      'web/main.go',
    ])
      assert.ok(!rolesOf(place).vendored, place);
    assert.ok(rolesOf('themes/dark.css').settings);
  });

  it('takes for files of others those of third parties, and pages that documents were made into', () => {
    for (const place of [
      '3rd-party/coupon.h',
      'third_party/coupon.h',
      'docs/Coupon.html',
      'doc/coupon/all.htm',
      'gradlew',
      'mvnw.cmd',
      'gradle/wrapper/gradle-wrapper.properties',
    ])
      assert.ok(rolesOf(place).vendored, place);
    for (const place of ['docs/coupon.md', 'src/coupon.html', 'party/coupon.h'])
      assert.ok(!rolesOf(place).vendored, place);
  });

  it('knows a text in another language by its name or folder, and no code by the name of its own language', () => {
    for (const place of ['lang/sr/errors.php', 'public/intl/messages/hi-IN.json', 'i18n/cn.ts', 'app/locales/de.yml'])
      assert.ok(rolesOf(place).vendored, place);
    for (const place of [
      'lang/en/errors.php',
      'lang/go/parse.go',
      'lang/js/parse.ts',
      'i18n/db.ts',
      'locale/fr.rs/a.c',
      'lang/errors/it.php',
    ])
      assert.ok(!rolesOf(place).vendored, place);
  });

  it('takes for texts of a program what its folder or its form shows as such, and no code with two letters for a name', () => {
    for (const place of ['lang/en/errors.php', 'app/Locale/sr_Latn_RS/texts.php', 'i18n/pl/gen.php', 'web/de.json', 'values/strings.xml'])
      assert.ok(isOfTexts(place), place);
    for (const place of ['src/io/read.rs', 'src/proto/io.rs', 'web/id.ts', 'docs/de/guide.md', 'web/texts.json'])
      assert.ok(!isOfTexts(place), place);
    for (const place of ['lang/en/errors.php', 'app/Locale/uk_UA/texts.php']) assert.ok(rolesOf(place).settings, place);
    assert.ok(!rolesOf('src/io/read.rs').settings);
  }); // prettier-ignore

  it('puts code before tests, examples, declarations and other people’s code', async () => {
    const found = await filesFor('how is the discount of a coupon applied?');
    const place = (name: string) => found.indexOf(name);
    for (const later of [
      'test/coupon.test.js',
      'examples/coupon.js',
      'vendor/coupon.js',
      'src/coupon.d.ts',
      'api/v3/coupon.js',
    ])
      assert.ok(place('src/coupon.js') < place(later), `${later} comes before the code`);
  });

  const wanted: Record<string, string> = {
    'in tests? (about discount coupon)': 'test/coupon.test.js',
    'where is applyCoupon tested?': 'test/coupon.test.js',
    'is the coupon discount covered by tests?': 'test/coupon.test.js',
    'an example of applying a coupon': 'examples/coupon.js',
    'the vendored coupon discount': 'vendor/coupon.js',
    'type declarations for applying a coupon': 'src/coupon.d.ts',
    'the coupon route of v3': 'api/v3/coupon.js',
    'coupon route': 'api/v4/coupon.js',
  };
  for (const [question, file] of Object.entries(wanted)) {
    it(`answers "${question}" with ${file}`, async () => assert.equal((await filesFor(question))[0], file));
  }
});
