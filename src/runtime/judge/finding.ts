import type { RuntimeEffect } from '../evidence/event.js';
import type { Level } from './presets.js';

/** What one check says of a message. */
export interface Objection {
  effect: Exclude<RuntimeEffect, 'allow'>;
  /** Only reported, whatever the relay's mode is. */
  isAudited: boolean;
  /** Enforced, whatever the relay's mode is. */
  isAccess?: true;
  rule: string;
  policy?: string;
  reason: string;
}

const ORDER: readonly RuntimeEffect[] = ['allow', 'warn', 'redact', 'deny'];

/** The finding that says more; of two equals the one that counts, then the earlier. */
export function stronger(a: Objection | undefined, b: Objection | undefined): Objection | undefined {
  if (!a || !b) return a ?? b;
  const more = ORDER.indexOf(b.effect) - ORDER.indexOf(a.effect);
  return more > 0 || (more === 0 && a.isAudited && !b.isAudited) ? b : a;
}

/** What a detector has found; undefined where it is off. */
export function detected(level: Level, rule: string, reason: string): Objection | undefined {
  return level === 'off' ? undefined : { effect: level, isAudited: false, rule, reason };
}

/** The agent may not use this at all. */
export function accessDenied(policy: string | null, rule: string | null, reason: string): Objection {
  return { effect: 'deny', isAudited: false, isAccess: true, rule: rule ?? 'gateway.access', reason, ...(policy !== null && { policy }) };
}
