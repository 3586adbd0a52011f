import type { AdvisoryAccess, ScanEvent } from '../model/request.js';
import type { Files } from './files.js';
import type { Http } from './http.js';
import type { Log } from './log.js';

/** The way to the OSV API, for ecosystems the local database lacks. */
export interface Online {
  http: Http;
  baseUrl: string;
  /** File that keeps answers. */
  cachePath: string;
}

/** What a scan may touch. What is not handed in cannot be done: `--offline` is a context without `online`. */
export interface Context {
  files: Files;
  online?: Online;
  /** Milliseconds since the epoch; honours SOURCE_DATE_EPOCH. */
  clock(): number;
  log: Log;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
  advisories: AdvisoryAccess;
}
