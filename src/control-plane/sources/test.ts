import { isPushed, type SourceKind, sourceScopes } from '../../api/source-scope.js';
import type { ServeOptions } from '../../config/serve-options.js';
import { describe } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';
import { connectionIn, whyUnusable } from '../connectors/cloud-connection.js';
import { connectorOf } from '../connectors/configured.js';
import { imageTarget, registryTargets } from '../connectors/registries.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import type { ConnectionRow } from '../store/cloud-connections.js';
import type { SourceRow } from '../store/sources.js';
import { whyNeverRun } from './never-run.js';
import { NOT_CLONED_OFFLINE, remoteRepository } from './remote-repository.js';
import { pathOfFileUrl, withinRoots } from './scan-roots.js';

type Testing = Pick<ServeOptions, 'scanRoots' | 'offline' | 'environment' | 'registries'>;

export interface SourceCheck {
  name: string;
  ok: boolean;
  message: string;
}

/**
 * Checks whether the stored source could run: its configuration, its scope, its connector or the connection that its
 * scope names (`connection`: the reason why there is none, if it is a text). It opens no connection and starts nothing.
 */
export function testSource(row: SourceRow, options: Testing, connection?: ConnectionRow | string): SourceCheck[] {
  const { scope } = row;
  const fits = sourceScopes[row.kind as SourceKind].safeParse(scope).success;
  const checks: SourceCheck[] = [
    { name: 'configuration', ok: fits, message: fits ? 'the scope fits the kind' : 'the scope does not fit the kind' },
    { name: 'enabled', ok: row.enabled, message: row.enabled ? 'the source is enabled' : `the source is ${row.status}` },
  ];
  if (isPushed(row.kind)) return [...checks, { name: 'intake', ok: true, message: 'takes what is pushed; there is nothing to run' }];
  const never = whyNeverRun(row.kind);
  if (never !== undefined) return [...checks, credentialCheck(row), { name: 'collector', ok: false, message: never }];
  if (connectionIn(scope) !== undefined || row.kind === 'connector.warehouse')
    return [...checks, credentialCheck(row), connectionCheck(connection, options)];
  if (row.kind === 'connector.registry') return [...checks, credentialCheck(row), registryCheck(scope, options)];
  if (row.kind === 'scan.image') return [...checks, credentialCheck(row), imageCheck(scope, options)];
  if (row.kind.startsWith('connector.')) return [...checks, credentialCheck(row), connectorCheck(row, options)];
  return [...checks, credentialCheck(row), ...targetChecks(scope, options)];
}

function connectionCheck(connection: ConnectionRow | string | undefined, { offline }: Testing): SourceCheck {
  if (typeof connection === 'string') return { name: 'collector', ok: false, message: connection };
  const check = (ok: boolean, message: string) => ({ name: 'connection', ok, message });
  if (offline) return check(false, 'this server is offline: nothing outside is asked');
  const why = whyUnusable(connection);
  return check(why === undefined, why ?? `would read ${connection?.provider} account ${connection?.account}`);
}

function registryCheck({ repository }: SourceRow['scope'], options: OutsideOptions): SourceCheck {
  try {
    const targets = registryTargets(typeof repository === 'string' ? { repository } : {}, options);
    const names = targets.map(({ account, repository: name }) => `${account.host}/${name}`);
    return { name: 'collector', ok: true, message: `would read the images of ${names.join(', ')}` };
  } catch (error) {
    return { name: 'collector', ok: false, message: describe(error) };
  }
}

function imageCheck({ ref }: SourceRow['scope'], options: OutsideOptions): SourceCheck {
  try {
    const target = imageTarget(String(ref), options);
    const how = target ? `with the account of ${target.account.host}` : 'without signing in';
    return { name: 'collector', ok: true, message: `would read the image ${String(ref)} ${how}` };
  } catch (error) {
    return { name: 'collector', ok: false, message: describe(error) };
  }
}

function connectorCheck(row: SourceRow, options: OutsideOptions): SourceCheck {
  try {
    const { title, inventory } = connectorOf(row, options);
    return { name: 'connector', ok: true, message: `would list the ${inventory.what} of ${title}` };
  } catch (error) {
    return { name: 'connector', ok: false, message: describe(error) };
  }
}

function credentialCheck({ credential_ref }: SourceRow): SourceCheck {
  if (credential_ref === null) return { name: 'credential', ok: true, message: 'none is needed' };
  return { name: 'credential', ok: false, message: 'a credential reference is not a secret to run with: detach it' };
}

function targetChecks(scope: Readonly<Record<string, unknown>>, options: Pick<ServeOptions, 'scanRoots' | 'offline'>): SourceCheck[] {
  const remote = remoteRepository(scope);
  if (remote !== undefined)
    return [{ name: 'target', ok: !options.offline, message: options.offline ? NOT_CLONED_OFFLINE : `would clone ${remote}` }];
  const { path, paths } = scope;
  const url = scope['url'] ?? scope['repo_url'];
  const named = typeof url === 'string' ? [pathOfFileUrl(url)] : Array.isArray(paths) ? paths : [path];
  const texts = named.filter((one): one is string => typeof one === 'string');
  if (texts.length === 0) return [{ name: 'target', ok: false, message: 'there is nothing to read' }];
  return texts.map((one) => pathCheck(one, options.scanRoots));
}

function pathCheck(path: string, roots: readonly string[]): SourceCheck {
  try {
    const kind = diskFiles.info(withinRoots(path, roots, diskFiles), true)?.kind;
    const ok = kind === 'file' || kind === 'folder';
    return { name: 'target', ok, message: ok ? `would read the ${kind} ${path}` : `${path} is not there` };
  } catch (error) {
    return { name: 'target', ok: false, message: describe(error) };
  }
}
