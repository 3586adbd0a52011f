import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi.js';
import { routes } from '../../src/api/registry.js';
import { sqlite } from '../support/databases.js';
import { absentPath, allRoutes } from '../support/route-samples.js';
import { withPlane } from '../support/with-plane.js';

let key = '';
const at = withPlane(sqlite(), { maxBodyBytes: 100_000 });
beforeAll(async () => {
  key = await at.key('acme');
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { body } = await at.ask('GET', '/openapi.json');
    const result = await new Validator().validate(body);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('is the same each time it is made', async () => {
    expect((await at.ask('GET', '/openapi.json')).text).toBe((await at.ask('GET', '/openapi.json')).text);
  });
});

const document = openApiDocument(routes, '0') as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> };

/** Values of this name anywhere in a document. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...(key === name ? [inner] : []), ...valuesOf(name, inner)]);
}

describe('patterns in the OpenAPI document', () => {
  const patterns = [...new Set(valuesOf('pattern', document).filter((pattern) => typeof pattern === 'string'))];

  it('are read alike by clients of other languages', () => {
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) {
      for (const flags of ['', 'u']) expect(() => new RegExp(pattern, flags), pattern).not.toThrow();
      expect(pattern, 'no classes of Unicode, and no halves of a sign').not.toMatch(/\\[pP]\{|\\ud[89a-f]/i);
    }
  });

  it('let a name through that has signs beyond the sixteen-bit ones, and nothing that fools a terminal', async () => {
    const draft = (display_name: string) => ({ kind: 'ingest.result_push', display_name });
    expect((await at.ask('POST', '/v1/sources', { key, body: draft('payments 🚀') })).status).toBe(201);
    const line = patterns.find((pattern) => pattern === '^[^\\u0000-\\u001f\\u007f-\\u009f]*$') ?? '';
    expect(new RegExp(line).test('payments 🚀')).toBe(true);
    for (const name of ['a\u001b[2J', 'a\u0085', 'a\ud800']) {
      const { status, body } = await at.ask('POST', '/v1/sources', { key, body: draft(name) });
      expect({ status, body }).toEqual({ status: 422, body: { detail: 'display_name: must not hold control characters' } });
    }
  });
});

describe.each(allRoutes)('%s', (_, route) => {
  const documented = Object.keys(document.paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {}).map(Number);
  const ask = (body: string | undefined, type: string, method: string = route.method) =>
    at.ask(method, absentPath(route), { key, ...(body !== undefined && { body, headers: { 'content-type': type } }) });
  const json = route.scim ? 'application/scim+json' : 'application/json';

  it('lists what the server answers to what it cannot read', async () => {
    const answers = [
      await ask('{"a":', json),
      await ask('{', 'application/json; charset=utf-8'),
      await ask('a=b', 'application/x-www-form-urlencoded'),
      await ask('<a/>', 'text/xml'),
      await ask(JSON.stringify('x'.repeat(1_100_000)), json),
      await ask(undefined, json),
    ];
    for (const { status, text } of answers) expect(documented, `${status} ${text.slice(0, 200)}`).toContain(status);
    expect(documented).toEqual(expect.arrayContaining([400, 405, 408, 414, 429, 431, 500, 503]));
  });

  it.runIf(route.method !== 'GET' && route.path !== '/v1/auth/session')('answers 422 to what is no JSON, 415 to another type', async () => {
    const form = route.consumes !== undefined;
    const { status, text } = await ask('{"a":', json);
    expect(status, text).toBe(form ? 415 : route.scim ? 400 : 422);
    if (route.scim) expect(JSON.parse(text)).toMatchObject({ scimType: 'invalidSyntax' });
    expect((await ask('<a/>', 'text/xml')).status).toBe(415);
    if (!form) expect((await ask('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
  });

  it('names just its methods to whoever uses another', async () => {
    const { status, headers, body } = await ask(undefined, json, 'PROPFIND');
    expect({ status, body }).toEqual({ status: 405, body: { detail: 'method not allowed' } });
    const own = allRoutes.filter(([, { path }]) => path === route.path).map(([, one]) => one);
    const head = own.some((one) => one.method === 'GET' && one.rate === undefined) ? ['HEAD'] : [];
    expect(headers.allow).toBe([...own.map(({ method }) => method), ...head].sort().join(', '));
  });

  it.runIf(route.method === 'GET' && route.rate === undefined)('answers HEAD as GET, without a body', async () => {
    const [got, head] = [await ask(undefined, json), await ask(undefined, json, 'HEAD')];
    expect({ status: head.status, text: head.text }).toEqual({ status: got.status, text: '' });
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
  });
});

describe('a fixed address beside one with an id', () => {
  it('has its own methods alone', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status, headers } = await at.ask(method, '/v1/sources/run-cohort', { key });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    }
  });
});

describe('the page of routes', () => {
  it('needs no script and nothing from elsewhere', async () => {
    const { text, headers } = await at.ask('GET', '/docs');
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('/v1/sources');
    expect(text).not.toMatch(/<script|https?:\/\//);
  });
});
