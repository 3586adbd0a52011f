import type { SecretCandidate } from './candidate.js';
import { ranks } from './candidate.js';

/** Characters of a public prefix that are shown. */
const SHOWN = 4;
const PREFIX = /^(?:[A-Za-z]{2,12}[_-]|[A-Z]{4}|[A-Za-z]{2,3}\.)/;

/** `ghp_…(40)`: the begin of a provider's public prefix, never of the random part, and the length. */
export function maskedForm({ rank, rule, value }: SecretCandidate): string {
  if (rule === 'secret-private-key' || rule === 'secret-gcp-service-account') return `-----BEGIN …(${value.length})`;
  const prefix = rank === ranks.provider ? (PREFIX.exec(value)?.[0] ?? '') : '';
  return `${prefix.slice(0, SHOWN)}…(${value.length})`;
}
