import { alpine } from './alpine.js';
import type { Ecosystem } from './ecosystem.js';

/** Chainguard's packages, built on Wolfi's: one release. */
export const chainguard: Ecosystem = {
  ...alpine,
  name: 'Chainguard',
  purlNamespace: 'chainguard',
  lookupNames: (_ecosystem, known) => known.filter((name) => name === 'Chainguard'),
};
