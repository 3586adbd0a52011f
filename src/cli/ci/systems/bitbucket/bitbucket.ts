import { appendFileSync } from 'node:fs';
import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { diskError } from '../../../../system/disk-error.js';
import { changeNumber } from '../../change-number.js';
import { outputLines } from '../../outputs-file.js';
import { apiOf } from '../../rest-door.js';
import type { Change, CiJob, CiSystem, Comments } from '../../system.js';
import { tokenOf } from '../../token.js';
import { repositoryOf } from './repository.js';

const VARIABLES = 'BITBUCKET_PIPELINES_VARIABLES_PATH';

/** Bitbucket Pipelines: outputs by the file of a step's variables, findings by Code Insights. */
export function open(job: CiJob): CiSystem {
  const shared = job.environment[VARIABLES];
  return {
    change: () => changeOf(job.environment),
    // Runners that share no variables have a file that the step may keep as an artifact.
    ...(shared ? { publish: (outputs) => append(shared, outputLines(outputs)) } : { outputsFile: { name: 'castellan.env' } }),
    annotate: async (report) => (await import('./insights.js')).writeInsights(job, report),
    comments: (change) => commentsOf(job, change),
  };
}

/** Bitbucket runs no pipelines for pull requests of forks. */
function changeOf(environment: Environment): Change | undefined {
  const number = changeNumber(environment.BITBUCKET_PR_ID, 'BITBUCKET_PR_ID');
  if (number === undefined) return undefined;
  const { BITBUCKET_PR_DESTINATION_BRANCH: targetBranch, BITBUCKET_PR_DESTINATION_COMMIT: tip = '' } = environment;
  if (!targetBranch) throw new OperationalError({ where: 'BITBUCKET_PR_DESTINATION_BRANCH', message: 'is not set' });
  // The step merges the target branch into what it checked out. The name of its commit may be a short one.
  return { number, targetBranch, bases: /^[0-9a-f]{12,64}$/.test(tip) ? [tip] : [], isFork: false };
}

async function commentsOf(job: CiJob, { number }: Change): Promise<Comments> {
  const token = tokenOf(job);
  const { BITBUCKET_API, BitbucketComments } = await import('../../forges/bitbucket.js');
  return new BitbucketComments(job, { api: apiOf(job, BITBUCKET_API), repository: repositoryOf(job.environment), number, token });
}

function append(path: string, text: string): void {
  try {
    appendFileSync(path, text);
  } catch (cause) {
    throw diskError(VARIABLES, 'cannot be written', cause);
  }
}
