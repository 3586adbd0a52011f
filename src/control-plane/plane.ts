import type { Logger } from 'pino';
import type { KeyRing } from '../audit/chain.js';
import type { EvidenceStore } from './evidence/evidence-store.js';
import type { ApartJudge } from './gateway/judge-apart.js';
import type { Metrics } from './http/metrics.js';
import type { GivenDocument, TakenDocument } from './ingest/given-document.js';
import type { JobNews } from './jobs/job-news.js';
import type { ServeOptions } from './options.js';
import type { CursorCodec } from './store/paging.js';
import type { Store } from './store/store.js';

/** What every part of the control plane works with. Made once at start (`start.ts`), closed once at the end. */
export interface ControlPlane {
  readonly options: ServeOptions;
  readonly version: string;
  readonly store: Store;
  /** Milliseconds since the epoch. */
  clock(): number;
  readonly log: Logger;
  readonly ring: KeyRing;
  readonly cursors: CursorCodec;
  readonly metrics: Metrics;
  readonly evidence: EvidenceStore;
  /** For those who follow jobs. */
  readonly jobNews: JobNews;
  /** Looks for queued jobs now, in place of at the next round. */
  wakeWorkers(): void;
  /** Reads a large document in a process of its own; absent where none can be started. */
  readApart?(tenantId: string, given: GivenDocument): Promise<TakenDocument>;
  /** Judges calls in a process of its own; absent where none can be started. */
  judgeApart?(): Promise<ApartJudge>;
}

/** The time as it is stored and answered. */
export function timeOf(plane: Pick<ControlPlane, 'clock'>, offsetMs = 0): string {
  return new Date(plane.clock() + offsetMs).toISOString();
}
