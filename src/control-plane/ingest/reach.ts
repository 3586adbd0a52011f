import { covers, isUnfiltered, type Look } from '../../model/narrowing.js';
import { isObject } from '../../support/json.js';
import { JobRepository } from '../store/jobs.js';
import type { TenantStore } from '../store/layer/store.js';

/** Jobs of a source that are asked what they looked at; what only older ones saw goes by whether the batch left anything out. */
const RECENT = 200;

/** Whose look it is. */
interface Looking {
  sourceId: string;
  jobId: string;
  look?: Look | undefined;
}

/** When what a job brought was observed. */
interface Observed {
  at?: string;
  within?: [string, string];
}

/** How far the word of a whole batch goes: what was last seen by a look that it does not cover is not gone for being missing. */
export class Reach {
  readonly covered: string[] = [];
  readonly uncovered: string[] = [];
  private readonly times = new Map<string, boolean>();
  /** From when to when it was observed what jobs brought that retention has folded into one. */
  private readonly spans: { from: string; to: string; isCovered: boolean }[] = [];

  constructor(private readonly look: Look) {}

  /** True when the batch speaks for what it is not told of. */
  get isOpen(): boolean {
    return isUnfiltered(this.look);
  }

  /** Takes up an earlier job; one that does not say what it looked at counts as a look at everything. */
  add(jobId: string, earlier: Look | undefined, { at, within }: Observed): void {
    const isCovered = earlier === undefined ? this.isOpen : covers(this.look, earlier);
    (isCovered ? this.covered : this.uncovered).push(jobId);
    if (at !== undefined) this.times.set(at, isCovered || this.times.get(at) === true);
    if (within) this.spans.push({ from: within[0], to: within[1], isCovered });
  }

  /** True when what was last seen at that time may be called gone. */
  ofTime(lastSeen: string): boolean {
    const known = this.times.get(lastSeen);
    if (known !== undefined) return known;
    const spans = this.spans.filter(({ from, to }) => from <= lastSeen && lastSeen <= to);
    return spans.length > 0 ? spans.every(({ isCovered }) => isCovered) : this.isOpen;
  }
}

/** The reach of a batch that claims to be whole; undefined when its intake has no filters, so that it reaches everything. */
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
