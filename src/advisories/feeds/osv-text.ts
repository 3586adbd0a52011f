import type { AffectedRange, FixState } from '../../model/advisory.js';
import { severityOfScore } from '../../model/severity.js';
import { isObject, type JsonObject, own } from '../../support/json.js';

/** A string member, or the empty text. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * `aliases` and `upstream`, without the own id, sorted. `upstream` names the vulnerabilities a distribution's record is
 * about (OSV schema, "upstream field"); `related` names other problems and never counts.
 */
export function aliasesOf(record: JsonObject, id: string): string[] {
  const all = new Set([...strings(own(record, 'aliases')), ...strings(own(record, 'upstream'))]);
  all.delete(id);
  return [...all].sort();
}

/**
 * Every CVSS vector of the record: its own, those of its packages, and those RustSec writes into `database_specific`.
 * Types that hold a word instead (Ubuntu) are left to `severityWordOf`.
 */
export function severitiesOf(record: JsonObject, affected: readonly JsonObject[]): { type: string; score: string }[] {
  const found = new Map<string, { type: string; score: string }>();
  for (const holder of [record, ...affected]) {
    for (const entry of objects(own(holder, 'severity'))) add(found, textOrEmpty(own(entry, 'type')), textOrEmpty(own(entry, 'score')));
  }
  for (const entry of affected) add(found, 'CVSS', textOrEmpty(specific(entry, 'cvss')));
  return [...found.values()];
}

function add(found: Map<string, { type: string; score: string }>, type: string, score: string): void {
  if (!type.startsWith('CVSS') || score === '' || found.has(score)) return;
  const version = /^CVSS:([0-9])/.exec(score)?.[1];
  found.set(score, { type: type === 'CVSS' && version !== undefined ? `CVSS_V${version}` : type, score });
}

/**
 * The publisher's own word, for records without a readable vector: GitHub's and Red Hat's `database_specific.severity`,
 * Ubuntu's severity type, Debian's urgency; else the band of a bare CVSS score, newest version first.
 */
export function severityWordOf(record: JsonObject, affected: readonly JsonObject[]): string | undefined {
  const holders = [record, ...affected];
  for (const holder of holders) {
    for (const entry of objects(own(holder, 'severity')))
      if (own(entry, 'type') === 'Ubuntu') return textOrEmpty(own(entry, 'score')) || undefined;
    const word = textOrEmpty(specific(holder, 'severity')) || textOrEmpty(specific(holder, 'severity', 'ecosystem_specific'));
    if (word !== '') return word;
  }
  for (const holder of affected) {
    const urgency = textOrEmpty(specific(holder, 'urgency', 'ecosystem_specific'));
    if (urgency !== '' && urgency !== 'not yet assigned') return urgency.replaceAll('*', '');
  }
  return scoreWord(record);
}

/** Words of distributions for what they do about a problem, as their trackers and their records spell them. */
const STATES: Readonly<Record<string, FixState>> = {
  deferred: 'fix-deferred',
  'fix-deferred': 'fix-deferred',
  postponed: 'fix-deferred',
  'no-dsa': 'fix-deferred',
  ignored: 'will-not-fix',
  'will-not-fix': 'will-not-fix',
  'wont-fix': 'will-not-fix',
  'not-affected': 'not-affected',
  'under-investigation': 'under-investigation',
  'needs-triage': 'under-investigation',
  'end-of-life': 'end-of-life',
  'out-of-support-scope': 'end-of-life',
};

/** What a distribution says about a package in one release: module, its own severity, its plans. Undefined: nothing. */
export function vendorWordsOf(entry: JsonObject): Pick<AffectedRange, 'module' | 'urgency' | 'state'> | undefined {
  const word = (key: string) => textOrEmpty(specific(entry, key, 'ecosystem_specific')) || textOrEmpty(specific(entry, key));
  const module = word('rpm_modularity');
  const urgency = word('urgency').replaceAll('*', '') || word('severity');
  const state = ['fix_state', 'state', 'status', 'urgency'].map((key) => stateOf(word(key))).find((found) => found !== undefined);
  const isRating = urgency !== '' && urgency !== 'not yet assigned' && stateOf(urgency) === undefined;
  if (module === '' && !isRating && state === undefined) return undefined;
  return { ...(module !== '' && { module }), ...(isRating && { urgency }), ...(state !== undefined && { state }) };
}

function stateOf(word: string): FixState | undefined {
  const key = word
    .toLowerCase()
    .replace(/[<>']/g, '')
    .trim()
    .replace(/[\s_]+/g, '-');
  return Object.hasOwn(STATES, key) ? STATES[key] : undefined;
}

function scoreWord(record: JsonObject): string | undefined {
  for (const key of ['cvss_v4', 'cvss_v3', 'cvss_v2', 'cvss_score']) {
    const value = specific(record, key);
    const score = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof score !== 'number' || !(score >= 0 && score <= 10)) continue;
    // CVSS 2.0 has no critical: NVD's bands end at high.
    return key === 'cvss_v2' && score >= 7 ? 'high' : severityOfScore(score);
  }
  return undefined;
}

/** CWE ids of the record or its packages (`cwe_ids`, `cwes`), sorted. */
export function cwesOf(record: JsonObject, affected: readonly JsonObject[]): string[] {
  const ids = new Set(strings(specific(record, 'cwe_ids')));
  for (const holder of [record, ...affected]) {
    for (const cwe of objects(specific(holder, 'cwes'))) ids.add(textOrEmpty(own(cwe, 'cweId')));
  }
  return [...ids].filter((id) => /^CWE-\d{1,6}$/.test(id)).sort();
}

/** References as written, each address once. */
export function readReferences(record: JsonObject): { type: string; url: string }[] {
  const found = new Map<string, { type: string; url: string }>();
  for (const entry of objects(own(record, 'references'))) {
    const url = textOrEmpty(own(entry, 'url'));
    if (url !== '' && !found.has(url)) found.set(url, { type: textOrEmpty(own(entry, 'type')) || 'WEB', url });
  }
  return [...found.values()];
}

function specific(holder: JsonObject, key: string, section = 'database_specific'): unknown {
  const value = own(holder, section);
  return isObject(value) ? own(value, key) : undefined;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && item !== '') : [];
}
