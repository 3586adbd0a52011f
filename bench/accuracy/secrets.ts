import { readFileSync } from 'node:fs';
import { secretsOf } from '../../src/collect/secrets/scan-text.js';
import { valueHasher } from '../../src/collect/secrets/value-hash.js';
import { referencePath } from '../../test/support/reference-data.js';
import { type LabelledShape, type MadeFile, SecretFiles, type Templates } from './secret-files.js';
import { otherTemplates } from './secret-templates.js';

/** Seeds of the files; a rule is judged by those whose misses nobody looked at. */
const SEEDS = [1, 2, 3, 4, 5];
const SHOWN = 12;

interface Tally {
  found: number;
  missed: number;
  wrong: number;
  harmless: number;
  alarmed: number;
  misses: string[];
}

/** Prints precision, recall and alarms on harmless files, for the reference templates and for others. */
export function printSecrets(): void {
  const shapes = JSON.parse(readFileSync(referencePath('secrets', 'shapes.json'), 'utf8')) as LabelledShape[];
  const reference = JSON.parse(readFileSync(referencePath('secrets', 'templates.json'), 'utf8')) as Templates;
  console.log(`\nSecrets, seeds ${SEEDS.join(', ')} (aims: precision 98 %, recall 95 %, 1 alarm in 100 harmless files)`);
  for (const [name, templates] of [
    ['reference templates', reference],
    ['other templates', otherTemplates],
  ] as const) {
    const started = performance.now();
    const tally = measured(SEEDS.flatMap((seed) => [...new SecretFiles(shapes, templates, seed).all()]));
    printTally(name, tally, performance.now() - started);
  }
}

function measured(files: readonly MadeFile[]): Tally {
  const hash = valueHasher();
  const tally: Tally = { found: 0, missed: 0, wrong: 0, harmless: 0, alarmed: 0, misses: [] };
  for (const { path, text, findings, what, may } of files) {
    const wanted = new Set(findings);
    let alarms = 0;
    for (const { rule, line, severity } of secretsOf(Buffer.from(text), path, hash)) {
      if (wanted.delete(`${rule}:${line}`)) tally.found++;
      else if (!may || severity !== 'low') {
        alarms++;
        tally.misses.push(`alarm   ${path} ${rule}:${line} ${what ?? ''}`);
      }
    }
    tally.wrong += alarms;
    tally.missed += wanted.size;
    tally.misses.push(...[...wanted].map((one) => `missed  ${path} ${one}`));
    if (findings.length > 0) continue;
    tally.harmless++;
    if (alarms > 0) tally.alarmed++;
  }
  return tally;
}

function printTally(name: string, { found, missed, wrong, harmless, alarmed, misses }: Tally, ms: number): void {
  const share = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
  console.log(`  ${name}: ${found + missed} secrets, ${harmless} harmless files, ${ms.toFixed(0)} ms with making them`);
  console.log(
    `    precision ${share(found, found + wrong)}, recall ${share(found, found + missed)}, harmless files with an alarm ${share(alarmed, harmless)}`,
  );
  for (const miss of misses.slice(0, SHOWN)) console.log(`    ${miss}`);
}
