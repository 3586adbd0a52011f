import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ScanReport } from '../../model/report.js';

/** Where the paths of a report begin, from the workspace: at the one path that was scanned, else at the working folder. */
export function beginningOf(paths: readonly string[], folder: string, workspace: string): string {
  const [only] = paths.length === 1 ? paths : [];
  const start = only === undefined ? folder : folderOf(resolve(folder, only));
  return relative(workspace, start).split(sep).join('/');
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path;
}

/** The report with its paths as the repository has them: a system shows a finding at the line of a file of the repository. */
export function placed(report: ScanReport, beginning: string): ScanReport {
  if (beginning === '' || beginning.startsWith('..') || isAbsolute(beginning)) return report;
  const move = <T extends { path: string; layer?: number }>(place: T): T =>
    place.layer !== undefined || /^[~/]|^\.\.|^[A-Za-z]:/.test(place.path)
      ? place
      : { ...place, path: join(beginning, place.path).split(sep).join('/') };
  return { ...report, findings: report.findings.map((finding) => ({ ...finding, locations: finding.locations.map(move) })) };
}
