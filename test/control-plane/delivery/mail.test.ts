import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../../src/control-plane/delivery/deliverer.js';
import { sqlite } from '../../support/databases.js';
import { type MailSink, mailServer } from '../../support/mail-server.js';
import { withPlane } from '../../support/with-plane.js';

describe('mail', () => {
  let sink: MailSink;
  let key = '';
  let tenants = 0;
  const environment: Record<string, string> = {};
  const at = withPlane(sqlite(), async () => {
    sink = await mailServer();
    return { offline: false, environment };
  });
  afterAll(() => sink.close());
  beforeEach(async () => {
    tenants += 1;
    key = await at.key(`acme-${tenants}`);
    sink.mails.length = 0;
    sink.refusal = undefined;
    Object.assign(environment, {
      SERVICE_EMAIL_URL: `smtp://127.0.0.1:${sink.port}`,
      SERVICE_EMAIL_FROM: 'castellan@example.com',
      SERVICE_EMAIL_DELIVERY_USER: 'bot',
      SERVICE_EMAIL_DELIVERY_PASSWORD: 'key',
    });
    const body = { display_name: 'mail', connector_name: 'email', destination: 'security@example.com', dry_run: false };
    expect((await at.ask('POST', '/v1/deliveries', { key, body })).status).toBe(201);
  });

  const push = async (findings: object[]) => {
    await at.ask('POST', '/v1/findings/bulk', { key, body: { findings, complete: true } });
    await deliverDue(at.plane, 'worker');
    at.advance(60_000);
  };
  const finding = (title: string) => ({ id: 'CVE-2025-1000', title, severity: 'high', purl: 'pkg:npm/lodash@4.17.20' });
  const headerOf = (at: number, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(sink.mails[at]?.data ?? '')?.[1];
  const errors = async () =>
    (await at.ask('GET', '/v1/deliveries', { key })).body.items.map(({ last_error }: { last_error: string }) => last_error);

  it('tells of a finding in a thread of its own', async () => {
    await push([finding('lodash <img src=x> is bad')]);
    await push([]);
    expect(sink.mails.map(({ from, to }) => ({ from, to }))).toEqual(
      Array(2).fill({ from: 'castellan@example.com', to: ['security@example.com'] }),
    );
    expect(headerOf(0, 'Message-ID')).toMatch(/^<castellan-[0-9a-f]{32}@castellan>$/);
    expect(headerOf(1, 'In-Reply-To')).toBe(headerOf(0, 'Message-ID'));
    expect(headerOf(0, 'Subject')).toBe('[high] lodash <img src=x> is bad');
    expect(sink.mails[0]?.data.split('text/html')[1]).not.toContain('<img');
  });

  it('takes no header out of a title', async () => {
    await push([finding('one\u2028Bcc: everybody@example.com')]);
    expect(sink.mails[0]?.to).toEqual(['security@example.com']);
    expect(headerOf(0, 'Bcc')).toBeUndefined();
  });

  it('that the server will never take is a dead letter', async () => {
    sink.refusal = '550 5.1.1 no such user';
    await push([finding('bad')]);
    expect((await at.ask('GET', '/v1/deliveries/dead-letters', { key })).body.items).toEqual([
      expect.objectContaining({ target: 'email security@example.com', error: 'the mail server answered 550' }),
    ]);
  });

  it('waits when the password is refused', async () => {
    environment.SERVICE_EMAIL_DELIVERY_PASSWORD = 'other';
    await push([finding('bad')]);
    expect(await errors()).toEqual(['the mail was not taken: 535']);
    expect((await at.ask('GET', '/v1/deliveries/dead-letters', { key })).body.items).toEqual([]);
  });

  // Other systems have only the one address of their own.
  it.skipIf(process.platform !== 'linux')('goes to no other machine that offers no encryption', async () => {
    const elsewhere = await mailServer('127.0.0.2');
    environment.SERVICE_EMAIL_URL = `smtp://127.0.0.2:${elsewhere.port}`;
    await push([finding('bad')]);
    expect(elsewhere.mails).toEqual([]);
    expect(await errors()).toEqual([expect.stringMatching(/^the mail was not taken: E/)]);
    await elsewhere.close();
  });
});
