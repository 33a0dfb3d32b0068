// An OpenAI-compatible endpoint for tests: a real HTTP server on a free port that plays one script for each request.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  /** Resolves when the caller has closed the connection before the answer was complete. */
  hungUp: Promise<void>;
}

/** Plays one answer. */
export type Script = (response: http.ServerResponse, request: SeenRequest) => void;

export interface FakeEndpoint {
  baseUrl: string;
  seen: SeenRequest[];
  /** The next requests play these, in order; the last one again and again. */
  play(...scripts: Script[]): void;
  close(): Promise<void>;
}

export async function startFakeEndpoint(...scripts: Script[]): Promise<FakeEndpoint> {
  let queue = scripts;
  const seen: SeenRequest[] = [];
  const server = http.createServer((request, response) => {
    const hungUp = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve();
      });
    });
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body, hungUp };
      seen.push(one);
      const [script] = queue.length > 1 ? queue.splice(0, 1) : queue;
      script?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    play: (...next) => (queue = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const piece = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;

export const events = { 'content-type': 'text/event-stream; charset=utf-8' };

/** A whole answer in pieces, as every provider sends it. */
export function answering(...texts: string[]): Script {
  return (response) => {
    response.writeHead(200, events);
    for (const text of texts) response.write(piece(text));
    response.end(`${piece('', 'stop')}data: [DONE]\n\n`);
  };
}

/** Some pieces, and then nothing: the connection stays open. */
export function fallingSilent(...texts: string[]): Script {
  return (response) => {
    response.writeHead(200, events);
    response.write(': waiting\n\n');
    for (const text of texts) response.write(piece(text));
  };
}

/** Some pieces, and then the connection ends as if the answer were over. */
export function breakingOff(...texts: string[]): Script {
  return (response) => {
    response.writeHead(200, events);
    response.end(texts.map((text) => piece(text)).join(''));
  };
}

export function refusing(status: number, body = '', headers: Record<string, string> = {}): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

/** Some pieces; the rest, and the end, come when `more` is called. */
export function inTwoParts(first: string[], second: string[]): { script: Script; more: () => void } {
  const one = { more: () => undefined as void };
  const script: Script = (response, request) => {
    fallingSilent(...first)(response, request);
    one.more = () => void response.end([...second.map((text) => piece(text)), piece('', 'stop')].join(''));
  };
  return { script, more: () => one.more() };
}

/** A vector for each text, as `vectorOf` makes it, in the order of an endpoint that has none. */
export function embedding(vectorOf: (text: string) => number[]): Script {
  return (response, { body }) => {
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).reverse();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
  };
}
