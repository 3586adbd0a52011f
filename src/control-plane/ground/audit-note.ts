/** What went on, for the audit event of a request. */
export interface AuditNote {
  target_id?: string;
  /** In place of `success`. */
  outcome?: string;
  /** In place of the route's own action. */
  action?: string;
  details?: Record<string, unknown>;
}
