/** The triage that a finding had before a change. */
export interface TriageBefore {
  finding_id: string;
  state: string | null;
  assignee: string | null;
  note: string | null;
  decided_at: string | null;
  decided_by: string | null;
  held_until: string | null;
  decision_id: string | null;
}
