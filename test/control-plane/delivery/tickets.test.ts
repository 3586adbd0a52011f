import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../../src/control-plane/delivery/deliverer.js';
import { databases } from '../../support/databases.js';
import { type JiraServer, jiraServer } from '../../support/jira-server.js';
import { withPlane } from '../../support/with-plane.js';

const MINUTE = 60_000;

describe.each(databases())('tickets on $name', (database) => {
  let jira: JiraServer;
  let tenants = 0;
  let key = '';
  const at = withPlane(database, async () => {
    jira = await jiraServer();
    return {
      offline: false,
      publicUrl: 'https://castellan.example.com',
      environment: {
        SERVICE_JIRA_URL: jira.url,
        CASTELLAN_JIRA_DELIVERY_EMAIL: 'bot@example.com',
        SERVICE_JIRA_DELIVERY_TOKEN: 'key-of-delivery',
      },
    };
  });
  afterAll(() => jira.close());
  beforeEach(async () => {
    tenants += 1;
    key = await at.key(`acme-${tenants}`);
    jira.issues.length = 0;
    jira.asked.length = 0;
    jira.interfere = undefined;
  });

  const ask = (method: string, url: string, body?: unknown) => at.ask(method, url, { key, ...(body !== undefined && { body }) });
  const rule = async (more: object = {}) => {
    const body = { display_name: 'worst', connector_name: 'jira', destination: 'SEC', min_severity: 'high', dry_run: false, ...more };
    const made = await ask('POST', '/v1/deliveries', body);
    expect(made.status, made.text).toBe(201);
    return made.body.delivery_id as string;
  };
  const finding = (n: number, more: object = {}) => ({
    id: `CVE-2025-${1000 + n}`,
    title: `lodash ${n} can be polluted`,
    severity: 'high',
    purl: `pkg:npm/lodash${n}@4.17.20`,
    ...more,
  });
  const push = async (findings: object[], complete = true) => {
    const pushed = await ask('POST', '/v1/findings/bulk', { findings, complete });
    expect(pushed.status, pushed.text).toBe(200);
  };
  /** Everything that is due, as the background does it. */
  const deliver = async () => {
    for (let round = 0; round < 5 && (await deliverDue(at.plane, `worker-${round}`)) > 0; round += 1);
  };
  const creations = () => jira.asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/issue')).length;

  it('makes one for a finding, with everything a person needs and nothing that is markup', async () => {
    await rule();
    await push([finding(1, { title: 'lodash *can* be [polluted|http://evil.example] {code}' }), finding(2, { severity: 'low' })]);
    await deliver();
    expect(jira.issues).toHaveLength(1);
    const [issue] = jira.issues;
    expect(issue?.fields).toMatchObject({
      project: { key: 'SEC' },
      issuetype: { name: 'Task' },
      labels: ['castellan', expect.stringMatching(/^castellan-[0-9a-f]{32}$/)],
    });
    expect(issue?.fields.summary).toBe('[high] lodash *can* be [polluted|http://evil.example] {code}');
    const text = JSON.stringify(issue?.fields.description);
    for (const part of ['CVE-2025-1001', 'pkg:npm/lodash1@4.17.20', 'https://castellan.example.com/v1/findings/fnd_'])
      expect(text).toContain(part);
    expect(jira.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('bot@example.com:key-of-delivery').toString('base64')}`);
  });

  it('comments on a change, closes when it is resolved, and opens the same one when it is back', async () => {
    await rule();
    await push([finding(1)]);
    await deliver();
    await push([finding(1)]);
    await deliver();
    expect(jira.issues[0]?.comments).toHaveLength(0);
    at.advance(MINUTE);
    await push([finding(1, { severity: 'critical' })]);
    await deliver();
    expect(JSON.stringify(jira.issues[0]?.comments)).toContain('severity high → critical');
    at.advance(MINUTE);
    await push([]);
    await deliver();
    expect(jira.issues[0]?.status).toBe('done');
    at.advance(MINUTE);
    await push([finding(1)]);
    await deliver();
    expect(jira.issues[0]).toMatchObject({ status: 'new' });
    expect(JSON.stringify(jira.issues[0]?.comments.at(-1))).toContain('has appeared again');
    expect(jira.issues).toHaveLength(1);
  });

  it('sends nothing as a dry run, and shows what it would send', async () => {
    const id = await rule({ dry_run: true });
    await push([finding(1), finding(2)]);
    await deliver();
    expect(jira.asked).toEqual([]);
    const { body } = await ask('GET', `/v1/deliveries/${id}/preview`);
    expect(body.total).toBe(2);
    expect(body.items).toContainEqual(
      expect.objectContaining({
        kind: 'ticket',
        title: '[high] lodash 1 can be polluted',
        findings: [expect.objectContaining({ severity: 'high' })],
      }),
    );
    expect((await ask('PUT', `/v1/deliveries/${id}`, { dry_run: false })).status).toBe(200);
    await deliver();
    expect(jira.issues.map(({ fields }) => fields.summary).sort()).toEqual(body.items.map(({ title }: { title: string }) => title).sort());
    expect((await ask('GET', `/v1/deliveries/${id}/preview`)).body).toEqual({ items: [], total: 0 });
  });

  it('makes one digest of an old estate, and no ticket of its parts later', async () => {
    const many = Array.from({ length: 300 }, (_, n) => finding(n, { severity: n === 7 ? 'critical' : 'high' }));
    await push(many);
    await rule();
    await deliver();
    expect(jira.issues).toHaveLength(1);
    expect(jira.issues[0]?.fields.summary).toBe('[critical] 300 findings');
    expect(JSON.stringify(jira.issues[0]?.fields.description)).toContain('and 250 more');
    at.advance(MINUTE);
    await push(many.slice(1));
    await deliver();
    expect(jira.issues).toHaveLength(1);
    expect(jira.issues[0]).toMatchObject({ status: 'new', comments: [expect.anything()] });
    at.advance(MINUTE);
    await push([]);
    await deliver();
    expect(jira.issues[0]?.status).toBe('done');
  });

  it('finds a ticket again that was made but not recorded', async () => {
    await rule();
    await push([finding(1)]);
    // The issue is made, and the answer never comes.
    jira.interfere = (asked) => {
      if (asked.method !== 'POST' || !asked.url.endsWith('/issue')) return undefined;
      jira.interfere = undefined;
      const { fields } = JSON.parse(asked.body);
      jira.issues.push({ id: '1', key: 'SEC-1', fields, status: 'new', comments: [] });
      return { status: 502, body: 'bad gateway' };
    };
    await deliver();
    at.advance(2 * MINUTE);
    await deliver();
    expect(jira.issues).toHaveLength(1);
    expect(creations()).toBe(1);
    at.advance(MINUTE);
    await push([]);
    await deliver();
    expect(jira.issues[0]?.status).toBe('done');
  });
});
