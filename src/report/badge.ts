import type { ScanReport } from '../model/report.js';
import { severities } from '../model/severity.js';
import type { Reporter } from './reporter.js';

/** JSON for the endpoint badge of shields.io: the verdict and the counts of the worst severities. */
const reporter: Reporter = {
  render(report) {
    const { message, color } = badgeOf(report);
    const isError = report.verdict.outcome === 'incomplete';
    return `${JSON.stringify({ schemaVersion: 1, label: 'castellan', message, color, isError }, null, 2)}\n`;
  },
};

function badgeOf({ counts, verdict }: ScanReport): { message: string; color: string } {
  if (counts.malicious > 0) return { message: `${counts.malicious} malicious`, color: 'red' };
  if (verdict.outcome === 'incomplete') return { message: 'incomplete', color: 'lightgrey' };
  if (verdict.outcome === 'empty') return { message: 'nothing scanned', color: 'lightgrey' };
  if (verdict.outcome === 'clean' && counts.suppressed > 0) return { message: `clean, ${counts.suppressed} suppressed`, color: 'green' };
  if (verdict.outcome === 'clean') return { message: 'clean', color: 'brightgreen' };
  const worst = severities.filter((severity) => counts.by_severity[severity] > 0).slice(0, 2);
  const message = worst.map((severity) => `${counts.by_severity[severity]} ${severity}`).join(', ') || verdict.outcome;
  const color = verdict.outcome === 'blocked' ? 'red' : worst.includes('high') ? 'orange' : 'yellow';
  return { message, color };
}

export default reporter;
