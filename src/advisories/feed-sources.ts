import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationalError, UsageError } from '../support/errors.js';
import type { Http } from '../system/http.js';
import type { RetryPolicy } from '../system/retry.js';
import { FolderOrigin } from './origins/folder-origin.js';
import { HttpOrigin } from './origins/http-origin.js';
import type { Origin } from './origins/origin.js';

/** The origins of each feed, best mirror first: http(s):// or file:// addresses, or paths. */
export interface FeedSources {
  /** Bases of OSV buckets. */
  osv: readonly string[];
  /** The catalog itself, or its folder. */
  kev: readonly string[];
  epss: readonly string[];
}

const KEV_FILE = 'known_exploited_vulnerabilities.json';
const EPSS_FILE = 'epss_scores-current.csv.gz';

/** The publishers themselves. */
export const publicSources: FeedSources = {
  osv: ['https://osv-vulnerabilities.storage.googleapis.com'],
  kev: [`https://www.cisa.gov/sites/default/files/feeds/${KEV_FILE}`],
  epss: [`https://epss.empiricalsecurity.com/${EPSS_FILE}`],
};

/** The three feeds of a tree laid out as `osv/`, `kev/`, `epss/` below one folder or address. */
export function treeSources(base: string): FeedSources {
  const below = (folder: string) => [`${base.replace(/\/+$/, '')}/${folder}`];
  return { osv: below('osv'), kev: below('kev'), epss: below('epss') };
}

/** The catalog's file below a folder; an address that names a file stays as it is. */
export function kevAddress(source: string): string {
  return fileBelow(source, KEV_FILE);
}

/** The same for the scores. */
export function epssAddress(source: string): string {
  return fileBelow(source, EPSS_FILE);
}

function fileBelow(source: string, name: string): string {
  return /\.(json|csv|gz)$/i.test(source.replace(/[?#].*$/, '')) ? source : `${source.replace(/\/+$/, '')}/${name}`;
}

/** What is needed to use origins on the network; without `http` only folders can be opened. */
export interface OriginNeeds {
  http?: Http | undefined;
  folder: string;
  policy: RetryPolicy;
  clock(): number;
  idleTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Opens a source. Throws UsageError for an address of another scheme, OperationalError for a network one while offline. */
export function openOrigin(source: string, needs: OriginNeeds): Origin {
  const path = localPath(source);
  if (path !== undefined) return new FolderOrigin(path);
  const { http } = needs;
  if (!http)
    throw new OperationalError({ where: source.replace(/\/\/[^/@]*@/, '//'), message: 'offline: nothing is fetched over the network' });
  return new HttpOrigin({ ...needs, http, base: source });
}

/** The path a source names on this machine; undefined for a web address. */
export function localPath(source: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(source)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return undefined;
  if (scheme === 'file') return fileUrlPath(source);
  if (scheme !== undefined)
    throw new UsageError({
      where: source,
      message: `${scheme}:// is no source of feeds`,
      hint: 'use http://, https://, file:// or a folder',
    });
  return isAbsolute(source) ? join(source) : resolve(source);
}

function fileUrlPath(source: string): string {
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new UsageError({ where: source, message: 'not a file:// address of this machine', cause });
  }
}
