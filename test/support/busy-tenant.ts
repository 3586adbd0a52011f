import type { Answer, TestPlane } from './control-plane.js';
import { SOON } from './soon.js';

/** Requests that leave something in every corner of a tenant. The same for every tenant, so that what leaks would collide. */
const REQUESTS: readonly [method: string, url: string, body: unknown][] = [
  ['POST', '/v1/sources', { kind: 'ingest.result_push', display_name: 'reports' }],
  ['POST', '/v1/sources', { kind: 'runtime.proxy', display_name: 'relay' }],
  ['POST', '/v1/credentials', { provider: 'aws', mode: 'role_arn', external_ref: 'arn:aws:iam::123456789012:role/reader' }],
  [
    'POST',
    '/v1/findings/bulk',
    {
      findings: [
        { id: 'CVE-2025-1000', title: 'lodash can be polluted', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' },
        { id: 'CVE-2025-1001', title: 'requests leaks a header', severity: 'medium', purl: 'pkg:pypi/requests@2.31.0' },
      ],
      complete: true,
    },
  ],
  [
    'POST',
    '/v1/fleet/sync',
    {
      device: 'laptop-1',
      observed_at: '2026-01-01T12:00:00.000Z',
      complete: true,
      agents: [
        { client: 'cursor', servers: [{ name: 'files', command: 'npx', args: ['-y', 'files-server@1.0.0'], env_names: ['FILES_TOKEN'] }] },
      ],
    },
  ],
  [
    'POST',
    '/v1/gateway/policies',
    {
      name: 'no deletes',
      mode: 'enforce',
      enabled: true,
      rules: [{ id: 'r1', effect: 'deny', when: { tools: ['delete_*'] }, reason: 'no' }],
      bindings: [{ target_type: 'tenant' }],
    },
  ],
  ['POST', '/v1/gateway/evaluate', { agent: 'cursor', server: 'files', tool: 'delete_file', arguments: { path: '/tmp/a' } }],
  ['POST', '/v1/deliveries', { display_name: 'worst', connector_name: 'jira', destination: 'SEC' }],
  ['POST', '/v1/webhooks', { display_name: 'siem', url: 'https://hooks.example.com/1' }],
  ['POST', '/v1/exceptions', { problem_id: 'CVE-2025-1000', reason: 'not reachable', expires_at: SOON }],
];

/** Fills a tenant; gives the answers, to look at those that failed. */
export async function fillTenant(at: TestPlane, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [method, url, body] of REQUESTS) answers.push(await at.ask(method, url, { key, body }));
  return answers;
}
