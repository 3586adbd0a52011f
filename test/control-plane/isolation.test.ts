import { beforeAll, describe, expect, it } from 'vitest';
import { fillTenant } from '../support/busy-tenant.js';
import { databases } from '../support/databases.js';
import { allRoutes } from '../support/route-samples.js';
import { withPlane } from '../support/with-plane.js';

/** What everybody is told, what tells of this process, and what writes an event of its own. */
const reads = allRoutes.filter(
  ([key, route]) =>
    route.method === 'GET' && route.role !== 'open' && route.audit === undefined && key !== 'metrics' && route.produces === undefined,
);

/** Answers that name their request must name the same one. */
const headers = { 'x-request-id': 'the-same-request', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };

describe.each(databases())('tenants on $name', (database) => {
  const at = withPlane(database);
  let acme = '';
  let globex = '';
  beforeAll(async () => {
    acme = await at.key('acme');
    globex = await at.key('globex');
    at.freeze();
    const answers = await fillTenant(at, acme);
    expect(answers.filter(({ status }) => status >= 300).map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  });

  /** Every address that a tenant's own lists lead to. */
  async function addresses(key: string): Promise<string[]> {
    const known: Record<string, string> = {};
    const found: string[] = [];
    for (const [, { path }] of reads) {
      if (path.includes('{')) continue;
      found.push(path);
      collectIds((await at.ask('GET', path, { key })).body, known);
    }
    for (const [, { path }] of reads) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      if (names.length > 0 && names.every((name) => known[name] !== undefined))
        found.push(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(known[name] ?? '')));
    }
    return found;
  }

  function collectIds(value: unknown, known: Record<string, string>): void {
    if (Array.isArray(value)) for (const item of value) collectIds(item, known);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'string' && /_id$|^credential_ref_id$/.test(name)) known[name] ??= member;
        else collectIds(member, known);
      }
    }
  }

  it('answer every read with the same bytes before and after another tenant writes', async () => {
    const before = new Map<string, string>();
    const asked = await addresses(acme);
    expect(asked.length).toBeGreaterThan(25);
    for (const url of asked) before.set(url, (await at.ask('GET', url, { key: acme, headers })).text);
    await fillTenant(at, globex);
    for (const url of asked) expect((await at.ask('GET', url, { key: acme, headers })).text, url).toBe(before.get(url));
  });

  it('find nothing at each other’s addresses', async () => {
    const own = new Set(await addresses(globex));
    for (const url of await addresses(acme)) {
      if (own.has(url)) continue;
      expect((await at.ask('GET', url, { key: globex })).status, url).toBe(404);
    }
  });
});
