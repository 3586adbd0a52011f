import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdvisories } from '../../../src/advisories/database.js';
import { updateFrom } from '../../../src/advisories/update-from.js';
import type { ScanReport } from '../../../src/model/report.js';
import { databases } from '../../support/databases.js';
import { agentGraph, push } from '../../support/estate.js';
import { impatient } from '../../support/feed-tree.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { scanProject } from '../../support/sample-scan.js';
import { withPlane } from '../../support/with-plane.js';

const NOW = Date.parse('2026-09-20T12:00:00Z');
const ASSESSED = { vulnerability: 2, malicious: 2, suspicious_package: 2, mcp_config: 1, tool: 1, secret: 5 };
const WHOLE = { assessed: ASSESSED, components: 2, agents: 1, servers: 1, tools: 1 };
const component = 'pkg:npm/lodash@1.0.0';

describe.each(databases())('compliance on $name', (database) => {
  const at = withPlane(database);
  let report: ScanReport;
  beforeAll(async () => {
    const dbPath = join(at.folder, 'scan.db');
    await updateFrom('fixtures/feeds', { dbPath, clock: () => NOW, signal: new AbortController().signal, retry: impatient });
    const advisories = openAdvisories(dbPath);
    report = await scanProject(resolve('fixtures/sample-app'), advisories);
    advisories.close();
  });

  const get = async (tenant: string, path: string) => (await at.ask('GET', path, { key: await at.key(tenant, 'viewer') })).body;
  const control = async (tenant: string, framework: string, id: string) =>
    (await get(tenant, `/v1/compliance/${framework}`)).controls.find((one: { control_id: string }) => one.control_id === id);
  const kindsSeen = async (tenant: string) =>
    (await control(tenant, 'nist-ai-rmf', 'MEASURE 2.7')).inspected.map(({ kind }: { kind: string }) => kind);

  it('assesses nothing of a tenant that nobody scanned', async () => {
    const { items, total } = await get('new', '/v1/compliance');
    expect([items.length, total]).toEqual([10, 10]);
    for (const { summary, publisher, confirmed_with } of items) {
      expect(summary).toMatchObject({ pass: 0, fail: 0 });
      expect([publisher, confirmed_with].every(Boolean)).toBe(true);
    }
    expect((await at.ask('GET', '/v1/compliance/nonsense', { key: await at.key('new') })).status).toBe(404);
  });

  it('passes what every check that bears on it has looked at, and says what looked', async () => {
    const { sourceId } = await push(at, 'whole', { graph: agentGraph(component), summary: WHOLE });
    expect(await control('whole', 'nist-csf', 'ID.RA-01')).toMatchObject({
      status: 'pass',
      assessed_by: 'scans',
      inspected: [
        { kind: 'vulnerability', count: 2, sources: [sourceId] },
        { kind: 'mcp_config', count: 1, sources: [sourceId] },
      ],
      not_inspected: [],
    });
    expect(await control('whole', 'nist-csf', 'RS.MI-01')).toMatchObject({ status: 'not_assessed', reason: 'no scan can assess it' });
    expect(await control('whole', 'nist-ai-rmf', 'MANAGE 3.2')).toMatchObject({ status: 'not_assessed' });
    expect(await control('whole', 'iso-27001', 'A.8.7')).toMatchObject({ status: 'not_assessed', assessed_by: 'scans_in_part' });
  });

  it('passes nothing that a run left out, did not finish, or never began', async () => {
    const tenant = 'partial';
    const { sourceId } = await push(at, tenant, {
      graph: agentGraph(component),
      summary: { ...WHOLE, assessed: { mcp_config: 1, secret: 5 } },
    });
    expect(await control(tenant, 'nist-csf', 'ID.RA-01')).toMatchObject({
      status: 'not_assessed',
      reason: 'not all was looked at by checks of vulnerability',
      not_inspected: [{ kind: 'vulnerability', why: 'its packages were not looked up', sources: [sourceId] }],
    });
    expect(await control(tenant, 'owasp-mcp', 'MCP03')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [{ kind: 'tool', why: 'it names servers whose tools were not read', sources: [sourceId] }],
    });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'pass' });
    const second = await push(at, tenant, { status: 'partial', summary: WHOLE });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [
        { kind: 'mcp_config', why: 'its newest run was not whole', sources: [second.sourceId] },
        { kind: 'skill', why: 'its newest run was not whole', sources: [second.sourceId] },
        { kind: 'secret', why: 'its newest run was not whole', sources: [second.sourceId] },
        { kind: 'iac', why: 'its newest run was not whole', sources: [second.sourceId] },
      ],
    });
    at.advance(1000);
    await push(at, tenant, { sourceId: second.sourceId, summary: WHOLE });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'pass' });
    const key = await at.key(tenant);
    const waiting = { kind: 'scan.repo', display_name: 'later', scope: { url: 'https://git.example/later' } };
    const { source_id } = (await at.ask('POST', '/v1/sources', { key, body: waiting })).body;
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({
      not_inspected: [
        { why: 'it has never been read whole', sources: [source_id] },
        { kind: 'skill' },
        { kind: 'secret' },
        { kind: 'iac' },
      ],
    });
    await at.ask('PUT', `/v1/sources/${source_id}`, { key, body: { enabled: false } });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'pass' });
  });

  it('takes for not looked at what a job was told to leave out, and what nobody has read', async () => {
    const tenant = 'left-out';
    const look = { ecosystems: [], exclude: [], without_dev: false, not_run: ['secret', 'iac'], parts: ['folder:.'] };
    const image = { id: 'image:postgres:16', kind: 'image' as const, label: 'postgres:16' };
    const { nodes, edges } = agentGraph(component);
    const { sourceId } = await push(at, tenant, {
      graph: { nodes, edges },
      summary: { ...WHOLE, assessed: { mcp_config: 1, tool: 1 }, look },
    });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [
        { kind: 'secret', why: 'it was not searched for secrets', sources: [sourceId] },
        { kind: 'iac', why: 'its infrastructure code was not read', sources: [sourceId] },
      ],
    });
    at.advance(1000);
    await push(at, tenant, { sourceId, graph: { nodes, edges }, summary: WHOLE });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'pass' });
    at.advance(1000);
    await push(at, tenant, { sourceId, graph: { nodes: [...nodes, image], edges }, summary: WHOLE });
    expect(await control(tenant, 'owasp-llm', 'LLM06')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [{ kind: 'image', why: 'it names images that were not read', sources: [sourceId] }],
    });
    const summary = { coverage: 'scanned', assessed: { image: 1, secret: 1 }, images: 1 };
    await push(at, tenant, { kind: 'scan.image', graph: { nodes: [image], edges: [] }, summary });
    expect(await control(tenant, 'owasp-llm', 'LLM06')).toMatchObject({ status: 'pass', not_inspected: [] });
  });

  it('passes licences where a policy has judged them, and fails them by its verdict', async () => {
    const tenant = 'licences';
    const { sourceId } = await push(at, tenant, { graph: agentGraph(component), summary: WHOLE });
    expect(await control(tenant, 'iso-27001', 'A.5.32')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [{ kind: 'license', why: 'no licence policy has judged its packages', sources: [sourceId] }],
    });
    const judged = { graph: agentGraph(component), summary: { ...WHOLE, assessed: { ...ASSESSED, license: 2 } } };
    at.advance(1000);
    await push(at, tenant, { sourceId, ...judged });
    expect(await control(tenant, 'iso-27001', 'A.5.32')).toMatchObject({ status: 'pass' });
    const denied = packageFinding('x', { kind: 'license', rule: 'license-deny', id: 'license-deny', severity: 'high', cwes: [] });
    at.advance(1000);
    await push(at, tenant, { sourceId, findings: [denied], ...judged });
    expect(await control(tenant, 'iso-27001', 'A.5.32')).toMatchObject({ status: 'fail', findings: { count: 1 } });
  });

  it('fails by what is open, names it, and passes over what is excepted', async () => {
    const tenant = 'failing';
    const secret = { kind: 'mcp_config' as const, rule: 'literal-secret-env', id: 'literal-secret-env', cwes: ['CWE-798'] };
    const { sourceId } = await push(at, tenant, {
      findings: [packageFinding('x', { ...secret, severity: 'high' })],
      graph: agentGraph(component),
      summary: WHOLE,
    });
    const [finding] = (await get(tenant, '/v1/findings')).items;
    for (const [framework, id] of [
      ['owasp-mcp', 'MCP01'],
      ['soc2', 'CC6.1'],
      ['mitre-atlas', 'AML.T0083'],
    ] as const)
      expect(await control(tenant, framework, id)).toMatchObject({
        status: 'fail',
        reason: '1 open finding against it',
        findings: { count: 1, by_severity: { high: 1 }, examples: [{ finding_id: finding.finding_id, source_id: sourceId }] },
      });
    expect(await control(tenant, 'nist-csf', 'ID.RA-01')).toMatchObject({ status: 'pass' });
    const draft = { problem_id: 'literal-secret-env', reason: 'a test key', expires_at: new Date(at.plane.clock() + 864e5).toISOString() };
    const asked = await at.ask('POST', '/v1/exceptions', { key: await at.key(tenant, 'analyst'), body: draft });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'fail' });
    await at.ask('POST', `/v1/exceptions/${asked.body.exception_id}/approve`, { key: await at.key(tenant), body: {} });
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({
      status: 'pass',
      reason: 'no open finding, 1 excepted; looked at by checks of mcp_config, skill, secret, iac',
      findings: { count: 0, excepted: 1, examples: [] },
    });
    at.advance(2 * 864e5);
    expect(await control(tenant, 'owasp-mcp', 'MCP01')).toMatchObject({ status: 'fail' });
  });

  it('takes servers of the fleet that no scan has seen for not looked at', async () => {
    const tenant = 'fleet';
    const key = await at.key(tenant);
    await push(at, tenant, { graph: agentGraph(component), summary: WHOLE });
    expect(await control(tenant, 'owasp-mcp', 'MCP02')).toMatchObject({ status: 'pass' });
    const servers = [{ name: 'elsewhere', command: 'npx', args: ['-y', 'elsewhere-mcp@1.0.0'] }];
    const body = { device: 'laptop', observed_at: new Date(at.plane.clock()).toISOString(), agents: [{ client: 'cursor', servers }] };
    const synced = await at.ask('POST', '/v1/fleet/sync', { key, body });
    expect(synced.status).toBe(200);
    expect(await control(tenant, 'owasp-mcp', 'MCP02')).toMatchObject({
      status: 'not_assessed',
      not_inspected: [
        { kind: 'mcp_config', why: 'it names servers whose configuration was not read', sources: [synced.body.source_id] },
        { kind: 'tool', why: 'it names servers whose tools were not read', sources: [synced.body.source_id] },
      ],
    });
    expect(await control(tenant, 'nist-ai-rmf', 'MANAGE 3.2')).toMatchObject({ not_inspected: [] });
  });

  it('does not take a fleet, traffic, or findings of others for a scan', async () => {
    const tenant = 'hearsay';
    const key = await at.key(tenant);
    const observed_at = new Date(at.plane.clock()).toISOString();
    const agents = [{ client: 'cursor', servers: [{ name: 'files', command: 'npx', args: ['files-mcp@1.0.0'] }] }];
    await at.ask('POST', '/v1/fleet/sync', { key, body: { device: 'laptop', observed_at, agents, complete: true } });
    expect(await get(tenant, '/v1/posture')).toMatchObject({ grade: 'unknown', reason: 'nothing was scanned' });
    const one = { id: 'CVE-2025-1', kind: 'vulnerability', severity: 'low', title: 'it is old', purl: 'pkg:npm/old@1.0.0' };
    const bulk = await at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [one] } });
    expect(bulk.body).toMatchObject({ new: 1, rejected: [] });
    expect(await get(tenant, '/v1/posture')).toMatchObject({ grade: 'unknown', counts: { open: 1 } });
    expect(await control(tenant, 'cis-controls', '7.7')).toMatchObject({ status: 'fail', inspected: [] });
    expect(await kindsSeen(tenant)).toEqual([]);
  });

  it('takes of a pushed report what it shows to have looked at', async () => {
    const results = async (tenant: string, document: object) => {
      at.advance(1000);
      const { status, body } = await at.ask('POST', '/v1/results/push', { key: await at.key(tenant), body: document });
      expect(status).toBe(200);
      return body;
    };
    await results('pushed', report);
    expect(await kindsSeen('pushed')).toEqual(['vulnerability', 'malicious', 'suspicious_package', 'mcp_config', 'secret', 'iac']);
    const { checks, ...run } = report.scan_run;
    await results('pushed', { ...report, scan_run: run });
    expect(await kindsSeen('pushed')).toEqual([]);
    const gate = { gate: 'incomplete' as const, reason: 'go.sum could not be read', findings: [] };
    const blocked = { ...report.verdict, outcome: 'blocked' as const, gates: [...report.verdict.gates, gate] };
    expect(await results('pushed', { ...report, verdict: blocked })).toMatchObject({ complete: false });
    expect(await kindsSeen('pushed')).toEqual([]);
    expect((await get('pushed', '/v1/posture')).coverage).toMatchObject({ sources: 1, scanned: 0, incomplete: 1 });
  });

  it('takes of a pushed bill of materials only what could be looked up', async () => {
    const tenant = 'materials';
    const key = await at.key(tenant);
    const document = readFileSync('fixtures/sboms/cyclonedx-xml/scopes-and-dependencies/bom.xml', 'utf8');
    const body = { format: 'cyclonedx', document };
    expect((await at.ask('POST', '/v1/compliance/ingest', { key, body })).body).toMatchObject({ complete: false });
    expect(await kindsSeen(tenant)).toEqual([]);
    expect((await get(tenant, '/v1/posture')).coverage).toMatchObject({ scanned: 0, incomplete: 1 });
  });

  it('exports an assessment in each format, the same each time, and leaves an audit event', async () => {
    const tenant = 'whole';
    const key = await at.key(tenant);
    const ask = (query = '') => at.ask('GET', `/v1/compliance/owasp-mcp/report${query}`, { key });
    const csv = await ask('?format=csv');
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="owasp-mcp.csv"',
    });
    expect(csv.text.split('\r\n')).toHaveLength(12);
    expect((await ask('?format=csv')).text).toBe(csv.text);
    expect((await ask('?format=markdown')).text).toContain('# OWASP MCP Top 10, 2025 (v0.1)');
    const json = await ask();
    expect(json.body).toEqual(await get(tenant, '/v1/compliance/owasp-mcp'));
    const { body } = await at.ask('GET', '/v1/audit?action=compliance.export', { key });
    expect(body.items).toHaveLength(4);
    expect((await ask('?format=pdf')).status).toBe(400);
  });
});
