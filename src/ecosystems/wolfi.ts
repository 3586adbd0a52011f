import { alpine } from './alpine.js';
import type { Ecosystem } from './ecosystem.js';

/** Wolfi rolls: there is one release, so advisories carry none. */
export const wolfi: Ecosystem = {
  ...alpine,
  name: 'Wolfi',
  purlNamespace: 'wolfi',
  lookupNames: (_ecosystem, known) => known.filter((name) => name === 'Wolfi'),
};
