import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectorRoutes } from '../../src/api/connectors.js';
import { openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { withPlane } from '../support/with-plane.js';

const TOKEN = 'a-very-private-token';

describe.each(databases())('connectors on $name', (database) => {
  let service: Loopback;
  let viewer = '';
  let told: Told | undefined;
  const environment: Record<string, string | undefined> = {};
  const health = (name: string) => at.ask('GET', `/v1/connectors/${name}/health`, { key: viewer });
  const at = withPlane(database, async () => {
    service = await loopback(() => told);
    return { offline: false, environment };
  });
  beforeAll(async () => {
    viewer = await at.key('acme', 'viewer');
  });
  afterAll(() => service.close());

  it('are five, and not configured until the server says so', async () => {
    const listed = await at.ask('GET', '/v1/connectors', { key: viewer });
    expect(connectorRoutes.listConnectors.response.parse(listed.body).items.map(({ name, configured }) => [name, configured])).toEqual([
      ['jira', false],
      ['servicenow', false],
      ['slack', false],
      ['registry', false],
      ['warehouse', false],
    ]);
    expect((await health('jira')).body).toMatchObject({ health: 'not_configured', detail: expect.stringContaining('SERVICE_JIRA_TOKEN') });
    expect(await health('pagerduty')).toMatchObject({ status: 404, body: { detail: 'connector not found' } });
    Object.assign(environment, {
      SERVICE_JIRA_URL: `${service.url}/jira/`,
      SERVICE_JIRA_EMAIL: 'bot@acme.example',
      SERVICE_JIRA_TOKEN: TOKEN,
      SERVICE_SERVICENOW_URL: service.url,
      SERVICE_SERVICENOW_USER: 'bot',
      SERVICE_SERVICENOW_PASSWORD: TOKEN,
      SERVICE_SLACK_URL: service.url,
      SERVICE_SLACK_TOKEN: TOKEN,
    });
  });

  it.each([
    ['jira', { accountId: '1', active: true }, 'GET /jira/rest/api/3/myself', /^Basic /],
    ['servicenow', { result: [] }, 'GET /api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id', /^Basic /],
    ['slack', { ok: true, team: 'acme' }, 'POST /auth.test', new RegExp(`^Bearer ${TOKEN}$`)],
  ])('%s is healthy when its own endpoint says so', async (name, body, line, authorization) => {
    told = { body };
    const answer = await health(name);
    expect(connectorRoutes.connectorHealth.response.parse(answer.body)).toMatchObject({ name, health: 'healthy', detail: null });
    const asked = service.asked.at(-1);
    expect(`${asked?.method} ${asked?.url}`).toBe(line);
    expect(asked?.headers.authorization).toMatch(authorization);
    const listed = await at.ask('GET', '/v1/connectors', { key: viewer });
    expect(listed.body.items.find((one: { name: string }) => one.name === name)).toMatchObject({ configured: true, health: 'healthy' });
    expect(listed.text).not.toContain(TOKEN);
  });

  it.each([
    ['jira', { status: 401 }, 'auth_failed'],
    ['jira', { body: { accountId: '1', active: false } }, 'auth_failed'],
    ['servicenow', { status: 403 }, 'auth_failed'],
    ['servicenow', { status: 503, body: 'down' }, 'degraded'],
    ['slack', { body: { ok: false, error: 'invalid_auth' } }, 'auth_failed'],
    ['slack', { body: { ok: false, error: 'fatal_error' } }, 'degraded'],
    ['slack', { status: 429 }, 'degraded'],
    ['jira', { status: 302, headers: { location: 'http://elsewhere.example/' } }, 'degraded'],
  ] as [string, Told, string][])('%s answering %j is %s', async (name, answer, expected) => {
    told = answer;
    const before = service.asked.length;
    expect((await health(name)).body.health).toBe(expected);
    expect(service.asked).toHaveLength(before + 1);
  });

  it.each(['<html>sign in</html>', '[]', '{"hello": 1}', '{"ok": tru'])('that answer %j are a bad gateway', async (body) => {
    told = { body };
    for (const name of ['jira', 'servicenow', 'slack']) {
      const answer = await health(name);
      expect(answer.status).toBe(502);
      expect(answer.body.detail).toMatch(/gave an answer that cannot be understood$/);
    }
  });

  it('that nobody answers for are unreachable, as is everything offline', async () => {
    const closed = await loopback(() => undefined);
    await closed.close();
    environment['SERVICE_JIRA_URL'] = closed.url;
    expect((await health('jira')).body).toMatchObject({ health: 'unreachable', detail: 'the connection was refused' });
    const offline = await openTestPlane({ environment });
    const key = await offline.key('acme');
    expect((await offline.ask('GET', '/v1/connectors/jira/health', { key })).body.health).toBe('unreachable');
    await offline.close();
  });
});
