import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../../src/control-plane/delivery/deliverer.js';
import { type OpenTestPlane, openTestPlane } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { type JiraServer, jiraServer } from '../../support/jira-server.js';
import { type ServeProcess, serveFolder, startServe } from '../../support/serve-process.js';

const MINUTE = 60_000;

describe.each(databases())('a service that is killed on $name', (database) => {
  let jira: JiraServer;
  let next: OpenTestPlane | undefined;
  let folder: ReturnType<typeof serveFolder>;
  let databaseUrl: string | undefined;
  beforeEach(async () => {
    jira = await jiraServer();
    folder = serveFolder();
    databaseUrl = (await database.open()).databaseUrl;
  });
  afterEach(async () => {
    await next?.close();
    await jira.close();
    await folder.dispose();
  });
  afterAll(() => database.close());

  const environment = () => ({
    SERVICE_JIRA_URL: jira.url,
    SERVICE_JIRA_DELIVERY_EMAIL: 'bot@example.com',
    SERVICE_JIRA_DELIVERY_TOKEN: 'key',
  });
  const home = () => join(folder.path, 'home');
  const start = async (): Promise<ServeProcess> => {
    const env = { ...environment(), ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }) };
    const serving = await startServe({ home: home(), firstStart: true, env });
    folder.started.push(serving);
    return serving;
  };
  const post = async ({ url, key }: ServeProcess, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    expect((await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBeLessThan(300);
  };
  const finding = { id: 'CVE-2025-1000', title: 'lodash can be polluted', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' };
  /** Another process on the same data, after the lease of the killed one. */
  const takeOver = async () => {
    next = await openTestPlane({
      dataFolder: home(),
      ...(databaseUrl !== undefined && { databaseUrl }),
      offline: false,
      environment: environment(),
    });
    next.advance(3 * MINUTE);
    await deliverDue(next.plane, 'next');
    return next;
  };

  it('between the making of a ticket and its record makes no second one', async () => {
    const serving = await start();
    jira.interfere = (asked) => {
      if (asked.method !== 'POST' || !asked.url.endsWith('/issue')) return undefined;
      const { fields } = JSON.parse(asked.body);
      jira.issues.push({ id: '10001', key: 'SEC-1', fields, status: 'new', comments: [] });
      serving.kill('SIGKILL');
      return 'drop';
    };
    await post(serving, '/v1/deliveries', { display_name: 'all', connector_name: 'jira', destination: 'SEC', dry_run: false });
    await post(serving, '/v1/findings/bulk', { findings: [finding], complete: true });
    expect(await serving.ended).toBe('SIGKILL');
    jira.interfere = undefined;
    const { plane } = await takeOver();
    expect(jira.issues).toHaveLength(1);
    const [tenant = ''] = (await plane.store.shared(({ db }) => db.selectFrom('tenants').select('tenant_id').execute())).map(
      (row) => row.tenant_id,
    );
    const tickets = await plane.store.read(tenant, ({ db }) => db.selectFrom('delivery_tickets').selectAll().execute());
    expect(tickets).toEqual([expect.objectContaining({ external_id: 'SEC-1', status: 'open', due_at: null })]);
  });

  it('before it has sent anything loses nothing', async () => {
    const serving = await start();
    jira.interfere = () => {
      serving.kill('SIGKILL');
      return 'drop';
    };
    await post(serving, '/v1/deliveries', { display_name: 'all', connector_name: 'jira', destination: 'SEC', dry_run: false });
    await post(serving, '/v1/findings/bulk', { findings: [finding], complete: true });
    expect(await serving.ended).toBe('SIGKILL');
    jira.interfere = undefined;
    await takeOver();
    expect(jira.issues.map(({ fields }) => fields.summary)).toEqual(['[high] lodash can be polluted']);
  });
});
