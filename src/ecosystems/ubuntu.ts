import { foreignDeb } from './builds.js';
import { debian } from './debian.js';
import type { Ecosystem } from './ecosystem.js';
import { namesOfRelease, releaseOf } from './release-names.js';

/** Ubuntu: long-term releases carry `:LTS`; those of Ubuntu Pro (`Ubuntu:Pro:22.04:LTS`) count only for components that say so. */
export const ubuntu: Ecosystem = {
  ...debian,
  name: 'Ubuntu',
  purlNamespace: 'ubuntu',
  foreignBuild: (version) => foreignDeb('Ubuntu', version),
  lookupNames: (ecosystem, known) => namesOfRelease(ecosystem, known, plainNames),
  subscriptionNames: (ecosystem, known) => known.filter((name) => name === `Ubuntu:Pro:${releaseOf(ecosystem).slice(0, 5)}:LTS`),
};

/** Where a database has nothing of Ubuntu Pro, its packages are looked up among those of the release. */
function plainNames(release: string): readonly string[] {
  const plain = release.replace(/^Pro:/, '').replace(/:LTS$/, '');
  return [`Ubuntu:${plain}:LTS`, `Ubuntu:${plain}`];
}
