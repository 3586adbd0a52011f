import { describe, expect, it } from 'vitest';
import { type PathStyle, pathStyle } from '../../../src/collect/lockfiles/formats/pnpm-lock/pnpm-paths.js';

function style(version: string): PathStyle {
  const found = pathStyle(version);
  if (!found) throw new Error(`no style for ${version}`);
  return found;
}

describe('dependency paths of pnpm', () => {
  it.each([
    ['5.4', '/a/1.0.0', { name: 'a', version: '1.0.0' }],
    ['5.4', '/@s/a/1.0.0_b@2.0.0', { name: '@s/a', version: '1.0.0' }],
    ['5.3', '/a/1.0.0_@types+node@20.0.0', { name: 'a', version: '1.0.0' }],
    ['5.4', 'registry.corp.example/@s/a/1.0.0', { name: '@s/a', version: '1.0.0', host: 'registry.corp.example' }],
    ['5.4', 'github.com/o/r/0123456', { reference: 'github.com/o/r/0123456' }],
    ['5.4-inlineSpecifiers', '/a/1.0.0', { name: 'a', version: '1.0.0' }],
    ['6.0', '/a@1.0.0(b@2.0.0(c@3.0.0))', { name: 'a', version: '1.0.0' }],
    ['6.1', '/@s/a@1.0.0-rc.1', { name: '@s/a', version: '1.0.0-rc.1' }],
    ['6.0', 'registry.corp.example/a@1.0.0', { name: 'a', version: '1.0.0', host: 'registry.corp.example' }],
    ['6.0', 'file:../a', { reference: 'file:../a' }],
    ['9.0', 'a@1.0.0(b@2.0.0)', { name: 'a', version: '1.0.0' }],
    ['9.0', '@s/a@file:../a', { name: '@s/a', reference: 'file:../a' }],
    ['9.0', 'a@https://x.example/a.tgz', { name: 'a', reference: 'https://x.example/a.tgz' }],
    ['9.0', 'https://x.example/a', { reference: 'https://x.example/a' }],
  ])('of version %s: %s', (version, path, expected) => {
    expect(style(version).parse(path)).toEqual(expected);
  });

  it.each([
    ['5.4', 'a', '1.0.0_b@2.0.0', '/a/1.0.0_b@2.0.0'],
    ['5.4', 'a', '/real/1.0.0', '/real/1.0.0'],
    ['5.4', 'a', 'github.com/o/r/0123456', 'github.com/o/r/0123456'],
    ['6.0', 'a', '1.0.0(@s/b@2.0.0)', '/a@1.0.0(@s/b@2.0.0)'],
    ['6.0', 'a', '/real@1.0.0', '/real@1.0.0'],
    ['9.0', 'a', '1.0.0(b@2.0.0)', 'a@1.0.0(b@2.0.0)'],
    ['9.0', 'a', 'real@1.0.0', 'real@1.0.0'],
    ['9.0', 'a', '@s/real@1.0.0', '@s/real@1.0.0'],
    ['9.0', 'a', 'https://x.example/@s/a.tgz', 'a@https://x.example/@s/a.tgz'],
  ])('in version %s %s: %s leads to %s', (version, name, reference, path) => {
    expect(style(version).resolve(name, reference)).toBe(path);
  });

  it('lead nowhere for links', () => {
    for (const version of ['5.4', '6.0', '9.0']) expect(style(version).resolve('a', 'link:../a')).toBeUndefined();
  });

  it('have no style for versions nobody knows', () => {
    for (const version of ['4', '8.0', '10.0', '99', 'nine', '9.0.0.0', '']) expect(pathStyle(version), version).toBeUndefined();
  });
});
