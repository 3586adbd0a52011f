import { describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { agentGraph, push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('read models on $name', (database) => {
  const at = withPlane(database);

  const component = 'pkg:npm/lodash@1.0.0';

  async function fill(tenant: string, key: string, id: string): Promise<void> {
    const finding = packageFinding('lodash', { id, severity: 'critical', kev: 'listed' });
    await push(at, tenant, { findings: [finding, packageFinding('extra', { id: `${id}9` })], graph: agentGraph(component, finding) });
    const body = { problem_id: `${id}9`, reason: 'agreed', expires_at: new Date(at.plane.clock() + 86_400_000).toISOString() };
    const asked = await at.ask('POST', '/v1/exceptions', { key: await at.key(tenant, 'analyst'), body });
    await at.ask('POST', `/v1/exceptions/${asked.body.exception_id}/approve`, { key, body: {} });
  }

  it('answer one tenant the same bytes, whatever another one writes', async () => {
    const [acme, globex] = [await at.key('acme'), await at.key('globex')];
    await fill('acme', acme, 'CVE-2021-1');
    const { items } = (await at.ask('GET', '/v1/findings', { key: acme })).body;
    const [exception] = (await at.ask('GET', '/v1/exceptions', { key: acme })).body.items;
    const node = encodeURIComponent(component);
    const addresses = [
      ...['/v1/findings', '/v1/findings?q=lodash', '/v1/findings?kev=true', '/v1/findings/stats', `/v1/findings/${items[0].finding_id}`],
      ...['/v1/graph', '/v1/graph/search?q=lodash', `/v1/graph/nodes/${node}`, `/v1/graph/impact/${node}`],
      ...[`/v1/graph/paths?from=${node}&to=agent:cursor`, '/v1/graph/exposure-paths', '/v1/graph/diff?from=2020-01-01T00:00:00.000Z'],
      ...['/v1/assets', `/v1/assets/${node}`, '/v1/posture', '/v1/posture/counts', '/v1/governance'],
      ...['/v1/compliance', '/v1/compliance/owasp-llm', '/v1/compliance/owasp-llm/report?format=markdown'],
      ...['/v1/exceptions', `/v1/exceptions/${exception.exception_id}`],
    ];
    const read = async (key: string) => {
      const answers: string[] = [];
      for (const address of addresses) answers.push((await at.ask('GET', address, { key })).text);
      return answers;
    };
    const before = await read(acme);
    for (const [index, address] of addresses.entries()) expect([address, before[index]?.startsWith('{"detail"')]).toEqual([address, false]);
    await fill('globex', globex, 'CVE-2021-1');
    await fill('globex', globex, 'CVE-2021-2');
    await push(at, 'globex', { status: 'failed' });
    expect(await read(acme)).toEqual(before);
  });

  it('keep another tenant’s ids apart from its own', async () => {
    const [acme, globex] = [await at.key('acme'), await at.key('globex')];
    const { items } = (await at.ask('GET', '/v1/findings', { key: acme })).body;
    const [exception] = (await at.ask('GET', '/v1/exceptions', { key: acme })).body.items;
    const absent = await at.ask('GET', '/v1/findings/fnd_00000000000000000000000000', { key: globex });
    expect((await at.ask('GET', `/v1/findings/${items[0].finding_id}`, { key: globex })).text).toBe(absent.text);
    const change = { key: globex, body: {} };
    for (const verb of ['approve', 'reject', 'revoke'])
      expect((await at.ask('POST', `/v1/exceptions/${exception.exception_id}/${verb}`, change)).status).toBe(404);
    expect((await at.ask('DELETE', `/v1/exceptions/${exception.exception_id}`, { key: globex })).status).toBe(404);
  });
});
