import type { Ecosystem } from './ecosystem.js';
import { distributionNames, unchanged } from './purl-names.js';
import { namesOfRelease } from './release-names.js';
import { shellWord } from './shell-word.js';
import { apkOrdering } from './versions/apk.js';

/** Alpine, by source package (apk's origin) and branch (`Alpine:v3.18`). */
export const alpine: Ecosystem = {
  name: 'Alpine',
  inOsv: true,
  purlType: 'apk',
  purlNamespace: 'alpine',
  ordering: apkOrdering,
  normaliseName: unchanged,
  ...distributionNames,
  publicHosts: [],
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, branchNames),
  bySource: true,
  upgradeCommand: (name, version) => `apk add --upgrade ${shellWord(`${name}=${version}`)}`,
};

/** `3.18.4` belongs to the branch `v3.18`. */
function branchNames(release: string): readonly string[] {
  const branch = /^v?([0-9]+\.[0-9]+)/.exec(release)?.[1];
  return branch === undefined ? [] : [`Alpine:v${branch}`];
}
