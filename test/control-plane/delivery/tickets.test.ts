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
  const environment: Record<string, string> = {};
  const at = withPlane(database, async () => {
    jira = await jiraServer();
    Object.assign(environment, {
      SERVICE_JIRA_URL: jira.url,
      CASTELLAN_JIRA_DELIVERY_EMAIL: 'bot@example.com',
      SERVICE_JIRA_DELIVERY_TOKEN: 'key-of-delivery',
    });
    return { offline: false, publicUrl: 'https://castellan.example.com', environment };
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

  it('speaks to a data centre with a token alone, in its own markup', async () => {
    const { CASTELLAN_JIRA_DELIVERY_EMAIL: email = '' } = environment;
    delete environment.CASTELLAN_JIRA_DELIVERY_EMAIL;
    await rule();
    await push([finding(1, { title: '{html}lodash [here|http://evil.example]{html}' })]);
    await deliver();
    await push([]);
    await deliver();
    environment.CASTELLAN_JIRA_DELIVERY_EMAIL = email;
    expect(jira.issues).toEqual([expect.objectContaining({ status: 'done' })]);
    const [{ fields, comments } = { fields: undefined, comments: [] }] = jira.issues;
    expect(fields?.description).toContain('*Problem:* CVE&#45;2025&#45;1001');
    for (const text of [fields?.description, ...comments]) expect(text).not.toMatch(/\{html|\[here/);
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

  it('takes only what a rule asks for: exploited, exposed, of an owner', async () => {
    const kev = await rule({ destination: 'OPS', only_kev: true });
    await rule({ only_exposed: true });
    await push([finding(1, { kev: true }), finding(2)]);
    await deliver();
    // Nothing reaches them yet.
    expect(jira.issues.filter(({ fields }) => fields.project.key === 'SEC')).toEqual([]);
    const server = { name: 'files', command: 'npx', args: ['-y', 'lodash2@4.17.20'] };
    const fleet = {
      device: 'laptop',
      observed_at: new Date(at.plane.clock()).toISOString(),
      agents: [{ client: 'cursor', servers: [server] }],
      complete: true,
    };
    expect((await ask('POST', '/v1/fleet/sync', fleet)).status).toBe(200);
    await deliver();
    expect(jira.issues.filter(({ fields }) => fields.project.key === 'SEC').map(({ fields }) => fields.summary)).toEqual([
      '[high] lodash 2 can be polluted',
    ]);
    const text = JSON.stringify(jira.issues.find(({ fields }) => fields.project.key === 'SEC')?.fields.description);
    expect(text).toContain('an MCP server reaches it');
    expect(text).toContain('How it is reached');
    await ask('PUT', `/v1/deliveries/${kev}`, { owner: 'nobody', only_kev: false });
    at.advance(MINUTE);
    await push([finding(1), finding(2), finding(3)]);
    await deliver();
    expect(jira.issues.some(({ fields }) => fields.summary.includes('lodash 3'))).toBe(false);
  });

  it('closes what triage or an exception sets aside, and opens it when that ends', async () => {
    await rule();
    await push([finding(1), finding(2)]);
    await deliver();
    const { items } = (await ask('GET', '/v1/findings')).body;
    const idOf = (n: number) => items.find(({ id }: { id: string }) => id === `CVE-2025-${1000 + n}`).finding_id;
    const issueOf = (n: number) => jira.issues.find(({ fields }) => fields.summary.includes(`lodash ${n} `));
    expect((await ask('PUT', `/v1/findings/${idOf(1)}/triage`, { state: 'false_positive' })).status).toBe(200);
    await deliver();
    expect(issueOf(1)?.status).toBe('done');
    expect(JSON.stringify(issueOf(1)?.comments)).toContain('was set aside by triage');
    await ask('PUT', `/v1/findings/${idOf(1)}/triage`, { state: null });
    await deliver();
    expect(issueOf(1)?.status).toBe('new');
    const expires_at = new Date(at.plane.clock() + 60 * MINUTE).toISOString();
    for (const n of [2, 3]) {
      const asked = await ask('POST', '/v1/exceptions', { problem_id: `CVE-2025-${1000 + n}`, reason: 'not reachable', expires_at });
      const other = await at.key(`acme-${tenants}`, 'admin', { subject: 'other' });
      const agreed = await at.ask('POST', `/v1/exceptions/${asked.body.exception_id}/approve`, { key: other, body: {} });
      expect(agreed.status, agreed.text).toBe(200);
    }
    await push([finding(1), finding(2), finding(3)]);
    await deliver();
    expect(issueOf(2)?.status).toBe('done');
    expect(issueOf(3)).toBeUndefined();
    at.advance(61 * MINUTE);
    await deliver();
    expect(issueOf(2)?.status).toBe('new');
    expect(issueOf(3)?.status).toBe('new');
  });

  it('collects what comes in an hour when the rule says so', async () => {
    await rule({ digest: 'hourly' });
    await deliver();
    await push([finding(1), finding(2)], false);
    await deliver();
    expect(jira.issues).toEqual([]);
    await push([finding(3)], false);
    await deliver();
    at.advance(60 * MINUTE);
    await deliver();
    expect(jira.issues.map(({ fields }) => fields.summary)).toEqual(['[high] 3 findings']);
    await push([finding(4)], false);
    await deliver();
    at.advance(60 * MINUTE);
    await deliver();
    expect(jira.issues).toHaveLength(2);
  });

  it('makes no more than twenty in an hour of their own, however slowly they come', async () => {
    await rule();
    const all = Array.from({ length: 30 }, (_, n) => finding(n));
    for (let n = 0; n < 30; n += 5) {
      await push(all.slice(n, n + 5), false);
      await deliver();
      at.advance(MINUTE);
    }
    // Twenty, and a digest of what came fifth; what came last waits until its hour is over.
    expect(jira.issues).toHaveLength(21);
    at.advance(60 * MINUTE);
    await deliver();
    const named = JSON.stringify(jira.issues);
    for (const { title } of all) expect(named).toContain(title);
    expect(jira.issues).toHaveLength(26);
  });

  it('waits as long as Jira asks, and dead letters can be replayed', async () => {
    const id = await rule();
    jira.interfere = () => ({ status: 429, headers: { 'retry-after': '120' } });
    await push([finding(1)]);
    await deliver();
    expect(jira.asked).toHaveLength(1);
    at.advance(MINUTE);
    await deliver();
    expect(jira.asked).toHaveLength(1);
    jira.interfere = ({ url }) => (url.endsWith('/issue') ? { status: 400, body: { errors: { labels: 'not on the screen' } } } : undefined);
    at.advance(MINUTE + 1000);
    await deliver();
    const [letter] = (await ask('GET', '/v1/deliveries/dead-letters')).body.items;
    expect(letter).toMatchObject({ kind: 'ticket', delivery_id: id, target: 'jira SEC', attempts: 1, error: 'answered 400' });
    jira.interfere = undefined;
    expect((await ask('POST', `/v1/deliveries/dead-letters/${letter.dead_letter_id}/replay`)).status).toBe(202);
    await deliver();
    expect(jira.issues).toHaveLength(1);
    expect((await ask('GET', '/v1/deliveries/dead-letters')).body.items).toEqual([]);
  });

  it('shows no secret of a finding', async () => {
    await rule();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await push([finding(1, { title: `token ${secret} in lodash`, fix: `Remove \`${secret}\`` })]);
    await deliver();
    expect(jira.issues).toHaveLength(1);
    expect(JSON.stringify(jira.asked)).not.toContain(secret);
  });

  it('refuses to send without a key of its own, and what is no project', async () => {
    const draft = { display_name: 'x', destination: 'C0123456789', connector_name: 'slack' };
    expect((await ask('POST', '/v1/deliveries', draft)).body).toMatchObject({ dry_run: true, configured: false });
    const sending = await ask('POST', '/v1/deliveries', { ...draft, dry_run: false });
    expect([sending.status, sending.body.detail]).toEqual([409, expect.stringContaining('SERVICE_SLACK_DELIVERY_TOKEN')]);
    expect((await ask('POST', '/v1/deliveries', { ...draft, connector_name: 'jira', destination: 'no project' })).status).toBe(422);
  });

  it('is made once, however many processes deliver', async () => {
    await rule();
    await push(Array.from({ length: 15 }, (_, n) => finding(n)));
    await Promise.all(Array.from({ length: 6 }, (_, n) => deliverDue(at.plane, `replica-${n}`)));
    await deliver();
    expect(jira.issues).toHaveLength(15);
    expect(creations()).toBe(15);
  });

  it('is not made by a process whose lease another one has taken', async () => {
    await rule();
    await push([finding(1)]);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const { store } = at.plane;
    const stalling = new Proxy(store, {
      get(target, name) {
        const method = Reflect.get(target, name, target);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          if (name === 'write') await held;
          return Reflect.apply(method, target, args);
        };
      },
    });
    const late = deliverDue({ ...at.plane, store: stalling }, 'stalled');
    await new Promise((done) => setTimeout(done, 200));
    at.advance(2 * MINUTE);
    await deliver();
    expect(jira.issues).toHaveLength(1);
    goOn();
    await late;
    expect(jira.issues).toHaveLength(1);
    expect(creations()).toBe(1);
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
