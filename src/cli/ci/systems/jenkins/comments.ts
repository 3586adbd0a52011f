import { OperationalError } from '../../../../support/errors.js';
import { pullOnGithub } from '../../forges/address.js';
import { apiOf, serviceAddress } from '../../rest-door.js';
import type { CiJob, Comments } from '../../system.js';
import { tokenOf } from '../../token.js';

/** The comments of a change, by the address that people open it with. */
export async function commentsOf(job: CiJob): Promise<Comments> {
  const url = new URL(serviceAddress(job.environment.CHANGE_URL ?? '', 'CHANGE_URL'));
  const place = PLACES.find(({ path }) => path.test(url.pathname));
  if (!place)
    throw new OperationalError({
      where: 'CHANGE_URL',
      message: 'comments need a pull request of GitHub, GitLab, Bitbucket Cloud or Azure Repos',
    });
  const [, before = '', number = ''] = place.path.exec(url.pathname) ?? [];
  return place.open(job, { url, before, number: Number(number), token: tokenOf(job) });
}

interface Found {
  url: URL;
  /** The path of the address, without what names the change. */
  before: string;
  number: number;
  token: string;
}

/** By the paths of changes, in which no two of them are alike. */
const PLACES: readonly { path: RegExp; open(job: CiJob, found: Found): Promise<Comments> }[] = [
  {
    path: /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d{1,15})$/,
    async open(job, { url, before, ...found }) {
      const { api, repository } = pullOnGithub(`${url.origin}/${before}`, 'CHANGE_URL');
      const { GithubComments } = await import('../../forges/github.js');
      return new GithubComments(job, { api: apiOf(job, api), repository, ...found });
    },
  },
  {
    path: /^\/([\w./-]+)\/-\/merge_requests\/(\d{1,15})$/,
    async open(job, { url, before, ...found }) {
      const { GitlabComments } = await import('../../forges/gitlab.js');
      return new GitlabComments(job, { api: apiOf(job, `${url.origin}/api/v4`), project: before, ...found });
    },
  },
  {
    path: /^\/([\w.-]+\/[\w.-]+)\/pull-requests\/(\d{1,15})$/,
    async open(job, { before, ...found }) {
      const { BITBUCKET_API, BitbucketComments } = await import('../../forges/bitbucket.js');
      return new BitbucketComments(job, { api: apiOf(job, BITBUCKET_API), repository: before, ...found });
    },
  },
  {
    path: /^\/(.+\/_git\/[^/]+)\/pullrequest\/(\d{1,15})$/,
    async open(job, { url, before, ...found }) {
      const [, organization = '', project = '', repository = ''] = /^(?:(.+)\/)?([^/]+)\/_git\/([^/]+)$/.exec(before) ?? [];
      const collection = apiOf(job, `${url.origin}/${organization}`.replace(/\/$/, ''), 'CHANGE_URL');
      const { AzureComments } = await import('../../forges/azure.js');
      return new AzureComments(job, { collection, project: decoded(project), repository: decoded(repository), ...found });
    },
  },
];

/** A part of a path as people write it; what is no part of a path stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
