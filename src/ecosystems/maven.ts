import type { Ecosystem } from './ecosystem.js';
import { coordinateNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { mavenOrdering as ordering } from './versions/maven.js';

/** Maven: `group:artifact`. Gradle has no command that sets one version: its lock follows what the build file asks for. */
export const maven: Ecosystem = {
  name: 'Maven',
  inOsv: true,
  purlType: 'maven',
  ordering,
  nameForm: { form: 'group:artifact', fits: (name) => /^[^:/\s]+:[^:/\s]+$/.test(name) },
  normaliseName: (name) => (name.includes(':') ? name : name.replace('/', ':')),
  ...coordinateNames,
  publicHosts: [
    'central.sonatype.com',
    'dl.google.com',
    'maven.google.com',
    'oss.sonatype.org',
    'plugins.gradle.org',
    'repo.maven.apache.org',
    'repo1.maven.org',
    's01.oss.sonatype.org',
  ],
  upgradeCommand: (name, version, format = '') => {
    if (format === 'gradle-lockfile') return `gradle dependencies --update-locks ${shellWord(name)}`;
    return `mvn versions:use-dep-version -Dincludes=${shellWord(name)} -DdepVersion=${shellWord(version)}`;
  },
};
