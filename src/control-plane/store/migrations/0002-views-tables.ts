import { list, object, orNull, schema } from '../schema/columns.js';
import type { KnowledgeChanges } from '../schema/knowledge-changes.js';

/** Tables that views are answered from, updated in the transaction that changes what they show. */
export const viewSchema = schema({
  /** Numbers of findings, maintained by triggers; each source has few rows. */
  finding_counts: {
    tenant: true,
    columns: {
      source_id: 'text',
      kind: 'text',
      severity: 'text',
      status: 'text',
      kev: 'flag',
      /** True when a fixed version is known. */
      fixed: 'flag',
      count: 'integer',
    },
    primary: ['source_id', 'kind', 'severity', 'status', 'kev', 'fixed'],
  },
  /** Numbers of open findings that are equal to a framework, maintained by triggers. */
  finding_groups: {
    tenant: true,
    columns: {
      source_id: 'text',
      kind: 'text',
      /** Empty when no rule found them. */
      rule: 'text',
      cwes: list<string>(),
      severity: 'text',
      count: 'integer',
    },
    primary: ['source_id', 'kind', 'rule', 'cwes', 'severity'],
  },
  /** What each version of the tenant's knowledge changed; old versions are removed. */
  knowledge_changes: {
    tenant: true,
    columns: {
      version: 'integer',
      /** Null when there were too many changes to list. */
      changes: orNull(object<KnowledgeChanges>()),
    },
    primary: ['version'],
  },
});
