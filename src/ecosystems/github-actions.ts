import type { Ecosystem } from './ecosystem.js';
import { pathNames } from './purl-names.js';
import { githubActionsTags } from './versions/github-actions.js';

/** Actions are named by their repository: a folder or workflow file in it is not part of the name, nor does case count. */
export const githubActions: Ecosystem = {
  name: 'GitHub Actions',
  inOsv: true,
  purlType: 'github',
  ordering: githubActionsTags,
  nameForm: { form: 'owner/repository', fits: (name) => /^[^/\s]+\/[^/\s]+/.test(name) },
  normaliseName: (name) => name.toLowerCase().split('/').slice(0, 2).join('/'),
  ...pathNames,
  publicHosts: ['github.com'],
};
