import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';

/** `WORKSPACE/REPOSITORY`. Throws OperationalError where it is not given as that. */
export function repositoryOf({ BITBUCKET_REPO_FULL_NAME: name = '' }: Environment): string {
  if (/^[\w.-]+\/[\w.-]+$/.test(name)) return name;
  throw new OperationalError({ where: 'BITBUCKET_REPO_FULL_NAME', message: 'expected WORKSPACE/REPOSITORY' });
}
