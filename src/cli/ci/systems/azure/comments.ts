import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { pullOnGithub } from '../../forges/address.js';
import { apiOf } from '../../rest-door.js';
import type { Change, CiJob, Comments } from '../../system.js';
import { tokenOf } from '../../token.js';

/** The comments of the pull request, where it lies: in Azure Repos or on GitHub. */
export async function commentsOf(job: CiJob, { number }: Change): Promise<Comments> {
  const { environment } = job;
  const provider = environment.BUILD_REPOSITORY_PROVIDER ?? '';
  if (/^github/i.test(provider)) {
    const pull = pullOnGithub(environment.BUILD_REPOSITORY_URI ?? '', 'BUILD_REPOSITORY_URI');
    const { GithubComments } = await import('../../forges/github.js');
    return new GithubComments(job, { ...pull, api: apiOf(job, pull.api), number, token: tokenOf(job, 'GITHUB_TOKEN') });
  }
  if (provider !== 'TfsGit')
    throw new OperationalError({ where: 'BUILD_REPOSITORY_PROVIDER', message: 'comments need Azure Repos or GitHub' });
  const collection = apiOf(job, environment.SYSTEM_COLLECTIONURI ?? '', 'SYSTEM_COLLECTIONURI');
  const [project, repository] = [named(environment, 'SYSTEM_TEAMPROJECT'), named(environment, 'BUILD_REPOSITORY_ID')];
  const token = tokenOf(job, 'SYSTEM_ACCESSTOKEN');
  const { AzureComments } = await import('../../forges/azure.js');
  return new AzureComments(job, { collection, project, repository, number, token });
}

/** A part of an address. Throws OperationalError for what would lead elsewhere. */
function named(environment: Environment, variable: string): string {
  const value = environment[variable] ?? '';
  if (value === '' || /^\.{1,2}$/.test(value)) throw new OperationalError({ where: variable, message: 'expected a name' });
  return value;
}
