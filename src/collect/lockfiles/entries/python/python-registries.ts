import { pypi } from '../../../../ecosystems/pypi.js';
import type { ComponentSource } from '../../../../model/component.js';
import type { RegistrySetting } from '../../../../model/inventory.js';
import { hostOf } from '../../../../support/address.js';
import { redactUrl } from '../../../../support/redact.js';

/** Hosts of public packages, which need no source of their own. */
const PUBLIC: ReadonlySet<string> = new Set(pypi.publicHosts);

/**
 * A package index other than PyPI as a registry setting, host only; undefined for PyPI itself, for paths, and for texts
 * without a host.
 */
export function registrySetting(address: string, path: string, line?: number): RegistrySetting | undefined {
  const host = hostOf(address);
  if (host === undefined || PUBLIC.has(host)) return undefined;
  return { ecosystem: 'PyPI', scope: '*', host, path, ...(line !== undefined && { line }) };
}

/**
 * Source of a package whose lock names its index; undefined for PyPI. A path (a flat index) counts as another index.
 */
export function indexSource(address: unknown): ComponentSource | undefined {
  if (typeof address !== 'string' || address === '') return undefined;
  const host = hostOf(address);
  return host !== undefined && PUBLIC.has(host) ? undefined : { kind: 'registry', url: redactUrl(address) };
}
