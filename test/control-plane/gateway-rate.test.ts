import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type OpenTestPlane, openTestPlane, type TestPlane } from '../support/control-plane.js';
import { postgres } from '../support/databases.js';
import { temporaryFolder } from '../support/spawn-cli.js';

describe('the rate of a gateway rule, with several processes', () => {
  const database = postgres();
  const folder = temporaryFolder();
  const planes: OpenTestPlane[] = [];
  afterAll(async () => {
    for (const plane of planes) await plane.close();
    await database.close();
    folder.dispose();
  });

  it('is one rate for all of them, of each agent, and begins anew', async () => {
    const options = { ...(await database.open()), auditKeyFile: join(folder.path, 'audit.key') };
    for (let count = 0; count < 2; count++) planes.push(await openTestPlane(options));
    const [one, two] = planes as [OpenTestPlane, OpenTestPlane];
    const key = await one.key('acme');
    const rule = { id: 'often', effect: 'deny', when: { tools: ['*'] }, rate: { calls: 5, per_seconds: 60 } };
    const policy = { name: 'rate', mode: 'enforce', rules: [rule], bindings: [{ target_type: 'tenant' }] };
    expect((await one.ask('POST', '/v1/gateway/policies', { key, body: policy })).status).toBe(201);
    const ask = async (at: TestPlane, agent: string) =>
      (await at.ask('POST', '/v1/gateway/evaluate', { key, body: { agent, tool: 'send_mail', arguments: {} } })).body.decision;
    const decisions = await Promise.all(Array.from({ length: 12 }, (_, turn) => ask(turn % 2 ? one : two, 'a')));
    expect(decisions.filter((decision) => decision === 'allow')).toHaveLength(5);
    expect(decisions.filter((decision) => decision === 'deny')).toHaveLength(7);
    expect(await ask(two, 'b')).toBe('allow');
    for (const plane of planes) plane.advance(61_000);
    expect([await ask(one, 'a'), await ask(two, 'a')]).toEqual(['allow', 'allow']);
  });
});
