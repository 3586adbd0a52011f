import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { rpmOrdering } from './versions/rpm.js';

/** Components of no ecosystem (`pkg:generic/…`): they have a name and a version, but nobody publishes advisories about them. */
export const generic: Ecosystem = {
  name: 'generic',
  inOsv: false,
  purlType: 'generic',
  ordering: rpmOrdering,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: [],
};
