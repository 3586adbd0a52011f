import { join } from 'node:path';
import type { RunnableScope } from '../../../api/source-scope.js';
import type { TargetKind } from '../../../model/request.js';
import { OperationalError } from '../../../support/errors.js';
import type { Files } from '../../../system/files.js';
import { gitClone } from '../../../system/git-clone.js';
import { pathOfFileUrl, withinRoots } from '../scan-roots.js';
import type { WorkerSettings } from '../worker-contract.js';
import type { Located } from './scan-request.js';

const MAX_CLONE_BYTES = 2 * 2 ** 30;
const CLONE_TIMEOUT_MS = 10 * 60_000;

/** A job's targets on the disk. */
export interface Found extends Located {
  /** Folders that the scan may read. */
  readable: readonly string[];
  commit?: string;
}

interface Means {
  settings: WorkerSettings;
  files: Files;
  signal: AbortSignal;
}

/** Finds what the scope speaks of, and clones what is elsewhere. Throws UsageError for a path outside the scan roots. */
export async function locate({ kind, scope }: Exclude<RunnableScope, { kind: 'connector.cloud_read_only' }>, means: Means): Promise<Found> {
  switch (kind) {
    case 'scan.repo':
      return 'url' in scope ? cloned(scope, means) : onDisk('path', [scope.path], means, scope.exclude);
    case 'scan.mcp_config':
      return onDisk('mcp_config', scope.paths, means);
    case 'ingest.artifact_import':
      return onDisk(scope.format === 'castellan' ? 'inventory' : 'sbom', scope.path === undefined ? [] : [scope.path], means);
  }
}

function onDisk(kind: TargetKind, paths: readonly string[], { settings, files }: Means, exclude: readonly string[] = []): Found {
  const targets = paths.map((path) => ({ kind, value: withinRoots(path, settings.scanRoots, files) }));
  return { targets, cwd: '/', exclude, readable: settings.scanRoots };
}

interface Repository {
  url: string;
  ref?: string | undefined;
  exclude?: string[] | undefined;
}

async function cloned({ url, ref, exclude = [] }: Repository, { settings, files, signal }: Means): Promise<Found> {
  const local = pathOfFileUrl(url);
  if (local !== undefined) withinRoots(local, settings.scanRoots, files);
  else if (settings.offline) throw new OperationalError({ where: url, message: 'this server is offline: no repository can be cloned' });
  const folder = join(settings.folder, 'tree');
  const limits = { maxBytes: MAX_CLONE_BYTES, timeoutMs: CLONE_TIMEOUT_MS, signal };
  const { commit } = await gitClone({ url, folder, ...limits, ...(ref !== undefined && { ref }) });
  const shownAs = ref === undefined ? url : `${url}@${ref}`;
  return { targets: [{ kind: 'path', value: '.' }], cwd: folder, exclude, readable: [folder], shownAs, commit };
}
