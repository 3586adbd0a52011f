import type { Ecosystem } from './ecosystem.js';
import { pathNames } from './purl-names.js';
import { swiftSemver } from './versions/semver.js';

/** `https://user@Host/path.git` and `git@host:path` as `host/path`; case does not count. */
function repositoryName(name: string): string {
  const address = name.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '');
  const withoutUser = address.replace(/^[^/@]*@/, '');
  return withoutUser
    .replace(/^([^/:]+):(?![0-9]+\/)/, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/** Swift packages, which are named by the address of their repository; there is no registry and no command for one version. */
export const swiftUrl: Ecosystem = {
  name: 'SwiftURL',
  inOsv: true,
  purlType: 'swift',
  ordering: swiftSemver,
  nameForm: { form: 'host/owner/repository', fits: (name) => /^[^/\s]+\.[^/\s]+\/[^\s]+$/.test(name), registryOnly: true },
  normaliseName: repositoryName,
  ...pathNames,
  publicHosts: [],
};
