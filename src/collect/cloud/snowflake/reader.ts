import type { CloudResource } from '../../../model/cloud.js';
import type { Statements } from './statements.js';

/** What a reader reads with. */
export interface AccountReading {
  statements: Statements;
  account: string;
  /** The one database that is read; absent: all. */
  database?: string;
}

/** One kind of thing of an account. */
export interface SnowflakeReader {
  id: string;
  /** What the role must be granted to see them: `<privilege> ON <what>`, or the name of a database role of SNOWFLAKE. */
  grants: readonly string[];
  /** True for what only a running warehouse answers. */
  needsWarehouse?: true;
  read(reading: AccountReading): AsyncIterable<CloudResource[]>;
}
