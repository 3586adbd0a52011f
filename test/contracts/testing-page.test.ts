import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/spawn-cli.js';

const page = readFileSync(join(projectRoot, 'docs/testing.md'), 'utf8');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).scripts;
const runs = [...page.matchAll(/`npx vitest run ([^`]+)`/g)].map(([, text = '']) => text);

describe('the commands of docs/testing.md', () => {
  it.each(runs)('npx vitest run %s', (text) => {
    const [paths = '', name] = text.split(' -t ');
    for (const path of paths.split(' ')) expect(existsSync(join(projectRoot, path)), path).toBe(true);
    if (name !== undefined) expect(readFileSync(join(projectRoot, paths), 'utf8')).toContain(name);
  });

  it.each([...page.matchAll(/`npx tsx ([^` ]+)/g)].map(([, path = '']) => path))('npx tsx %s', (path) => {
    expect(existsSync(join(projectRoot, path))).toBe(true);
  });

  it('are scripts of the package', () => {
    const named = [...page.matchAll(/`npm (?:run )?([a-z]+)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(3);
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });
});
