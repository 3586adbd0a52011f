import type { ScanReport } from '../../model/report.js';
import { CastellanError, describe } from '../../support/errors.js';
import type { CiRun } from './ci-run.js';
import type { Markdown } from './system.js';

/** Shows the report where the system has a place for it. What cannot be shown is one line, and changes no result. */
export async function tell(run: CiRun, report: ScanReport): Promise<void> {
  const { given, system } = run;
  if (given.flag('annotations')) await attempt(run, 'annotations', async () => system.annotate?.(report));
  if (given.flag('summary')) await attempt(run, 'summary', async () => system.summarize?.(await markdownOf(report)));
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
  return (maxLength) => markdownWithin(report, maxLength);
}
