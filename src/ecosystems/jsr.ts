import type { Ecosystem } from './ecosystem.js';
import { pathNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { npmSemver } from './versions/semver.js';

/** JSR, the registry of Deno: scoped names in lower case, semver as npm reads it. */
export const jsr: Ecosystem = {
  name: 'jsr',
  inOsv: false,
  purlType: 'jsr',
  ordering: npmSemver,
  nameForm: { form: '@scope/name', fits: (name) => /^@[^/]+\/[^/]+$/.test(name), registryOnly: true },
  normaliseName: unchanged,
  ...pathNames,
  publicHosts: ['jsr.io', 'npm.jsr.io'],
  upgradeCommand: (name, version) => `deno add ${shellWord(`jsr:${name}@${version}`)}`,
};
