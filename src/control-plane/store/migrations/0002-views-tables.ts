import { list, object, orNull, schema } from '../schema/columns.js';
import type { KnowledgeChanges } from '../schema/knowledge-changes.js';

/** What views are answered from, kept by the same transaction as what they show. */
export const viewSchema = schema({
  /** Numbers of findings, changed by triggers; one source has few rows. */
  finding_counts: {
    tenant: true,
    columns: {
      source_id: 'text',
      kind: 'text',
      severity: 'text',
      status: 'text',
      kev: 'flag',
      /** Whether a version is known that ends it. */
      fixed: 'flag',
      count: 'integer',
    },
    primary: ['source_id', 'kind', 'severity', 'status', 'kev', 'fixed'],
  },
  /** Numbers of open findings that are the same to a framework, changed by triggers. */
  finding_groups: {
    tenant: true,
    columns: {
      source_id: 'text',
      kind: 'text',
      /** Empty where no rule found them. */
      rule: 'text',
      cwes: list<string>(),
      severity: 'text',
      count: 'integer',
    },
    primary: ['source_id', 'kind', 'rule', 'cwes', 'severity'],
  },
  /** What each version of the tenant's knowledge changed; older ones are gone. */
  knowledge_changes: {
    tenant: true,
    columns: {
      version: 'integer',
      /** Null: too much to be named. */
      changes: orNull(object<KnowledgeChanges>()),
    },
    primary: ['version'],
  },
});
