import type { Severity } from './severity.js';

/** One OSV event; several keys in one object are read as several events. */
export interface RangeEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
  limit?: string;
}

export interface AffectedRange {
  /** `GIT` ranges are not kept: versions never match commits. */
  type: 'SEMVER' | 'ECOSYSTEM';
  events: RangeEvent[];
  /** Distributions: the module that the builds of this range belong to, `mariadb:10.3`. */
  module?: string;
  /** Distributions: their own severity of the problem in this release, as written. */
  urgency?: string;
  /** Distributions: what they do about the problem in this release; absent: the events tell. */
  state?: FixState;
}

/** What a distribution does about a problem in one of its releases. */
export const fixStates = ['fixed', 'fix-deferred', 'will-not-fix', 'not-affected', 'under-investigation', 'end-of-life'] as const;
export type FixState = (typeof fixStates)[number];

/** What one advisory says about one package: the row the matcher reads. */
export interface AffectedPackage {
  /** Database key of the advisory, for `AdvisorySource.advisory`. */
  advisory: number;
  /** The advisory's own id: `GHSA-…`, `PYSEC-…`, `MAL-…`. */
  id: string;
  ranges: readonly AffectedRange[];
  versions: readonly string[];
  withdrawn: boolean;
  malicious: boolean;
}

/** An advisory as findings need it. Times are RFC 3339. */
export interface Advisory {
  id: string;
  /** Other ids of the same problem, from `aliases` (and `upstream` for distributions), sorted, own id left out. */
  aliases: string[];
  modified: string;
  published?: string;
  withdrawn?: string;
  malicious: boolean;
  summary: string;
  details: string;
  /** CVSS vectors as written, `{type, score}` of OSV. */
  severity: { type: string; score: string }[];
  /** The database's own word (`HIGH`, `moderate`, `important`, …), as written; fallback when no vector can be read. */
  severity_word?: string;
  cwes: string[];
  references: { type: string; url: string }[];
}

/** One row of CISA KEV. Dates are `YYYY-MM-DD`. */
export interface KevEntry {
  cve: string;
  date_added: string;
  due_date?: string;
  ransomware: boolean;
}

export interface EpssScore {
  /** 0–1 */
  score: number;
  /** 0–1 */
  percentile: number;
}

/** One feed as the database holds it. Times RFC 3339; `as_of` is the newest record's own time. */
export interface FeedState {
  name: 'osv' | 'kev' | 'epss';
  /** Directory of the OSV bucket (`npm`, `Debian`); absent for KEV and EPSS. */
  ecosystem?: string;
  as_of: string;
  downloaded_at: string;
  records: number;
}

/**
 * Read access to a local advisory database. Synchronous, prepared, safe to call 10 000 times a scan.
 * Names must already be normalised by the ecosystem.
 */
export interface AdvisorySource {
  /** Everything the database says about a package; empty when nothing. `ecosystem` is exact, with its release suffix. */
  affected(ecosystem: string, name: string): readonly AffectedPackage[];
  advisory(key: number): Advisory;
  /** Ids of withdrawn records among `ids`. */
  withdrawn(ids: readonly string[]): readonly string[];
  kev(cve: string): KevEntry | undefined;
  epss(cve: string): EpssScore | undefined;
  /** Ecosystems that have rows, with suffixes (`Debian:12`), sorted. */
  ecosystems(): readonly string[];
  /** Ecosystems in which a package of this normalised-per-ecosystem name has rows; for ambiguous `check` specs. */
  ecosystemsOf(candidates: readonly { ecosystem: string; name: string }[]): readonly string[];
  /** Names of an ecosystem's packages with this ending, sorted, at most five. Slow; only for suggestions. */
  namesEnding(ecosystem: string, ending: string): readonly string[];
  feeds(): readonly FeedState[];
  close(): void;
}

/** Why a component matched: shown to the user, so that every match can be checked by hand. */
export interface MatchReason {
  ecosystem: string;
  name: string;
  /** The deciding range as `introduced … fixed …` text, or `versions` when the exact list decided. */
  range: string;
  /** The deciding event, `introduced 1.2.0` or `version 1.2.3 listed`. */
  event: string;
}

/** One advisory that applies to one component. */
export interface Match {
  /** Ref of the component. */
  component: string;
  /** The record that matched, loaded whole. */
  advisory: Advisory;
  reason: MatchReason;
  /** Versions that end the deciding range or a later one of this advisory for this package, as written, unordered. */
  fixed_versions: string[];
  /** Best score of the advisory's vectors, absent when none can be read. */
  score?: number;
  vector?: string;
  severity: Severity;
  /** Name of the distribution whose own rating the severity is. Absent: that of the advisory. */
  severity_from?: string;
  /** What the distribution does about it in the component's release; absent for other packages, and where it says nothing. */
  fix_state?: FixState;
  /** The version that fixes it for subscribers of the distribution, where nothing else does. */
  subscription_fix?: string;
  kev: KevState;
  /** Date CISA listed it, `YYYY-MM-DD`. */
  kev_added?: string;
  epss?: EpssScore;
}

export type KevState = 'listed' | 'not_listed' | 'not_checked';

/** Everything matching found, and what it could not judge. */
export interface MatchResult {
  matches: Match[];
  /** Advisories that would apply but are withdrawn (own or an alias's withdrawal): a note, never a finding. */
  withdrawn: { component: string; id: string; malicious: boolean }[];
  /** Malicious records not applied because the component comes from elsewhere than the public registry. */
  review: { component: string; id: string; reason: string }[];
  /** Components that could not be judged: `no-data` (ecosystem not in the database), `invalid-version`, `unresolved`, … */
  unmatched: { component: string; kind: UnmatchedKind; reason: string }[];
}

export type UnmatchedKind =
  | 'unresolved'
  | 'commit'
  | 'invalid-version'
  | 'no-data'
  | 'no-release'
  | 'no-version'
  | 'not-in-osv'
  | 'foreign-build';
