import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { KeyScope, Role } from '../../src/api/route.js';
import type { ServeOptions } from '../../src/config/serve-options.js';
import { newKey } from '../../src/control-plane/auth/api-key.js';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { buildApp } from '../../src/control-plane/http/app.js';
import type { ControlPlane } from '../../src/control-plane/http/plane.js';
import { newId } from '../../src/control-plane/ids.js';
import { openControlPlane } from '../../src/control-plane/start/start.js';
import { KeyRepository } from '../../src/control-plane/store/keys.js';
import { temporaryFolder } from './spawn-cli.js';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Parsed, where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every route
  body: any;
  text: string;
}

export interface Ask {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface KeyWish {
  subject?: string;
  scopes?: KeyScope[];
  sourceId?: string;
  expiresAt?: string;
}

/** A control plane on a database of its own, asked in this process, through everything but the socket. */
export interface TestPlane {
  plane: ControlPlane;
  app: FastifyInstance;
  folder: string;
  /** Milliseconds the clock is ahead. */
  advance(ms: number): void;
  /** From now on time stands still. */
  freeze(): void;
  /** A new key of a tenant that is made as needed. */
  key(tenant: string, role?: Role, more?: KeyWish): Promise<string>;
  ask(method: string, url: string, ask?: Ask): Promise<Answer>;
}

/** One that its opener closes. */
export interface OpenTestPlane extends TestPlane {
  close(): Promise<void>;
}

const WEEK_MS = 7 * 86_400_000;

/** Opens one on SQLite, or on PostgreSQL where the address of an empty database is given. */
export async function openTestPlane(options: Partial<ServeOptions> = {}): Promise<OpenTestPlane> {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'data'));
  let ahead = 0;
  let frozen: number | undefined;
  const plane = await openControlPlane(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder: join(folder.path, 'data'),
      maxBodyBytes: 10 * 1024 * 1024,
      hstsPreload: false,
      scanRoots: [folder.path],
      workers: 0,
      retention: { jobDays: 90, evidenceDays: 30 },
      advisoryDatabase: join(folder.path, 'data', 'advisories.db'),
      offline: true,
      environment: {},
      ...options,
    },
    { version: '0.0.0-test', clock: () => (frozen ?? Date.now()) + ahead },
  );
  // What a loss of power would take is no test's concern, and each commit would wait for the disk.
  if (plane.store.dialect === 'sqlite') Reflect.get(plane.store, 'raw').exec('pragma synchronous = off');
  const app = buildApp(plane);
  await app.ready();
  return {
    plane,
    app,
    folder: folder.path,
    advance: (ms) => {
      ahead += ms;
    },
    freeze: () => {
      frozen = Date.now();
    },
    key: (tenant, role = 'admin', more = {}) => makeKey(plane, tenant, role, more),
    ask: (method, url, ask) => askApp(app, method, url, ask),
    async close() {
      await app.close();
      await plane.store.close();
      folder.dispose();
    },
  };
}

async function makeKey(
  plane: ControlPlane,
  tenant: string,
  role: Role,
  { subject = `${role}@${tenant}`, scopes = ['read', 'scan', 'ingest', 'admin'], sourceId, expiresAt }: KeyWish,
): Promise<string> {
  const keyId = newId('key');
  const { secret, hash } = newKey(keyId.slice(4));
  const now = timeOf(plane);
  await plane.store.write(tenant, async (store, shared) => {
    await shared.db
      .insertInto('tenants')
      .values({ tenant_id: tenant, name: tenant, created_at: now })
      .onConflict((clash) => clash.column('tenant_id').doNothing())
      .execute();
    await new KeyRepository(store).create(shared, {
      keyId,
      name: keyId,
      subject,
      role,
      scopes,
      hash,
      createdBy: 'test',
      now,
      expiresAt: expiresAt ?? timeOf(plane, WEEK_MS),
      ...(sourceId !== undefined && { sourceId }),
    });
  });
  return secret;
}

async function askApp(app: FastifyInstance, method: string, url: string, { key, body, headers = {} }: Ask = {}): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = response.body;
  const isJson = /[/+]json/.test(String(response.headers['content-type'] ?? ''));
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}
