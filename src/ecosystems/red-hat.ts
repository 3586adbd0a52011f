import { foreignRpm } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { majorRelease, releaseOf } from './release-names.js';
import { rpm } from './rpm.js';

/**
 * Red Hat: OSV names the CPE of a product, `Red Hat:enterprise_linux:8::appstream`. A component of release 8 is looked up in all
 * of enterprise_linux:8, one of 8.6 also in the extended streams of that minor release (`rhel_eus:8.6::baseos`).
 */
export const redHat: Ecosystem = {
  ...rpm,
  name: 'Red Hat',
  inOsv: true,
  purlNamespace: 'redhat',
  foreignBuild: (version, vendor) => foreignRpm('Red Hat', version, vendor),
  lookupNames: (ecosystem, known) => {
    const release = releaseOf(ecosystem);
    if (!/^[0-9]/.test(release)) return known.filter((name) => release !== '' && name === ecosystem);
    const minor = known.filter((name) => isProduct(name, /^rhel_[a-z0-9_]+$/, release) && release.includes('.'));
    const major = known.filter((name) => isProduct(name, /^enterprise_linux$/, release, majorRelease(release)));
    return [...minor, ...major];
  },
};

function isProduct(name: string, product: RegExp, ...releases: readonly string[]): boolean {
  const [vendor, stem = '', release = ''] = name.split(':');
  return vendor === 'Red Hat' && product.test(stem) && releases.includes(release);
}
