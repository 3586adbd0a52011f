import { collectSkills } from '../../../src/collect/skills/collect.js';
import { skills } from '../../../src/detect/skills/detector.js';
import { skillVerdict } from '../../../src/detect/skills/verdict.js';
import { toolDetector } from '../../../src/detect/tools/detector.js';
import type { Fact } from '../../../src/model/finding.js';
import { emptyInventory } from '../../../src/model/inventory.js';
import { memoryFolder } from './memory-folder.js';
import type { Specimen } from './specimen.js';

const NOTHING = { matches: [], withdrawn: [], review: [], unmatched: [] };

/** True when the detectors call a specimen malicious: a finding of severity high or above that is at least fairly sure. */
export function isAlarm(specimen: Specimen): boolean {
  return skillVerdict(factsOf(specimen)) === 'malicious';
}

/** What the detectors say of a specimen. */
export function factsOf(specimen: Specimen): Fact[] {
  return specimen.kind === 'files' ? factsOfFiles(specimen.files) : factsOfTools(specimen.tools);
}

function factsOfFiles(contents: ReadonlyMap<string, string | Uint8Array>): Fact[] {
  const bytes = new Map([...contents].map(([path, content]) => [path, typeof content === 'string' ? Buffer.from(content) : content]));
  const inventory = emptyInventory();
  inventory.evidence.bundles = collectSkills(memoryFolder(bytes), { absolute: '/case', prefix: '' }, { excluded: () => false }).bundles;
  return skills.detect({ inventory, matched: NOTHING });
}

function factsOfTools(tools: readonly Record<string, unknown>[]): Fact[] {
  const inventory = emptyInventory();
  inventory.evidence.toolSets.push({ ref: 'generated', server: 'generated', path: 'tools.json', tools: [...tools], pointer: '/tools' });
  return toolDetector.detect({ inventory, matched: NOTHING });
}
