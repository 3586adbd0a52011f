import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApartReader } from '../../../src/control-plane/ingest/read-apart.js';
import { databases } from '../../support/databases.js';
import { programPath } from '../../support/spawn-cli.js';
import { withPlane } from '../../support/with-plane.js';

const PACKAGES = 12_000;

/** A bill of materials of some MiB. */
function largeSbom(secret: string): object {
  const components = Array.from({ length: PACKAGES }, (_, at) => {
    const purl = `pkg:npm/package-${at}@1.0.0`;
    return {
      type: 'library',
      'bom-ref': purl,
      name: `package-${at}`,
      version: '1.0.0',
      purl,
      description: 'as many words as packages have',
    };
  });
  const metadata = { properties: [{ name: 'api_token', value: secret }] };
  return { format: 'cyclonedx', document: { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components } };
}

describe.each(databases())('large documents on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    const reader = new ApartReader(at.plane, programPath);
    at.plane.readApart = (tenantId, given) => reader.read(tenantId, given);
    key = await at.key('acme');
  });

  it('are taken as small ones are, and keep nobody waiting', async () => {
    const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
    const payload = JSON.stringify(largeSbom(secret));
    const stops = monitorEventLoopDelay({ resolution: 5 });
    const began = performance.now();
    const taking = at.ask('POST', '/v1/compliance/ingest', { key, body: payload, headers: { 'idempotency-key': 'once' } });
    // What the HTTP server itself does with a body is not of this intake.
    await new Promise((resolve) => setTimeout(resolve, 300));
    stops.enable();
    const { status, body } = await taking;
    stops.disable();
    const all = performance.now() - began;
    expect({ status, components: body.components }).toEqual({ status: 200, components: PACKAGES });
    expect(body.issues.join()).toContain('advisory');
    // Read here, it would stop the service for most of the time.
    expect(stops.max / 1e6).toBeLessThan(all / 2);
    const evidence = await at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key });
    expect(evidence.text).toContain('package-11999');
    expect(evidence.text).not.toContain(secret);
    const again = await at.ask('POST', '/v1/compliance/ingest', { key, body: payload, headers: { 'idempotency-key': 'once' } });
    expect(again).toMatchObject({ status: 200, body: { job_id: body.job_id }, headers: { 'idempotency-replayed': 'true' } });
    expect((await at.ask('GET', `/v1/scan/${body.job_id}`, { key })).body.result_summary).toMatchObject({
      verdict: 'incomplete',
      coverage: 'incomplete',
      components: PACKAGES,
    });
  });

  it('are refused with the same words', async () => {
    const filler = 'x'.repeat(200_000);
    const refused = await at.ask('POST', '/v1/compliance/ingest', { key, body: { format: 'sarif', document: { filler } } });
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining('no SARIF 2.1.0 log') } });
    const report = await at.ask('POST', '/v1/results/push', { key, body: { filler } });
    expect(report.status).toBe(422);
  });
});
