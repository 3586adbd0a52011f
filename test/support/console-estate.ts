import type { Page } from '../../src/api/pages.js';
import { fillTenant } from './busy-tenant.js';
import type { TestPlane } from './control-plane.js';
import { agentGraph, push } from './estate.js';
import { fillFindings } from './findings-estate.js';
import { packageFinding } from './ingest-batches.js';
import { sampleReport } from './sample-parts.js';

/** A tenant with something on every page of the web UI. */
export interface ConsoleEstate {
  /** An admin's key. */
  key: string;
  /** The address of a page, with the id of something that is there. */
  addressOf(page: Page): string;
  /** Addresses with a drawer or a form open. */
  opened: readonly string[];
}

/** Fills a tenant. @param words A text of somebody else that is to be seen on the pages: in findings, paths, names and reasons. */
export async function fillConsole(at: TestPlane, tenant: string, words = 'A path is not checked'): Promise<ConsoleEstate> {
  const { key, repository, reports } = await fillFindings(at, tenant);
  await fillTenant(at, key);
  const finding = packageFinding('upload', {
    ...{ id: 'CVE-2026-4000', severity: 'critical', title: words, why: words, fix: words },
    locations: [{ path: words, line: 3 }],
    references: ['https://example.com/advisory', 'javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', words],
  });
  const graph = agentGraph('pkg:npm/upload@1.0.0', finding);
  const nodes = graph.nodes.map((node) => (node.kind === 'tool' ? { ...node, label: words } : node));
  const pushed = await push(at, tenant, { findings: [finding], graph: { ...graph, nodes }, owner: words.slice(0, 200) });
  const make = async (url: string, body?: unknown) => {
    const { status, body: made, text } = await at.ask('POST', url, { key, body });
    if (status >= 400) throw new Error(`${url} answered ${status}: ${text}`);
    return made;
  };
  // The API takes no control characters in what people type.
  const name = words.replace(/\p{Cc}/gu, '').slice(0, 150);
  const { source_id } = await make('/v1/sources', { kind: 'scan.repo', display_name: `shop ${name}`, scope: { path: at.folder } });
  await make('/v1/schedules', { source_id, name, cron: '15 2 * * *' });
  await make('/v1/exceptions', { problem_id: 'CVE-2025-1001', reason: name, expires_at: new Date(at.plane.clock() + 864e5).toISOString() });
  const rules = [{ id: 'r1', effect: 'warn', when: { tools: ['*'] }, reason: name }];
  await make('/v1/gateway/policies', { name, mode: 'enforce', enabled: true, rules, bindings: [{ target_type: 'tenant' }] });
  await make('/v1/gateway/evaluate', { agent: name, server: name, tool: name, arguments: {} });
  const server = { name, command: name, args: [name], env_names: ['NAMED_TOKEN'] };
  const observed_at = new Date(at.plane.clock()).toISOString();
  await make('/v1/fleet/sync', { device: name, observed_at, agents: [{ client: 'cursor', servers: [server] }] });
  const { job_id: queued } = await make(`/v1/sources/${source_id}/run`);
  const get = async (url: string) => (await at.ask('GET', url, { key })).body.items[0];
  const { finding_id } = await get('/v1/findings?q=CVE-2026-4000');
  const { agent_id } = await get('/v1/fleet');
  const { evidence_id } = await get(`/v1/evidence?job_id=${pushed.jobId}`);
  const { job_id } = await make(`/v1/results/push?source_id=${reports}&complete=false`, sampleReport({}));
  const { policy_id } = await get('/v1/gateway/policies');
  const { framework } = await get('/v1/compliance');
  const { credential_ref_id } = await get('/v1/credentials');
  const ids: Readonly<Record<string, string>> = {
    ...{ finding_id, agent_id, evidence_id },
    ...{ source_id: pushed.sourceId, job_id, framework },
  };
  return {
    key,
    addressOf: (page) => page.replace(/\/:\w+\?/, '').replace(/:(\w+)/g, (_, name: string) => ids[name] ?? name),
    opened: [
      `/findings?open=${finding_id}`,
      ...['component', 'advisory', 'agent'].map((by) => `/findings?by=${by}`),
      '/graph?view=table',
      '/graph?view=map',
      '/sources?new=scan.repo',
      `/sources/${repository}?edit=yes`,
      `/jobs/${queued}`,
      '/schedules?new=yes',
      '/connections/credentials?new=true',
      `/connections/credentials?credential=${credential_ref_id}`,
      '/connections/clouds?new=true',
      `/runtime/policies?policy=${policy_id}`,
      `/runtime/policies?policy=${policy_id}&edit=yes`,
    ],
  };
}
