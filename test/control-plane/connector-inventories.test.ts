import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Connector, checkConnector } from '../../src/control-plane/connectors/connector.js';
import { InventoryFailed, readInventory } from '../../src/control-plane/connectors/inventory.js';
import { connectors } from '../../src/control-plane/connectors/registry.js';
import { type Asked, type Loopback, loopback, type Told } from '../support/loopback.js';

const connector = (name: string) => connectors.find((one) => one.name === name) as Connector;

describe('what a connector reads of its service', () => {
  let service: Loopback;
  let tell: (asked: Asked) => Told = () => ({ body: {} });
  let environment: Record<string, string | undefined> = {};
  beforeAll(async () => {
    service = await loopback((asked) => tell(asked));
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.asked.length = 0;
    environment = {
      SERVICE_JIRA_URL: service.url,
      SERVICE_JIRA_TOKEN: 'token',
      SERVICE_SERVICENOW_URL: `${service.url}/sub/`,
      SERVICE_SERVICENOW_USER: 'bot',
      SERVICE_SERVICENOW_PASSWORD: 'pass',
      SERVICE_SLACK_URL: service.url,
      SERVICE_SLACK_TOKEN: 'token',
    };
  });

  const read = (name: string, signal = new AbortController().signal) =>
    readInventory(connector(name), { environment, offline: false }, signal);
  const failure = async (name: string) => {
    const error: unknown = await read(name).catch((reason) => reason);
    if (!(error instanceof InventoryFailed)) throw error;
    const kind = error.cause instanceof Error && 'kind' in error.cause ? error.cause.kind : undefined;
    return { health: error.report.health, message: error.message, kind };
  };
  const health = (name: string) => checkConnector(connector(name), { environment, offline: false });
  /** Answers by the end of the path. */
  const byPath = (answers: Record<string, Told>) => (asked: Asked) =>
    Object.entries(answers).find(([path]) => asked.url.split('?')[0]?.endsWith(path))?.[1] ?? { status: 404 };

  it('asks a Jira of one’s own by its token, and takes its projects at once', async () => {
    tell = byPath({
      '/api/2/myself': { body: { name: 'bot' } },
      '/api/2/project': { body: [{ id: 2, key: 'B', name: 'b' }, { id: 1, key: 'A', name: 'a' }, null] },
    });
    expect(await read('jira')).toEqual({
      connector: 'jira',
      health: 'healthy',
      what: 'projects',
      items: [
        { id: '1', key: 'A', name: 'a' },
        { id: '2', key: 'B', name: 'b' },
      ],
      reason: null,
    });
    expect(service.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', 'Bearer token']);
  });

  it('asks ServiceNow by user and password below the path of its address, until a page is not full', async () => {
    tell = (asked) => {
      if (asked.url.includes('sys_user')) return { body: { result: [] } };
      const from = Number(new URL(asked.url, service.url).searchParams.get('sysparm_offset'));
      return { body: { result: Array.from({ length: from < 200 ? 100 : 3 }, (_, at) => ({ sys_id: `${1000 + from + at}`, name: 'n' })) } };
    };
    expect((await read('servicenow')).items).toHaveLength(203);
    expect(service.asked.map(({ url }) => url.split('?')[0])).toEqual([
      '/sub/api/now/table/sys_user',
      ...Array.from({ length: 3 }, () => '/sub/api/now/table/cmdb_ci_service'),
    ]);
    expect(service.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('bot:pass').toString('base64')}`);
  });

  it('stops after fifty pages and says so', async () => {
    let page = 0;
    tell = (asked) =>
      asked.url.endsWith('auth.test')
        ? { body: { ok: true } }
        : { body: { ok: true, channels: [{ id: `C${page++}`, name: 'c' }], response_metadata: { next_cursor: 'more' } } };
    expect(await read('slack')).toMatchObject({ reason: 'only the first 50 channels were read' });
    expect(service.asked).toHaveLength(51);
    expect(new URLSearchParams(service.asked.at(-1)?.body).get('cursor')).toBe('more');
  });

  it('keeps names short, on one line and without secrets', async () => {
    const name = `a\u0007\nAKIAIOSFODNN7REALKEY ${'x'.repeat(300)}`;
    tell = byPath({ '/myself': { body: { accountId: '1' } }, '/project': { body: [{ id: 1, key: 'K', name }] } });
    const [item] = (await read('jira')).items;
    expect(item?.name).not.toMatch(/\p{Cc}|AKIAIOSFODNN7REALKEY/u);
    expect(item?.name.length).toBe(200);
  });

  it.each([
    ['may not list its channels', 'missing_scope', 'Slack: may not list channels: missing_scope'],
    ['reports what nobody knows', '<b>words of theirs</b>', 'Slack: may not list channels: it reported an error'],
  ])('passes on no words of a Slack that %s', async (_what, error, message) => {
    tell = byPath({ 'auth.test': { body: { ok: true } }, 'conversations.list': { body: { ok: false, error } } });
    await expect(read('slack')).rejects.toThrow(message);
  });

  it.each<[string, Told, object]>([
    ['jira', { status: 403 }, { health: 'auth_failed', kind: 'input', message: 'Jira: may not list projects: answered 403' }],
    ['jira', { status: 500 }, { health: 'degraded', kind: 'operational', message: 'Jira: answered 500' }],
    ['jira', { body: { values: 'x' } }, { health: 'degraded', kind: 'input', message: 'Jira gave an answer that cannot be understood' }],
    ['servicenow', { body: [] }, { health: 'degraded', kind: 'input', message: 'ServiceNow gave an answer that cannot be understood' }],
    ['slack', { body: { ok: true } }, { health: 'degraded', kind: 'input', message: 'Slack gave an answer that cannot be understood' }],
    ['slack', { body: { ok: 'yes' } }, { health: 'degraded', kind: 'input', message: 'Slack gave an answer that cannot be understood' }],
    ['jira', { body: ' '.repeat(300_000) }, { health: 'unreachable', kind: 'operational', message: 'Jira: the answer is too long' }],
  ])('%s that answers the list with %o fails as it should', async (name, answer, expected) => {
    const lists = /project|cmdb_ci|conversations/;
    tell = (asked) => (lists.test(asked.url) ? answer : { body: { accountId: '1', result: [], ok: true } });
    expect(await failure(name)).toEqual(expected);
  });

  it.each([
    ['jira', 'SERVICE_JIRA_TOKEN', undefined],
    ['jira', 'SERVICE_JIRA_URL', undefined],
    ['jira', 'SERVICE_JIRA_URL', 'no address'],
    ['jira', 'SERVICE_JIRA_URL', 'ftp://jira.example'],
    ['jira', 'SERVICE_JIRA_URL', 'https://bot:secret@jira.example'],
    ['jira', 'SERVICE_JIRA_URL', 'https://token@jira.example'],
    ['servicenow', 'SERVICE_SERVICENOW_PASSWORD', undefined],
    ['slack', 'SERVICE_SLACK_TOKEN', undefined],
  ])('%s with %s = %s is not configured, and nobody is asked', async (name, setting, value) => {
    environment[setting] = value;
    expect(await failure(name)).toMatchObject({ health: 'not_configured', kind: 'input', message: expect.stringContaining(setting) });
    expect(service.asked).toEqual([]);
  });

  it.each<[string, Told, object]>([
    ['jira', { body: { name: 'bot', active: false } }, { health: 'auth_failed', detail: 'the account is not active' }],
    ['jira', { body: { name: 7 } }, { thrown: 'Jira gave an answer that cannot be understood' }],
    ['jira', { status: 301, headers: { location: '/x' } }, { health: 'degraded', detail: 'answered 301: redirects are not followed' }],
    ['slack', { body: { ok: false, error: 'token_revoked' } }, { health: 'auth_failed', detail: 'token_revoked' }],
    ['slack', { body: { ok: false, error: 7 } }, { health: 'degraded', detail: 'Slack reported an error' }],
    ['slack', { body: { ok: false } }, { health: 'degraded', detail: 'Slack reported an error' }],
    ['servicenow', { body: { result: {} } }, { thrown: 'ServiceNow gave an answer that cannot be understood' }],
  ])('%s that answers %j says of its health %j', async (name, answer, expected) => {
    tell = () => answer;
    expect(await health(name).catch((error: Error) => ({ thrown: error.message }))).toEqual(expected);
  });

  it('ends between two pages when the run is called off', async () => {
    const stop = new AbortController();
    tell = (asked) => {
      if (asked.url.endsWith('conversations.list')) stop.abort();
      return { body: { ok: true, channels: [], response_metadata: { next_cursor: 'more' } } };
    };
    await expect(read('slack', stop.signal)).rejects.toThrow(/abort/);
    expect(service.asked).toHaveLength(2);
  });
});
