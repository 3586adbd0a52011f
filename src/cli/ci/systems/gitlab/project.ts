import type { Environment } from '../../../../config/environment.js';

/** The project that has the merge request; a fork's job may run in the fork. */
export function projectOf(environment: Environment): string | undefined {
  return environment.CI_MERGE_REQUEST_PROJECT_ID || environment.CI_PROJECT_ID;
}
