import type { Wanted } from './contract/installed-reader.js';

/** Files of the system that say what it is, and who its users are. */
const FILES = new Set([
  'etc/os-release',
  'usr/lib/os-release',
  'etc/alpine-release',
  'etc/debian_version',
  'etc/redhat-release',
  'etc/centos-release',
  'etc/system-release',
  'etc/SuSE-release',
  'etc/photon-release',
  'etc/passwd',
]);

const MOST = 2 ** 20;

export const systemFiles = {
  wants: (path: string): Wanted | undefined => (FILES.has(path) ? { most: MOST } : undefined),
  places: [...FILES],
};
