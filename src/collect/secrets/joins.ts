import { type Candidate, ranks, type Subject } from './candidate.js';
import type { Lines } from './lines.js';
import { entropyOf, isStandInKey } from './not-secret.js';
import { holds } from './structure.js';

/** One candidate for each cause, in the order of the text. */
export function joined(subject: Subject, candidates: readonly Candidate[], lines: Lines): Candidate[] {
  const told = withKeyPairs(subject, serviceAccounts(subject, mostSpecific(candidates)), lines);
  const seen = new Set<string>();
  return told.filter(({ value, start }) => {
    const key = `${lines.at(start)} ${value}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Of candidates that overlap the most specific; one that nobody issued takes the others with it. */
function mostSpecific(candidates: readonly Candidate[]): Candidate[] {
  const sorted = [...candidates].sort((a, b) => a.start - b.start || b.rank - a.rank);
  const kept: Candidate[] = [];
  for (const candidate of sorted) {
    const last = kept.at(-1);
    if (!last || candidate.start >= last.end) kept.push(candidate);
    else if (beats(candidate, last)) kept[kept.length - 1] = candidate;
  }
  return kept.filter(({ none }) => !none);
}

function beats(candidate: Candidate, last: Candidate): boolean {
  if (candidate.rank !== last.rank) return candidate.rank > last.rank;
  return candidate.none === undefined && last.none !== undefined;
}

/** The private key of a Google service account is told by its own rule. */
function serviceAccounts({ text }: Subject, candidates: readonly Candidate[]): Candidate[] {
  return candidates.map((candidate) => {
    if (candidate.rule !== 'secret-private-key') return candidate;
    const before = text.slice(Math.max(0, candidate.start - 2000), candidate.start);
    const after = text.slice(candidate.end, candidate.end + 2000);
    if (!/"?private_key\\?"?\s{0,4}[:=]\s{0,4}\\?["']{1,3}$/.test(before) || !/service_account/.test(before + after)) return candidate;
    return { ...candidate, rule: 'secret-gcp-service-account', rank: ranks.format };
  });
}

const KEY_ID = /^secret-aws-(?:access|session)-key-id$/;
const SECRET = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;
const LINES_AWAY = 3;
const LEAST_BITS = 4;

/** The id of an AWS key and its secret within three lines are one finding: the secret's. */
function withKeyPairs({ text }: Subject, candidates: readonly Candidate[], lines: Lines): Candidate[] {
  const ids = candidates.filter(({ rule }) => KEY_ID.test(rule));
  if (ids.length === 0) return [...candidates];
  const secrets = new Map<number, Candidate>();
  for (const one of candidates) if (one.rule === 'secret-aws-secret-access-key') secrets.set(one.start, one);
  const dropped = new Set<Candidate>();
  for (const id of ids) {
    const near = [...secrets.values()].find(({ start }) => Math.abs(lines.at(start) - lines.at(id.start)) <= LINES_AWAY);
    const secret = near ?? secretNear(text, id);
    if (!secret) continue;
    dropped.add(id);
    secrets.set(secret.start, secret);
  }
  const others = candidates.filter(
    (one) =>
      !dropped.has(one) &&
      one.rule !== 'secret-aws-secret-access-key' &&
      ![...secrets.values()].some(({ start, end }) => one.start < end && one.end > start),
  );
  return [...others, ...secrets.values()].sort((a, b) => a.start - b.start);
}

function secretNear(text: string, { start: at, end }: Candidate): Candidate | undefined {
  let from = at;
  for (let line = 0; line <= LINES_AWAY && from > 0; line++) from = text.lastIndexOf('\n', from - 1);
  let to = end;
  for (let line = 0; line <= LINES_AWAY && to !== -1 && to < text.length; line++) to = text.indexOf('\n', to + 1);
  const begin = Math.max(0, from, at - 2000);
  for (const { 0: value, index } of text.slice(begin, Math.min(to === -1 ? text.length : to, end + 2000)).matchAll(SECRET)) {
    if (!holds('aws-secret', value) || entropyOf(value) < LEAST_BITS || isStandInKey(value, value)) continue;
    const start = begin + index;
    return {
      rule: 'secret-aws-secret-access-key',
      rank: ranks.provider,
      value,
      start,
      end: start + value.length,
      severity: 'critical',
      confidence: 'high',
      proof: 'structure',
    };
  }
  return undefined;
}
