import type { ScanReport } from '../../model/report.js';
import type { AdvisoryAccess, ScanRequest } from '../../model/request.js';
import type { Files } from '../../system/files.js';

/** Everything that the tools may use. The code that starts the server hands it in; tools cannot do what it lacks. */
export interface ServerAccess {
  version: string;
  /** Absolute folder with `/`; no path outside it is read for a caller. */
  root: string;
  /** The scan's settings as the command line and castellan.yaml state them; tools replace its targets only. */
  request: ScanRequest;
  files: Files;
  /** Runs one scan and closes what it opened. */
  scan(request: ScanRequest, signal: AbortSignal): Promise<ScanReport>;
  /** Opens the advisory database; the caller closes its source. */
  openAdvisories(): AdvisoryAccess;
  /** Milliseconds since the epoch. */
  clock(): number;
  reports: ReportShelf;
  /** Called with unexpected errors, for the operator. Callers learn only that there was one. */
  onUnexpected(error: unknown): void;
}

/** Reports kept in memory; older ones are forgotten. */
const MAX_REPORTS = 8;

/** The reports of this server's scans, so that a caller can ask about one without scanning again. Nothing is written. */
export class ReportShelf {
  private readonly kept = new Map<string, ScanReport>();
  private count = 0;

  /** Keeps a report and returns its id. */
  keep(report: ScanReport): string {
    const id = `scan-${++this.count}`;
    this.kept.set(id, report);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_REPORTS && oldest !== undefined) this.kept.delete(oldest);
    return id;
  }

  find(id: string): ScanReport | undefined {
    return this.kept.get(id);
  }

  /** The report of the latest scan. */
  latest(): ScanReport | undefined {
    return [...this.kept.values()].at(-1);
  }

  ids(): string[] {
    return [...this.kept.keys()];
  }
}
