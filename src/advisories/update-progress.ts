/** Progress of an update. `done` and `total` are bytes of a download or records of an import. */
export interface UpdateProgress {
  /** `osv npm`, `kev`, `epss`; for a wait, the origin. */
  feed: string;
  /** `wait`: before an origin is tried again; `done` is the number of the next try, `total` that of all tries. */
  phase: 'check' | 'download' | 'import' | 'wait';
  /** Milliseconds of a wait. */
  waitMs?: number;
  done: number;
  total?: number;
}

/** The result of an update for one feed. */
export interface FeedUpdate {
  name: 'osv' | 'kev' | 'epss';
  ecosystem?: string;
  /** `unchanged`: the origin says so; `changed`: only new or changed records were fetched; `whole`: read from scratch. */
  how: 'unchanged' | 'changed' | 'whole';
  /** Records the feed holds now. */
  records: number;
  /** Records written by this update. */
  written: number;
  as_of: string;
  /** Where it came from, without user info. */
  origin: string;
}

/** The whole update, for `db update`'s last lines. */
export interface UpdateSummary {
  path: string;
  feeds: FeedUpdate[];
  /** Bytes received over the network. */
  received: number;
  /** Records that could not be read at all, with the reason: at most 100 are named, `unreadable` counts all. */
  unreadable: number;
  /** Oddities and unreadable records, one line each. */
  notes: string[];
  elapsedMs: number;
}
