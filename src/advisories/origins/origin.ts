/** An origin's validators of a file, with which the next request asks whether the file changed. */
export interface Validators {
  etag?: string;
  last_modified?: string;
}

/** A file of an origin, fetched onto this machine's disk. */
interface FetchedFile<T> {
  status: 'fetched';
  content: T;
  validators: Validators;
  /** Time at which the origin itself made the file, where it says so; a mirror's own file time does not count. */
  exported_at?: string;
}

/** `unchanged` answers a request that carried validators; `missing`: the origin has no such file. */
export type Fetched<T> = FetchedFile<T> | { status: 'unchanged'; exported_at?: string } | { status: 'missing' };

/** A file to fetch from an origin. */
export interface FetchRequest<T> {
  /** Relative to the origin, segments not yet encoded; empty for the origin itself. */
  path: readonly string[];
  known?: Validators | undefined;
  /** Reads the fetched file. An InputError means wrong content: the file is then fetched again. */
  read(path: string): Promise<T> | T;
  onBytes?(done: number, total: number | undefined): void;
}

/** A place that serves feed files: a web server, or a folder of this machine. */
export interface Origin {
  /** The address as shown to people, without user info. */
  readonly name: string;
  fetch<T>(request: FetchRequest<T>): Promise<Fetched<T>>;
  /** Bytes received so far over the network; 0 for folders. */
  readonly received: number;
}
