import { z } from 'zod';
import { id, line } from './fields.js';

/** Every intake path maps to one of these. */
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

/** An address without user info; secrets do not belong in addresses. */
const address = line(2000).regex(
  /^(?:https|http|ssh|git|file):\/\/(?![^/]*@(?!.*ssh))\S+$|^[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+:[^\s:]+$/,
  'expected an address without credentials',
);
const path = line(1000);
const ref = line(200).regex(/^[A-Za-z0-9][A-Za-z0-9._/@+-]*$/, 'expected the name of a branch, tag or commit');

const repository = z.union([
  z.strictObject({ url: address, ref: ref.optional(), exclude: z.array(line(200)).max(100).optional() }),
  z.strictObject({ path, exclude: z.array(line(200)).max(100).optional() }),
]);
const files = z.strictObject({ paths: z.array(path).min(1).max(50) });

/** What a source of each kind covers. Kinds that are pushed to need nothing. */
export const sourceScopes = {
  'scan.repo': repository,
  'scan.image': z.strictObject({ ref: line(500) }),
  'scan.iac': z.union([z.strictObject({ path }), z.strictObject({ repo_url: address, ref: ref.optional() })]),
  'scan.cloud': z.strictObject({ connection_id: id('con') }),
  'scan.mcp_config': files,
  'connector.cloud_read_only': z.strictObject({ connection_id: id('con').optional() }),
  'connector.registry': z.strictObject({ repository: line(500).optional() }),
  'connector.warehouse': z.strictObject({ dataset: line(500).optional() }),
  'ingest.fleet_sync': z.strictObject({ devices: z.array(line()).max(1000).optional() }),
  'ingest.trace_push': z.strictObject({}),
  'ingest.result_push': z.strictObject({}),
  'ingest.artifact_import': z.strictObject({ format: z.enum(['sarif', 'cyclonedx', 'spdx', 'castellan']), path: path.optional() }),
  'runtime.proxy': z.strictObject({}),
  'runtime.gateway': z.strictObject({}),
} as const satisfies Record<SourceKind, z.ZodType>;

/** Kinds that others push to: no job can be run for them. */
export function isPushed(kind: string): boolean {
  return (kind.startsWith('ingest.') && kind !== 'ingest.artifact_import') || kind.startsWith('runtime.');
}
