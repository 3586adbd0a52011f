import { foreignRpm } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { namesOfRelease } from './release-names.js';
import { suse } from './suse.js';

/** openSUSE: `openSUSE:Leap 15.5`, `openSUSE:Tumbleweed`. */
export const opensuse: Ecosystem = {
  ...suse,
  name: 'openSUSE',
  purlNamespace: 'opensuse',
  foreignBuild: (version, vendor) => foreignRpm('openSUSE', version, vendor),
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, () => []),
};
