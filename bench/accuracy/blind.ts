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
  /** Nobody has looked at it since it was written. */
  aside?: true;
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

/**
 * Every second case in the order of the files may be looked at; the others only judge, and so do those that were written after them. The last
 * two groups are of the rules that were found least, most of them with the harm in a script.
 */
export const BLIND_GROUPS = ['looked at', 'kept aside', 'written later', 'weak rules, looked at', 'weak rules, kept aside'] as const;
type BlindGroup = (typeof BLIND_GROUPS)[number];
const LATER = 'written-later.jsonl';
const WEAK = 'weak-rules.jsonl';

/** The verdicts on the cases of `bench/accuracy/blind`, by group. */
export function countBlind(): Map<BlindGroup, BlindCount> {
  const counts = new Map(BLIND_GROUPS.map((group) => [group, { hostile: 0, found: 0, calledBenign: 0, ordinary: 0, alarmed: 0 }]));
  for (const { group, each } of blindCases()) {
    const count = counts.get(group);
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

function blindCases(): { group: BlindGroup; each: BlindCase }[] {
  const folder = new URL('blind/', import.meta.url).pathname;
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== LATER && name !== WEAK);
  const casesIn = (name: string) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as BlindCase);
  const first = names.sort().flatMap(casesIn);
  return [
    ...first.map((each, index) => ({ group: BLIND_GROUPS[index % 2 === 0 ? 0 : 1], each })),
    ...casesIn(LATER).map((each) => ({ group: 'written later' as const, each })),
    ...casesIn(WEAK).map((each) => ({ group: BLIND_GROUPS[each.aside ? 4 : 3], each })),
  ];
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
