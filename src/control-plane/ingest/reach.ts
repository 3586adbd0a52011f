import { covers, isUnfiltered, type Look } from '../../model/narrowing.js';
import { isObject } from '../../support/json.js';
import { JobRepository } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';

/**
 * Number of recent jobs whose looks are compared; for findings last seen by older ones, it only matters whether the
 * batch left anything out.
 */
const RECENT = 200;

/** The batch whose reach is computed. */
interface Looking {
  sourceId: string;
  jobId: string;
  look?: Look | undefined;
}

/** When the results of a job were observed. */
interface Observed {
  at?: string;
  within?: [string, string];
}

/**
 * How far a complete batch may resolve findings: a finding last seen by a look that the batch does not cover is not
 * gone just because it is missing.
 */
export class Reach {
  readonly covered: string[] = [];
  readonly uncovered: string[] = [];
  private readonly times = new Map<string, boolean>();
  /** The times of observation of jobs that retention has merged into one. */
  private readonly spans: { from: string; to: string; isCovered: boolean }[] = [];

  constructor(private readonly look: Look) {}

  /** True when the batch may resolve findings of looks that are unknown. */
  get isOpen(): boolean {
    return isUnfiltered(this.look);
  }

  /** Adds an earlier job; one that does not state its look counts as having looked at everything. */
  add(jobId: string, earlier: Look | undefined, { at, within }: Observed): void {
    const isCovered = earlier === undefined ? this.isOpen : covers(this.look, earlier);
    (isCovered ? this.covered : this.uncovered).push(jobId);
    if (at !== undefined) this.times.set(at, isCovered || this.times.get(at) === true);
    if (within) this.spans.push({ from: within[0], to: within[1], isCovered });
  }

  /** True when findings last seen at that time may be resolved. */
  ofTime(lastSeen: string): boolean {
    const known = this.times.get(lastSeen);
    if (known !== undefined) return known;
    const spans = this.spans.filter(({ from, to }) => from <= lastSeen && lastSeen <= to);
    return spans.length > 0 ? spans.every(({ isCovered }) => isCovered) : this.isOpen;
  }
}

/**
 * The reach of a batch that claims to be complete; undefined when its intake has no filters, so that it covers
 * everything.
 */
export async function reachOf(store: TenantStore, { sourceId, jobId, look }: Looking): Promise<Reach | undefined> {
  if (look === undefined) return undefined;
  const jobs = await new JobRepository(store).lastSeeing(sourceId, jobId, RECENT);
  const reach = new Reach(look);
  for (const { job_id: id, result_summary: summary } of jobs) {
    const { look: earlier, observed_at: at, observed_within: within } = summary ?? {};
    reach.add(id, isLook(earlier) ? earlier : undefined, {
      ...(typeof at === 'string' && { at }),
      ...(isSpan(within) && { within }),
    });
  }
  return reach;
}

function isLook(value: unknown): value is Look {
  return isObject(value) && Array.isArray(value.parts) && Array.isArray(value.exclude);
}

function isSpan(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
