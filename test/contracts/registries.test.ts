import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ciSystems } from '../../src/cli/ci/registry.js';
import { lockfileReaders } from '../../src/collect/lockfiles/registry.js';
import { reporters } from '../../src/report/registry.js';

/** Kinds of thing that are registered: where their files lie, what they are declared as, and where they have to be listed. */
const KINDS = [
  { kind: 'lockfile reader', folder: 'src/collect/lockfiles', type: 'LockfileReader', registry: 'src/collect/lockfiles/registry.ts' },
  { kind: 'package database reader', folder: 'src/collect/os', type: 'LockfileReader', registry: 'src/collect/os/registry.ts' },
  { kind: 'SBOM reader', folder: 'src/collect/sbom', type: 'LockfileReader', registry: 'src/collect/sbom/registry.ts' },
  { kind: 'client', folder: 'src/collect/agents/clients', type: 'AiClient', registry: 'src/collect/agents/registry.ts' },
  { kind: 'configuration rule', folder: 'src/detect/mcp-config', type: 'Rule', registry: 'src/detect/mcp-config/registry.ts' },
  { kind: 'tool rule', folder: 'src/detect/tools', type: 'ToolRule', registry: 'src/detect/tools/registry.ts' },
  { kind: 'text rule', folder: 'src/detect/text/rules', type: 'TextRule', registry: 'src/detect/text/rules/registry.ts' },
  { kind: 'skill rule', folder: 'src/detect/skills/rules', type: 'SkillRule', registry: 'src/detect/skills/rules/registry.ts' },
  { kind: 'pickle rule', folder: 'src/detect/models/pickle', type: 'Rule', registry: 'src/detect/models/pickle/registry.ts' },
  { kind: 'archive rule', folder: 'src/detect/models/archive', type: 'Rule', registry: 'src/detect/models/archive/registry.ts' },
  { kind: 'format rule', folder: 'src/detect/models/formats', type: 'Rule', registry: 'src/detect/models/formats/registry.ts' },
  { kind: 'signature rule', folder: 'src/detect/models/signatures', type: 'Rule', registry: 'src/detect/models/signatures/registry.ts' },
  { kind: 'ecosystem', folder: 'src/ecosystems', type: 'Ecosystem', registry: 'src/ecosystems/registry.ts' },
  { kind: 'model format', folder: 'src/collect/models/formats', type: 'FormatScanner', registry: 'src/collect/models/formats/registry.ts' },
  {
    kind: 'archive scanner',
    folder: 'src/collect/models/archive',
    type: 'FormatScanner',
    registry: 'src/collect/models/archive/registry.ts',
  },
  { kind: 'requirement language', folder: 'src/ecosystems/ranges', type: 'RangeScheme', registry: 'src/ecosystems/ranges/registry.ts' },
  { kind: 'framework', folder: 'src/policy/compliance/frameworks', type: 'Framework', registry: 'src/policy/compliance/registry.ts' },
  { kind: 'check of doctor', folder: 'src/cli/doctor/checks', type: 'Check', registry: 'src/cli/doctor/registry.ts' },
  { kind: 'connector', folder: 'src/control-plane/connectors', type: 'Connector', registry: 'src/control-plane/connectors/registry.ts' },
] as const;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
}

function declared(folder: string, type: string): { file: string; name: string }[] {
  const pattern = new RegExp(`^export const (\\w+): ${type}(?:<[^=\\n]*>)? =`, 'gm');
  return filesBelow(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, name = '']) => ({ file: join(folder, file), name })),
  );
}

/** Imported, and named again in the list. */
function isListed(registry: string, name: string): boolean {
  return [...registry.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
}

describe.each(KINDS)('every $kind', ({ folder, type, registry }) => {
  it('is registered, or its file is named here', () => {
    const listed = readFileSync(registry, 'utf8');
    const found = declared(folder, type);
    const missing = found.filter(({ name }) => !isListed(listed, name));
    expect(found.length).toBeGreaterThan(2);
    expect(missing.map(({ file, name }) => `${file}: ${name} is not in ${registry}`)).toEqual([]);
  });
});

it('every file and folder of lockfile formats bears the id of a registered reader, or is named here', () => {
  const ids = new Set<string>(lockfileReaders.map(({ id }) => id));
  const names = readdirSync('src/collect/lockfiles/formats').sort();
  expect(names.filter((name) => !ids.has(name.replace(/\.ts$/, '')))).toEqual([]);
});

it('every folder of CI systems is one that is registered, and has files to copy', () => {
  const ids = ciSystems.map(({ id }) => id).filter((id) => id !== 'none');
  const folders = (path: string) =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(folders('src/cli/ci/systems').sort()).toEqual([...ids].sort());
  expect(folders('examples/ci').sort()).toEqual([...ids].sort());
});

it.each(['src/detect/text/rules', 'src/detect/skills/rules'])('every file of %s bears the id of its rule', (folder) => {
  const stray = filesBelow(folder).filter((file) => {
    const id = basename(file, '.ts').toUpperCase();
    const text = readFileSync(join(folder, file), 'utf8');
    return file !== 'registry.ts' && !text.includes(`id: '${id}'`) && !text.includes('...inProse');
  });
  expect(stray).toEqual([]);
});

it('every tool of the MCP server is registered, or its file is named here', () => {
  const listed = readFileSync('src/mcp-server/registry.ts', 'utf8');
  expect(filesBelow('src/mcp-server/tools').filter((file) => !listed.includes(`from './tools/${file.replace(/\.ts$/, '.js')}'`))).toEqual(
    [],
  );
});

it('every reporter is registered, or its file is named here', () => {
  const files = filesBelow('src/report').filter((file) => /: Reporter = /.test(readFileSync(join('src/report', file), 'utf8')));
  const listed = readFileSync('src/report/registry.ts', 'utf8');
  expect(files.filter((file) => !listed.includes(`import('./${file.replace(/\.ts$/, '.js')}')`))).toEqual([]);
  expect(files).toHaveLength(reporters.length);
});
