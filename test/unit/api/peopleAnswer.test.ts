// Questions that git's history answers, asked as any other question: of real repositories, and where there is none.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { peopleQuestion } from '../../../src/api/people/peopleAnswer';
import { qgptHandlers } from '../../../src/api/ask/ask';
import { createAskingContext, createFolder, shopFiles, trusted, type AskingContext } from './askingContext';

const asked: [question: string, wants: string | undefined, subject?: string][] = [
  ['Who wrote cart.ts?', 'author', 'cart.ts'],
  ['who wrote this?', 'author', ''],
  ['Who is the author of `sendMail`?', 'author', 'sendMail'],
  ['who changed this last?', 'last', ''],
  ['Who last touched src/cart.ts?', 'last', 'src/cart.ts'],
  ['when was the cart last changed?', 'last', 'the cart'],
  ['who can help me with the coupons?', 'help', 'the coupons'],
  ['Who should I ask about mail?', 'help', 'mail'],
  ['who knows the most about mail', 'help', 'mail'],
  ['who calls sendMail?', undefined],
  ['who writes the journal?', undefined],
  ['who changes the state of the lock?', undefined],
  ['who created the session?', undefined],
  ['who is responsible for closing the socket?', undefined],
];

function commit(folder: string, name: string, date: string): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', `user.name=${name}`, '-c', `user.email=${name}@example.org`, ...words], {
      cwd: folder,
      env,
    });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'work');
}

describe('a question about people', () => {
  let context: AskingContext;
  let folder: { path: string; remove(): void };
  let bare: { path: string; remove(): void };

  before(() => {
    folder = createFolder(shopFiles);
    bare = createFolder(shopFiles);
    commit(folder.path, 'Ada', '2026-01-05T10:00:00Z');
    fs.appendFileSync(path.join(folder.path, 'src/cart.ts'), '\nexport const cartLimit = 40;\n');
    commit(folder.path, 'Grace', '2026-02-14T10:00:00Z');
  });
  after(() => {
    folder.remove();
    bare.remove();
  });
  beforeEach(() => (context = createAskingContext()));
  afterEach(() => context.engine.close());

  for (const [question, wants, subject] of asked) {
    it(`is ${wants === undefined ? 'not ' : ''}"${question}"`, () => {
      assert.deepEqual(peopleQuestion(question), wants && { wants, subject });
    });
  }

  async function answerOf(query: string, paths: string[], call = trusted) {
    const body = { query, paths, options: { question: true } };
    const { answer } = await qgptHandlers(context).relevance({ params: {}, query: {}, body }, call);
    return answer?.answers.iterable[0];
  }

  it('about a file is answered with who wrote how much of it, and when', async () => {
    const answer = await answerOf('Who wrote cart.ts?', [folder.path]);
    assert.match(answer?.text ?? '', /^`src\/cart\.ts`: Ada wrote \d+ of the \d+ lines, last in January 2026 \[1\]\./);
    assert.match(answer?.text ?? '', /- Grace wrote \d of the \d+ lines, last in February 2026\./);
    assert.match(answer?.citations?.[0]?.label ?? '', /^src\/cart\.ts:/);
  });

  it('about the last change is answered by its day', async () => {
    const answer = await answerOf('who changed src/cart.ts last?', [folder.path]);
    assert.match(answer?.text ?? '', /^Grace was the last to change `src\/cart\.ts`, on 14 February 2026/);
  });

  it('about all that was given is answered from the history of the folder', async () => {
    assert.match(
      (await answerOf('who wrote this?', [folder.path]))?.text ?? '',
      /: (?:Ada|Grace) made 1 of the 2 commits/,
    );
  });

  it('is answered plainly where there is no git', async () => {
    const answer = await answerOf('Who wrote cart.ts?', [bare.path]);
    assert.match(
      answer?.text ?? '',
      /^Git does not tell who wrote `src\/cart\.ts` \[1\]\. .+ lies in no git repository\./,
    );
    assert.ok((answer?.score ?? 1) < 0.1);
  });
});
