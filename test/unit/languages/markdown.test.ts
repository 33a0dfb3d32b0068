import assert from 'node:assert/strict';
import markdownIt from 'markdown-it';
import { codeSpan, oneLine, plain } from '../../../src/languages/markdown';

const reader = markdownIt({ html: true, linkify: true });

/** What a careless reader shows of a text, without markup. */
function shown(text: string): string {
  const [paragraph] = reader.parse(text, {}).filter(({ type }) => type === 'inline');
  const children = paragraph?.children ?? [];
  assert.deepEqual(
    children.filter(({ type }) => /link|image|html/.test(type)).map(({ type }) => type),
    [],
    text,
  );
  return children.map(({ content }) => content).join('');
}

describe('names in Markdown', () => {
  it('leaves usual names as they are', () => {
    const usual = [
      ...['src/store/disk/files.ts:12-34', 'app/[id]/page.tsx:1-2', 'app/[[...slug]]/(group)/page.tsx', '+page.svelte'],
      ...[
        '__init__.py',
        'a_b-c~1.ts',
        '.github/workflows/ci.yml',
        'C:\\Users\\me\\.git\\x.ts',
        'icon@2x.png',
        'R&D.md',
      ],
      ...[
        'node_modules/@types/node@20.1.2/index.d.ts',
        '1. Intro.md',
        'Ada Lovelace',
        "O'Neil-Müller, 安倍",
        'C#',
        '#1',
      ],
    ];
    for (const name of usual) assert.equal(plain(name), name);
    for (const name of usual) assert.equal(codeSpan(name), `\`${name}\``);
  });

  it('makes no link, no picture and no markup of a hostile one, and shows what it is called', () => {
    const hostile = [
      ...['[x](command:y)', '![x](y)', '[x][y]', '<img src=x>', '<https:x>', '<!-- x', '&#60;b&#62;', '&lt;', '**x**'],
      ...['[a\\](b)', '[a\\\\](b)', '[a\\\\\\](b)', '`[a](b)`', '`` [a](b) `', 'https://x.example/', '//x.example'],
      ...['www.x.example', 'me@x.example', '# x', '> x', '- x', 'x\\', '~~x~~', 'x [2] y'],
    ];
    for (const name of hostile) assert.equal(shown(`${plain(name)}:1-2`), `${name}:1-2`);
    for (const name of hostile) assert.equal(shown(codeSpan(name)).trim(), name);
  });

  it('keeps a name on one line, without what a terminal obeys or what turns writing around', () => {
    const name = 'a\r\n[1] b\u2028c\u0085d\u001b[2Je\u202ef';
    assert.equal(oneLine(name), 'a [1] b c d [2Je f');
    assert.equal(plain(name), 'a \\[1] b c d [2Je f');
    assert.equal(codeSpan(name), '`a [1] b c d [2Je f`');
  });

  it('writes code between more marks than there are inside', () => {
    assert.equal(codeSpan('a`b``c'), '``` a`b``c ```');
    assert.equal(codeSpan(' '), '`   `');
  });
});
