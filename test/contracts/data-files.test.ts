import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = readdirSync('data').sort();
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('data-file.ts'))
  .map((file) => readFileSync(join('src', file), 'utf8'));
const calls = sources.flatMap((code) => [...code.matchAll(/\bdataFile\(([^)]*)\)/g)].map(([, argument = '']) => argument));

describe.each(files)('data/%s', (name) => {
  const lines = readFileSync(join('data', name), 'utf8').split('\n');
  const entries = lines.slice(3, -1);

  it('says what it is, from where and as of when', () => {
    expect(lines[0]).toMatch(/^# [A-Z].{10,}\.$/);
    expect(lines[1]).toMatch(/^# Source: .{5,}/);
    expect(lines[2]).toMatch(/^# Date: \d{4}-\d\d-\d\d$/);
    expect(lines.at(-1)).toBe('');
  });

  it('has an entry a line, sorted, none twice', () => {
    expect(entries).toEqual([...new Set(entries)].sort());
    expect(entries.filter((entry) => entry.trim() !== entry || entry === '' || entry.startsWith('#'))).toEqual([]);
  });

  it('is a list, or a table of two columns', () => {
    const columns = name.endsWith('.tsv') ? 2 : 1;
    expect(entries.filter((entry) => entry.split('\t').length !== columns)).toEqual([]);
  });

  it('is used', () => {
    expect(calls).toContain(`'${name}'`);
  });
});

it('every data file that is read is there, and named by a literal that the build finds', () => {
  expect(calls.filter((argument) => !files.some((name) => argument === `'${name}'`))).toEqual([]);
});
