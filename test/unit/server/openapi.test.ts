import assert from 'node:assert/strict';
import { operations, type Operation } from '../../../src/contract/operations';
import { channels } from '../../../src/contract/stream';
import { createOpenApi } from '../../../src/server/openapi';

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: object;
  responses: Record<string, object>;
}

const text = JSON.stringify(createOpenApi('12.0.0'));
const document = JSON.parse(text) as {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object> };
};

describe('OpenAPI', () => {
  it('describes every public operation once, and no internal one', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = Object.entries<Operation>(operations).filter(([, { isInternal }]) => !isInternal);
    assert.deepEqual(
      described.map(({ operationId }) => operationId).sort(),
      [...names.map(([name]) => name), 'qgptStream', ...Object.values(channels).map(({ name }) => name)].sort(),
    );
    assert.ok(!text.includes('/internal/'));
  });
  it('says what each takes and answers', () => {
    const { params = [], update } = {
      params: document.paths['/asset/{asset}/export']?.get?.parameters,
      update: document.paths['/asset/update']?.post,
    };
    assert.deepEqual(
      params.map(({ name, in: place, required }) => [name, place, required]),
      [
        ['asset', 'path', true],
        ['export_type', 'query', undefined],
        ['exportType', 'query', undefined],
      ],
    );
    assert.ok(update?.requestBody);
    assert.deepEqual(Object.keys(update.responses), ['200', '400', '410']);
    assert.deepEqual(Object.keys(document.paths['/qgpt/relevance']?.post?.responses ?? {}), [
      ...['200', '400', '401', '403', '429', '500', '503'],
    ]);
    assert.ok(document.paths['/asset/{asset}/tags/associate/{tag}']?.post?.responses['204']);
  });
  it('names every path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      for (const { parameters = [] } of Object.values(methods)) {
        const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
        assert.deepEqual(named.sort(), expected, path);
      }
    }
  });
  it('resolves every reference', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    assert.ok(references.length > 50);
    for (const name of references) assert.ok(document.components.schemas[name], name);
  });
});
