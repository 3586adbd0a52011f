import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import type { EventSink } from '../evidence/event.js';
import type { CallSpans } from '../link/call-spans.js';
import type { LivePolicies } from '../link/live-policies.js';
import type { PinnedState } from './pinned-server.js';
import type { Detectors } from './presets.js';

/** `audit` says what `enforce` would do. */
export type RelayMode = 'audit' | 'enforce';

/** All that a relay judges by. */
export interface JudgeSetup {
  /** What the server is called in policies, pins and the log. */
  server: string;
  /** Who calls, as it signed in or as the launcher says: the agent of policies. */
  agent?: string | undefined;
  mode: RelayMode;
  policies: readonly GatewayPolicy[];
  /** What the agent may use at all: enforced in every mode. */
  access?: readonly GatewayPolicy[];
  /** Policies of a control plane, which come on top and may change at any time. */
  live?: LivePolicies | undefined;
  /** Spans of calls, where they are exported. */
  spans?: CallSpans | undefined;
  detectors: Detectors;
  /** What was approved of this server. */
  pinned: PinnedState | undefined;
  /** Calls a minute; undefined: as many as come. */
  rate: number | undefined;
  /** Takes secrets out of results, also in audit mode; false: nowhere; undefined: as mode and detectors say. */
  redact: boolean | undefined;
  /** Records every request, not only calls and what is not allowed. */
  logAll: boolean;
  events: EventSink;
  /** Key of the hashes of arguments. */
  shapeKey: Uint8Array;
  /** Milliseconds. */
  clock(): number;
  /** One line on standard error. */
  say(line: string): void;
}
