import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '../../src/api/route.js';
import { validate } from '../../src/control-plane/http/validation.js';
import { databases } from '../support/databases.js';
import { bodyOf } from '../support/route-calls.js';
import { allRoutes } from '../support/route-samples.js';
import type { JsonSchema } from '../support/schema-arbitrary.js';
import { leaked, secretShapes } from '../support/secret-shapes.js';
import { withPlane } from '../support/with-plane.js';

/** Places of a body where a text may stand. */
function textPlaces(schema: JsonSchema, place: readonly string[] = []): string[][] {
  if (place.length > 8 || schema.enum || 'const' in schema) return [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => textPlaces(one, place));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textPlaces(one, [...place, name]));
  const items = schema.items ? textPlaces(schema.items, [...place, '0']) : [];
  const others = typeof schema.additionalProperties === 'object' ? textPlaces(schema.additionalProperties, [...place, 'name']) : [];
  return [...(schema.type === 'string' ? [[...place]] : []), ...choices, ...members, ...items, ...others];
}

/** The body with a text in the place, whatever stood there. */
function put(body: unknown, [step, ...rest]: readonly string[], text: string): unknown {
  if (step === undefined) return text;
  if (step === '0') return [put(Array.isArray(body) ? body[0] : undefined, rest, text)];
  const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...object, [step]: put(Reflect.get(object, step), rest, text) };
}

const written = allRoutes.filter(([, { body, role, texts }]) => body && role !== 'open' && texts !== 'pushed');
const placesOf = ({ body }: Route) => textPlaces(z.toJSONSchema(body ?? z.never(), { io: 'input', unrepresentable: 'any' }) as JsonSchema);
const isApart = ({ texts }: Route, place: readonly string[]) =>
  Array.isArray(texts) && texts.some((one) => `${place.filter((step) => step !== '0').join('.')}.`.startsWith(`${one}.`));
/** What only a provider makes. */
const PROVIDERS = new Set([
  'our own',
  'GitHub',
  'npm',
  'GitLab',
  'Slack',
  'Stripe',
  'OpenAI',
  'Anthropic',
  'Google',
  'PyPI',
  'age',
  'JSON web token',
]);

describe('a text that a person writes', () => {
  it('has its places in every route that writes', () => {
    expect(written.length).toBeGreaterThan(30);
    const all = written.flatMap(([key, route]) => placesOf(route).map((place) => `${key} ${place.join('.')}`));
    expect(all).toEqual(
      expect.arrayContaining([
        'createSource display_name',
        'createSource labels.name',
        'createKey name',
        'createException reason',
        'createGatewayPolicy rules.0.reason',
      ]),
    );
  });

  it.each(written)('of %s is refused where it holds a secret, which is not repeated', (key, route) => {
    for (const place of placesOf(route)) {
      for (const shape of secretShapes) {
        if (isApart(route, place) && !PROVIDERS.has(shape.name)) continue;
        const body = put(bodyOf(key), place, shape.text);
        let message: string | undefined;
        try {
          validate(route, { params: undefined, query: {}, body });
        } catch (error) {
          message = error instanceof Error ? error.message : '';
        }
        // Ids of a path are another matter: what is said is about the body.
        expect(message, `${place.join('.')}: ${shape.name}`).toBeDefined();
        expect(leaked(message ?? '', [shape])).toEqual([]);
      }
    }
  });
});

describe.each(databases())('secrets in what is written, on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  it('are refused and kept nowhere: sources, keys, exceptions, users, references', async () => {
    const source = { kind: 'scan.repo', display_name: 'app', scope: { path: at.folder } };
    const credential = { provider: 'other', mode: 'secret_manager', external_ref: 'vault:secret/data/app#password' };
    const asks: [string, object][] = secretShapes.flatMap(({ text }): [string, object][] => [
      ['/v1/sources', { ...source, display_name: text }],
      ['/v1/sources', { ...source, description: text }],
      ['/v1/sources', { ...source, labels: { note: text } }],
      ['/v1/auth/keys', { name: text, role: 'viewer' }],
      ['/scim/v2/Users', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'a@example.com', displayName: text }],
    ]);
    for (const ref of [
      'postgres://bob:hunter2x@db.example/app',
      'https://bob:hunter2x@files.example/a',
      'vault://bob:hunter2x@vault/a',
      'bob:hunter2x@db/a',
    ])
      asks.push(['/v1/credentials', { ...credential, external_ref: ref }]);
    for (const [url, body] of asks) {
      const { status, text } = await at.ask('POST', url, { key, body });
      expect([400, 422], JSON.stringify(body)).toContain(status);
      expect(leaked(text)).toEqual([]);
    }
    expect((await at.ask('POST', '/v1/credentials', { key, body: credential })).status).toBe(201);
    expect((await at.ask('GET', '/v1/sources', { key })).body.items).toEqual([]);
  });

  it('of our own kind are known: a real key is refused in words and redacted in what tools push', async () => {
    const real = await at.key('acme', 'viewer');
    const refused = await at.ask('POST', '/v1/sources', {
      key,
      body: { kind: 'ingest.result_push', display_name: `use ${real}`, scope: {} },
    });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toBe('display_name: looks like a secret, which does not belong here');
    const finding = { id: 'x', title: `found ${real} in a file`, severity: 'high', subject: 'a' };
    const pushed = await at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [finding] } });
    const listed = await at.ask('GET', '/v1/findings', { key });
    expect(`${pushed.text}${listed.text}`).not.toContain(real.slice(-30));
  });

  it('are not seen in ordinary words', async () => {
    const body = {
      kind: 'scan.repo',
      display_name: 'Payments API: tokens and keys',
      description: 'Owned by platform@example.com. See https://wiki.example.com/a?page=2 and rotate keys each quarter.',
      labels: { team: 'platform', 'cost-centre': '4711', commit: '9fceb02d0ae598e95dc970b74767f19372d61af8' },
      scope: { url: 'ssh://git@git.example.com/team/app.git' },
    };
    expect((await at.ask('POST', '/v1/sources', { key, body })).body.detail).toBeUndefined();
  });
});
