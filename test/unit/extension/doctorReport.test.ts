import assert from 'node:assert/strict';
import { redacted, reportText } from '../../../src/extension/commands/doctorReport';

const secrets = { home: '/home/ada', user: 'ada', folders: ['/home/ada/secret-project', '/srv/other'] };

describe('the Doctor’s report', () => {
  it('is a line a finding, and the facts', () => {
    const text = reportText(
      {
        title: 'Quarry Doctor',
        findings: [
          { subject: 'Port', verdict: 'good', text: 'Answers.' },
          { subject: 'Store', verdict: 'bad', text: 'Takes no | changes:\nthe disk is full.' },
        ],
        facts: [['Version', '1.2.3']],
      },
      secrets,
    );
    assert.match(text, /^✓ Port {3}Answers\.$/m);
    assert.match(text, /^✗ Store {2}Takes no \| changes: the disk is full\.$/m);
    assert.match(text, /^Version: 1\.2\.3$/m);
  });

  it('breaks a long finding into rows that stand below each other, and hides places with spaces in them', () => {
    const place = '/srv/the other project of mine';
    const text = reportText(
      {
        title: 'Quarry Doctor',
        findings: [
          { subject: 'Store', verdict: 'bad', text: `${'word '.repeat(17)}${place} ${'word '.repeat(9)}end.` },
        ],
        facts: [],
      },
      { ...secrets, folders: [place] },
    );
    const rows = text.split('\n').slice(2, 4);
    assert.ok(rows.every((row) => row.length <= 100));
    assert.match(rows[0] ?? '', /^✗ Store {2}word/);
    assert.match(rows[1] ?? '', /^ {9}\S.*end\.$/);
    assert.ok(!text.includes('other project') && text.includes('<folder'));
  });

  it('does not say whose machine it is', () => {
    const text = redacted(
      'ada keeps /home/ada/secret-project/x and /home/ada/.quarry; token Pp-yaI5x9FwMfiMBVG3JYgs479diYkHs7HSNOrCEm38, ' +
        'proxy http://ada:pw@proxy:8080, ada@example.org, canada',
      secrets,
    );
    for (const word of ['secret-project', '/home', 'Pp-yaI5', ':pw', 'example.org']) {
      assert.ok(!text.includes(word), `${word} stands in: ${text}`);
    }
    assert.match(text, /<user> keeps <folder 1>\/x and ~\/\.quarry/);
    assert.match(text, /canada/, 'a name inside a word is none');
  });
});
