import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

const DAY_MS = 86_400_000;

describe.each(databases())('exceptions on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  let analyst = '';
  let viewer = '';
  beforeAll(async () => {
    const lasting = { expiresAt: '2100-01-01T00:00:00.000Z' };
    admin = await at.key('acme', 'admin', lasting);
    analyst = await at.key('acme', 'analyst', lasting);
    viewer = await at.key('acme', 'viewer', lasting);
    const findings = [
      packageFinding('lodash', { id: 'CVE-2021-23337', aliases: ['GHSA-35jh-r3h4-6jhm'], severity: 'high' }),
      packageFinding('evil', { id: 'MAL-2025-7', kind: 'malicious', severity: 'critical' }),
    ];
    await push(at, 'acme', { findings });
  });

  const inDays = (days: number) => new Date(at.plane.clock() + days * DAY_MS).toISOString();
  const ask = (draft: object, key = analyst) =>
    at.ask('POST', '/v1/exceptions', { key, body: { reason: 'not reachable', expires_at: inDays(20), ...draft } });
  const decide = (id: string, verb: string, key = admin) => at.ask('POST', `/v1/exceptions/${id}/${verb}`, { key, body: { note: 'seen' } });
  const open = async () => (await at.ask('GET', '/v1/posture/counts', { key: viewer })).body;

  it('are not approved by a key that the one who asked has made, nor by one made with that', async () => {
    const make = async (as: string, body: object) =>
      (await at.ask('POST', '/v1/auth/keys', { key: as, body: { role: 'admin', ...body } })).body.api_key;
    const asker = await at.key('acme', 'admin', { subject: 'mallory' });
    const second = await make(asker, { name: 'second', subject: 'somebody else' });
    const third = await make(second, { name: 'third', subject: 'a third' });
    const body = { problem_id: 'CVE-2025-4000', reason: 'fine', expires_at: inDays(60) };
    const { exception_id } = (await at.ask('POST', '/v1/exceptions', { key: asker, body })).body;
    const approve = (as: string) => at.ask('POST', `/v1/exceptions/${exception_id}/approve`, { key: as });
    for (const own of [asker, second, third, await at.key('acme', 'admin', { subject: 'MALLORY' })])
      expect(await approve(own)).toMatchObject({ status: 403, body: { detail: expect.stringContaining('somebody else') } });
    // Who gave a colleague the key may well decide on what the colleague asks for.
    const colleague = await make(asker, { name: 'colleague', role: 'analyst', subject: 'bob' });
    const asked = (await at.ask('POST', '/v1/exceptions', { key: colleague, body })).body.exception_id;
    expect((await at.ask('POST', `/v1/exceptions/${asked}/approve`, { key: asker })).status).toBe(200);
    expect((await approve(await at.key('acme', 'admin', { subject: 'carol' }))).status).toBe(200);
  });

  it('are asked for by one person and approved by another', async () => {
    expect((await ask({ problem_id: 'CVE-1' }, viewer)).status).toBe(403);
    const mine = await ask({ problem_id: 'CVE-1' }, admin);
    expect(mine).toMatchObject({ status: 201, body: { status: 'pending', requested_by: 'admin@acme' } });
    expect(mine.headers.location).toBe(`/v1/exceptions/${mine.body.exception_id}`);
    expect((await decide(mine.body.exception_id, 'approve', analyst)).status).toBe(403);
    expect((await decide(mine.body.exception_id, 'approve')).status).toBe(403);
    expect((await decide(mine.body.exception_id, 'revoke')).status).toBe(409);
    expect((await decide(mine.body.exception_id, 'reject')).body).toMatchObject({ status: 'rejected', decision_note: 'seen' });
    expect((await decide(mine.body.exception_id, 'approve')).status).toBe(409);
    expect((await at.ask('DELETE', `/v1/exceptions/${mine.body.exception_id}`, { key: admin })).status).toBe(204);
    expect((await at.ask('GET', `/v1/exceptions/${mine.body.exception_id}`, { key: viewer })).status).toBe(404);
  });

  it('end within a year, and name what exists', async () => {
    expect((await ask({ problem_id: 'CVE-1', expires_at: inDays(366) })).status).toBe(422);
    expect((await ask({ problem_id: 'CVE-1', expires_at: inDays(-1) })).status).toBe(422);
    expect((await ask({ problem_id: 'CVE-1', purl: 'pkg:' })).status).toBe(422);
    expect((await ask({ problem_id: 'CVE-1', colour: 'red' })).status).toBe(422);
    expect((await ask({ problem_id: 'CVE-1', source_id: 'src_00000000000000000000000000' })).status).toBe(404);
  });

  it('take findings out of posture and counts while they hold, and never remove one', async () => {
    expect(await open()).toMatchObject({ open: 2, excepted: 0 });
    const { body } = await ask({ problem_id: 'ghsa-35jh-r3h4-6jhm', purl: 'pkg:npm/lodash' });
    expect(await open()).toMatchObject({ open: 2 });
    expect((await decide(body.exception_id, 'approve')).status).toBe(200);
    expect(await open()).toMatchObject({ open: 1, excepted: 1 });
    const [found] = (await at.ask('GET', '/v1/findings?q=lodash', { key: viewer })).body.items;
    expect(found).toMatchObject({ status: 'open', exception_id: body.exception_id });
    expect((await at.ask('DELETE', `/v1/exceptions/${body.exception_id}`, { key: admin })).status).toBe(409);
    expect((await at.ask('GET', '/v1/governance', { key: viewer })).body.expiring_exceptions).toMatchObject({
      count: 1,
      items: [{ exception_id: body.exception_id, days_left: 19 }],
    });
    expect((await decide(body.exception_id, 'revoke')).body.status).toBe('revoked');
    expect(await open()).toMatchObject({ open: 2, excepted: 0 });
  });

  it('for a malicious package name it and end within 30 days', async () => {
    const long = await ask({ problem_id: 'MAL-2025-7', purl: 'pkg:npm/evil', expires_at: inDays(40) });
    const bare = await ask({ problem_id: 'MAL-2025-7' });
    for (const { body } of [long, bare]) await decide(body.exception_id, 'approve');
    expect((await open()).excepted).toBe(0);
    at.advance(11 * DAY_MS);
    expect((await open()).excepted).toBe(1);
  });

  it('expire by themselves', async () => {
    const { body } = await ask({ problem_id: 'CVE-2021-23337', expires_at: inDays(1) });
    at.advance(2 * DAY_MS);
    const read = await at.ask('GET', `/v1/exceptions/${body.exception_id}`, { key: viewer });
    expect(read.body.status).toBe('expired');
    expect((await decide(body.exception_id, 'approve')).status).toBe(409);
    const listed = await at.ask('GET', '/v1/exceptions?status=expired', { key: viewer });
    expect(listed.body.items.map((one: { exception_id: string }) => one.exception_id)).toContain(body.exception_id);
    expect((await at.ask('GET', '/v1/exceptions?status=pending', { key: viewer })).body.items).toEqual([]);
  });

  it('are changed while nobody has decided, and seen by their tenant alone', async () => {
    const { body } = await ask({ problem_id: 'CVE-9' });
    const url = `/v1/exceptions/${body.exception_id}`;
    const changed = await at.ask('PUT', url, { key: analyst, body: { reason: 'better reason', purl: 'pkg:npm/a' } });
    expect(changed.body).toMatchObject({ reason: 'better reason', purl: 'pkg:npm/a', problem_id: 'CVE-9' });
    await decide(body.exception_id, 'reject');
    expect((await at.ask('PUT', url, { key: analyst, body: { reason: 'late' } })).status).toBe(409);
    const other = await at.key('globex');
    expect((await at.ask('GET', url, { key: other })).status).toBe(404);
    expect((await at.ask('GET', '/v1/exceptions', { key: other })).body.items).toEqual([]);
  });
});
