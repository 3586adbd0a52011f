import type { z } from 'zod';
import type { gatewayCall } from '../../api/gateway.js';
import { capabilitiesOf } from '../../detect/tools/capabilities.js';
import type { GatewayJudgement } from '../../policy/gateway/decide.js';
import type { GatewayCall, GatewayDecision } from '../../policy/gateway/policy.js';
import { argumentShapes, isTooDeep } from '../../support/argument-shape.js';
import { redact } from '../../support/redact.js';
import { spanned } from '../../system/tracing.js';
import type { TenantWork } from '../auth/tenant-work.js';
import { Forbidden, NotFound, Unprocessable } from '../failures.js';
import { timeOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { defaultSource } from '../ingest/push-source.js';
import { derivedKey } from '../secrets.js';
import { GatewayEventRepository } from '../store/gateway-events.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';
import { decideCall } from './decide-call.js';
import { feedSource } from './hour-log.js';
import { type GatewayGround, judgeCall, judgeHere } from './judge-call.js';
import { type PolicySet, policySet } from './policy-set.js';

type CallBody = z.output<typeof gatewayCall>;

export interface Asked extends TenantWork {
  ground: GatewayGround;
  body: CallBody;
}

/** A call judged by a set of policies, which may have changed by the time the call is decided. */
export interface PreparedCall {
  call: GatewayCall;
  set: PolicySet;
  judgement: GatewayJudgement;
}

export interface EvaluatedCall {
  decision: GatewayDecision;
  eventId: string;
  /** Names only. */
  details: Record<string, unknown>;
  /** Runs once the transaction has succeeded. */
  after?: () => void;
}

/**
 * Judges a call before its transaction. Judging that may take long is done in another process, and no transaction waits
 * for it.
 */
export async function prepareCall({ ground, by, body }: Pick<Asked, 'ground' | 'by' | 'body'>): Promise<PreparedCall> {
  if (isTooDeep(body.arguments)) throw new Unprocessable('arguments: nested too deep');
  const classes = [...new Set([...(body.tool_classes ?? []), ...capabilitiesOf({ name: body.tool }, body.server)])];
  const call = { ...body, source: by.sourceId ?? body.source_id, tool_classes: classes };
  const { tenantId } = by;
  const set = await ground.store.read(tenantId, (store) => policySet(ground, store));
  const judgement = await spanned({ name: 'gateway judge' }, () => judgeCall(ground, { tenantId, set, call }));
  return { call, set, judgement };
}

/** Decides a call and stores the decision, in the caller's transaction. */
export async function evaluateCall(asked: Asked, { call, set, judgement }: PreparedCall): Promise<EvaluatedCall> {
  const { ground, store, body } = asked;
  const named = await sourceOf(asked);
  const current = await policySet(ground, store);
  const judged = current === set ? judgement : judgeHere(current, call);
  const decision = await decideCall(ground, store, judged, call);
  const source = named ?? (await defaultSource(asked));
  const now = timeOf(ground);
  const eventId = await keep(asked, { source: source.source_id, decision, now });
  const after = isFed(source) ? await feedSource(ground, { ...asked, now }, source) : undefined;
  ground.counts?.add('castellan_gateway_decisions_total', { decision: decision.decision });
  const { mode, would_decide, rule_id } = decision;
  const details = { event_id: eventId, decision: decision.decision, would_decide, mode, rule_id, ...namesOf(body) };
  return { decision, eventId, details, ...(after && { after }) };
}

/** True for runtime sources in use. A call may name a source of another kind, but its decisions do not belong to it. */
function isFed({ kind, enabled, status }: SourceRow): boolean {
  return kind.startsWith('runtime.') && enabled && status !== 'retired';
}

/** The source that the credential is bound to, or else the one that the call names. */
async function sourceOf({ by, body, store }: Asked): Promise<SourceRow | undefined> {
  const { source_id: named } = body;
  if (by.sourceId !== undefined) {
    if (named !== undefined && named !== by.sourceId) throw new Forbidden('this credential speaks for another source');
  }
  const wanted = by.sourceId ?? named;
  if (wanted === undefined) return undefined;
  const source = await new SourceRepository(store).find(wanted);
  if (!source) throw new NotFound('source');
  return source;
}

/** Names come from outside: secrets and control characters in them are replaced. */
function namesOf({ agent, server, tool }: CallBody) {
  const kept = (name: string | undefined) =>
    name === undefined
      ? null
      : redact(name)
          .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
          .slice(0, 200);
  return { agent: kept(agent), server: kept(server), tool: kept(tool) };
}

interface Kept {
  source: string;
  decision: GatewayDecision;
  now: string;
}

async function keep({ ring, store, body, request }: Asked, { source, decision, now }: Kept): Promise<string> {
  const eventId = newId('evt');
  const { reason, would_decide, matched } = decision;
  const document = {
    reason,
    would_decide,
    matched: matched.slice(0, 20).map(({ policy_id, rule_id, effect }) => ({ policy_id, rule_id, effect })),
    arguments: argumentShapes(body.arguments, derivedKey(ring, 'argument hashes')),
    trace_id: request.traceId,
  };
  await new GatewayEventRepository(store).add({
    event_id: eventId,
    source_id: source,
    session_id: body.session_id === undefined ? null : redact(body.session_id),
    ...namesOf(body),
    decision: decision.decision,
    mode: decision.mode,
    policy_id: decision.policy_id,
    rule_id: decision.rule_id,
    severity: null,
    alert: would_decide === 'deny',
    occurred_at: now,
    received_at: now,
    document,
  });
  return eventId;
}
