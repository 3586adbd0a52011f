import { debian } from './debian.js';
import type { Ecosystem } from './ecosystem.js';
import { namesOfRelease } from './release-names.js';

/** Ubuntu: long-term releases carry `:LTS`; those of Ubuntu Pro (`Ubuntu:Pro:22.04:LTS`) count only for components that say so. */
export const ubuntu: Ecosystem = {
  ...debian,
  name: 'Ubuntu',
  purlNamespace: 'ubuntu',
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, (release) => [`Ubuntu:${release}:LTS`]),
};
