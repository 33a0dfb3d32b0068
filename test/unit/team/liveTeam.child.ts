/**
 * A whole team for a story in the editor: PostgreSQL, the service, two people and a space. Prints where it is and the
 * tokens; does what it is told line by line (`cut ada`, `mend ben`, `drop ben`), says `done` each time, and ends with its
 * input.
 */
import { createInterface } from 'node:readline';
import { startProxy } from '../../api/cuttingProxy';
import { newDatabase, startCluster } from './postgres';
import { ask, emailOf, person, startService } from './team';

const cluster = await startCluster();
const database = await newDatabase(cluster);
const service = await startService(database.service);
const [ada, ben] = await Promise.all([person(database.owner, 'Ada'), person(database.owner, 'Ben')]);
const { id: space } = await ask(service.address, ada, 'spaceMake', { body: { name: 'Tools', visibility: 'members' } });
const email = emailOf('Ben');
const member = await ask(service.address, ada, 'memberSet', { params: { space }, body: { email, role: 'write' } });
const proxies = { ada: await startProxy(service.address), ben: await startProxy(service.address) };

const orders: Record<string, (who: 'ada' | 'ben') => unknown> = {
  cut: (who) => proxies[who].cut(),
  mend: (who) => proxies[who].mend(),
  drop: () => ask(service.address, ada, 'memberRemove', { params: { space }, body: { person: member.person.id } }),
};

console.log(
  JSON.stringify({
    ada: { address: proxies.ada.url, token: ada },
    ben: { address: proxies.ben.url, token: ben },
  }),
);
for await (const line of createInterface({ input: process.stdin })) {
  const [order = '', who] = line.split(' ');
  await orders[order]?.(who === 'ada' ? 'ada' : 'ben');
  console.log('done');
}
await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
await service.close();
await cluster.remove();
