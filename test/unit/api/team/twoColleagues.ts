import assert from 'node:assert/strict';
import { changeAsset } from '../../../../src/api/assets/changeAsset';
import { shareAssets } from '../../../../src/api/team/spaces';
import { createColleague, person, TeamDouble, type Colleague } from './teamDouble';

export const text = (colleague: Colleague, id: string) => colleague.library.store.get('assets', id)?.formats[0]?.text;
export const write = (colleague: Colleague, id: string, content: string) =>
  changeAsset(colleague.library.context, id, { content: { text: content } });
export const waiting = (colleague: Colleague) => [...colleague.library.store.list('outbox')];

/** Two people of one team who have the same space. */
export interface TwoColleagues {
  double: TeamDouble;
  ada: Colleague;
  ben: Colleague;
  space: string;
  /** Lets both send and take over, three times. */
  both: () => Promise<void>;
  /** Saves an asset of Ada's and shares it; returns its id. */
  share: (content?: string, metadata?: object) => Promise<string>;
}

export async function signInBoth(): Promise<TwoColleagues> {
  const double = new TeamDouble();
  const ada = createColleague(double, person('Ada'));
  const ben = createColleague(double, person('Ben'));
  const space = double.addSpace('Tools', { [ada.person.id]: 'admin', [ben.person.id]: 'write' });
  async function both() {
    for (let turn = 0; turn < 3; turn += 1) for (const one of [ada, ben]) await one.sync();
  }
  async function share(content = 'export const port = 1;\n', metadata: object = {}): Promise<string> {
    const { id } = await ada.library.save(content, { ext: 'ts', metadata });
    const { left } = await shareAssets(ada.team.sharing, space, [id], false);
    assert.deepEqual(left, []);
    await both();
    return id;
  }
  await Promise.all([ada.signIn(), ben.signIn()]);
  await both();
  return { double, ada, ben, space, both, share };
}
