import assert from 'node:assert/strict';
import { readMassCodeFile, readOtherTool, type ReadSnippet } from '../../../src/api/library/archive/otherTools';
import { createAssetLibrary } from './assetLibrary';

const asset = (one: ReadSnippet | undefined) => {
  assert.ok(one && 'text' in one, JSON.stringify(one));
  return one;
};
const reasons = (found: ReadSnippet[] | undefined) => found?.map((one) => ('reason' in one ? one.reason : ''));

const gist = {
  id: '0a1b2c',
  html_url: 'https://gist.example.invalid/ada/0a1b2c',
  description: 'Waiting in two languages',
  public: true,
  created_at: '2024-03-01T10:00:00Z',
  updated_at: '2024-03-02T11:30:00Z',
  files: {
    'wait.py': { filename: 'wait.py', type: 'application/x-python', language: 'Python', truncated: false, content: 'import time\ntime.sleep(1)\n' },
    Dockerfile: { filename: 'Dockerfile', language: 'Dockerfile', truncated: false, content: 'FROM scratch\n' },
  },
}; // prettier-ignore

const massCode = {
  folders: [{ id: 'f1', name: 'Shell', defaultLanguage: 'sh', parentId: null, isSystem: false }],
  tags: [{ id: 't1', name: 'disk' }],
  snippets: [
    {
      ...{ id: 's1', name: 'Largest folders', folderId: 'f1', tagsIds: ['t1', 'gone'], description: 'What fills the disk' },
      ...{ isDeleted: false, isFavorites: true, createdAt: 1700000000000, updatedAt: 1700000100000 },
      content: [
        { label: 'Linux', language: 'sh', value: 'du -xh . | sort -h | tail' },
        { label: 'Notes', language: 'plain_text', value: 'as root' },
      ],
    },
    { id: 's2', name: 'Thrown away', isDeleted: true, tagsIds: [], content: [{ label: 'a', language: 'sh', value: 'rm' }] },
    { id: 's3', name: 'Hollow', isDeleted: false, tagsIds: [], content: [] },
  ],
}; // prettier-ignore

const vault = `---
contents:
  - id: 1
    label: Query
    language: sql
  - id: 2
    label: About
    language: markdown
createdAt: 1700000000000
description: Who came twice
folderId: null
id: 7
isDeleted: 0
isFavorites: 1
name: Returning guests
tags: []
updatedAt: 1700000100000
---

## Fragment: Query
\`\`\`sql
SELECT guest FROM stays
GROUP BY guest HAVING count(*) > 1;
\`\`\`

## Fragment: About
\`\`\`\`markdown
\`\`\`sql
-- above
\`\`\`
\`\`\`\`
`;

describe('snippets of other tools', () => {
  it('come out of a gist, a file each, with its address, description and times', () => {
    const [wait, docker, ...more] = readOtherTool(JSON.stringify(gist)) ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual(asset(wait), {
      ...{ name: 'wait.py', language: 'py', text: 'import time\ntime.sleep(1)\n' },
      ...{ created: Date.parse('2024-03-01T10:00:00Z'), updated: Date.parse('2024-03-02T11:30:00Z') },
      ...{ tags: ['snippet'], websites: [{ url: gist.html_url, name: '' }], persons: [], summaries: [] },
      notes: [{ type: 'DESCRIPTION', text: 'Waiting in two languages' }],
    });
    assert.equal(asset(docker).name, 'Dockerfile');
    assert.equal(readOtherTool(JSON.stringify([gist, gist]))?.length, 4);
  });

  it('say what to do where GitHub has left out their text', () => {
    const { content: _content, ...named } = gist.files['wait.py'];
    const listed = { ...gist, files: { 'wait.py': named } };
    const cut = { ...gist, files: { 'wait.py': { ...gist.files['wait.py'], truncated: true } } };
    const [first, second] = reasons(readOtherTool(JSON.stringify([listed, cut]))) ?? [];
    assert.match(first ?? '', /“wait.py” is named without its text.*by its id/);
    assert.match(second ?? '', /cut off by GitHub: clone the gist/);
  });

  it('come out of massCode’s library, a fragment each, with tags and folder; its trash stays', () => {
    const [linux, notes, hollow, ...more] = readOtherTool(JSON.stringify(massCode)) ?? [];
    assert.deepEqual(more, []);
    assert.deepEqual([asset(linux).name, asset(linux).language], ['Largest folders: Linux', 'sh']);
    assert.deepEqual(asset(linux).tags, ['snippet', 'disk', 'Shell']);
    assert.deepEqual([asset(linux).favorited, asset(linux).created], [true, 1700000000000]);
    assert.equal(asset(notes).language, 'txt');
    assert.deepEqual(reasons(hollow && [hollow]), ['“Hollow” has no fragment']);
  });

  it('come out of the Markdown that massCode keeps now, whatever fences a fragment holds', () => {
    const [query, about, ...more] = readMassCodeFile(vault.replaceAll('\n', '\r\n')) ?? [];
    assert.deepEqual(more, []);
    assert.equal(asset(query).text, 'SELECT guest FROM stays\nGROUP BY guest HAVING count(*) > 1;');
    assert.deepEqual([asset(query).name, asset(query).language], ['Returning guests: Query', 'sql']);
    assert.equal(asset(about).text, '```sql\n-- above\n```');
    assert.equal(readMassCodeFile('---\ntitle: Mine\n---\n\n## Fragment: no\n'), undefined);
    assert.equal(readMassCodeFile('## Fragment: no\n```\nx\n```\n'), undefined);
  });

  it('come out of what Raycast exports; what it asks for becomes tab stops', () => {
    const file = [
      { name: 'Address', text: 'Main Street 5, $ {date}', keyword: '!home' },
      { name: 'Reply', text: 'Dear {argument name="who"},\n{cursor}\nCost: $5 {argument name="who"} {argument default="2"}' },
    ]; // prettier-ignore
    const [address, reply] = readOtherTool(JSON.stringify(file)) ?? [];
    assert.deepEqual([asset(address).text, asset(address).tags], ['Main Street 5, $ {date}', ['snippet', '!home']]);
    assert.equal(asset(reply).text, 'Dear ${1:who},\n$0\nCost: \\$5 ${1:who} ${2:2}');
    assert.deepEqual(asset(reply).tags, ['snippet', 'tab-stops']);
  });

  it('are refused with a reason when the file is cut off or is something else', () => {
    const whole = JSON.stringify(massCode, null, 2);
    assert.throws(() => readOtherTool(whole.slice(0, 300)), /it is no JSON: it is cut off or wrong in line \d+/);
    assert.throws(() => readOtherTool('hello'), /it is no JSON/);
    for (const other of ['[1, 2]', '[]', '"text"', '[{"a": 1}]']) {
      assert.throws(() => readOtherTool(other), /no snippets of VS Code, GitHub gists, massCode or Raycast/);
    }
    assert.equal(readOtherTool('{"For": {"prefix": "for", "body": "x"}}'), undefined);
  });

  it('are rehearsed and imported as any snippet, the second time not again', async () => {
    const library = createAssetLibrary();
    const documents = [
      { path: '/x/gist.json', text: JSON.stringify(gist) },
      { path: '/x/db.json', text: JSON.stringify(massCode) },
      { path: '/x/broken.json', text: '[{"name": "x", "text": ' },
    ];
    const rehearse = () => library.call('importRehearse', { body: { source: 'snippets', documents } });
    const { items } = await rehearse();
    assert.deepEqual(
      items.map(({ verdict }) => verdict),
      ['add', 'add', 'add', 'add', 'skip', 'skip'],
    );
    assert.match(items.at(-1)?.reason ?? '', /it is no JSON/);
    const assets = items.flatMap((item) => item.asset ?? []);
    await library.call('importBatch', { body: { batch: 'one', assets } });
    const { rows } = await library.call('libraryList', { body: {} });
    assert.deepEqual(rows.map(({ language }) => language).sort(), ['dockerfile', 'py', 'sh', 'txt']);
    const again = await rehearse();
    assert.ok(again.items.slice(0, 4).every(({ verdict }) => verdict === 'duplicate'));
  });
});
