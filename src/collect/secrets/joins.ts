import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import type { Lines } from './lines.js';
import { entropyOf, isStandInKey } from './not-secret.js';
import { holds } from './structure.js';

/** One candidate for each cause, in the order of the text. */
export function joined(subject: SearchedText, candidates: readonly SecretCandidate[], lines: Lines): SecretCandidate[] {
  const told = withKeyPairs(subject, serviceAccounts(subject, mostSpecific(candidates)), lines);
  const seen = new Set<string>();
  return told.filter(({ value, start }) => {
    const key = `${lines.at(start)} ${value}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Of candidates that overlap the most specific; one that nobody issued takes the others with it. */
function mostSpecific(candidates: readonly SecretCandidate[]): SecretCandidate[] {
  const sorted = [...candidates].sort((a, b) => a.start - b.start || b.rank - a.rank);
  const kept: SecretCandidate[] = [];
  for (const candidate of sorted) {
    const last = kept.at(-1);
    if (!last || candidate.start >= last.end) kept.push(candidate);
    else if (beats(candidate, last)) kept[kept.length - 1] = candidate;
  }
  return kept.filter(({ none }) => !none);
}

function beats(candidate: SecretCandidate, last: SecretCandidate): boolean {
  if (candidate.rank !== last.rank) return candidate.rank > last.rank;
  return candidate.none === undefined && last.none !== undefined;
}

/** The private key of a Google service account is told by its own rule. */
function serviceAccounts(subject: SearchedText, candidates: readonly SecretCandidate[]): SecretCandidate[] {
  return candidates.map((candidate) => {
    if (candidate.rule !== 'secret-private-key') return candidate;
    const before = subject.slice(Math.max(0, candidate.start - 2000), candidate.start);
    const after = subject.slice(candidate.end, candidate.end + 2000);
    if (!/"?private_key\\?"?\s{0,4}[:=]\s{0,4}\\?["']{1,3}$/.test(before) || !/service_account/.test(before + after)) return candidate;
    return { ...candidate, rule: 'secret-gcp-service-account', rank: ranks.format };
  });
}

const SECRET_RULE = 'secret-aws-secret-access-key';
const KEY_ID = /^secret-aws-(?:access|session)-key-id$/;
const SECRET = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;
const LINES_AWAY = 3;
/** Characters to each side in which the other half is looked for. */
const LONGEST_WAY = 2000;
/** Lines near a line, nearest first. */
const NEAR = [0, 1, -1, 2, -2, 3, -3];
const LEAST_BITS = 4;

/** The id of an AWS key and its secret within three lines are one finding: the secret's. */
function withKeyPairs(subject: SearchedText, candidates: readonly SecretCandidate[], lines: Lines): SecretCandidate[] {
  const ids = candidates.filter(({ rule }) => KEY_ID.test(rule));
  if (ids.length === 0) return [...candidates];
  const known = new Set(candidates.filter(({ rule }) => rule === SECRET_RULE).map(({ start }) => lines.at(start)));
  const searched = new Set<number>();
  const paired = new Set<SecretCandidate>();
  const more: SecretCandidate[] = [];
  for (const id of ids) {
    const line = lines.at(id.start);
    const isFirst = !searched.has(line);
    searched.add(line);
    const secret = NEAR.some((step) => known.has(line + step)) || !isFirst ? undefined : secretNear(subject.text, id);
    if (secret) {
      more.push(secret);
      known.add(lines.at(secret.start));
    }
    if (NEAR.some((step) => known.has(line + step))) paired.add(id);
  }
  return mostSpecific([...candidates.filter((one) => !paired.has(one)), ...more]);
}

function secretNear(text: string, { start: at, end }: SecretCandidate): SecretCandidate | undefined {
  const before = text
    .slice(Math.max(0, at - LONGEST_WAY), at)
    .split('\n')
    .slice(-LINES_AWAY - 1)
    .join('\n');
  const after = text
    .slice(end, end + LONGEST_WAY)
    .split('\n')
    .slice(0, LINES_AWAY + 1)
    .join('\n');
  const begin = at - before.length;
  for (const { 0: value, index } of text.slice(begin, end + after.length).matchAll(SECRET)) {
    if (!holds('aws-secret', value) || entropyOf(value) < LEAST_BITS || isStandInKey(value, value)) continue;
    const start = begin + index;
    return {
      rule: SECRET_RULE,
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
