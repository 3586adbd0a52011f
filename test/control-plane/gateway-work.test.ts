import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApartJudge } from '../../src/control-plane/gateway/judge-apart.js';
import { GatewayPolicyRepository } from '../../src/control-plane/store/gateway-policies.js';
import { databases } from '../support/databases.js';
import { programPath } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

/** Rules each of which is linear in the text. */
const slow = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `slow-${index}`,
    effect: 'warn' as const,
    when: { args: { text: { regex: `(${String.raw`\p{L}+ `.repeat(50)})[0-9]$|qi${index}` } } },
  }));
const long = { agent: 'a', tool: 'send', arguments: { text: 'ab c'.repeat(15_000) } };

describe.each(databases())('the work of gateway policies on $name', (database) => {
  const at = withPlane(database);
  let judge: ApartJudge;
  let key = '';
  beforeAll(async () => {
    judge = new ApartJudge(programPath);
    at.plane.judgeApart = async () => judge;
    key = await at.key('acme');
  });
  afterAll(() => judge.stop());
  const create = (rules: object[], more: object = {}) =>
    at.ask('POST', '/v1/gateway/policies', { key, body: { name: `policy of ${rules.length}`, rules, ...more } });
  const evaluate = (body: object) => at.ask('POST', '/v1/gateway/evaluate', { key, body });

  it('is bounded where they are saved: a policy that costs too much is refused, naming the rule', async () => {
    const refused = await create(slow(50));
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toMatch(/^rules\.11\.when: the regular expressions up to this rule have more than 1900 instructions/);
    expect((await create([{ id: 'a', effect: 'deny' as const, when: { args: { q: { regex: 'a{1000}'.repeat(70) } } } }])).status).toBe(422);
    const made = await create(slow(2));
    const url = `/v1/gateway/policies/${made.body.policy_id}`;
    expect((await at.ask('PUT', url, { key, body: { rules: slow(50) } })).status).toBe(422);
    expect((await at.ask('PUT', '/v1/gateway/policies', { key, body: { policy_id: made.body.policy_id, rules: slow(50) } })).status).toBe(
      422,
    );
    expect((await at.ask('DELETE', url, { key })).status).toBe(204);
  });

  it('is done apart, so that another tenant does not wait for it', { timeout: 60_000 }, async () => {
    const made = await create(slow(11));
    expect(made.status).toBe(201);
    // The first one starts the process.
    expect((await evaluate(long)).body).toMatchObject({ decision: 'allow', reason: 'no rule matched' });
    const stops = monitorEventLoopDelay({ resolution: 5 });
    const began = performance.now();
    stops.enable();
    const answers = await Promise.all(Array.from({ length: 4 }, () => evaluate(long)));
    stops.disable();
    const all = performance.now() - began;
    await at.ask('DELETE', `/v1/gateway/policies/${made.body.policy_id}`, { key });
    expect(answers.map(({ body }) => body.decision)).toEqual(['allow', 'allow', 'allow', 'allow']);
    // Judged here, one alone would stop the service for a quarter of the time or longer, and all four together for most of it.
    expect(stops.max / 1e6).toBeLessThan(all / 2);
  });

  it('sees a change of the policies at once, also where calls are judged apart', async () => {
    const made = await create([...slow(3), { id: 'no-send', effect: 'deny' as const, when: { tools: ['send'] } }]);
    const url = `/v1/gateway/policies/${made.body.policy_id}`;
    expect((await evaluate(long)).body).toMatchObject({ decision: 'deny', rule_id: 'no-send' });
    await at.ask('PUT', url, { key, body: { mode: 'audit' } });
    expect((await evaluate(long)).body).toMatchObject({ decision: 'allow', would_decide: 'deny', mode: 'audit' });
    await at.ask('DELETE', url, { key });
  });

  it('denies what would take more than there is, saying so, and reports it', { timeout: 60_000 }, async () => {
    // As stored by a program that did not look at the cost.
    const made = await create(slow(1));
    await at.plane.store.write('acme', async (store) => {
      const policies = new GatewayPolicyRepository(store);
      const row = await policies.find(made.body.policy_id);
      if (row) await policies.update({ ...row, version: row.version + 1, rules: slow(50) });
      await policies.changed(new Date().toISOString());
    });
    const reason = 'judging this call takes more work than a decision may take';
    expect((await evaluate(long)).body).toMatchObject({ decision: 'deny', mode: 'enforce', reason });
    expect((await at.ask('GET', '/v1/gateway/audit?limit=1', { key })).body.items[0]).toMatchObject({ decision: 'deny', reason });
    expect((await evaluate({ ...long, arguments: { text: 'short' } })).body.decision).toBe('allow');
    await at.ask('DELETE', `/v1/gateway/policies/${made.body.policy_id}`, { key });
  });
});

describe('a process that judges', () => {
  it('that takes too long is ended, the call is not let through, and the next question gets a new one', { timeout: 60_000 }, async () => {
    const impatient = new ApartJudge(programPath, 1);
    const rules = slow(3) as never[];
    try {
      // The first question gives the process its time to start.
      expect((await impatient.check('acme', rules)).fault).toBeNull();
      const set = { key: 'slow', policies: [{ policy_id: 'pol_1', mode: 'enforce', rules: slow(50) }] as never[] };
      await expect(impatient.judge('acme', set, long)).rejects.toMatchObject({ status: 503 });
      expect((await impatient.check('acme', rules)).fault).toBeNull();
    } finally {
      await impatient.stop();
    }
  });
});
