type SqlValue = string | number | bigint | Uint8Array | null;

/** A prepared statement. Parameters are positional; `Row` is an object keyed by column. */
export interface PreparedStatement<Row> {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  iterate(...values: SqlValue[]): Iterable<Row>;
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** What all drivers have in common. */
export interface Connection {
  exec(sql: string): unknown;
  prepare<Row>(sql: string): PreparedStatement<Row>;
  close(): void;
}

/** A way to open databases. Each driver has a file of its own; the registry lists them. */
export interface SqliteDriver {
  readonly name: 'better-sqlite3' | 'node:sqlite' | '@photostructure/sqlite';
  open(path: string, readonly: boolean): Connection;
  /** Takes ownership of the bytes. */
  openBytes(bytes: Buffer): Connection;
}

/** Returns the driver, or undefined when this machine cannot run it. Loads its library, so it is called only when it is needed. */
export type DriverLoader = () => SqliteDriver | undefined;
