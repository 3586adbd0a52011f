import type { LockfileReader } from '../../../reader.js';

/**
 * Maven's project file, with those of its parents that are in the scanned folder. Remote parents and imported BOMs are
 * not available, so versions that they manage stay unresolved. Parents are projects of their own and are also read as
 * such.
 */
export const mavenPom: LockfileReader = {
  id: 'maven-pom',
  title: 'pom.xml (Maven model 4.0 and 4.1, parents within the scanned folder)',
  ecosystem: 'Maven',
  kind: 'manifest',
  resolveHint: 'run `mvn org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom` and scan target/bom.json',
  matches: (path) => /(?:^|\/)pom\.xml$/.test(path),
  recognises: (head) => /^\s*</.test(head) && /<project[\s>]/.test(head) && /maven\.apache\.org\/POM|<modelVersion>/.test(head),
  read: async (file, context) => {
    const { readMavenProject } = await import('./maven-project.js');
    return readMavenProject(file, context);
  },
};
