import { foreignRpm } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { majorRelease, namesOfRelease } from './release-names.js';
import { rpm } from './rpm.js';

/** AlmaLinux, by binary package and major release. */
export const almalinux: Ecosystem = {
  ...rpm,
  name: 'AlmaLinux',
  inOsv: true,
  purlNamespace: 'almalinux',
  foreignBuild: (version, vendor) => foreignRpm('AlmaLinux', version, vendor),
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, (release) => [`AlmaLinux:${majorRelease(release)}`]),
};
