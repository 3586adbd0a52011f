import { type KyselyPlugin, PostgresDialect, PostgresQueryCompiler, SqliteDialect, SqliteQueryCompiler } from 'kysely';
import { OperationalError } from '../../../support/errors.js';
import { isObject } from '../../../support/json.js';
import type { ColumnType, SchemaSpec } from '../schema/columns.js';
import { JsonText, TextArray } from './parameters.js';
import { tableSpecs } from './tables.js';

/** How the database stores values: flags as 0 and 1, objects and lists as JSON text. Only this file converts them. */
export function stored(value: unknown): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof JsonText) return value.text;
  if (value instanceof TextArray) return [...value.texts];
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) return JSON.stringify(value);
  return value;
}

type Decode = (value: unknown, column: string) => unknown;

/**
 * The decoder of each column by its name, for columns that need one. A name has one decoder in all tables, so that rows of joins and
 * raw statements are decoded alike. Throws for a schema in which a name has two.
 */
export function decodersOf(schema: SchemaSpec): ReadonlyMap<string, Decode> {
  const ways = new Map<string, Decode | undefined>();
  for (const { columns } of Object.values(schema)) {
    for (const [name, type] of Object.entries(columns)) {
      const way = decoderOf(type);
      if (ways.has(name) && ways.get(name) !== way) throw new Error(`two ways to read columns named ${name}`);
      ways.set(name, way);
    }
  }
  return new Map([...ways].flatMap(([name, way]) => (way ? [[name, way]] : [])));
}

function decoderOf(type: ColumnType): Decode | undefined {
  if (type === 'flag') return flag;
  if (typeof type === 'string' || 'word' in type) return undefined;
  return type.json === 'list' ? readList : readObject;
}

const flag: Decode = (value) => (typeof value === 'number' ? value === 1 : value);
const readObject: Decode = (value, column) => parsed(value, column, isObject);
const readList: Decode = (value, column) => parsed(value, column, Array.isArray);

function parsed(value: unknown, column: string, fits: (value: unknown) => boolean): unknown {
  if (typeof value !== 'string') return value;
  try {
    const held: unknown = JSON.parse(value);
    if (fits(held)) return held;
  } catch {}
  throw new OperationalError({ message: `a row of the control-plane database is damaged: ${column} is not what this program writes` });
}

const decoders = decodersOf(tableSpecs);

/** Decodes the columns of every result in place. */
export const decoding: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const [first] = result.rows;
    if (first === undefined) return result;
    const read = Object.keys(first).flatMap((column) => {
      const decode = decoders.get(column);
      return decode ? [{ column, decode }] : [];
    });
    if (read.length > 0) for (const row of result.rows) for (const { column, decode } of read) row[column] = decode(row[column], column);
    return result;
  },
};

class StoringSqliteCompiler extends SqliteQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(stored(parameter));
  }
}

class StoringPostgresCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(stored(parameter));
  }
}

/** SQLite with encoded parameters. */
export class StoringSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): StoringSqliteCompiler {
    return new StoringSqliteCompiler();
  }
}

/** PostgreSQL with encoded parameters. */
export class StoringPostgresDialect extends PostgresDialect {
  override createQueryCompiler(): StoringPostgresCompiler {
    return new StoringPostgresCompiler();
  }
}
