import type { Answer } from '../../client/call.js';
import type { Tone } from '../../words/state.js';

type Job = Pick<Answer<'getScan'>, 'status' | 'error' | 'result_summary' | 'cancel_requested'>;

/** The numbers of a job that are shown: what one is called, and what several are. A connector's job has others than a scan. */
const COUNTS: Readonly<Record<string, readonly [string, string]>> = {
  components: ['component', 'components'],
  agents: ['agent', 'agents'],
  servers: ['MCP server', 'MCP servers'],
  tools: ['tool', 'tools'],
  credentials: ['credential name', 'credential names'],
  skills: ['skill', 'skills'],
  models: ['model', 'models'],
  cloud: ['cloud resource', 'cloud resources'],
  items: ['item', 'items'],
  new_items: ['new item', 'new items'],
  scanned_items: ['image scanned', 'images scanned'],
  waiting_items: ['image that waits for the next run', 'images that wait for the next run'],
};

export interface JobSummary {
  coverage: string | undefined;
  reason: string | undefined;
  issues: number;
  verdict: string | undefined;
  grade: string | undefined;
  reasons: readonly string[];
  commit: string | undefined;
  /** What was read: `12 components`. Zeros are left out. */
  read: readonly string[];
  findings: number | undefined;
  changes: { new: number; resolved: number } | undefined;
}

/** Reads what a job says of itself; a job without a result says nothing. */
export function summaryOf({ result_summary }: Pick<Job, 'result_summary'>): JobSummary {
  const held: Readonly<Record<string, unknown>> = result_summary ?? {};
  const { reasons, changes } = held;
  const read = Object.entries(COUNTS).flatMap(([name, [one, several]]) => {
    const count = numberOf(held[name]) ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return {
    coverage: textOf(held['coverage']),
    reason: textOf(held['reason']),
    issues: numberOf(held['issues']) ?? 0,
    verdict: textOf(held['verdict']),
    grade: textOf(held['grade']),
    reasons: Array.isArray(reasons) ? reasons.map(String) : [],
    commit: textOf(held['commit']),
    read,
    findings: numberOf(held['findings']),
    changes: isObject(changes) ? { new: numberOf(changes['new']) ?? 0, resolved: numberOf(changes['resolved']) ?? 0 } : undefined,
  };
}

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

/** What a job came to, in one sentence. Only a whole look at something is good. */
export function outcomeOf(job: Job): { tone: Tone; title: string; text: string } {
  const { coverage, reason } = summaryOf(job);
  switch (job.status) {
    case 'queued':
      return { tone: 'busy', title: 'It waits for a worker', text: 'A server that was started with --workers 0 runs none.' };
    case 'running':
      return job.cancel_requested
        ? { tone: 'busy', title: 'It is being stopped', text: 'What it has read so far is dropped.' }
        : { tone: 'busy', title: 'It runs', text: 'Findings are stored when it ends.' };
    case 'succeeded':
      if (coverage === 'empty')
        return {
          tone: 'warn',
          title: 'There was nothing to look at',
          text: reason ?? 'The scope holds nothing that is read. That is no clean result.',
        };
      return { tone: 'good', title: 'Everything in its scope was read', text: '' };
    case 'partial':
      return {
        tone: 'warn',
        title: 'Not everything could be read',
        text: reason ?? 'What was not read may hold findings; nothing was resolved by this job.',
      };
    case 'timed_out':
      return { tone: 'bad', title: 'It was not done in time', text: job.error ?? 'It left no result.' };
    case 'cancelled':
      return { tone: 'warn', title: 'It was cancelled', text: 'It left no result, so it says nothing about findings.' };
    default:
      return { tone: 'bad', title: 'It failed', text: job.error ?? 'It left no result.' };
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
