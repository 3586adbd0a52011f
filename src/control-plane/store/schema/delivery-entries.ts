import type { JsonObject } from '../../../support/json.js';

/** What became of a finding. */
export type FindingEvent = 'finding.opened' | 'finding.changed' | 'finding.reopened' | 'finding.resolved';

/** What a transaction changed that deliveries and webhooks follow. */
export type DeliveryEntry =
  | { what: FindingEvent; finding_id: string }
  /** Nodes or edges: other findings may be exposed now. */
  | { what: 'graph' }
  /** Exceptions: other findings may be covered now. */
  | { what: 'exceptions' }
  /** A rule sends from now on: what is open already is delivered too. */
  | { what: 'rule'; delivery_id: string }
  | { what: 'job.failed' | 'alert.raised'; severity: string | null; data: JsonObject };

/** What a ticket says of a finding. */
export interface DeliveredFacts {
  status: 'open' | 'closed';
  severity: string;
  kev: boolean;
  exposed: boolean;
  fix: string;
}

/** A secret of a webhook: it follows from the key of the service that `key_id` names, and is stored nowhere. */
export interface WebhookSecret {
  secret_id: string;
  key_id: string;
  created_at: string;
  expires_at: string | null;
}
