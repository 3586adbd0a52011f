/** Details for the audit event of a request. */
export interface AuditNote {
  target_id?: string;
  /** Replaces `success`. */
  outcome?: string;
  /** Replaces the route's own action. */
  action?: string;
  details?: Record<string, unknown>;
}
