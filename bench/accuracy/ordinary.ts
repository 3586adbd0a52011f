import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { collectSkills } from '../../src/collect/skills/collect.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import type { SkillBundle } from '../../src/model/ai-evidence.js';
import type { Fact } from '../../src/model/finding.js';
import { diskFiles } from '../../src/system/files.js';

/** Ordinary texts: the skills and instruction files of one public repository. */
export interface Repository {
  name: string;
  bundles: SkillBundle[];
}

/** The repositories in a folder, one in each folder of it, read one after the other. Nothing in them is labelled: all are taken for benign. */
export function* repositoriesIn(folder: string): Generator<Repository> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory()) continue;
    const root = { absolute: join(folder, entry.name), prefix: '' };
    yield { name: entry.name, bundles: collectSkills(diskFiles, root, { excluded: () => false, named: true }).bundles };
  }
}

/** Prints the findings in ordinary texts, for a thousand files; with `misses` each of high and medium severity. */
export function printOrdinary(folder: string, misses: boolean): void {
  const rules = new Map<string, number>();
  const all = { files: 0, high: 0, medium: 0 };
  const start = performance.now();
  for (const { name, bundles } of repositoriesIn(folder)) {
    const own = { files: bundles.reduce((sum, { files }) => sum + files.length, 0), high: 0, medium: 0 };
    for (const fact of bundles.flatMap((bundle) => judgeAll(skillRules, [bundle]))) {
      const weight = weightOf(fact);
      if (weight === undefined) continue;
      own[weight]++;
      const key = `${weight} ${fact.rule ?? fact.id}`;
      rules.set(key, (rules.get(key) ?? 0) + 1);
      if (misses) console.log(`    ${key}  ${name}/${fact.locations[0]?.path}:${fact.locations[0]?.line}  ${fact.evidence}`);
    }
    for (const key of ['files', 'high', 'medium'] as const) all[key] += own[key];
    console.log(rowOf(name, own));
  }
  console.log(rowOf('all', all));
  console.log(`  ${Math.round((1000 * all.files) / (performance.now() - start))} files/s with reading`);
  console.log(
    `  ${[...rules]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([key, count]) => `${key}: ${count}`)
      .join(', ')}`,
  );
}

function rowOf(name: string, { files, high, medium }: Record<'files' | 'high' | 'medium', number>): string {
  const perThousand = (count: number) => ((1000 * count) / Math.max(1, files)).toFixed(1).padStart(7);
  return `  ${name.padEnd(44)}${String(files).padStart(6)} files  high/1000${perThousand(high)}  medium/1000${perThousand(medium)}`;
}

function weightOf({ severity, confidence }: Fact): 'high' | 'medium' | undefined {
  if (severity !== 'high' && severity !== 'critical') return severity === 'medium' ? 'medium' : undefined;
  return confidence === 'low' ? 'medium' : 'high';
}
