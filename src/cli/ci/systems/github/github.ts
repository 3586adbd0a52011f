import { appendFileSync } from 'node:fs';
import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { diskError } from '../../../../system/disk-error.js';
import type { CiJob, CiSystem } from '../../system.js';
import { annotationsOf } from './annotations.js';
import { changeOf } from './event.js';

/** Characters of a summary; GitHub drops one of more than a mebibyte whole, and a character has up to four bytes. */
const MAX_SUMMARY = 250_000;

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
      io.out(await annotationsOf(report));
    },
    async summarize(markdown) {
      append(environment, 'GITHUB_STEP_SUMMARY', markdown(MAX_SUMMARY));
    },
    comments: async (change) => new (await import('./comments.js')).GithubComments(job, change),
  };
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
