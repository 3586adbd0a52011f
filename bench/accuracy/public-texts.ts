import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import type { Fact } from '../../src/model/finding.js';
import { bundlesIn } from './skills.js';
import { answerOf, isGrave } from './text-answer.js';

/** Findings of a collection of public skills and instruction files that nobody labelled: nearly all of them are false alarms. */
interface Tally {
  files: number;
  high: number;
  medium: number;
  rules: Map<string, number>;
  lines: string[];
}

/** Prints what is found in each folder below `root`, a collection of public texts, for a thousand of its files; `lists` adds every alarm. */
export function printPublic(root: string, lists: boolean): void {
  const all: Tally = emptyTally();
  console.log(
    `\nPublic texts (aims: 2 findings of high severity and 20 of medium in a thousand files)\n${line('', 'files', 'high', 'medium')}`,
  );
  for (const name of readdirSync(root).sort()) {
    const tally = tallyOf(join(root, name));
    if (tally.files === 0) continue;
    print(name, tally);
    if (lists) for (const each of tally.lines) console.log(`    ${each}`);
    add(all, tally);
  }
  print('all', all);
  const rules = [...all.rules].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([rule, count]) => `${rule} ${count}`);
  console.log(`  high by rule: ${rules.join(', ') || 'none'}`);
}

function tallyOf(absolute: string): Tally {
  const tally = emptyTally();
  for (const bundle of bundlesIn(absolute)) {
    const facts = judgeAll(skillRules, [bundle]);
    const { high, medium } = answerOf(facts);
    tally.files += bundle.files.length;
    tally.high += high;
    tally.medium += medium;
    for (const fact of facts) if (isGrave(fact)) note(fact, tally);
  }
  return tally;
}

function note({ id, evidence, locations }: Fact, tally: Tally): void {
  tally.rules.set(id, (tally.rules.get(id) ?? 0) + 1);
  tally.lines.push(`${id}  ${locations[0]?.path}:${locations[0]?.line ?? ''}  ${evidence}`);
}

function emptyTally(): Tally {
  return { files: 0, high: 0, medium: 0, rules: new Map(), lines: [] };
}

function add(to: Tally, { files, high, medium, rules }: Tally): void {
  to.files += files;
  to.high += high;
  to.medium += medium;
  for (const [rule, count] of rules) to.rules.set(rule, (to.rules.get(rule) ?? 0) + count);
}

function print(name: string, { files, high, medium }: Tally): void {
  const share = (count: number) => ((1000 * count) / Math.max(1, files)).toFixed(1);
  console.log(line(name, String(files), share(high), share(medium)));
}

function line(name: string, ...cells: string[]): string {
  return `  ${name.slice(0, 38).padEnd(40)}${cells.map((cell) => cell.padStart(9)).join('')}`;
}
