import type { routes } from '../api/registry.js';

/** The intakes that results are pushed to, by route key. Only their types are loaded: the schemas stay with the service. */
export const intakes = {
  syncFleet: '/v1/fleet/sync',
  pushResults: '/v1/results/push',
  pushArtifact: '/v1/compliance/ingest',
  pushFindings: '/v1/findings/bulk',
  pushTraces: '/v1/traces',
  pushProxyAudit: '/v1/proxy/audit',
} as const satisfies { [Key in keyof typeof routes]?: (typeof routes)[Key]['path'] };

/** Where the policies are that a relay judges by. */
export const policiesPath: (typeof routes)['listGatewayPolicies']['path'] = '/v1/gateway/policies';

export type IntakeName = keyof typeof intakes;

/** Path of the job that a push became. */
export function jobPath(jobId: string): string {
  const path: (typeof routes)['getScan']['path'] = '/v1/scan/{job_id}';
  return path.replace('{job_id}', jobId);
}
