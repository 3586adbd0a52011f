import type { Ecosystem } from './ecosystem.js';
import { lowerCase, pathNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { packagistOrdering as ordering } from './versions/packagist.js';

/** Packagist: `vendor/package`; case does not count. */
export const packagist: Ecosystem = {
  name: 'Packagist',
  inOsv: true,
  purlType: 'composer',
  ordering,
  nameForm: { form: 'vendor/package', fits: (name) => /^[^/\s]+\/[^/\s]+$/.test(name) },
  normaliseName: lowerCase,
  ...pathNames,
  publicHosts: ['packagist.org', 'repo.packagist.org'],
  upgradeCommand: (name, version) => `composer require --with-all-dependencies ${shellWord(`${name}:${version}`)}`,
};
