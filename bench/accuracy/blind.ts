import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skillVerdict } from '../../src/detect/skills/verdict.js';
import { factsOf } from '../../test/detect/texts/judge-specimen.js';
import type { Specimen } from '../../test/detect/texts/specimen.js';

/** A whole skill or set of tools that somebody wrote who knew the page of rules and not the program. */
interface BlindCase {
  id: string;
  rule: string;
  label: 'hostile' | 'ordinary';
  lang: string;
  files?: Record<string, string>;
  tools?: Record<string, unknown>[];
}

/** How many of some cases have which verdict. */
export interface BlindCount {
  hostile: number;
  found: number;
  calledBenign: number;
  ordinary: number;
  alarmed: number;
}

/** Every second case in the order of the files may be looked at; the others only judge. */
export const BLIND_HALVES = ['looked at', 'kept aside'] as const;

/** The verdicts on the cases of `bench/accuracy/blind`, by half. */
export function countBlind(): Map<(typeof BLIND_HALVES)[number], BlindCount> {
  const counts = new Map(BLIND_HALVES.map((half) => [half, { hostile: 0, found: 0, calledBenign: 0, ordinary: 0, alarmed: 0 }]));
  for (const [index, each] of blindCases().entries()) {
    const count = counts.get(BLIND_HALVES[index % 2 === 0 ? 0 : 1]);
    if (count === undefined) continue;
    const verdict = skillVerdict(factsOf(specimenOf(each)));
    if (each.label === 'hostile') {
      count.hostile++;
      if (verdict === 'malicious') count.found++;
      if (verdict === 'benign') count.calledBenign++;
    } else {
      count.ordinary++;
      if (verdict === 'malicious') count.alarmed++;
    }
  }
  return counts;
}

function blindCases(): BlindCase[] {
  const folder = new URL('blind/', import.meta.url).pathname;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BlindCase);
}

/** Files of a client at the place where it looks for them, all others in the folder of a skill. */
function specimenOf({ files = {}, tools }: BlindCase): Specimen {
  if (tools !== undefined) return { kind: 'tools', tools };
  const placed = Object.entries(files).map(([path, text]): [string, string] => [
    /^(?:\.|CLAUDE|AGENTS|GEMINI)/.test(path) ? `/case/${path}` : `/case/skills/x/${path}`,
    text,
  ]);
  return { kind: 'files', files: new Map(placed) };
}
