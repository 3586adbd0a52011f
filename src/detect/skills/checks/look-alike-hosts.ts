import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { LineCursor } from '../../../support/line-index.js';
import { stepBetween } from '../../../support/one-step.js';
import type { BundleHit } from './hits.js';

/**
 * Domains that code, packages and models come from, without the top-level domain; short names resemble too many others
 * by chance.
 */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map(pairsOf(dataFile('well-known-domains.tsv')));
/** For names this short only a swap or look-alike letters count as an imitation. */
const SHORT: Readonly<Record<string, string>> = {
  docker: 'com',
  github: 'com',
  gitlab: 'com',
  nodejs: 'org',
  openai: 'com',
  python: 'org',
};
const HOST = /\bhttps?:\/\/(?:[^\s/"'<>()@]{1,80}@)?((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,18})(?=[/:\s"'`)>\]]|$)/gi;

/**
 * SUP-02: addresses in a bundle that imitate a well-known maker's. Package names are judged with all other packages.
 */
export function* lookAlikeHosts(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (file.text === undefined || file.role === 'licence' || file.role === 'opaque') continue;
    yield* hostsIn(file, file.text);
  }
}

function* hostsIn(file: BundleFile, text: string): Generator<BundleHit> {
  const reported = new Set<string>();
  const lines = new LineCursor(text);
  for (const match of text.matchAll(HOST)) {
    const host = (match[1] ?? '').toLowerCase();
    const imitated = reported.has(host) ? undefined : imitatedHost(host);
    reported.add(host);
    if (imitated === undefined) continue;
    yield { rule: 'SUP-02', file, line: lines.at(match.index), evidence: `${host} for ${imitated}` };
  }
}

/** The well-known domain that a host imitates; undefined for that domain itself and for all others. */
export function imitatedHost(host: string): string | undefined {
  const labels = host.split('.');
  const [name = '', end = ''] = labels.slice(-2);
  if (WELL_KNOWN.has(name) || Object.hasOwn(SHORT, name)) return undefined;
  for (const [known, its] of WELL_KNOWN)
    if (end === its && (stepBetween(known, name) !== undefined || readsLike(name, known))) return `${known}.${its}`;
  for (const [known, its] of Object.entries(SHORT))
    if (end === its && (stepBetween(known, name) === 'swapped' || readsLike(name, known))) return `${known}.${its}`;
  return undefined;
}

/** True when digits and pairs of letters make the names look alike. */
function readsLike(name: string, known: string): boolean {
  if (!/[0-9]|rn|vv|cl|-/.test(name)) return false;
  const plain = name.replaceAll('0', 'o').replaceAll('3', 'e').replaceAll('5', 's').replaceAll('rn', 'm').replaceAll('vv', 'w');
  return [plain.replaceAll('1', 'l'), plain.replaceAll('1', 'i'), plain.replaceAll('cl', 'd'), plain.replaceAll('-', '')].includes(known);
}
