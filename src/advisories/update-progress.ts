/** What an update tells while it runs. `done` and `total` are bytes of a download or records of an import. */
export interface UpdateProgress {
  /** `osv npm`, `kev`, `epss`; of a wait the origin that is waited for. */
  feed: string;
  /** `wait`: before an origin is asked again; `done` is the try that follows, `total` how many there are. */
  phase: 'check' | 'download' | 'import' | 'wait';
  /** Milliseconds of a wait. */
  waitMs?: number;
  done: number;
  total?: number;
}

/** How one feed came out of an update. */
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
