import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScanReport } from '../../src/model/report.js';
import { scanSample } from './sample-scan.js';

/** A scan of infrastructure code that is written to a folder of its own; `folder` is the part of it that is named. */
export async function scanTexts(texts: Readonly<Record<string, string>>, folder = '.'): Promise<ScanReport> {
  const root = mkdtempSync(join(tmpdir(), 'castellan-iac-'));
  try {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await scanSample({ targets: [{ kind: 'iac', value: join(root, folder) }], cwd: root });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Lines, severity and confidence of the findings of a rule: `3 medium high`. */
export function foundBy({ findings }: ScanReport, rule: string): string[] {
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ locations: [first], severity, confidence }) => `${first?.line} ${severity} ${confidence}`);
}
