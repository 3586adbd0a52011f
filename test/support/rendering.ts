import type { ScanReport } from '../../src/model/report.js';
import { type ReportFormat, reporters } from '../../src/report/registry.js';
import type { RenderOptions } from '../../src/report/reporter.js';

/** Options of a pipe: 80 columns, no colour. */
export const pipe: RenderOptions = { width: 80, colour: false, theme: 'dark', unicode: true, quiet: false, verbose: false };

/** The whole text of a report in a format. */
export async function render(format: ReportFormat, report: ScanReport, over: Partial<RenderOptions> = {}): Promise<string> {
  const entry = reporters.find(({ id }) => id === format);
  if (!entry) throw new Error(`no format ${format}`);
  const { default: reporter } = await entry.load();
  const rendered = await reporter.render(report, { ...pipe, ...over });
  return typeof rendered === 'string' ? rendered : [...rendered].join('');
}

/** Everything but line feed, and the tab between the columns of `plain`: what no format may write raw. */
export const RAW = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
