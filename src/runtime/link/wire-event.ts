import type { RuntimeEvent } from '../evidence/event.js';

/** Whose events these are. */
export interface EventSender {
  server: string;
  agent?: string | undefined;
  mode: 'audit' | 'enforce';
}

const MAX_NAME = 200;
const MAX_REASON = 500;

/** An event as one line of JSON in the form that `POST /v1/proxy/audit` takes; `seq` is its number in its session. */
export function wireLine(event: RuntimeEvent, { server, agent, mode }: EventSender, seq: number, occurredAt: Date): string {
  const { effect, would, method, tool, policy, rule, reason, trace_id } = event;
  return JSON.stringify({
    seq,
    occurred_at: occurredAt.toISOString(),
    decision: effect,
    ...(would !== effect && { would_decide: would }),
    mode,
    agent: plain(agent, MAX_NAME),
    server: plain(server, MAX_NAME),
    method: plain(method, MAX_NAME),
    tool: plain(tool, MAX_NAME),
    policy_id: plain(policy, MAX_NAME),
    rule_id: plain(rule, MAX_NAME),
    reason: plain(reason, MAX_REASON),
    argument_shape: shapeOf(event),
    trace_id,
  });
}

/** Names, kinds and lengths. */
function shapeOf({ arguments: shapes }: RuntimeEvent): Record<string, string> | undefined {
  if (!shapes) return undefined;
  return Object.fromEntries(shapes.map(({ name, kind, length }) => [plain(name, MAX_NAME) ?? '?', `${kind}(${length})`]));
}

/** A text that the service takes; undefined where nothing is left of it. */
function plain(text: string | undefined, most: number): string | undefined {
  return (
    text
      ?.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
      .slice(0, most)
      .replace(/\p{Cs}$/u, '') || undefined
  );
}
