import { alpine } from './alpine.js';
import type { Ecosystem } from './ecosystem.js';

/** Wolfi is a rolling distribution with one release, so advisories name none. */
export const wolfi: Ecosystem = {
  ...alpine,
  name: 'Wolfi',
  purlNamespace: 'wolfi',
  lookupNames: (_ecosystem, known) => known.filter((name) => name === 'Wolfi'),
};
