import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../../config/environment.js';
import type { ScanReport } from '../../../../model/report.js';
import { OperationalError } from '../../../../support/errors.js';
import { inertLine } from '../../../../support/terminal.js';
import { diskError } from '../../../../system/disk-error.js';
import { changeNumber } from '../../change-number.js';
import { spelled } from '../../inputs.js';
import type { Change, CiJob, CiSystem, Markdown } from '../../system.js';
import { commentsOf } from './comments.js';
import { loggingCommand } from './logging-command.js';

/** Characters of a summary, as many as GitHub shows. */
const MAX_SUMMARY = 250_000;

/** The agent keeps so many errors and warnings of a step for the page of the run. */
const MAX_ISSUES = 10;

/** Azure Pipelines: outputs, annotations and summary by logging commands, which are lines of stdout. */
export function open(job: CiJob): CiSystem {
  const { environment, io } = job;
  return {
    change: () => changeOf(environment),
    publish(outputs) {
      for (const [name, value] of Object.entries(outputs))
        io.out(loggingCommand('task.setvariable', { variable: spelled(name), isOutput: 'true' }, value));
    },
    // The agent looks for `##vso[` and `##[` anywhere in a line.
    plain: inertLine,
    async annotate(report) {
      io.out(await issuesOf(report));
    },
    async summarize(markdown) {
      io.out(loggingCommand('task.uploadsummary', {}, summaryFile(environment, markdown)));
    },
    comments: (change) => commentsOf(job, change),
  };
}

/** Azure Repos names a pull request by its id, GitHub by its number: both are what people see. */
function changeOf(environment: Environment): Change | undefined {
  if (environment.BUILD_REASON !== 'PullRequest') return undefined;
  const { SYSTEM_PULLREQUEST_PULLREQUESTNUMBER: known, BUILD_SOURCEVERSION: merge = '' } = environment;
  const variable = known ? 'SYSTEM_PULLREQUEST_PULLREQUESTNUMBER' : 'SYSTEM_PULLREQUEST_PULLREQUESTID';
  const number = changeNumber(environment[variable], variable);
  if (number === undefined) throw new OperationalError({ where: variable, message: 'is not set' });
  const target = environment.SYSTEM_PULLREQUEST_TARGETBRANCH;
  if (!target) throw new OperationalError({ where: 'SYSTEM_PULLREQUEST_TARGETBRANCH', message: 'is not set' });
  return {
    number,
    targetBranch: target.replace(/^refs\/heads\//, ''),
    // The agent checks a merge out, whose first parent is the target branch.
    bases: /^[0-9a-f]{40,64}$/.test(merge) ? [`${merge}^1`] : [],
    isFork: /^true$/i.test(environment.SYSTEM_PULLREQUEST_ISFORK ?? ''),
  };
}

async function issuesOf(report: ScanReport): Promise<string> {
  const { shownAnnotations } = await import('../../shown.js');
  const [verdict, ...shown] = shownAnnotations(report, MAX_ISSUES, { error: 'error', warning: 'warning', notice: 'warning' });
  // That all is well is no warning.
  const issues = verdict?.level === 'error' ? [verdict, ...shown] : shown;
  return issues
    .map(({ level, id, path, line, title, message }) =>
      loggingCommand('task.logissue', { type: level, sourcepath: path, linenumber: line, code: id }, `${title}: ${message}`),
    )
    .join('');
}

/** The agent reads the file after the step, and clears this folder after the job. */
function summaryFile({ AGENT_TEMPDIRECTORY: folder }: Environment, markdown: Markdown): string {
  if (!folder) throw new OperationalError({ where: 'AGENT_TEMPDIRECTORY', message: 'is not set, although TF_BUILD is' });
  try {
    const file = join(mkdtempSync(join(folder, 'castellan-')), 'castellan.md');
    writeFileSync(file, markdown(MAX_SUMMARY));
    return file;
  } catch (cause) {
    throw diskError('AGENT_TEMPDIRECTORY', 'cannot be written', cause);
  }
}
