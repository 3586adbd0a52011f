import { list, schema } from '../schema/columns.js';
import type { TriageBefore } from '../schema/triage-before.js';

/** What people decided about findings. */
export const triageSchema = schema({
  /** Decisions that also hold for later versions of a package and for other sources, until their date. */
  triage_decisions: {
    tenant: true,
    columns: {
      decision_id: 'text',
      /** An id of the problem, or the id of a rule. */
      problem_id: 'text',
      /** Package URL without version; null for findings that are about no package. */
      package: 'text?',
      /** Null for findings about a package. */
      subject: 'text?',
      state: 'text',
      assignee: 'text?',
      note: 'text?',
      until: 'text',
      decided_by: 'text',
      decided_at: 'text',
      ended_at: 'text?',
      ended_by: 'text?',
    },
    primary: ['decision_id'],
    indexes: [['decided_at', 'decision_id'], ['until']],
  },
  /** Changes of triage that can be undone for a day, with what each finding had before. */
  triage_changes: {
    tenant: true,
    columns: {
      change_id: 'text',
      had_before: list<TriageBefore>(),
      /** Ids of the decisions that the change made. */
      decision_ids: list<string>(),
      decided_by: 'text',
      decided_at: 'text',
      undone_at: 'text?',
      undone_by: 'text?',
    },
    primary: ['change_id'],
    indexes: [['decided_at']],
  },
});

/** Columns that findings got. */
export const findingTriageColumns = {
  decided_at: 'text?',
  decided_by: 'text?',
  /** When the triage ends by itself. */
  held_until: 'text?',
  decision_id: 'text?',
} as const;
