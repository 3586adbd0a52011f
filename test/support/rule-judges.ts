import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { discoverAgents } from '../../src/collect/agents/discover.js';
import { collectIac } from '../../src/collect/iac/collect.js';
import { readImage } from '../../src/collect/images/collect.js';
import { imageEvidence } from '../../src/collect/images/evidence.js';
import { openImageStream } from '../../src/collect/images/sources/open.js';
import { readToolFiles } from '../../src/collect/mcp/tool-files.js';
import { bufferSource } from '../../src/collect/models/contract/source.js';
import { scanSource } from '../../src/collect/models/scan.js';
import { valueHasher } from '../../src/collect/secrets/value-hash.js';
import { collectSkills } from '../../src/collect/skills/collect.js';
import { Walk } from '../../src/collect/walk.js';
import { iac } from '../../src/detect/iac/detector.js';
import { images } from '../../src/detect/images/detector.js';
import { mcpConfig } from '../../src/detect/mcp-config/detector.js';
import { models } from '../../src/detect/models/detector.js';
import { skills } from '../../src/detect/skills/detector.js';
import { toolDetector } from '../../src/detect/tools/detector.js';
import type { ModelFile } from '../../src/model/ai-evidence.js';
import type { Fact } from '../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import { iacFamily } from '../../src/scan/iac-step.js';
import { diskFiles } from '../../src/system/files.js';
import { openScratchFile } from '../../src/system/scratch-file.js';
import { type MadeImage, ociArchive } from './image-writer.js';
import type { ModelBytes } from './model-cases/model-case.js';

const NOTHING = { matches: [], withdrawn: [], review: [], unmatched: [] };

/** Findings about the `home/` and `project/` of a folder; places are relative to the folder. */
export function judgeClients(folder: string): Fact[] {
  const home = existsSync(join(folder, 'home')) ? { home: { absolute: join(folder, 'home') } } : {};
  const projects = existsSync(join(folder, 'project')) ? [{ absolute: join(folder, 'project'), prefix: 'project/' }] : [];
  const found = discoverAgents(diskFiles, { os: systemOf(folder), ...home, projects });
  const { components, servers, agents, issues, configs } = found;
  const inventory: Inventory = { ...emptyInventory(), components, servers, agents, issues };
  inventory.evidence.configs = configs;
  return mcpConfig.detect({ inventory, matched: NOTHING }).map(atHome);
}

/** The system whose folders the home has. */
function systemOf(folder: string): 'darwin' | 'linux' | 'win32' {
  if (existsSync(join(folder, 'home/AppData'))) return 'win32';
  return existsSync(join(folder, 'home/Library')) ? 'darwin' : 'linux';
}

function atHome(fact: Fact): Fact {
  return { ...fact, locations: fact.locations.map((place) => ({ ...place, path: place.path.replace(/^~\//, 'home/') })) };
}

/** Findings about the tool definitions in a folder. */
export function judgeTools(folder: string): Fact[] {
  const inventory = emptyInventory();
  inventory.evidence.toolSets = readToolFiles(diskFiles, { absolute: join(folder, 'tools.jsonl'), path: 'tools.jsonl' }).toolSets;
  return toolDetector.detect({ inventory, matched: NOTHING });
}

/** Findings about the skills and instruction files in a folder. */
export function judgeSkills(folder: string): Fact[] {
  const { bundles } = collectSkills(diskFiles, { absolute: folder, prefix: '' }, { excluded: () => false });
  const inventory = emptyInventory();
  inventory.evidence.bundles = bundles;
  return skills.detect({ inventory, matched: NOTHING });
}

/** Findings about the infrastructure code in a folder. */
export async function judgeInfrastructure(folder: string): Promise<Fact[]> {
  const walk = new Walk(diskFiles, folder, { excluded: () => false, wanted: iacFamily.wants });
  const found = await collectIac(diskFiles, { absolute: folder, prefix: '' }, [...walk.run()]);
  const inventory = emptyInventory();
  inventory.evidence.iac = found.resources;
  inventory.evidence.ignores = found.ignores;
  // What a fixture leaves undecided is no finding, and is no mistake of the fixture.
  return iac.detect({ inventory, matched: NOTHING, unjudged: () => undefined });
}

/** Findings about an image, on the first day of 2026. */
export async function judgeImage(image: MadeImage): Promise<Fact[]> {
  const access = { files: diskFiles, openScratch: openScratchFile };
  const source = await openImageStream([ociArchive({ 'case:1': image })], 'case', { platform: 'linux/amd64' }, access);
  const inventory = emptyInventory();
  const options = { now: Date.parse('2026-01-01'), hashOf: valueHasher() };
  try {
    for (const one of source.reading.images)
      await readImage(one, { openScratch: openScratchFile, signal: new AbortController().signal }, async (reading) => {
        const fault = reading.issues.find(({ note }) => !note);
        if (fault) throw new Error(`the case is no whole image: ${fault.reason}`);
        inventory.evidence.images.push(imageEvidence(reading, options));
      });
  } finally {
    source.close();
  }
  return images.detect({ inventory, matched: NOTHING });
}

/** Findings about one model in memory. */
export function judgeModel({ path, bytes }: ModelBytes): Fact[] {
  return judgeModels(scanSource(bufferSource(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), path));
}

/** Findings about a model that was read or verified before. */
export function judgeModels(...files: ModelFile[]): Fact[] {
  const inventory = emptyInventory();
  inventory.evidence.modelFiles = files;
  return models.detect({ inventory, matched: NOTHING });
}
