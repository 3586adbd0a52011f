/**
 * Bodies of the examples in docs/api.md, by route key. `$NAMES` are variables of the shell that earlier examples have set; a route
 * without an entry has no body, or shows where its shape stands.
 */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  createSource: { kind: 'ingest.result_push', display_name: 'laptops' },
  updateSource: { description: 'results of the team', labels: { team: 'platform' } },
  runCohort: { source_ids: ['$SOURCE_ID', '$OTHER_SOURCE_ID'], max_age_hours: 24 },
  createScan: { source_id: '$SCAN_SOURCE_ID' },
  createSchedule: { name: 'nightly', cron: '15 2 * * *', timezone: 'UTC', source_id: '$SCAN_SOURCE_ID', enabled: true },
  syncFleet: { device: 'laptop-1', agents: [{ name: 'cursor', client: 'cursor' }], complete: true },
  updateAgent: { lifecycle_state: 'approved', owner: 'platform' },
  createGatewayPolicy: {
    name: 'no-passwords',
    mode: 'enforce',
    enabled: true,
    rules: [{ id: 'passwd', effect: 'deny', when: { tools: ['read_*'], args: { path: { glob: '/etc/*' } } }, reason: 'system files' }],
  },
  evaluateGatewayCall: { agent: 'cursor', tool: 'read_file', arguments: { path: '/etc/passwd' } },
  createPolicyBinding: { policy_id: '$POLICY_ID', policy_kind: 'gateway', target_type: 'tenant', mode: 'enforce' },
  updatePolicyBinding: { mode: 'audit' },
  pushFindings: {
    findings: [{ id: 'CVE-2021-23337', title: 'command injection', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' }],
    complete: false,
  },
  triageFinding: { triage: 'affected', note: 'upgrade is planned' },
  postTriage: { triage: 'affected', note: 'upgrade is planned' },
  createKey: { name: 'ci', role: 'analyst', scopes: ['read', 'ingest'] },
  rotateKey: { overlap_hours: 1 },
  openSession: { api_key: '$KEY' },
  updateQuota: { sources: 300 },
  scimCreateUser: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'ada@example.com', active: true },
  scimCreateGroup: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'platform' },
  createException: {
    problem_id: 'CVE-2021-23337',
    reason: 'the function is never called',
    expires_at: '$NEXT_MONTH',
  },
  approveException: {},
  rejectException: {},
  revokeException: {},
};
