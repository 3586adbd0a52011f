import { z } from 'zod';
import { documentFormats } from './documents.js';
import { id, line } from './fields.js';

/** The kinds of sources. Every way in which data arrives belongs to one of them. */
export const sourceKinds = [
  'scan.repo',
  'scan.image',
  'scan.iac',
  'scan.cloud',
  'scan.mcp_config',
  'connector.cloud_read_only',
  'connector.registry',
  'connector.warehouse',
  'ingest.fleet_sync',
  'ingest.trace_push',
  'ingest.result_push',
  'ingest.artifact_import',
  'runtime.proxy',
  'runtime.gateway',
] as const;
export type SourceKind = (typeof sourceKinds)[number];

/**
 * An address of a git repository: https, http, ssh, file, or `git@host:path`. Passwords, queries and fragments are
 * refused, because tokens hide there; so is a host that starts with `-`, which ssh would read as an option.
 */
const ADDRESS =
  /^(?:https?:\/\/[A-Za-z0-9[][^\s\\?#/@]*\/[^\s\\?#]+|ssh:\/\/(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9[][^\s\\?#/@]*\/[^\s\\?#]+|file:\/\/\/[^\s\\?#]+|[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^\s\\:?#-][^\s\\:?#]*)$/;
const address = line(2000).regex(ADDRESS, 'expected the address of a git repository, without credentials');
const path = line(1000);
const ref = line(200).regex(/^(?!.*(?:\.\.|@\{|\/\/))[A-Za-z0-9][A-Za-z0-9._/@+-]*$/, 'expected the name of a branch, tag or commit');
const exclude = z.array(line(200)).max(100);

/** `history`: what every commit added is searched for secrets, too. */
const history = z.boolean().optional();
const repository = z.union([
  z.strictObject({ url: address, ref: ref.optional(), exclude: exclude.optional(), history }),
  z.strictObject({ path, exclude: exclude.optional(), history }),
]);
const files = z.strictObject({ paths: z.array(path).min(1).max(50) });

/** The scope of a source of each kind. Kinds that receive pushes need none. */
export const sourceScopes = {
  'scan.repo': repository,
  /** As docker writes it (`ghcr.io/acme/app:1.2`, `alpine@sha256:…`); platform: `linux/arm64`, where the reference leads to several. */
  'scan.image': z.strictObject({ ref: line(500), platform: line(60).optional() }),
  'scan.iac': z.union([
    z.strictObject({ path, exclude: exclude.optional() }),
    z.strictObject({ repo_url: address, ref: ref.optional(), exclude: exclude.optional() }),
  ]),
  'scan.cloud': z.strictObject({ connection_id: id('con') }),
  'scan.mcp_config': files,
  'connector.cloud_read_only': z.strictObject({ connection_id: id('con').optional() }),
  /** A repository with its registry, `*` for any text (`ghcr.io/acme/*`); absent: all that the registries of the server list. */
  'connector.registry': z.strictObject({ repository: line(500).optional() }),
  /** Dataset: one database, as SQL names it. The connection may be absent where only one has a warehouse. */
  'connector.warehouse': z.strictObject({ dataset: line(255).optional(), connection_id: id('con').optional() }),
  'ingest.fleet_sync': z.strictObject({ devices: z.array(line()).max(1000).optional() }),
  'ingest.trace_push': z.strictObject({}),
  'ingest.result_push': z.strictObject({}),
  'ingest.artifact_import': z.strictObject({ format: z.enum(documentFormats), path: path.optional() }),
  'runtime.proxy': z.strictObject({}),
  'runtime.gateway': z.strictObject({}),
} as const satisfies Record<SourceKind, z.ZodType>;

/** Fields of a scope that hold addresses of repositories, which may name a user but no password. */
export const scopeAddresses = ['scope.url', 'scope.repo_url'];

/** Options of a job besides the scope of its source. */
export const scanOptions = z.strictObject({
  /** False: only inventory and configuration are scanned, and no packages are looked up. */
  vulnerabilities: z.boolean().optional(),
  include_dev: z.boolean().optional(),
  timeout_minutes: z.number().int().min(1).max(240).optional(),
});

const runnable = <K extends SourceKind>(kind: K) =>
  z.strictObject({ kind: z.literal(kind), scope: sourceScopes[kind], options: scanOptions.optional() });

/** The kinds of jobs that a worker can run: those with a collector. */
export const runnableScope = z.discriminatedUnion('kind', [
  runnable('scan.repo'),
  runnable('scan.image'),
  runnable('scan.iac'),
  runnable('scan.mcp_config'),
  runnable('scan.cloud'),
  runnable('connector.registry'),
  runnable('connector.warehouse'),
  runnable('ingest.artifact_import'),
  /** Also names the connector to ask, if its scope names no connection. */
  z.strictObject({
    kind: z.literal('connector.cloud_read_only'),
    scope: sourceScopes['connector.cloud_read_only'],
    connector: line(100).optional(),
    options: scanOptions.optional(),
  }),
]);
export type RunnableScope = z.output<typeof runnableScope>;

/** True for kinds that only receive pushes; no job can run for them. */
export function isPushed(kind: string): boolean {
  return (kind.startsWith('ingest.') && kind !== 'ingest.artifact_import') || kind.startsWith('runtime.');
}
