import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { GrowingText, blocksOf, createParser, type Block } from '../../../src/webview/markdown/parser';

const parser = createParser();
const htmlOf = (blocks: readonly Block[]) =>
  blocks.map((block) => parser.renderer.render(block.tokens, parser.options, {})).join('');

const pieces = fc.constantFrom(
  'word ',
  '\n',
  '\n\n',
  '- item\n',
  '  nested\n',
  '1. one\n',
  '#',
  '# head\n',
  '```ts\n',
  '```\n',
  '    code\n',
  '> quote\n',
  '| a | b |\n',
  '|---|---|\n',
  '---\n',
  '[1]',
  '[a]: https://e.org\n',
  '**b**',
  '`c`',
  '\t',
  '===\n',
  '~~~\n',
  '<b>',
  '* ',
);

describe('a citation', () => {
  it('may stand before a colon, but not where a row begins with it, which defines a link', () => {
    assert.match(htmlOf(blocksOf(parser, 'It says in `a.ts` [2]:')), /data-citation="2">2<\/button>:<\/span>/);
    assert.doesNotMatch(htmlOf(blocksOf(parser, 'It says\n[2]: https://e.org')), /data-citation/);
  });
});

describe('text that grows', () => {
  it('ends as the same page as the whole text at once, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const growing = new GrowingText(parser);
        let text = '';
        for (const part of parts) {
          text += part;
          const { final, open } = growing.update(text);
          assert.equal(htmlOf([...final, ...open]), htmlOf(blocksOf(parser, text)), JSON.stringify(text));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps a finished block and parses only what follows it', () => {
    const growing = new GrowingText(parser);
    growing.update('first\n\nsecond\n\nthi');
    const [first] = growing.update('first\n\nsecond\n\nthird').final;
    const later = growing.update('first\n\nsecond\n\nthird\n\nfourth\n');
    assert.equal(later.final[0], first);
    assert.equal(later.open.length, 1);
  });

  it('starts over when the text is another one', () => {
    const growing = new GrowingText(parser);
    growing.update('one\n\ntwo\n\nthree');
    const again = growing.update('else');
    assert.equal(again.isRestarted, true);
    assert.equal(htmlOf([...again.final, ...again.open]), '<p>else</p>\n');
  });
});

describe('the Markdown of answers', () => {
  const render = (text: string) => parser.render(text);

  it('makes a citation of a number in brackets, and keeps it with its word and with the sign behind it', () => {
    assert.equal(
      render('It scans the ports [2].'),
      '<p>It scans the <span class="cited">ports <button type="button" class="citation" data-citation="2">2</button>.</span></p>\n',
    );
  });

  it('escapes the word that stays with a citation', () => {
    assert.match(render('a <img> [1]'), /<span class="cited">&lt;img&gt; <button/);
  });

  it('makes no citation in code, of a link, or of a year', () => {
    for (const text of ['`a[1]`', '[1](https://e.org)', 'in [2024]', '[0]']) {
      assert.doesNotMatch(render(text), /data-citation/, text);
    }
  });

  it('lets no HTML, no image and no link but https through', () => {
    assert.doesNotMatch(render('<script>x</script> <b>y</b>'), /<script|<b>/);
    assert.doesNotMatch(render('![i](https://e.org/i.png)'), /<img/);
    for (const url of ['javascript:alert(1)', 'http://e.org', 'command:x', 'file:///etc/passwd', 'data:text/html,x']) {
      assert.doesNotMatch(render(`[x](${url})`), /href/, url);
    }
    assert.match(render('[x](https://e.org)'), /href="https:\/\/e.org"/);
  });

  it('gives a fence its language and its text', () => {
    const [block] = blocksOf(parser, '```ts title\nlet a = 1;\n```');
    assert.deepEqual(block?.code, { text: 'let a = 1;', language: 'ts' });
  });
});
