import type { IssueKind } from '../support/issue-kinds.js';

/** How the reading of one input ended. `unsupported`, `failed` and `truncated` never count as clean. */
export const outcomes = ['scanned', 'empty', 'unsupported', 'failed', 'skipped', 'truncated'] as const;
export type Outcome = (typeof outcomes)[number];

/** Something that kept a collector from reading all there is, or that a person should know. Never holds a secret. */
export interface Issue {
  collector: string;
  path: string;
  line?: number;
  kind: IssueKind;
  /** One sentence: what was expected, what was found. */
  reason: string;
  /** How to settle it, with a command if there is one: ``run `npm install --package-lock-only` ``. */
  remedy?: string;
  /** True for notes that don't make the scan incomplete (an odd but legal entry). Absent: it does. */
  note?: true;
}

/** The end of one collector on one target. `components` counts what it yielded, `issues` its issues. */
export interface CollectorOutcome {
  id: string;
  target: string;
  outcome: Outcome;
  components: number;
  issues: number;
  /** True when the user named the target: an unreadable one then makes the scan incomplete. */
  named?: true;
}
