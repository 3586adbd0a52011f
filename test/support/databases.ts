import { type PostgresServer, sharedPostgres, startPostgres } from './postgres-server.js';

/** A database of the test's own. */
export interface TestDatabase {
  name: 'sqlite' | 'postgres';
  /** Makes what is needed; gives options for the control plane on a new, empty database. */
  open(): Promise<{ databaseUrl?: string }>;
  /** As `open`, with the tables of this version in it already, as any start but the first finds them. */
  prepared(): Promise<{ databaseUrl?: string }>;
  close(): Promise<void>;
}

/** Both databases the control plane runs on, or the one that `TEST_DATABASE` names. A suite is `describe.each(databases())`. */
export function databases(): TestDatabase[] {
  const { TEST_DATABASE: only } = process.env;
  return [sqlite(), postgres()].filter(({ name }) => only === undefined || name === only);
}

/** The database in a file of the data folder, which every control plane makes by itself. */
export function sqlite(): TestDatabase {
  return { name: 'sqlite', open: async () => ({}), prepared: async () => ({}), close: async () => {} };
}

let migrated: Promise<string> | undefined;

/** Address of a database of the shared server with the tables of this version: copying it takes a third of making them. */
function template(): Promise<string> {
  migrated ??= (async () => {
    const url = await (await sharedPostgres()).create();
    const { openPostgresStore } = await import('../../src/control-plane/store/engines/postgres.js');
    const store = await openPostgresStore({ url, clock: Date.now });
    await store.close();
    return url;
  })();
  return migrated;
}

/** On the PostgreSQL server that all suites share; starting one takes seconds. */
export function postgres(): TestDatabase {
  const addresses: string[] = [];
  const open = async (from?: string) => {
    const databaseUrl = await (await sharedPostgres()).create(from);
    addresses.push(databaseUrl);
    return { databaseUrl };
  };
  return {
    name: 'postgres',
    open: () => open(),
    prepared: async () => open(await template()),
    async close() {
      for (const address of addresses.splice(0)) await (await sharedPostgres()).drop(address);
    },
  };
}

/** A PostgreSQL server of the suite's own, started with the first database: what is done to it concerns all its databases. */
export interface OwnPostgres extends TestDatabase {
  /** Of the newest database, for the user who may do everything. */
  superUrl(): string;
  halt(): Promise<void>;
  resume(): Promise<void>;
}

export function ownPostgres(options: { durable?: boolean } = {}): OwnPostgres {
  let server: PostgresServer | undefined;
  let newest = '';
  const open = async () => {
    server ??= await startPostgres(options);
    newest = await server.create();
    return { databaseUrl: newest };
  };
  return {
    name: 'postgres',
    open,
    prepared: open,
    superUrl: () => newest,
    halt: async () => server?.halt(),
    resume: async () => server?.resume(),
    close: async () => server?.close(),
  };
}
