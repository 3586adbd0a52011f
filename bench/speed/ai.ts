import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanModelFile } from '../../src/collect/models/scan.js';
import { collectSkills } from '../../src/collect/skills/collect.js';
import { judgeAll } from '../../src/detect/contract/rule.js';
import { skillRules } from '../../src/detect/skills/registry.js';
import { diskFiles } from '../../src/system/files.js';
import { copyTree } from '../../test/support/copy-tree.js';
import { hasReferenceData, referencePath } from '../../test/support/reference-data.js';
import { programPath } from '../../test/support/spawn-cli.js';
import { measureGraph } from './graph.js';
import { againstEmptyNode, type Measure, peakMemory } from './measure.js';

/** Skills, models, discovery and the graph. */
export async function measureAi(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    return [...(hasReferenceData ? skills(folder) : []), ...models(folder), ...discovery(folder), ...(await measureGraph())];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Collecting and judging every bundle of the reference data: as the first texts of a process, once more, and after others; and the memory of a program that does. */
function skills(folder: string): Measure[] {
  const root = join(folder, 'skills');
  copyTree(referencePath('skills', 'visible'), root);
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith('.sample')) renameSync(path, path.slice(0, -'.sample'.length));
  }
  const args = [programPath, 'skills', 'audit', root, '--offline', '--format', 'badge'];
  return [
    ...paceOf(root, 'skills and instruction files, at first'),
    ...paceOf(root, 'the same again, as for another agent'),
    ...paceOf(changed(root), 'skills and instruction files, after others'),
    { name: 'skills and instruction files, peak memory', value: peakMemory({ args, env: { SERVICE_HOME: folder } }), unit: 'MB', aim: 150 },
  ];
}

/** Another line in each file: nothing was judged before. */
function changed(root: string): string {
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && /\.(?:md|py|sh|js)$/.test(entry.name)) appendFileSync(join(entry.parentPath, entry.name), '\n');
  return root;
}

function paceOf(root: string, name: string): Measure[] {
  const started = performance.now();
  const { bundles } = collectSkills(diskFiles, { absolute: root, prefix: '' }, { excluded: () => false, named: true });
  judgeAll(skillRules, bundles);
  const seconds = (performance.now() - started) / 1000;
  const files = bundles.flatMap((bundle) => bundle.files);
  const kilobytes = files.reduce((total, file) => total + file.size, 0) / 1000;
  return [
    { name, value: files.length / seconds, unit: 'files/s (class to reach: 1000)' },
    { name, value: kilobytes / seconds, unit: 'kB/s' },
  ];
}

function models(folder: string): Measure[] {
  const pickle = join(folder, 'opcodes.pkl');
  writeFileSync(pickle, opcodeHeavy(11_000_000));
  const large = join(folder, 'large.safetensors');
  const header = Buffer.from(JSON.stringify({ w: { dtype: 'U8', shape: [2_000_000_000], data_offsets: [0, 2_000_000_000] } }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  writeFileSync(large, Buffer.concat([length, header]));
  truncateSync(large, 8 + header.length + 2_000_000_000);
  const run = {
    args: [programPath, 'scan', '--offline', '--no-vulnerabilities', '--models', pickle, '--format', 'badge'],
    env: { SERVICE_HOME: folder },
  };
  const runLarge = { ...run, args: run.args.map((arg) => (arg === pickle ? large : arg)) };
  return [
    { name: 'pickle of 11 MB of opcodes', value: elapsed(pickle), unit: 'ms', aim: 1000 },
    { name: 'the same, peak memory of the program', value: peakMemory(run), unit: 'MB', aim: 150 },
    { name: 'safetensors of 2 GB', value: elapsed(large), unit: 'ms' },
    { name: 'the same, peak memory of the program', value: peakMemory(runLarge), unit: 'MB', aim: 150 },
  ];
}

function elapsed(absolute: string): number {
  const started = performance.now();
  scanModelFile(diskFiles, { absolute, path: 'model' });
  return performance.now() - started;
}

/** A protocol 2 pickle of one list of small tuples: every few bytes an opcode. */
function opcodeHeavy(bytes: number): Buffer {
  const item = Buffer.from('K\x01K\x02\x86q\x00X\x03\x00\x00\x00abcK\x03\x87', 'latin1');
  const items = Buffer.alloc(Math.floor(bytes / item.length) * item.length, item);
  return Buffer.concat([Buffer.from('\x80\x02](', 'latin1'), items, Buffer.from('e.', 'latin1')]);
}

/** `agents` on a home folder with several clients. */
function discovery(folder: string): Measure[] {
  const home = join(folder, 'home');
  const servers = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `s${index}`,
      { command: 'npx', args: ['-y', `server-${index}@1.0.${index}`], env: { API_TOKEN: '${TOKEN}' } },
    ]),
  );
  const text = JSON.stringify({ mcpServers: servers }, null, 2);
  for (const path of [
    '.cursor/mcp.json',
    '.claude.json',
    '.codeium/windsurf/mcp_config.json',
    '.gemini/settings.json',
    '.kiro/settings/mcp.json',
    '.lmstudio/mcp.json',
    '.config/Claude/claude_desktop_config.json',
    '.copilot/mcp-config.json',
    '.factory/mcp.json',
    '.qwen/settings.json',
  ]) {
    mkdirSync(join(home, path, '..'), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const args = [programPath, 'agents', '--offline', '--home', home, '--os', 'linux', '--format', 'json'];
  const { ratio, ms } = againstEmptyNode({ args, env: { SERVICE_HOME: folder }, cwd: folder }, 11);
  return [{ name: `agents of a home with ten clients (${ms.toFixed(0)} ms)`, value: ratio, unit: '× node -e 0', aim: 3 }];
}
