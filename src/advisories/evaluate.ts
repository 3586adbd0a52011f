import type { Ordering } from '../ecosystems/versions/ordering.js';
import type { AffectedPackage, AffectedRange } from '../model/advisory.js';

/** Why a version is affected, in the words shown to people. */
export interface Cause {
  range: string;
  event: string;
}

/** `undecidable`: the version might be affected, but only by ranges with invalid versions. */
export type AffectedStatus = { affected: Cause } | 'unaffected' | 'undecidable';

type EventKind = 'introduced' | 'fixed' | 'last_affected' | 'limit';

interface Event {
  kind: EventKind;
  version: string;
}

const SHORT = /^v?[0-9]{1,9}(\.[0-9]{1,9})?$/;
const KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

/**
 * Whether a version is affected, by the evaluation algorithm of the OSV specification: the list of versions first, then
 * every range. `version` must be valid for the ordering; otherwise pass `exactOnly` and only the list is asked.
 */
export function evaluateVersion(pkg: AffectedPackage, version: string, ordering: Ordering, exactOnly = false): AffectedStatus {
  if (pkg.versions.includes(version)) return listed(version);
  if (exactOnly) return pkg.ranges.length > 0 ? 'undecidable' : 'unaffected';
  let undecidable = false;
  for (const range of pkg.ranges) {
    const result = evaluateRange(range, version, ordering);
    if (result === 'undecidable') undecidable = true;
    else if (result !== 'unaffected') return result;
  }
  // A range already takes every spelling of a version; a bare list has to be compared.
  if (pkg.ranges.length === 0 && pkg.versions.some((other) => sameVersion(other, version, ordering))) return listed(version);
  return undecidable && pkg.versions.length === 0 ? 'undecidable' : 'unaffected';
}

/** Versions that fix the problem for a user of `version`: every fix above it, as written, in no order. */
export function fixesAbove(pkg: AffectedPackage, version: string, ordering: Ordering): string[] {
  const fixes = new Set<string>();
  for (const range of pkg.ranges) {
    for (const { fixed } of range.events) {
      if (fixed !== undefined && ordering.valid(fixed) && ordering.valid(version) && ordering.compare(fixed, version) > 0) fixes.add(fixed);
    }
  }
  return [...fixes];
}

function listed(version: string): AffectedStatus {
  return { affected: { range: 'versions', event: `version ${version} listed` } };
}

function sameVersion(a: string, b: string, ordering: Ordering): boolean {
  return ordering.valid(a) && ordering.compare(a, b) === 0;
}

function evaluateRange(range: AffectedRange, version: string, ordering: Ordering): AffectedStatus {
  const events = eventsOf(range, ordering);
  if (!events.every((event) => isStart(event) || ordering.valid(event.version) || event.version === '*')) return 'undecidable';
  const limits = events.filter((event) => event.kind === 'limit');
  if (limits.length > 0 && !limits.some((limit) => limit.version === '*' || ordering.compare(version, limit.version) < 0))
    return 'unaffected';
  const bounds = events.filter((event) => event.kind !== 'limit').sort((a, b) => compareEvents(a, b, ordering));
  const opened = openedBy(bounds, version, ordering);
  return opened === -1 ? 'unaffected' : { affected: describe(bounds, opened) };
}

/** Index of the `introduced` that makes `version` affected, -1 when none does or a later event closes it. */
function openedBy(bounds: readonly Event[], version: string, ordering: Ordering): number {
  let opened = -1;
  for (const [index, event] of bounds.entries()) {
    const distance = isStart(event) ? 1 : ordering.compare(version, event.version);
    if (event.kind === 'introduced') {
      if (distance >= 0 && opened === -1) opened = index;
    } else if (event.kind === 'fixed' ? distance >= 0 : distance > 0) opened = -1;
  }
  return opened;
}

function eventsOf(range: AffectedRange, ordering: Ordering): Event[] {
  const events: Event[] = [];
  for (const event of range.events) {
    for (const kind of KINDS) {
      const version = event[kind];
      if (version !== undefined) events.push({ kind, version: whole(version, ordering) });
    }
  }
  return events;
}

/**
 * Databases write `fixed: 0.3` even where the ecosystem requires three parts, so missing parts are added. Not so for a component's own
 * version.
 */
function whole(version: string, ordering: Ordering): string {
  if (version === '0' || ordering.valid(version) || !SHORT.test(version)) return version;
  return [`${version}.0`, `${version}.0.0`].find((longer) => ordering.valid(longer)) ?? version;
}

/** "0" is before every version, also in ecosystems where it is none. */
function isStart(event: Event): boolean {
  return event.version === '0' && event.kind === 'introduced';
}

/** By version; at the same version `last_affected` acts last, or `introduced` = `last_affected` would never end. */
function compareEvents(a: Event, b: Event, ordering: Ordering): number {
  if (isStart(a) || isStart(b)) return Number(isStart(b)) - Number(isStart(a));
  return ordering.compare(a.version, b.version) || Number(a.kind === 'last_affected') - Number(b.kind === 'last_affected');
}

function describe(bounds: readonly Event[], opened: number): Cause {
  const start = bounds[opened]?.version ?? '0';
  const end = bounds.slice(opened + 1).find((event) => event.kind !== 'introduced');
  const range = `introduced ${start}${end === undefined ? '' : `, ${end.kind === 'fixed' ? 'fixed' : 'last affected'} ${end.version}`}`;
  return { range, event: `introduced ${start}` };
}
