import type { AdvisorySource, MatchResult } from '../model/advisory.js';
import type { Finding } from '../model/finding.js';
import { emptyInventory, type Inventory } from '../model/inventory.js';
import type { Narrowing } from '../model/narrowing.js';
import type { Note } from '../model/report.js';
import type { ScanRequest } from '../model/request.js';
import type { JudgeInput } from '../policy/judge.js';
import { Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import { narrowingOf } from './narrowing.js';

/** The state of one run; each step adds to it. */
export interface ScanState {
  request: ScanRequest;
  context: Context;
  /** Slices of the work, between which signals are handled. */
  turns: Turns;
  startedAt: number;
  version: string;
  inventory: Inventory;
  notes: Note[];
  matched: MatchResult;
  findings: Finding[];
  narrowed: Narrowing;
  /** Set when the user's filters left no component. */
  emptied?: JudgeInput['emptied'];
  /** What this scan matches against: the local database, or the demo's own. */
  advisories?: AdvisorySource;
  /** Set when the run ends before judging. */
  early: Pick<JudgeInput, 'stale' | 'noInput'>;
}

/** The state before the first step. */
export function newState(request: ScanRequest, context: Context, version: string): ScanState {
  return {
    request,
    context,
    turns: Turns.heeding(context.signal),
    version,
    startedAt: context.clock(),
    inventory: emptyInventory(),
    notes: [],
    matched: noMatches(),
    findings: [],
    early: {},
    narrowed: narrowingOf(request),
    ...(context.advisories.source && { advisories: context.advisories.source }),
  };
}

/** A result with nothing in it. */
export function noMatches(): MatchResult {
  return { matches: [], withdrawn: [], review: [], unmatched: [] };
}
