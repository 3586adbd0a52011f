import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { changeNumber } from '../../change-number.js';
import type { Change, CiJob, CiSystem } from '../../system.js';
import { projectOf } from './project.js';

/** GitLab: outputs by a dotenv report, findings by the Code Quality report, which is a format like any other. */
export function open(job: CiJob): CiSystem {
  return {
    change: () => changeOf(job.environment),
    outputsFile: { name: 'castellan.env' },
    comments: async (change) => new (await import('./comments.js')).GitlabComments(job, change),
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
