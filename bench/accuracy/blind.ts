import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skillVerdict } from '../../src/detect/skills/verdict.js';
import { factsOf } from '../../test/detect/texts/judge-specimen.js';
import type { Specimen } from '../../test/detect/texts/specimen.js';
import { jsonLines } from '../../test/support/json-lines.js';

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
 * Files whose cases say themselves whether they only judge: of the rules that were found least, hostile ones beside a near ordinary one, and
 * samples as collections of attacks have them.
 */
const MARKED = { 'weak-rules.jsonl': 'weak rules', 'pairs.jsonl': 'pairs', 'samples.jsonl': 'samples' } as const;
type Marked = (typeof MARKED)[keyof typeof MARKED];

/** Every second case of the other files may be looked at; the others only judge, and so do those that were written after them. */
type BlindGroup = 'looked at' | 'kept aside' | 'written later' | `${Marked}, looked at` | `${Marked}, kept aside`;
const LATER = 'written-later.jsonl';

/** The verdicts on the cases of `bench/accuracy/blind`, by group. */
export function countBlind(): Map<BlindGroup, BlindCount> {
  const counts = new Map<BlindGroup, BlindCount>();
  for (const { group, each } of blindCases()) {
    const count = counts.get(group) ?? { hostile: 0, found: 0, calledBenign: 0, ordinary: 0, alarmed: 0 };
    counts.set(group, count);
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
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== LATER && !(name in MARKED));
  const casesIn = (name: string) => jsonLines<BlindCase>(readFileSync(join(folder, name), 'utf8'));
  const first = names.sort().flatMap(casesIn);
  return [
    ...first.filter((_, index) => index % 2 === 0).map((each) => ({ group: 'looked at' as const, each })),
    ...first.filter((_, index) => index % 2 === 1).map((each) => ({ group: 'kept aside' as const, each })),
    ...casesIn(LATER).map((each) => ({ group: 'written later' as const, each })),
    ...Object.entries(MARKED).flatMap(([name, mark]) => casesIn(name).map((each) => ({ group: groupOf(mark, each), each }))),
  ];
}

function groupOf(mark: Marked, { aside }: BlindCase): BlindGroup {
  return aside ? `${mark}, kept aside` : `${mark}, looked at`;
}

/** Files of a client at the place where it looks for them, all others in the folder of a skill. */
function specimenOf({ files = {}, tools }: BlindCase): Specimen {
  if (tools !== undefined) return { kind: 'tools', tools };
  const isSkill = 'SKILL.md' in files;
  const placed = Object.entries(files).map(([path, text]): [string, string] => [
    !isSkill || /^(?:\.|CLAUDE|AGENTS|GEMINI)/.test(path) ? `/case/${path}` : `/case/skills/x/${path}`,
    text,
  ]);
  return { kind: 'files', files: new Map(placed) };
}
