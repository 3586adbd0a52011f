import { foreignRpm } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { majorRelease, namesOfRelease } from './release-names.js';
import { rpm } from './rpm.js';

/** Rocky Linux, by source package and major release. */
export const rockyLinux: Ecosystem = {
  ...rpm,
  name: 'Rocky Linux',
  inOsv: true,
  purlNamespace: 'rocky-linux',
  foreignBuild: (version, vendor) => foreignRpm('Rocky Linux', version, vendor),
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, (release) => [`Rocky Linux:${majorRelease(release)}`]),
  bySource: true,
};
