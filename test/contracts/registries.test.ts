import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockfileReaders } from '../../src/collect/lockfiles/registry.js';
import { reporters } from '../../src/report/registry.js';

/** Kinds of thing that are registered: where their files lie, what they are declared as, and where they have to be listed. */
const KINDS = [
  { kind: 'lockfile reader', folder: 'src/collect/lockfiles', type: 'LockfileReader', registry: 'src/collect/lockfiles/registry.ts' },
  { kind: 'package database reader', folder: 'src/collect/os', type: 'LockfileReader', registry: 'src/collect/os/registry.ts' },
  { kind: 'SBOM reader', folder: 'src/collect/sbom', type: 'LockfileReader', registry: 'src/collect/sbom/registry.ts' },
  { kind: 'client', folder: 'src/collect/agents/clients', type: 'AiClient', registry: 'src/collect/agents/registry.ts' },
  { kind: 'configuration rule', folder: 'src/detect/mcp-config', type: 'Rule', registry: 'src/detect/mcp-config/registry.ts' },
  { kind: 'ecosystem', folder: 'src/ecosystems', type: 'Ecosystem', registry: 'src/ecosystems/registry.ts' },
  { kind: 'model format', folder: 'src/collect/models/formats', type: 'FormatScanner', registry: 'src/collect/models/formats/registry.ts' },
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

it('every reporter is registered, or its file is named here', () => {
  const files = filesBelow('src/report').filter((file) => /: Reporter = /.test(readFileSync(join('src/report', file), 'utf8')));
  const listed = readFileSync('src/report/registry.ts', 'utf8');
  expect(files.filter((file) => !listed.includes(`import('./${file.replace(/\.ts$/, '.js')}')`))).toEqual([]);
  expect(files).toHaveLength(reporters.length);
});
