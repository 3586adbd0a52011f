import { join } from 'node:path';
import type { RunnableScope } from '../../../api/source-scope.js';
import type { ScanTarget, TargetKind } from '../../../model/request.js';
import { MINUTE_MS } from '../../../support/durations.js';
import { OperationalError, UsageError } from '../../../support/errors.js';
import type { Files } from '../../../system/files.js';
import { gitClone } from '../../../system/git/clone.js';
import { OutboundPolicy } from '../../../system/outbound-policy.js';
import { NOT_CLONED_OFFLINE } from '../../sources/remote-repository.js';
import { pathOfFileUrl, withinRoots } from '../../sources/scan-roots.js';
import type { WorkerSettings } from '../worker-contract.js';

const MAX_CLONE_BYTES = 2 * 2 ** 30;
const CLONE_TIMEOUT_MS = 10 * MINUTE_MS;

/** A job's targets on the disk. */
export interface Found {
  targets: ScanTarget[];
  /** Folder that relative targets start from. */
  cwd: string;
  /** The folder whose castellan.yaml applies; absent when the scanned files are not a project. */
  project?: string;
  exclude: readonly string[];
  /** The name of the targets in the report, if the worker created them (a clone). */
  shownAs?: string;
  /** Folders that the scan may read. */
  readable: readonly string[];
  commit?: string;
  /** The history is there and to be searched. */
  history?: true;
}

interface LocateContext {
  settings: WorkerSettings;
  files: Files;
  signal: AbortSignal;
}

/** Finds the targets of the scope, and clones remote ones. Throws UsageError for a path outside the scan roots. */
export async function locate(
  { kind, scope }: Exclude<RunnableScope, { kind: `connector.${string}` | 'scan.cloud' | 'scan.image' }>,
  context: LocateContext,
): Promise<Found> {
  switch (kind) {
    case 'scan.repo':
      return 'url' in scope ? cloned('path', scope, context) : projectOnDisk('path', scope, context);
    case 'scan.iac':
      return 'repo_url' in scope ? cloned('iac', { ...scope, url: scope.repo_url }, context) : projectOnDisk('iac', scope, context);
    case 'scan.mcp_config':
      return onDisk('mcp_config', scope.paths, context);
    case 'ingest.artifact_import':
      return onDisk(scope.format === 'castellan' ? 'inventory' : 'sbom', scope.path === undefined ? [] : [scope.path], context);
  }
}

interface Project {
  path: string;
  exclude?: string[] | undefined;
  history?: boolean | undefined;
}

function projectOnDisk(kind: TargetKind, { path, exclude = [], history }: Project, context: LocateContext): Found {
  const found = onDisk(kind, [path], context);
  const [target] = found.targets;
  if (history && target) requireWhole(target.value, context.settings.scanRoots, context.files);
  return { ...found, exclude, ...(target && { project: target.value }), ...(history && { history }) };
}

function onDisk(kind: TargetKind, paths: readonly string[], { settings, files }: LocateContext): Found {
  const targets = paths.map((path) => ({ kind, value: withinRoots(path, settings.scanRoots, files) }));
  return { targets, cwd: '/', exclude: [], readable: settings.scanRoots };
}

interface Repository {
  url: string;
  ref?: string | undefined;
  exclude?: string[] | undefined;
  history?: boolean | undefined;
}

async function cloned(
  kind: TargetKind,
  { url, ref, exclude = [], history }: Repository,
  { settings, files, signal }: LocateContext,
): Promise<Found> {
  const local = pathOfFileUrl(url);
  if (local !== undefined) requireWhole(withinRoots(local, settings.scanRoots, files), settings.scanRoots, files);
  else if (settings.offline) throw new OperationalError({ where: url, message: NOT_CLONED_OFFLINE });
  const folder = join(settings.folder, 'tree');
  const outbound = new OutboundPolicy(settings.outboundAllow);
  const limits = { maxBytes: MAX_CLONE_BYTES, timeoutMs: CLONE_TIMEOUT_MS, outbound, signal };
  const { commit } = await gitClone({ url, folder, ...limits, ...(ref !== undefined && { ref }), ...(history && { history }) });
  const shownAs = ref === undefined ? url : `${url}@${ref}`;
  return {
    targets: [{ kind, value: '.' }],
    cwd: folder,
    project: folder,
    exclude,
    readable: [folder],
    shownAs,
    commit,
    ...(history && { history }),
  };
}

/** Parts that a repository may keep elsewhere: git would follow them out of the folders that this server may scan. */
const INSIDE = ['.git', '.git/objects', '.git/objects/pack', '.git/refs', 'objects', 'objects/pack', 'refs'];
const POINTERS = ['objects/info/alternates', 'commondir'].flatMap((name) => [name, `.git/${name}`]);

/** Throws UsageError for a local repository with parts outside. */
function requireWhole(path: string, roots: readonly string[], files: Files): void {
  for (const part of INSIDE) if (files.info(join(path, part))) withinRoots(join(path, part), roots, files);
  const isElsewhere = files.info(join(path, '.git'), true)?.kind === 'file' || POINTERS.some((part) => files.info(join(path, part)));
  if (isElsewhere) throw new UsageError({ where: path, message: 'the repository is kept elsewhere in parts: name the place itself' });
}
