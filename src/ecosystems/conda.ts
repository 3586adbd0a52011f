import type { Ecosystem } from './ecosystem.js';
import { flatNames, lowerCase } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { pep440Ordering } from './versions/pep440.js';

/** conda: no advisories of its own; its versions are close to PEP 440, and what is not is left unordered. */
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
