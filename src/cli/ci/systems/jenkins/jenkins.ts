import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { changeNumber } from '../../change-number.js';
import type { Change, CiJob, CiSystem } from '../../system.js';

/** Jenkins: outputs by a file of properties, findings by the SARIF report, which its warnings plugin reads. */
export function open(job: CiJob): CiSystem {
  return {
    change: () => changeOf(job.environment),
    outputsFile: { name: 'castellan.properties', value: property },
    comments: async () => (await import('./comments.js')).commentsOf(job),
  };
}

/** Of a multibranch project; other projects have no changes. */
function changeOf(environment: Environment): Change | undefined {
  const number = changeNumber(environment.CHANGE_ID, 'CHANGE_ID');
  if (number === undefined) return undefined;
  const { CHANGE_TARGET: target } = environment;
  if (!target) throw new OperationalError({ where: 'CHANGE_TARGET', message: 'is not set' });
  // Jenkins checks out the change or its merge, as the project says, and fetches the target branch beside it.
  return { number, targetBranch: target, bases: [`refs/remotes/origin/${target}`], isFork: Boolean(environment.CHANGE_FORK) };
}

/** As `java.util.Properties` reads it: a backslash begins an escape, and white space before a value is none of it. */
function property(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(/^[ \t\f]/, '\\$&');
}
