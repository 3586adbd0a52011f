/** What a state says at a glance: `good`, `bad`, `warn` (look at it), `busy` (under way), `idle` (says nothing). */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle';

/** The states of the API, of whatever thing; a state that is not listed says nothing. */
const TONES: Readonly<Record<string, Tone>> = {
  succeeded: 'good',
  success: 'good',
  healthy: 'good',
  active: 'good',
  approved: 'good',
  pass: 'good',
  verified: 'good',
  allow: 'good',
  resolved: 'good',
  configured: 'idle',
  queued: 'busy',
  running: 'busy',
  pending: 'busy',
  pending_review: 'busy',
  investigating: 'busy',
  partial: 'warn',
  incomplete: 'warn',
  refused: 'warn',
  degraded: 'warn',
  warn: 'warn',
  stale: 'warn',
  timed_out: 'warn',
  expired: 'warn',
  suppressed: 'warn',
  unverified: 'warn',
  failed: 'bad',
  blocked: 'bad',
  failure: 'bad',
  denied: 'bad',
  unreachable: 'bad',
  auth_failed: 'bad',
  deny: 'bad',
  fail: 'bad',
  confirmed: 'bad',
  quarantined: 'bad',
  revoked: 'bad',
};

export function toneOf(state: string): Tone {
  return TONES[state] ?? 'idle';
}

/** `not_assessed` as people write it. */
export function inWords(state: string): string {
  return state.replaceAll('_', ' ');
}
