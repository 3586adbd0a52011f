import type { Ecosystem } from './ecosystem.js';
import { flatNames, lowerCase } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { pep440Ordering } from './versions/pep440.js';

/** conda has no advisories of its own. Its versions are close to PEP 440; those that are not have no order. */
export const conda: Ecosystem = {
  name: 'conda',
  inOsv: false,
  purlType: 'conda',
  ordering: pep440Ordering,
  normaliseName: lowerCase,
  ...flatNames,
  publicHosts: ['conda.anaconda.org', 'repo.anaconda.cloud', 'repo.anaconda.com'],
  upgradeCommand: (name, version) => `conda install ${shellWord(`${name}=${version}`)}`,
};
