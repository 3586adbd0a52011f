import type { Environment } from '../../config/environment.js';
import type { CiSystemEntry } from './system.js';

/** Every system that the program knows, in the order in which they are looked for; the last one fits everywhere. */
export const ciSystems = [
  {
    id: 'github',
    title: 'GitHub Actions',
    inputPrefix: 'INPUT_',
    detect: (environment) => environment.GITHUB_ACTIONS === 'true',
    load: () => import('./systems/github/github.js'),
  },
  {
    id: 'gitlab',
    title: 'GitLab CI/CD',
    detect: (environment) => environment.GITLAB_CI === 'true',
    load: () => import('./systems/gitlab/gitlab.js'),
  },
  {
    id: 'azure',
    title: 'Azure Pipelines',
    detect: (environment) => /^true$/i.test(environment.TF_BUILD ?? ''),
    load: () => import('./systems/azure/azure.js'),
  },
  {
    id: 'bitbucket',
    title: 'Bitbucket Pipelines',
    detect: (environment) => Boolean(environment.BITBUCKET_BUILD_NUMBER),
    load: () => import('./systems/bitbucket/bitbucket.js'),
  },
  {
    id: 'jenkins',
    title: 'Jenkins',
    detect: ({ JENKINS_URL, JENKINS_HOME, BUILD_ID }) => Boolean((JENKINS_URL || JENKINS_HOME) && BUILD_ID),
    load: () => import('./systems/jenkins/jenkins.js'),
  },
  {
    id: 'none',
    title: 'No system',
    detect: () => true,
    load: () => import('./systems/none.js'),
  },
] as const satisfies readonly CiSystemEntry[];

/** The system whose job this environment is of. */
export function ciSystemOf(environment: Environment): CiSystemEntry {
  const found = ciSystems.find((system) => system.detect(environment));
  if (!found) throw new RangeError('no system fits everywhere');
  return found;
}
