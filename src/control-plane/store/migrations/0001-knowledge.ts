import type { Finding } from '../../../model/finding.js';
import type { JsonObject } from '../../../support/json.js';
import { list, object, schema } from '../schema/columns.js';

/** Findings, graph and fleet. */
export const knowledge = schema({
  findings: {
    tenant: true,
    columns: {
      finding_id: 'text',
      source_id: 'text',
      fingerprint: 'text',
      kind: 'text',
      rule: 'text?',
      /** The preferred id of the problem: CVE, GHSA, MAL, or the rule's id. */
      problem_id: 'text',
      severity: 'text',
      /** Sort key: 0 unknown, 1 low … 4 critical. */
      severity_rank: 'integer',
      status: 'text',
      title: 'text',
      component: 'text?',
      subject: 'text?',
      kev: 'flag',
      fixed_version: 'text?',
      /** JSON array of CWE ids. */
      cwes: list<string>(),
      /** Ids, names and title in the form of `wordsOf`; triggers maintain the word index. */
      search: 'text',
      first_seen: 'text',
      last_seen: 'text',
      resolved_at: 'text?',
      reopened_count: 'integer',
      first_job_id: 'text?',
      last_job_id: 'text?',
      evidence_id: 'text',
      triage: 'text?',
      assignee: 'text?',
      note: 'text?',
      updated_at: 'text',
      /** SHA-256 of the document, with which equal and changed findings are distinguished without reading them. */
      document_hash: 'text',
      /** The whole finding as JSON. It is the last column, because a long one is stored on pages of its own. */
      document: object<Finding>(),
    },
    primary: ['finding_id'],
    unique: [['source_id', 'fingerprint']],
    numbered: true,
    indexes: [
      ['severity_rank', 'last_seen', 'finding_id'],
      ['status', 'severity_rank', 'last_seen', 'finding_id'],
      ['kind', 'severity_rank', 'last_seen', 'finding_id'],
      // Status is the last column, so that the index gives the order by severity with and without it.
      ['source_id', 'severity_rank', 'last_seen', 'finding_id', 'status'],
      ['problem_id'],
      ['component'],
      ['last_job_id'],
    ],
  },
  graph_nodes: {
    tenant: true,
    columns: {
      source_id: 'text',
      node_id: 'text',
      kind: 'text',
      label: 'text',
      severity: 'text?',
      properties: 'text',
      search: 'text',
      first_seen: 'text',
      last_seen: 'text',
    },
    primary: ['node_id', 'source_id'],
    indexes: [['source_id'], ['kind', 'node_id'], ['search']],
  },
  graph_edges: {
    tenant: true,
    columns: { source_id: 'text', from_id: 'text', to_id: 'text', kind: 'text', first_seen: 'text', last_seen: 'text' },
    primary: ['from_id', 'to_id', 'kind', 'source_id'],
    indexes: [['source_id'], ['to_id']],
  },
  /** Counts the changes of findings and graph, so that outdated computed values are recognised. */
  knowledge_versions: { tenant: true, columns: { version: 'integer' }, primary: [] },
  /** Additions, changes and removals, for differences between two times. */
  graph_changes: {
    tenant: true,
    columns: {
      changed_at: 'text',
      seq: 'integer',
      source_id: 'text',
      item: 'text',
      change: 'text',
      /** The id of a node; both ends and kind of an edge. It is the same in every change of one thing. */
      thing: 'text',
      document: object<JsonObject>(),
      job_id: 'text?',
    },
    // Numbered within a source, whose lock the writer holds.
    primary: ['changed_at', 'source_id', 'seq'],
  },
  fleet_agents: {
    tenant: true,
    columns: {
      agent_id: 'text',
      source_id: 'text?',
      device: 'text',
      name: 'text',
      client: 'text',
      lifecycle_state: 'text',
      stale: 'flag',
      owner: 'text?',
      /** The number of servers in the document, so that statistics need not read it. */
      servers: 'integer',
      tools: 'integer',
      credentials: 'integer',
      document: object<JsonObject>(),
      document_hash: 'text',
      first_seen: 'text',
      last_seen: 'text',
      updated_at: 'text',
    },
    primary: ['agent_id'],
    indexes: [
      ['source_id', 'device'],
      ['device', 'last_seen', 'agent_id'],
      ['lifecycle_state', 'last_seen', 'agent_id'],
      ['last_seen', 'agent_id'],
      ['name', 'agent_id'],
    ],
  },
  exceptions: {
    tenant: true,
    columns: {
      exception_id: 'text',
      problem_id: 'text',
      purl: 'text?',
      fingerprint: 'text?',
      source_id: 'text?',
      reason: 'text',
      status: 'text',
      requested_by: 'text',
      decided_by: 'text?',
      decision_note: 'text?',
      expires_at: 'text',
      created_at: 'text',
      decided_at: 'text?',
      updated_at: 'text',
    },
    primary: ['exception_id'],
    indexes: [
      ['created_at', 'exception_id'],
      ['status', 'expires_at'],
    ],
  },
  cloud_connections: {
    tenant: true,
    columns: {
      connection_id: 'text',
      provider: 'text',
      display_name: 'text',
      account: 'text',
      configuration: object<JsonObject>(),
      status: 'text',
      health: 'text',
      last_verified_at: 'text?',
      last_error: 'text?',
      created_by: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    primary: ['connection_id'],
    unique: [['provider', 'account']],
    indexes: [['created_at', 'connection_id']],
  },
  connector_states: {
    tenant: true,
    columns: { name: 'text', health: 'text', detail: 'text?', checked_at: 'text' },
    primary: ['name'],
  },
});
