import type { gatewayRoutes } from '../../../api/gateway.js';
import type { Route } from '../../../api/route.js';
import { governs } from '../../../policy/gateway/decide.js';
import { HOUR_MS } from '../../../support/durations.js';
import { BadRequest, NotFound } from '../../failures.js';
import { dryRun } from '../../gateway/dry-run.js';
import { evaluateCall, prepareCall } from '../../gateway/evaluate.js';
import { createPolicy, requirePolicy, requireUsable, updatePolicy } from '../../gateway/policy-edits.js';
import { policySet } from '../../gateway/policy-set.js';
import { gatewayStats } from '../../gateway/stats.js';
import { draftFor } from '../../gateway/upstream-draft.js';
import { joinUpstreams, upstreamKey } from '../../gateway/upstreams.js';
import { timeOf } from '../../ground/ground.js';
import { GatewayEventRepository, type GatewayEventRow } from '../../store/gateway-events.js';
import { GatewayPolicyRepository, type PolicyRow } from '../../store/gateway-policies.js';
import { pageOfRows } from '../../store/layer/paging.js';
import type { TenantStore } from '../../store/layer/store.js';
import { BindingRepository, type BindingRow } from '../../store/policy-bindings.js';
import { sightingsOf } from '../../store/upstreams.js';
import type { Call, EarlyCall, Handlers, Reply } from '../call.js';
import { etagOf, isKnown } from '../etag.js';
import { pageRequest } from '../page-request.js';
import { workOf } from '../tenant-work.js';

export const gatewayHandlers: Handlers<typeof gatewayRoutes> = {
  createGatewayPolicy: {
    async prepare({ plane, principal, body }) {
      await requireUsable(plane, principal.tenantId, body.rules);
      return async ({ store }) => {
        const row = await createPolicy(body, { store, actor: principal.actor, now: timeOf(plane) });
        const headers = { location: `/v1/gateway/policies/${row.policy_id}` };
        return { body: await shown(store, row), headers, audit: note(row) };
      };
    },
  },
  listGatewayPolicies: (call) =>
    unlessKnown(call, async ({ store, principal: { sourceId } }) => {
      const page = await new GatewayPolicyRepository(store).list(pageRequest(call, 'gateway_policies'), sourceId);
      const bindings = await new BindingRepository(store).ofPolicies(page.items.map(({ policy_id }) => policy_id));
      return { ...page, items: page.items.map((row) => withBindings(row, bindings, sourceId)), source_id: sourceId ?? null };
    }),
  getGatewayPolicy: (call) =>
    unlessKnown(call, async ({ store, principal: { sourceId } }) => {
      const { policy_id } = call.params;
      if (sourceId === undefined) return shown(store, await requirePolicy(store, policy_id));
      const row = await new GatewayPolicyRepository(store).findApplying(policy_id, sourceId);
      if (!row) throw new NotFound('policy');
      return withBindings(row, await new BindingRepository(store).ofPolicies([policy_id]), sourceId);
    }),
  listGatewayPolicyVersions: async (call) => {
    const { policy_id } = await requirePolicy(call.store, call.params.policy_id);
    const page = { ...call, query: { ...call.query, policy_id } };
    return {
      body: await new GatewayPolicyRepository(call.store).versions(policy_id, pageRequest(page, 'gateway_versions')),
    };
  },
  dryRunGatewayPolicy: {
    async prepare({ plane, principal, body }) {
      await requireUsable(plane, principal.tenantId, body.rules);
      const answer = await plane.store.read(principal.tenantId, (store) => dryRun(plane, store, body));
      return async () => ({ body: answer, audit: 'none' });
    },
  },
  updateGatewayPolicy: { prepare: ({ params, body, ...early }) => changing(early, params.policy_id, body) },
  deleteGatewayPolicy: ({ params, ...at }) => remove(at, params.policy_id),
  updateNamedGatewayPolicy: { prepare: ({ body: { policy_id, ...rest }, ...early }) => changing(early, policy_id, rest) },
  deleteNamedGatewayPolicy: ({ query, ...at }) => remove(at, query.policy_id),
  evaluateGatewayCall: {
    async prepare(early) {
      const prepared = await prepareCall({ ground: early.plane, by: early.principal, body: early.body });
      return async (call) => {
        const { decision, eventId, details, after } = await evaluateCall(
          { ...workOf(call), ground: call.plane, body: call.body },
          prepared,
        );
        const action = decision.decision === 'deny' ? 'gateway.block' : 'gateway.allow';
        const outcome = decision.decision === 'warn' ? 'warned' : decision.decision === 'deny' ? 'denied' : 'success';
        const audit = { action, outcome, details, ...(decision.policy_id !== null && { target_id: decision.policy_id }) };
        return { body: { ...decision, event_id: eventId }, audit, ...(after && { after }) };
      };
    },
  },
  listGatewayAudit: async (call) => {
    const { since, until } = call.query;
    if (since !== undefined && until !== undefined && since >= until) throw new BadRequest('since: must be before until');
    return { body: await new GatewayEventRepository(call.store).list(call.query, pageRequest(call, 'gateway_audit'), eventOf) };
  },
  gatewayStats: async ({ store, query, plane }) => ({ body: await gatewayStats(store, timeOf(plane, -query.hours * HOUR_MS)) }),
  listDiscoveredUpstreams: async (call) => {
    const { store, plane, query } = call;
    const { compiled } = await policySet(plane, store);
    const page = pageRequest(call, 'upstreams');
    const [after] = page.after ?? [];
    const rows = joinUpstreams(await sightingsOf(store))
      .map((one) => ({ ...one, governed: governs(compiled, one.name) }))
      .filter((one) => query.governed === undefined || String(one.governed) === query.governed)
      .filter((one) => typeof after !== 'string' || upstreamKey(one) > after)
      .slice(0, page.limit + 1);
    return {
      body: pageOfRows(
        page,
        rows,
        (one) => [upstreamKey(one)],
        (one) => ({ ...one, draft: one.governed ? null : draftFor(one.name) }),
      ),
    };
  },
};

type Asking = Pick<Call<Route>, 'store' | 'principal' | 'headers' | 'params' | 'query'>;

/**
 * An answer about policies, or 304 when nothing that it depends on has changed: policies, bindings, the query, and what
 * the caller may see.
 */
async function unlessKnown(call: Asking, answer: (call: Asking) => Promise<unknown>): Promise<Reply> {
  const { store, principal, headers, params, query } = call;
  // Read before the answer's data: a change in between is then noticed by the next request.
  const revision = await new GatewayPolicyRepository(store).revision();
  const etag = etagOf(store.tenantId, revision, principal.sourceId ?? null, params ?? null, query ?? null);
  if (isKnown(etag, headers['if-none-match'])) return { status: 304, headers: { etag } };
  return { body: await answer(call), headers: { etag } };
}

type Changing = Pick<Call<Route>, 'store' | 'principal' | 'plane'>;
type Update = Parameters<typeof updatePolicy>[1];

async function changing({ principal, plane }: Pick<EarlyCall<Route>, 'principal' | 'plane'>, policyId: string, body: Update) {
  if (body.rules) await requireUsable(plane, principal.tenantId, body.rules);
  return async ({ store }: Changing): Promise<Reply> => {
    const row = await updatePolicy(policyId, body, { store, actor: principal.actor, now: timeOf(plane) });
    return { body: await shown(store, row), audit: note(row) };
  };
}

async function remove({ store, plane }: Changing, policyId: string): Promise<Reply> {
  const row = await requirePolicy(store, policyId);
  const policies = new GatewayPolicyRepository(store);
  await policies.remove(row.policy_id);
  await new BindingRepository(store).removeWhere({ policy_id: row.policy_id });
  await policies.changed(timeOf(plane));
  return { audit: note(row) };
}

async function shown(store: TenantStore, row: PolicyRow) {
  return withBindings(row, await new BindingRepository(store).ofPolicies([row.policy_id]));
}

/** A caller bound to one source sees no bindings of others. */
function withBindings(row: PolicyRow, bindings: readonly BindingRow[], sourceId?: string) {
  const own = bindings.filter(
    ({ policy_id, target_type, target_id }) =>
      policy_id === row.policy_id && (sourceId === undefined || target_type !== 'source' || target_id === sourceId),
  );
  return {
    ...row,
    bindings: own.map(({ binding_id, target_type, target_id, mode }) => ({ binding_id, target_type, target_id, mode })),
  };
}

function note({ policy_id, name, version, mode, enabled }: PolicyRow) {
  return { target_id: policy_id, details: { name, version, mode, enabled } };
}

function eventOf({ document, origin, severity, alert, received_at, ...row }: GatewayEventRow) {
  const { reason, would_decide, arguments: shapes, trace_id } = document;
  return { ...row, reason, would_decide, arguments: shapes, trace_id };
}
