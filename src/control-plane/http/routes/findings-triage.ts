import type { z } from 'zod';
import { triageStates } from '../../../api/finding-filter.js';
import type { findingTriageRoutes, triageDecision } from '../../../api/findings-triage.js';
import { timeOf } from '../../ground/ground.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import type { Store, TenantStore } from '../../store/layer/store.js';
import type { TriageBefore } from '../../store/schema/triage-before.js';
import { type DecisionRow, TriageRepository } from '../../store/triage.js';
import { triageMany } from '../../triage/bulk.js';
import { endDecision, undoChange } from '../../triage/undo.js';
import { wantedFindings } from '../../triage/wanted.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';
import { workOf } from '../tenant-work.js';

export const findingTriageHandlers: Handlers<typeof findingTriageRoutes> = {
  bulkTriage: {
    async prepare({ plane, principal, body: { filter: asked, ...wish } }) {
      // The exposure is read before the transaction, whose own changes no view may hold.
      const filter =
        asked &&
        (await plane.store.read(principal.tenantId, (store) =>
          wantedFindings(store, asked, () => exposureOf(plane.store, store, plane.clock())),
        ));
      return async (call) => {
        const { before, decisions, ...change } = await triageMany(workOf(call), wish, filter);
        const { state, until = null } = wish;
        const some = before.slice(0, MOST_NAMED).map(({ finding_id }) => finding_id);
        return {
          body: { ...change, changed: before.length, before: before.map(shownBefore), decisions: decisions.map(shownDecision) },
          audit: {
            target_id: change.change_id,
            details: { state, until, changed: before.length, decisions: decisions.length, findings: some },
          },
        };
      };
    },
  },
  undoTriage: async (call) => {
    const { change_id } = call.params;
    const done = await undoChange(workOf(call), change_id);
    return { body: { change_id, ...done }, audit: { target_id: change_id, details: done } };
  },
  listTriageDecisions: async (call) => {
    const { store, plane, query } = call;
    return {
      body: await new TriageRepository(store).list(query.state, timeOf(plane), pageRequest(call, 'triage-decisions'), shownDecision),
    };
  },
  endTriageDecision: async (call) => {
    const { decision_id } = call.params;
    return { audit: { target_id: decision_id, details: { changed: await endDecision(workOf(call), decision_id) } } };
  },
};

/** Findings that the audit event of a change names. */
const MOST_NAMED = 100;

async function exposureOf(of: Store, store: TenantStore, now: number) {
  return (await knowledgeOf(of, store, now)).currentExposure();
}

function stateOf(text: string | null) {
  return triageStates.find((one) => one === text) ?? null;
}

function shownBefore({ decision_id: _, state, ...before }: TriageBefore) {
  return { ...before, state: stateOf(state) };
}

function shownDecision(row: DecisionRow): z.input<typeof triageDecision> {
  return { ...row, state: stateOf(row.state) ?? 'investigating' };
}
