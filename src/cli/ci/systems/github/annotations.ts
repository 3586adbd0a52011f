import type { ScanReport } from '../../../../model/report.js';
import { plural } from '../../../../support/listing.js';

/** GitHub shows so many annotations of each level and step, and drops the others without a word. */
const SHOWN = 10;

/** The workflow commands that GitHub shows: the verdict, then the worst findings; the last one counts the others. */
export async function annotationsOf(report: ScanReport): Promise<string> {
  const { default: github } = await import('../../../../report/github.js');
  const lines = [
    ...(github.render(report, {
      width: 80,
      colour: false,
      theme: 'light',
      unicode: true,
      quiet: false,
      verbose: false,
    }) as Iterable<string>),
  ];
  // The reporter ends with the verdict.
  const [verdict = ''] = lines.splice(-1);
  const counts: Record<string, number> = { notice: 1, [levelOf(verdict)]: 1 };
  const shown = lines.filter((line) => {
    const level = levelOf(line);
    counts[level] = (counts[level] ?? 0) + 1;
    return counts[level] <= SHOWN;
  });
  const left = lines.length - shown.length;
  const more = left === 0 ? '' : `::notice title=castellan::${plural(left, 'annotation')} more; the summary and the report hold all\n`;
  return [verdict, ...shown, more].join('');
}

function levelOf(line: string): string {
  return /^::(\w+) /.exec(line)?.[1] ?? '';
}
