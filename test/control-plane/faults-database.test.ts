import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownPostgres, sqlite } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const source = (name: string) => ({ kind: 'ingest.trace_push', display_name: name });
const unavailable = { status: 503, body: { detail: 'the database is not available' } };

describe('an embedded database that cannot be written', () => {
  const at = withPlane(sqlite());
  const ready = async () => (await at.ask('GET', '/readyz')).status;
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });
  // Reads have a connection of their own; what is to fail is the one that writes.
  const writer = (): Kysely<unknown> => Reflect.get(at.plane.store, 'db');
  const pragma = (text: string) => sql.raw(`pragma ${text}`).execute(writer());
  // The comment keeps the store from waiting for rows.
  const silent = (text: string) => sql.raw(`/**/ pragma ${text}`).execute(writer());
  const names = async () =>
    (await at.ask('GET', '/v1/sources?limit=200', { key })).body.items.map((one: { display_name: string }) => one.display_name);
  const events = async () => (await at.ask('GET', '/v1/audit/verify', { key })).body as { valid: boolean; events: number };

  it('answers 503 while its disk is full, keeps reading, and goes on when there is room', async () => {
    await pragma('max_page_count = 1');
    const before = await events();
    let answer = await at.ask('POST', '/v1/sources', { key, body: source('full') });
    const accepted = [];
    for (let round = 0; answer.status === 201 && round < 200; round += 1) {
      accepted.push(answer.body.display_name);
      answer = await at.ask('POST', '/v1/sources', { key, body: source(`full ${round}`) });
    }
    expect(answer).toMatchObject({ status: 503, body: { detail: 'storage is full' } });
    expect(answer.headers['retry-after']).toBe('2');
    expect(await names()).toHaveLength(accepted.length);
    expect(await events()).toEqual({ valid: true, events: before.events + accepted.length });
    await pragma('max_page_count = 1000000');
    expect((await at.ask('POST', '/v1/sources', { key, body: source('after') })).status).toBe(201);
    expect(await names()).toContain('after');
  });

  it('answers 503 while its file is read-only, and says so to who asks whether it is ready', async () => {
    await silent('query_only = on');
    expect(await at.ask('POST', '/v1/sources', { key, body: source('locked') })).toMatchObject(unavailable);
    await expect.poll(ready, { timeout: 15_000 }).toBe(503);
    expect((await at.ask('GET', '/healthz')).status).toBe(200);
    expect((await at.ask('GET', '/v1/sources', { key })).status).toBe(200);
    await silent('query_only = off');
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    expect(await names()).not.toContain('locked');
  });
});

describe('a PostgreSQL that goes away', () => {
  const database = ownPostgres();
  const at = withPlane(database);
  const ready = async () => (await at.ask('GET', '/readyz')).status;
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  it('costs 503 in the shape of all errors, and nothing that was accepted, once it is back', async () => {
    expect((await at.ask('POST', '/v1/sources', { key, body: source('before') })).status).toBe(201);
    const under = Array.from({ length: 30 }, (_, index) => at.ask('POST', '/v1/sources', { key, body: source(`under way ${index}`) }));
    await database.halt();
    const answers = await Promise.all(under);
    for (const answer of answers) expect([201, 503]).toContain(answer.status);
    expect(await at.ask('POST', '/v1/sources', { key, body: source('away') })).toMatchObject(unavailable);
    expect(await at.ask('GET', '/v1/sources', { key })).toMatchObject(unavailable);
    await expect.poll(ready, { timeout: 15_000 }).toBe(503);
    await database.resume();
    await expect.poll(ready, { timeout: 15_000 }).toBe(200);
    const { body } = await at.ask('GET', '/v1/sources?limit=200', { key });
    const known = new Set(body.items.map((one: { display_name: string }) => one.display_name));
    expect(known.has('before')).toBe(true);
    for (const { status, body: made } of answers) if (status === 201) expect(known.has(made.display_name)).toBe(true);
    expect(known.has('away')).toBe(false);
    expect((await at.ask('GET', '/v1/audit/verify', { key })).body).toMatchObject({ valid: true, events: known.size });
  });
});
