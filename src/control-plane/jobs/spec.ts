import { type RunnableScope, runnableScope, type sourceScopes } from '../../api/source-scope.js';
import { connectionIn } from '../connectors/cloud-connection.js';
import { connectorOf } from '../connectors/configured.js';
import { imageTarget, registryTargets } from '../connectors/registries.js';
import { Conflict } from '../failures.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import type { SourceRow } from '../store/sources.js';

/** What a job has to do, as its row stores it. */
export type JobSpec = RunnableScope;

type Runnable = Pick<SourceRow, 'kind' | 'scope' | 'connector_name'>;

/** The spec of a source's run. Throws Conflict with the reason when there is none. */
export function specOf(source: Runnable, { options, server }: { options: JobSpec['options']; server: OutsideOptions }): JobSpec {
  const isRead = connectionIn(source.scope) !== undefined;
  if (isRead && server.offline) throw new Conflict('this server is offline: nothing outside is asked');
  const connector = source.kind === 'connector.cloud_read_only' && !isRead ? connectorOf(source, server).name : undefined;
  const parsed = runnableScope.safeParse({
    kind: source.kind,
    scope: source.scope,
    ...(connector && { connector }),
    ...(options && { options }),
  });
  if (!parsed.success) throw new Conflict(`sources of kind ${source.kind} cannot be run`);
  const { data } = parsed;
  if (data.kind === 'ingest.artifact_import' && data.scope.path === undefined)
    throw new Conflict('the source names no file to import: push one to /v1/compliance/ingest');
  if (data.kind === 'connector.registry') registryTargets(data.scope, server);
  if (data.kind === 'scan.image') imageTarget(data.scope.ref, server);
  return data;
}

/** Parses the spec in a job's row. */
export function readSpec(spec: object): JobSpec | undefined {
  return runnableScope.safeParse(spec).data;
}

/** The part of a job's spec that answers show. */
export function shownSpec(kept: object): { kind: keyof typeof sourceScopes; scope: Record<string, unknown> } | null {
  const spec = readSpec(kept);
  return spec ? { kind: spec.kind, scope: spec.scope } : null;
}
