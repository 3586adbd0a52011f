import type { UpdateProgress } from './update-progress.js';

/** Names of unreadable records kept; a broken mirror could otherwise fill memory with them. */
const MAX_NOTES = 100;

/** What all parts of one update share: its time, its options, and its notes. */
export class UpdateRun {
  readonly notes: string[] = [];
  unreadableRecords = 0;

  constructor(
    private readonly options: {
      /** RFC 3339. */
      now: string;
      full: boolean;
      signal: AbortSignal;
      onProgress?: ((progress: UpdateProgress) => void) | undefined;
    },
  ) {}

  /** Time of the update, RFC 3339: `downloaded_at` of all its feeds. */
  get now(): string {
    return this.options.now;
  }

  /** True when everything must be fetched again, whatever the database remembers. */
  get full(): boolean {
    return this.options.full;
  }

  get signal(): AbortSignal {
    return this.options.signal;
  }

  report(feed: string, phase: UpdateProgress['phase'], done: number, total?: number): void {
    this.options.onProgress?.({ feed, phase, done, ...(total !== undefined && { total }) });
  }

  note(...lines: readonly string[]): void {
    for (const line of lines) if (this.notes.length < MAX_NOTES) this.notes.push(line);
  }

  /** One record left out, with its name and the reason. */
  unreadable(line: string): void {
    this.unreadableRecords++;
    this.note(line);
  }
}
