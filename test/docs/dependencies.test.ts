import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/spawn-cli.js';

const page = readFileSync(join(projectRoot, 'docs/dependencies.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const installed = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies });
const [packages = '', rest = ''] = page.split('Development only:');
const [development = ''] = rest.split('\n## ');
/** Of the table: the names in the first column. */
const listed = [...packages.matchAll(/^\| ((?:@?[a-z0-9./-]+(?:, )?)+) \|/gm)]
  .flatMap(([, names = '']) => names.split(', '))
  .filter((name) => name !== 'package' && name !== '---');

/** Packages that the source imports. */
function imported(): string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(join(projectRoot, 'src'), { recursive: true, withFileTypes: true })) {
    if (!/\.tsx?$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:^import|^export|^\} from|\bimport\()[^;]*?'([^'.][^']*)'/gm)) {
      const own = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
      if (installed.includes(own) && !isBuiltin(name)) found.add(own);
    }
  }
  return [...found].sort();
}

describe('the page of dependencies', () => {
  it('lists no package that is not there', () => {
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('lists every package that the program is made of', () => {
    const used = imported();
    expect(used).toEqual(expect.arrayContaining(['fastify', 'zod', 'yaml']));
    expect(used.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('names every other package as one of development', () => {
    const words = new Set(development.split(/[\s,;()]+/).map((word) => word.replace(/\.$/, '')));
    const others = installed.filter((name) => !listed.includes(name) && !name.startsWith('@types/'));
    expect(others.filter((name) => !words.has(name) && !words.has(name.replace(/^.*\//, '')))).toEqual([]);
  });
});
