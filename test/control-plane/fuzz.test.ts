import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi.js';
import { routes } from '../../src/api/registry.js';
import { sqlite } from '../support/databases.js';
import { absentPath, allRoutes } from '../support/route-samples.js';
import { fitting, type JsonSchema, odd } from '../support/schema-arbitrary.js';
import { withPlane } from '../support/with-plane.js';

interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

const document = openApiDocument(routes, '0') as { paths: Record<string, Record<string, Operation>> };
let key = '';

const at = withPlane(sqlite(), { maxBodyBytes: 100_000 });
beforeAll(async () => {
  key = await at.key('acme');
});

/** What the routes may answer: anything documented, nothing of the 5xx kind but a dependency that is away. */
function judge(status: number, text: string, type: string): void {
  expect([500, 501, 504].includes(status), `${status} ${text}`).toBe(false);
  if (status < 400 || type.includes('scim') || type.includes('html')) return;
  const body: unknown = JSON.parse(text);
  expect(Object.keys(body as object)).toEqual(['detail']);
}

function queryOf(parameters: Operation['parameters'] = []): fc.Arbitrary<string> {
  const wanted = parameters.filter((one) => one.in === 'query');
  const parts = wanted.map(({ name, schema }) =>
    fc.option(
      fitting(schema, 0.2).map(
        (value) =>
          `${name}=${encodeURIComponent(typeof value === 'string' ? value.replace(/[\ud800-\udfff]/g, '?') : (JSON.stringify(value) ?? ''))}`,
      ),
      { nil: undefined },
    ),
  );
  return fc.tuple(...parts).map((texts) => {
    const given = texts.filter((text) => text !== undefined);
    return given.length === 0 ? '' : `?${given.join('&')}`;
  });
}

/** A session is of one client; a stream of alerts stays open unless it is told not to. */
const APART = ['/v1/auth/session', '/v1/proxy/alerts/stream'];

describe.each(allRoutes.filter(([, { path }]) => !APART.includes(path)))('%s', (_, route) => {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()] ?? {};
  const [schema] = Object.values(operation.requestBody?.content ?? {}).map((content) => content.schema);
  const body = schema ? fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: odd }) : fc.constant(undefined);

  it('answers whatever it is sent, in the shape of its answers', async () => {
    await fc.assert(
      fc.asyncProperty(queryOf(operation.parameters), body, async (query, sent) => {
        const answer = await at.ask(route.method, absentPath(route) + query, {
          key,
          ...(sent !== undefined && { body: sent }),
          ...(route.scim && { headers: { 'content-type': 'application/scim+json' } }),
        });
        judge(answer.status, answer.text, String(answer.headers['content-type'] ?? ''));
      }),
      { numRuns: 25 },
    );
  });
});

describe('requests that no schema describes', () => {
  it.each(['{', '"', '[[[[', '{"a":1}garbage', '\u0000', 'null', '0', '['.repeat(40_000)])('a body of %.20j', async (text) => {
    const { status } = await at.ask('POST', '/v1/sources', { key, body: text });
    expect([400, 422]).toContain(status);
  });

  it.each(['/v1/sources/%00', '/v1/sources/%', '/v1/sources/..%2f..', '/v1/%ff', `/v1/sources/${'a'.repeat(9000)}`, '//v1/sources'])(
    'the address %.30s',
    async (url) => {
      const { status, text } = await at.ask('GET', url, { key });
      expect([400, 404, 414]).toContain(status);
      expect(Object.keys(JSON.parse(text))).toEqual(['detail']);
    },
  );

  it('a document that is nested deeper than anything that reads it', async () => {
    const deep = `{"format":"sarif","document":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    const headers = { 'idempotency-key': 'deep' };
    expect((await at.ask('POST', '/v1/compliance/ingest', { key, body: deep, headers })).status).toBe(422);
  });

  it('a body of another media type, and one too large', async () => {
    expect(
      (await at.ask('POST', '/v1/sources', { key, body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status,
    ).toBe(415);
    expect((await at.ask('POST', '/v1/sources', { key, body: JSON.stringify('x'.repeat(200_000)) })).status).toBe(413);
  });
});
