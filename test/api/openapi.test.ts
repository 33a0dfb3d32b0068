// The description that programs generate clients from: a line for each operation, compared with what was agreed on.
// With QUARRY_UPDATE_GOLDEN=1 the expected text is written anew instead.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { startTestServer } from './startTestServer';

interface Content {
  content?: Record<string, { schema: { $ref?: string; type?: string } }>;
}
interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-websocket-output'?: { $ref?: string; type?: string };
}
interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Described>>;
}

const golden = 'test/fixtures/contract/openapi.txt';

const nameOf = (schema: { $ref?: string; type?: string } | undefined): string =>
  schema?.$ref?.split('/').at(-1) ?? schema?.type ?? 'nothing';
const typeOf = ({ content }: Content): string =>
  Object.entries(content ?? {})
    .map(([media, { schema }]) => (media === 'application/json' ? nameOf(schema) : 'text'))
    .join();

function lineOf(path: string, method: string, operation: Described): string {
  const { operationId, parameters = [], requestBody, responses, 'x-websocket-output': frame } = operation;
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, required }) => (required ? name : `${name}?`));
  const success = responses['200'] ?? responses['204'] ?? {};
  const gives = responses['101'] ? `frames of ${nameOf(frame)}` : typeOf(success) || 'nothing';
  const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
  return [
    `${method.toUpperCase()} ${path}`,
    operationId,
    ...(query.length > 0 ? [`query ${query.join(' ')}`] : []),
    ...(requestBody ? [`takes ${typeOf(requestBody)}`] : []),
    `gives ${gives}`,
    ...(refusals.length > 0 ? [`or ${refusals.join(' ')}`] : []),
  ].join(' | ');
}

describe('/openapi.json', () => {
  it('describes every operation as it was agreed on', async () => {
    const server = await startTestServer();
    const answer = await fetch(`${server.baseUrl}/openapi.json`);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    const { openapi, info, paths } = (await answer.json()) as Document;
    await server.close();
    const lines = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => lineOf(path, method, operation)),
    );
    const text = `OpenAPI ${openapi}, interface ${info.version}\n${lines.sort().join('\n')}\n`;
    if (process.env.QUARRY_UPDATE_GOLDEN) fs.writeFileSync(golden, text);
    assert.equal(text, fs.readFileSync(golden, 'utf8'));
  });
});
