import { z } from 'zod';
import { id, line, moment, paged, paging, text, time } from './fields.js';
import { findingFilterBody, triageStates } from './finding-filter.js';
import { routeTable } from './route.js';

const count = z.number().int();
const state = z.enum(triageStates);

export const bulkTriage = z
  .strictObject({
    finding_ids: z.array(id('fnd')).min(1).max(500).optional(),
    /** Instead of ids: all findings that match, at most 5000. */
    filter: findingFilterBody.optional(),
    /** With a filter: the number of findings that the caller saw. 409 when it is another by now. */
    expected: count.min(0).optional(),
    /** Null removes the triage. */
    state: state.nullable(),
    assignee: line().nullable().optional(),
    note: text(2000).nullable().optional(),
    /**
     * Makes a decision about each problem in its package, or about each rule and what it found: it also holds for other
     * versions and sources, those that come later too, and ends at this time, at most 365 days ahead.
     */
    until: moment.optional(),
  })
  .refine((body) => (body.finding_ids === undefined) !== (body.filter === undefined), {
    path: ['finding_ids'],
    message: 'expected either finding_ids or filter',
  })
  .refine((body) => body.filter === undefined || body.expected !== undefined, {
    path: ['expected'],
    message: 'expected the number of findings, because a filter is given',
  })
  .refine((body) => body.until === undefined || body.state !== null, { path: ['until'], message: 'a removed triage has no end' });

const before = z.object({
  finding_id: z.string(),
  state: state.nullable(),
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  decided_at: time.nullable(),
  decided_by: z.string().nullable(),
  held_until: time.nullable(),
});

export const triageDecision = z.object({
  decision_id: z.string(),
  tenant_id: z.string(),
  problem_id: z.string(),
  package: z.string().nullable(),
  subject: z.string().nullable(),
  state,
  assignee: z.string().nullable(),
  note: z.string().nullable(),
  until: time,
  decided_by: z.string(),
  decided_at: time,
  ended_at: time.nullable(),
  ended_by: z.string().nullable(),
});

const change = z.object({
  /** For `undoTriage`, within a day. */
  change_id: z.string(),
  /** Findings that were changed, those of other sources included. */
  changed: count,
  decided_at: time,
  decided_by: z.string(),
  /** What each changed finding had before. */
  before: z.array(before),
  decisions: z.array(triageDecision),
});

/** Routes of triage of many findings at once, and of decisions that hold for findings to come. */
export const findingTriageRoutes = routeTable({
  bulkTriage: {
    method: 'POST',
    path: '/v1/findings/triage',
    summary: 'Triage many findings at once, until a date also those to come; the answer has what each had before',
    role: 'analyst',
    scope: 'scan',
    audit: 'finding.triage',
    body: bulkTriage,
    response: change,
    status: 200,
    idempotency: 'accepted',
    errors: [404, 409],
  },
  undoTriage: {
    method: 'POST',
    path: '/v1/findings/triage/{change_id}/undo',
    summary: 'Give the findings of a change the triage they had before; 409 when one was triaged again since',
    role: 'analyst',
    scope: 'scan',
    audit: 'finding.undo',
    params: z.object({ change_id: id('tch') }),
    response: z.object({ change_id: z.string(), changed: count, ended_decisions: count }),
    status: 200,
    errors: [404, 409],
  },
  listTriageDecisions: {
    method: 'GET',
    path: '/v1/triage-decisions',
    summary: 'List decisions that hold for later versions and other sources until a date, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, state: z.enum(['in_force', 'ended']).optional() }),
    response: paged(triageDecision),
    status: 200,
  },
  endTriageDecision: {
    method: 'DELETE',
    path: '/v1/triage-decisions/{decision_id}',
    summary: 'End a decision before its date; findings that it covers lose their triage',
    role: 'analyst',
    scope: 'scan',
    audit: 'decision.end',
    params: z.object({ decision_id: id('dec') }),
    status: 204,
    errors: [404, 409],
  },
});
