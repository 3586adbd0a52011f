import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { changeNumber } from '../../change-number.js';
import { apiOf } from '../../rest-door.js';
import type { Change, CiJob, CiSystem, Comments } from '../../system.js';
import { tokenOf } from '../../token.js';

/** GitLab: outputs by a dotenv report, findings by the Code Quality report, which is a format like any other. */
export function open(job: CiJob): CiSystem {
  return {
    change: () => changeOf(job.environment),
    outputsFile: { name: 'castellan.env' },
    comments: (change) => commentsOf(job, change),
  };
}

function changeOf(environment: Environment): Change | undefined {
  const number = changeNumber(environment.CI_MERGE_REQUEST_IID, 'CI_MERGE_REQUEST_IID');
  if (number === undefined) return undefined;
  const targetBranch = environment.CI_MERGE_REQUEST_TARGET_BRANCH_NAME;
  const base = environment.CI_MERGE_REQUEST_DIFF_BASE_SHA ?? '';
  if (!targetBranch) throw new OperationalError({ where: 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME', message: 'is not set' });
  return {
    number,
    targetBranch,
    // The merge base. A clone that is not deep enough lacks it, which the log says.
    bases: /^[0-9a-f]{40,64}$/.test(base) ? [base] : [],
    isFork: environment.CI_MERGE_REQUEST_SOURCE_PROJECT_ID !== projectOf(environment),
  };
}

async function commentsOf(job: CiJob, { number }: Change): Promise<Comments> {
  // GitLab's token of a job may not write notes.
  const token = tokenOf(job, 'GITLAB_TOKEN');
  const project = projectOf(job.environment) ?? '';
  if (!/^\d+$/.test(project)) throw new OperationalError({ where: 'CI_MERGE_REQUEST_PROJECT_ID', message: 'expected a number' });
  const api = apiOf(job, job.environment.CI_API_V4_URL ?? '', 'CI_API_V4_URL');
  const { GitlabComments } = await import('../../forges/gitlab.js');
  return new GitlabComments(job, { api, project, number, token });
}

/** The project that has the merge request; a fork's job may run in the fork. */
function projectOf(environment: Environment): string | undefined {
  return environment.CI_MERGE_REQUEST_PROJECT_ID || environment.CI_PROJECT_ID;
}
