import type { ScanReport } from '../../model/report.js';
import { CastellanError, describe, OperationalError } from '../../support/errors.js';
import type { CiRun } from './ci-run.js';
import { writeComment } from './comment.js';
import type { Markdown } from './system.js';

/** Shows the report where the system has a place for it. What cannot be shown is one line, and changes no result. */
export async function tell(run: CiRun, report: ScanReport): Promise<void> {
  const { given, system } = run;
  if (given.flag('annotations')) await attempt(run, 'annotations', async () => system.annotate?.(report));
  if (given.flag('summary')) await attempt(run, 'summary', async () => system.summarize?.(await markdownOf(report)));
  if (given.flag('comment')) await attempt(run, 'comment', () => comment(run, report));
}

async function comment({ given, system }: CiRun, report: ScanReport): Promise<void> {
  const change = system.change();
  // A push or a schedule has nothing to comment on, which is no news.
  if (change === undefined) return;
  if (!system.comments) throw new OperationalError({ message: 'this system has no comments' });
  try {
    await writeComment(await system.comments(change), given.text('comment-name'), await markdownOf(report));
  } catch (error) {
    if (!change.isFork || !(error instanceof CastellanError) || !/\bstatus 40[134]\b/.test(error.message)) throw error;
    throw new OperationalError({ message: `${describe(error)} (the token of a fork's pull request may not write)`, cause: error });
  }
}

async function attempt({ context }: CiRun, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    context.io.err(`${what} not written: ${describe(error).replace(/\s*\n\s*/g, '; ')}`);
  }
}

async function markdownOf(report: ScanReport): Promise<Markdown> {
  const { markdownWithin } = await import('../../report/markdown.js');
  return (maxLength, plain = false) => markdownWithin(report, maxLength, plain);
}
