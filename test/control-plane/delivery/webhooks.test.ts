import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../../src/control-plane/delivery/deliverer.js';
import { databases } from '../../support/databases.js';
import { type WebhookReceiver, webhookReceiver } from '../../support/webhook-receiver.js';
import { withPlane } from '../../support/with-plane.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(databases())('webhooks on $name', (database) => {
  let receiver: WebhookReceiver;
  let tenants = 0;
  let key = '';
  // The reference library takes messages of the last five minutes, by the clock of the machine.
  let ahead = 0;
  const at = withPlane(database, async () => {
    receiver = await webhookReceiver();
    return { offline: false, outboundAllow: ['localhost'] };
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    tenants += 1;
    key = await at.key(`acme-${tenants}`);
    receiver.received.length = 0;
    receiver.asked.length = 0;
    receiver.secrets = [];
    receiver.interfere = undefined;
    at.advance(-ahead);
    ahead = 0;
  });

  const advance = (ms: number) => {
    ahead += ms;
    at.advance(ms);
  };
  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const address = () => receiver.url.replace('127.0.0.1', 'localhost');
  const hook = async (more: object = {}) => {
    const made = await ask('POST', '/v1/webhooks', { display_name: 'siem', url: `${address()}/${tenants}`, ...more });
    expect(made.status, made.text).toBe(201);
    receiver.secrets = [made.body.secret];
    return made.body as { webhook_id: string; secret: string };
  };
  /** Earlier tenants may still be tried again. */
  const asked = () => receiver.asked.filter(({ url }) => url === `/${tenants}`);
  const push = (findings: object[]) => ask('POST', '/v1/findings/bulk', { findings, complete: true });
  const finding = (n: number, severity = 'high') => ({
    id: `CVE-2025-${1000 + n}`,
    title: `lodash ${n}`,
    severity,
    purl: `pkg:npm/l${n}@1.0.0`,
  });
  const deliver = async () => {
    for (let round = 0; round < 10 && (await deliverDue(at.plane, `worker-${round}`)) > 0; round += 1);
  };

  it('tell what happened, signed as the reference library verifies it', async () => {
    await hook();
    await push([finding(1), finding(2)]);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [{ id, body } = { id: '', body: undefined }] = receiver.received;
    expect(id).toMatch(/^msg_/);
    expect(body).toMatchObject({ type: 'finding.opened', timestamp: expect.stringMatching(/Z$/) });
    expect(body?.data.findings).toContainEqual(
      expect.objectContaining({ id: 'CVE-2025-1001', severity: 'high', status: 'open', kev: false }),
    );
    await push([finding(1, 'critical')]);
    await push([finding(1, 'critical'), finding(2)]);
    await deliver();
    expect(receiver.received.map(({ body: { type } }) => type).sort()).toEqual([
      'finding.changed',
      'finding.opened',
      'finding.reopened',
      'finding.resolved',
    ]);
  });

  it('get only the events and severities they asked for', async () => {
    await hook({ events: ['finding.opened', 'alert.raised'], min_severity: 'critical' });
    await push([finding(1, 'critical'), finding(2)]);
    await push([]);
    const events = [
      { event_id: 'e1', occurred_at: '2026-01-01T00:00:00.000Z', decision: 'deny', severity: 'critical', tool: 'run' },
      { event_id: 'e2', occurred_at: '2026-01-01T00:00:00.000Z', decision: 'warn', severity: 'low', tool: 'run' },
    ];
    expect((await ask('POST', '/v1/proxy/audit', { session_id: 's1', events })).body.accepted).toBe(2);
    await deliver();
    const told = receiver.received.map(({ body }) => body);
    expect(told.map(({ type }) => type).sort()).toEqual(['alert.raised', 'finding.opened']);
    expect(told.find(({ type }) => type === 'alert.raised')?.data.alerts).toEqual([
      expect.objectContaining({ decision: 'deny', tool: 'run' }),
    ]);
    const opened = told.find(({ type }) => type === 'finding.opened')?.data.findings;
    expect(opened).toEqual([expect.objectContaining({ id: 'CVE-2025-1001' })]);
  });

  it('sign with the old and the new secret until the overlap ends', async () => {
    const { webhook_id, secret: old } = await hook();
    const rotated = await ask('POST', `/v1/webhooks/${webhook_id}/rotate`, { overlap_hours: 1 });
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(old);
    for (const secret of [old, rotated.body.secret]) {
      receiver.secrets = [secret];
      await push([finding(1, secret === old ? 'high' : 'critical')]);
      await deliver();
    }
    expect(receiver.received).toHaveLength(2);
    advance(2 * HOUR);
    await push([]);
    await deliver();
    expect(String(asked().at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('show their secret once: no list, audit event or row of the database has it', async () => {
    const { secret } = await hook();
    const bare = secret.slice('whsec_'.length);
    for (const url of ['/v1/webhooks', '/v1/audit']) expect((await ask('GET', url)).text).not.toContain(bare);
    const rows = await at.plane.store.read(`acme-${tenants}`, ({ db }) => db.selectFrom('webhooks').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(bare);
  });

  it('are tried again for hours with longer waits, become dead letters, and are replayed', async () => {
    await hook();
    receiver.interfere = () => ({ status: 500 });
    await push([finding(1)]);
    const times: number[] = [];
    for (let minute = 0; minute < 40 * 60; minute += 10) {
      const before = asked().length;
      await deliverDue(at.plane, 'worker');
      if (asked().length > before) times.push(minute);
      advance(10 * MINUTE);
    }
    expect(times.length).toBe(8);
    expect(times.at(-1)).toBeGreaterThan(24 * 60);
    const ids = asked().map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(1);
    const { items } = (await ask('GET', '/v1/deliveries/dead-letters')).body;
    expect(items).toEqual([
      expect.objectContaining({
        kind: 'webhook',
        attempts: 8,
        error: 'answered 500',
        content: expect.objectContaining({ event: 'finding.opened' }),
      }),
    ]);
    receiver.interfere = () => ({ status: 200 });
    expect((await ask('POST', `/v1/deliveries/dead-letters/${items[0].dead_letter_id}/replay`)).status).toBe(202);
    await deliver();
    expect(asked()).toHaveLength(9);
    expect((await ask('GET', '/v1/deliveries/dead-letters')).body.items).toEqual([]);
  });

  it('wait as long as the receiver asks, and are disabled when it wants no more', async () => {
    await hook();
    receiver.interfere = () => ({ status: 429, headers: { 'retry-after': '600' } });
    await push([finding(1)]);
    await deliver();
    advance(9 * MINUTE);
    await deliver();
    expect(asked()).toHaveLength(1);
    receiver.interfere = () => ({ status: 410 });
    advance(2 * MINUTE);
    await deliver();
    expect(asked()).toHaveLength(2);
    expect((await ask('GET', '/v1/webhooks')).body.items[0]).toMatchObject({ enabled: false });
  });

  it('follow no redirect', async () => {
    await hook();
    receiver.interfere = () => ({ status: 307, headers: { location: '/elsewhere' } });
    await push([finding(1)]);
    await deliver();
    expect(asked()).toHaveLength(1);
    expect((await ask('GET', '/v1/webhooks')).body.items[0].last_error).toBe('answered 307: redirects are not followed');
  });

  it.each(['http://127.0.0.1:1/', 'ftp://example.com/', 'https://user:pass@example.com/', 'not an address'])('refuse %s', async (url) => {
    expect((await ask('POST', '/v1/webhooks', { display_name: 'x', url })).status).toBe(422);
  });

  it.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://0x7f000001',
    'https://[::ffff:127.0.0.1]',
  ])('never connect to %s inside the own network', async (host) => {
    const { port } = new URL(receiver.url);
    await ask('POST', '/v1/webhooks', { display_name: 'inside', url: `${host}:${port}/` });
    await push([finding(1)]);
    await deliver();
    expect(receiver.asked).toEqual([]);
    expect((await ask('GET', '/v1/webhooks')).body.items[0].last_error).toBe('the address is not one this service may connect to');
  });
});
