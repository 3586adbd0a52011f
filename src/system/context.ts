import type { AdvisoryAccess, ScanEvent } from '../model/request.js';
import type { Files } from './files.js';
import type { Http } from './http.js';
import type { Log } from './log.js';

/** What a scan may touch. What is not handed in cannot be done: `--offline` is a context without `http`. */
export interface Context {
  files: Files;
  http?: Http;
  /** Milliseconds since the epoch; honours SOURCE_DATE_EPOCH. */
  clock(): number;
  log: Log;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
  advisories: AdvisoryAccess;
}
