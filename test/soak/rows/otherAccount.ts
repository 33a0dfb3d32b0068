import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { findUser, kernelTables } from '../../../src/server/gate';
import { call, hasIpv6 } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { kinds, rawText, upgradeFields } from '../tools/raw';
import { Service } from '../tools/service';

const limitMs = 10;
/** A busy developer's machine: the kernel's table has a row for each end. */
const openConnections = 300;
const lookups = 21;

/** Becomes nobody and sends each text on a connection of its own; prints what came back for each. */
const sendAsNobody = `
  const net = require('node:net');
  process.setgid(65534); process.setuid(65534);
  const [port, hosts, texts] = JSON.parse(process.argv[1]);
  const send = (host, text) => new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, host, () => socket.write(text));
    socket.on('data', (part) => (answer += part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
  });
  Promise.all(hosts.flatMap((host) => texts.map((text) => send(host, text))))
    .then((answers) => console.log(JSON.stringify(answers)));
`;

function askAsNobody(port: number, hosts: string[], texts: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', sendAsNobody, JSON.stringify([port, hosts, texts])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(text) as string[]) : reject(new Error(`${code}`))));
  });
}

/** Milliseconds of processor time, of all threads, to find the user of one of many connections. */
async function timeOfLookup(port: number): Promise<number> {
  const callers = await Promise.all(
    Array.from({ length: openConnections }, async () => {
      const socket = net.connect(port, '127.0.0.1');
      await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    }),
  );
  const before = process.cpuUsage();
  for (const { localPort = 0 } of callers.slice(0, lookups)) {
    const user = findUser(await kernelTables.readTables(), ['127.0.0.1', localPort], ['127.0.0.1', port]);
    assert.equal(user, process.getuid?.());
  }
  const { user, system } = process.cpuUsage(before);
  for (const socket of callers) socket.destroy();
  return (user + system) / 1_000 / lookups;
}

async function run({ count, slack }: Round): Promise<Outcome> {
  const service = await Service.start();
  try {
    const host = ['Host', 'localhost'] as const;
    const json = ['Content-Type', 'application/json'] as const;
    const token = ['Authorization', `Bearer ${service.token}`] as const;
    const texts = [
      ...kinds.flatMap((kind) =>
        [
          [host, json],
          [host, json, token],
        ].map((fields) => rawText({ ...kind, fields })),
      ),
      rawText({ target: '/qgpt/stream', fields: [host, ...upgradeFields] }),
      rawText({ target: '/openapi.json', fields: [['Host', 'evil.example']] }),
      'no HTTP at all\r\n\r\n',
    ];
    const hosts = ['127.0.0.1', ...(hasIpv6() ? ['::1', '::ffff:127.0.0.1'] : [])];
    let tried = 0;
    for (let round = 0; round < count; round += 1) {
      for (const [at, answer] of (await askAsNobody(service.port, hosts, texts)).entries()) {
        assert.equal(answer, '', `${hosts[Math.floor(at / texts.length)]}: ${texts[at % texts.length]}`);
        tried += 1;
      }
    }
    assert.match((await call(service, { path: '/assets' })).text, /"iterable":\[\]/);
    const lookupMs = await timeOfLookup(service.port);
    const figure = `${tried} requests of another account closed without an answer, with the token too; a lookup among ${openConnections} connections takes ${lookupMs.toFixed(1)} ms of processor time`;
    return { figure, isKept: lookupMs <= slack * limitMs };
  } finally {
    await service.stop();
  }
}

function whyNoOtherAccount(): string | undefined {
  if (process.platform !== 'linux') return 'the user at the other end is looked up on Linux only';
  return process.getuid?.() === 0 ? undefined : 'only root can start a program as another account';
}

export const otherAccount: Row = {
  id: 'S4',
  promise: 'closes the connection of another account of the machine, whatever it sends',
  limit: '100%, lookup ≤ 10 ms of processor time, off the event loop',
  quick: 1,
  full: 20,
  unable: whyNoOtherAccount,
  run,
};
