import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryConnector } from '../../../src/api/deliveries.js';
import { deliverDue } from '../../../src/control-plane/delivery/deliverer.js';
import { sqlite } from '../../support/databases.js';
import {
  type DeskServer,
  githubServer,
  linearServer,
  pagerdutyServer,
  servicenowServer,
  slackServer,
  teamsServer,
} from '../../support/desk-servers.js';
import { withPlane } from '../../support/with-plane.js';

const MINUTE = 60_000;
const HOSTILE = '<!channel> @acme/team #1 [pay](http://evil.example) <script>x</script> **bold** <@U1> [code]<b>x</b>[/code]';

interface Service {
  connector: DeliveryConnector;
  destination: string;
  /** A destination that the service does not have. */
  absent?: string;
  server(): Promise<DeskServer>;
  settings(url: string): Record<string, string>;
  /** What a hostile title must not look like. */
  never: readonly string[];
  /** Teams posts messages and keeps no tickets; Slack and mail have no state. */
  keeps: 'tickets' | 'threads' | 'messages';
}

const services: readonly Service[] = [
  {
    connector: 'github',
    destination: 'acme/shop',
    absent: 'acme/other',
    server: githubServer,
    settings: (url) => ({ SERVICE_GITHUB_URL: url, SERVICE_GITHUB_DELIVERY_TOKEN: 'key' }),
    never: ['@acme', ' #1', '[pay](', '<script>', '**bold**', '(http://evil'],
    keeps: 'tickets',
  },
  {
    connector: 'servicenow',
    destination: 'incident',
    absent: 'no_such_table',
    server: servicenowServer,
    settings: (url) => ({
      SERVICE_SERVICENOW_URL: url,
      SERVICE_SERVICENOW_DELIVERY_USER: 'bot',
      SERVICE_SERVICENOW_DELIVERY_PASSWORD: 'key',
    }),
    never: ['[code]', '[/code]'],
    keeps: 'tickets',
  },
  {
    connector: 'slack',
    destination: 'C0123456789',
    absent: 'C9999999999',
    server: slackServer,
    settings: (url) => ({ SERVICE_SLACK_URL: url, SERVICE_SLACK_DELIVERY_TOKEN: 'key' }),
    never: ['<!channel>', '<@U1>', '<script>'],
    keeps: 'threads',
  },
  {
    connector: 'linear',
    destination: 'SEC',
    absent: 'OPS',
    server: linearServer,
    settings: (url) => ({ SERVICE_LINEAR_URL: url, SERVICE_LINEAR_DELIVERY_KEY: 'key' }),
    never: ['@acme', '[pay](', '<script>', '**bold**'],
    keeps: 'tickets',
  },
  {
    connector: 'teams',
    destination: 'security',
    server: teamsServer,
    settings: (url) => ({ SERVICE_TEAMS_DELIVERY_URL: `${url}/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=key` }),
    never: ['"TextBlock"'],
    keeps: 'messages',
  },
  {
    connector: 'pagerduty',
    destination: 'on call',
    server: pagerdutyServer,
    settings: (url) => ({ SERVICE_PAGERDUTY_URL: url, SERVICE_PAGERDUTY_DELIVERY_KEY: 'key' }),
    never: [],
    keeps: 'tickets',
  },
];

describe.each(services)('$connector', ({ connector, destination, absent, server: start, settings, never, keeps }) => {
  let server: DeskServer;
  let tenants = 0;
  let key = '';
  const environment: Record<string, string> = {};
  const at = withPlane(sqlite(), { offline: false, publicUrl: 'https://castellan.example.com', environment });
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    tenants += 1;
    key = await at.key(`acme-${tenants}`);
    server.tickets.length = 0;
    server.asked.length = 0;
    server.interfere = undefined;
    server.losesAnswer = false;
    Object.assign(environment, settings(server.url));
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const rule = async (more: object = {}) => {
    const made = await ask('POST', '/v1/deliveries', {
      display_name: 'all',
      connector_name: connector,
      destination,
      dry_run: false,
      ...more,
    });
    expect(made.status, made.text).toBe(201);
    return made.body.delivery_id;
  };
  const finding = (severity = 'high', title = 'lodash can be polluted') => ({
    id: 'CVE-2025-1000',
    title,
    severity,
    purl: 'pkg:npm/lodash@4.17.20',
  });
  const push = async (findings: object[]) => {
    expect((await ask('POST', '/v1/findings/bulk', { findings, complete: true })).status).toBe(200);
    await deliver();
    at.advance(MINUTE);
  };
  const deliver = async () => {
    for (let round = 0; round < 10 && (await deliverDue(at.plane, `worker-${round}`)) > 0; round += 1);
  };
  const texts = () => server.tickets.flatMap(({ text, comments }) => [text, ...comments]);

  it('gets one ticket for a finding, through all its life', async () => {
    await rule();
    await push([finding()]);
    expect(server.tickets).toHaveLength(1);
    const [ticket] = server.tickets;
    expect(ticket?.title).toContain('lodash can be polluted');
    expect(ticket?.text.replaceAll('\\', '')).toContain('CVE-2025-1000');
    await push([finding('critical')]);
    await push([]);
    if (keeps === 'tickets') expect(ticket?.status).toBe('closed');
    await push([finding('critical')]);
    if (keeps === 'tickets') expect(ticket?.status).toBe('open');
    expect(server.tickets).toHaveLength(keeps === 'messages' ? 4 : 1);
    if (keeps !== 'messages') expect(ticket?.comments).toHaveLength(3);
  });

  it('gets no mark-up out of a hostile title', async () => {
    await rule();
    await push([finding('high', HOSTILE)]);
    const sent = texts().join('\n');
    expect(sent).toContain('channel');
    for (const part of never) expect(sent).not.toContain(part);
  });

  it.skipIf(keeps === 'messages')('is found again when its answer was lost', async () => {
    const id = await rule();
    server.losesAnswer = true;
    await push([finding()]);
    expect(server.tickets).toHaveLength(1);
    at.advance(2 * MINUTE);
    await deliver();
    expect(server.tickets).toHaveLength(1);
    expect((await ask('GET', `/v1/deliveries/${id}`)).body).toMatchObject({ last_error: null, last_sent_at: expect.any(String) });
  });

  it('is obeyed when it asks to wait', async () => {
    const id = await rule();
    server.interfere = () => ({ status: 429, headers: { 'retry-after': '300' }, body: {} });
    await push([finding()]);
    const before = server.asked.length;
    at.advance(3 * MINUTE);
    await deliver();
    expect(server.asked).toHaveLength(before);
    expect((await ask('GET', `/v1/deliveries/${id}`)).body).toMatchObject({ last_error: 'answered 429', paused_until: expect.any(String) });
    server.interfere = undefined;
    at.advance(2 * MINUTE);
    await deliver();
    expect(server.tickets).toHaveLength(1);
  });

  it.runIf(connector === 'github')('is not asked before a limit that is used up begins anew', async () => {
    await rule();
    const reset = String(Math.ceil(Date.now() / 1000) + 600);
    server.interfere = () => ({ status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }, body: {} });
    await push([finding()]);
    const before = server.asked.length;
    at.advance(8 * MINUTE);
    await deliver();
    expect(server.asked).toHaveLength(before);
    server.interfere = undefined;
    at.advance(3 * MINUTE);
    await deliver();
    expect(server.tickets).toHaveLength(1);
  });

  it.skipIf(absent === undefined)('makes a dead letter of what it will never take', async () => {
    await rule({ destination: absent });
    await push([finding()]);
    const { items } = (await ask('GET', '/v1/deliveries/dead-letters')).body;
    expect(items).toEqual([expect.objectContaining({ kind: 'ticket', target: `${connector} ${absent}`, attempts: 1 })]);
  });

  it('is not asked with a key that it refuses more often than the waits allow, and no error shows the key', async () => {
    const id = await rule();
    Object.assign(
      environment,
      Object.fromEntries(Object.entries(settings(server.url)).map(([name, value]) => [name, value.replace(/key$/, 'other')])),
    );
    await push([finding()]);
    const { body, text } = await ask('GET', `/v1/deliveries/${id}`);
    expect(body.last_error).not.toBeNull();
    expect(text).not.toContain('other');
    expect(server.tickets).toEqual([]);
  });
});
