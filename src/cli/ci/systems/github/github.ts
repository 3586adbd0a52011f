import { appendFileSync } from 'node:fs';
import type { Environment } from '../../../../config/environment.js';
import type { ScanReport } from '../../../../model/report.js';
import { OperationalError } from '../../../../support/errors.js';
import { diskError } from '../../../../system/disk-error.js';
import { apiOf } from '../../rest-door.js';
import type { Change, CiJob, CiSystem, Comments } from '../../system.js';
import { tokenOf } from '../../token.js';
import { changeOf } from './event.js';

/** Characters of a summary; GitHub drops one of more than a mebibyte whole, and a character has up to four bytes. */
const MAX_SUMMARY = 250_000;

/** GitHub shows so many annotations of each level and step. */
const MAX_ANNOTATIONS = 10;

/** GitHub Actions: outputs and summary by files that the runner names, annotations by workflow commands. */
export function open(job: CiJob): CiSystem {
  const { environment, io } = job;
  return {
    change: () => changeOf(environment),
    publish(outputs) {
      append(
        environment,
        'GITHUB_OUTPUT',
        Object.entries(outputs)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      );
    },
    // The runner looks for `::name::` at the beginning of a line, and for the older `##[name]` anywhere.
    plain: (line) => line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '## ['),
    async annotate(report) {
      io.out(await commandsOf(report));
    },
    async summarize(markdown) {
      append(environment, 'GITHUB_STEP_SUMMARY', markdown(MAX_SUMMARY));
    },
    comments: (change) => commentsOf(job, change),
  };
}

async function commandsOf(report: ScanReport): Promise<string> {
  const [{ shownAnnotations }, { githubCommand }] = await Promise.all([import('../../shown.js'), import('../../../../report/github.js')]);
  return shownAnnotations(report, MAX_ANNOTATIONS, { error: 'error', warning: 'warning', notice: 'notice' }).map(githubCommand).join('');
}

async function commentsOf(job: CiJob, { number }: Change): Promise<Comments> {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_API_URL } = job.environment;
  const token = tokenOf(job, 'GITHUB_TOKEN');
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new OperationalError({ where: 'GITHUB_REPOSITORY', message: 'expected OWNER/NAME' });
  const api = apiOf(job, GITHUB_API_URL || 'https://api.github.com', 'GITHUB_API_URL');
  const { GithubComments } = await import('../../forges/github.js');
  return new GithubComments(job, { api, repository, number, token });
}

/** Appends to the file that the runner names for it. */
function append(environment: Environment, variable: string, text: string): void {
  const path = environment[variable];
  if (!path) throw new OperationalError({ where: variable, message: 'is not set, although GITHUB_ACTIONS is' });
  try {
    appendFileSync(path, text);
  } catch (cause) {
    throw diskError(variable, 'cannot be written', cause);
  }
}
