import { describe, expect, it } from 'vitest';
import { suspiciousPackages } from '../../src/detect/malicious/signals.js';
import type { Component } from '../../src/model/component.js';
import type { Fact } from '../../src/model/finding.js';
import type { Inventory } from '../../src/model/inventory.js';
import { component } from '../support/estates.js';
import { evidence } from '../support/matches.js';

const PUBLIC = { kind: 'registry', url: 'https://registry.npmjs.org/x/-/x-1.0.0.tgz' } as const;
const PRIVATE = { kind: 'registry', url: 'https://npm.acme.example/x/-/x-1.0.0.tgz' } as const;
const setting = { ecosystem: 'npm', scope: '@acme', host: 'npm.acme.example', path: '.npmrc' };

function detect(components: Component[], parts: Partial<Inventory> = {}): Fact[] {
  const paths = [...new Set(components.flatMap(({ locations }) => locations.map(({ path }) => path)))];
  const collectors = paths.map((target) => ({ id: 'npm-lock', target, outcome: 'scanned' as const, components: 1, issues: 0 }));
  return suspiciousPackages.detect(evidence({ components, collectors, ...parts }));
}

describe('a look-alike name', () => {
  it('alone is suspicious, never malicious', () => {
    const [fact] = detect([component('expresss', '1.0.0')]);
    expect(fact).toMatchObject({ kind: 'suspicious_package', rule: 'look-alike', id: 'look-alike', severity: 'medium', confidence: 'low' });
    expect(fact?.why).toContain('express');
    expect(fact?.fix).toContain('If you meant express');
  });

  it('of a kind honest names hardly have is believed more', () => {
    expect(detect([component('lodahs', '1.0.0')])[0]).toMatchObject({
      kind: 'suspicious_package',
      severity: 'medium',
      confidence: 'medium',
    });
  });

  it('fetched from an address of its own is malicious', () => {
    const source = { kind: 'url', url: 'https://files.example/lodahs.tgz' } as const;
    const [fact] = detect([component('lodahs', '1.0.0', { source })]);
    expect(fact).toMatchObject({ kind: 'malicious', rule: 'look-alike', severity: 'critical', confidence: 'medium' });
    expect(fact?.why).toContain('address of its own');
  });

  it('that is only a little alike stays suspicious with an address of its own', () => {
    const source = { kind: 'url', url: 'https://files.example/expresss.tgz' } as const;
    expect(detect([component('expresss', '1.0.0', { source })])[0]?.kind).toBe('suspicious_package');
  });

  it("says nothing about the project's own code", () => {
    expect(detect([component('lodahs', '1.0.0', { source: { kind: 'file', url: 'packages/lodahs' } })])).toEqual([]);
    expect(detect([component('lodahs', '1.0.0')], { local: [{ ecosystem: 'npm', name: 'lodahs' }] })).toMatchObject([
      { rule: 'dependency-confusion' },
    ]);
  });

  it('is not told of a dependency that a well-known package asks for, unless it deceives the eye', () => {
    const by = (parent: string, name: string, over: Partial<Component> = {}) => {
      const child = component(name, '1.0.0', { direct: false, ...over });
      return detect([child, component(parent, '4.0.0', { dependencies: [child.ref] })]).map(({ component: ref }) => ref);
    };
    expect(by('express', 'expresss')).toEqual([]);
    expect(by('no-such-parent-anywhere', 'expresss')).toHaveLength(1);
    expect(by('express', 'expresss', { direct: true })).toHaveLength(1);
    expect(by('express', 'lodahs')).toHaveLength(1);
  });

  it('is not told of what comes with the language', () => {
    expect(detect([component('net-ftp', '0.3.8', { ecosystem: 'RubyGems' })])).toEqual([]);
  });

  it('is judged in the normal form of its ecosystem', () => {
    expect(detect([component('ReQeusts', '1.0.0', { ecosystem: 'PyPI' })])[0]?.why).toContain('requests');
    expect(detect([component('Requests', '1.0.0', { ecosystem: 'PyPI' })])).toEqual([]);
  });
});

describe('a private name from the public registry', () => {
  const stray = component('@acme/ledger', '9.0.0', { source: PUBLIC });

  it('is malicious where the configuration binds its scope to a private registry', () => {
    const [fact] = detect([stray], { registries: [setting] });
    expect(fact).toMatchObject({ rule: 'dependency-confusion', kind: 'malicious', severity: 'critical', cwes: ['CWE-427'] });
    expect(fact?.why).toContain('npm.acme.example');
  });

  it('is told by where others of its scope came from', () => {
    const others = component('@acme/web', '1.0.0', { source: PRIVATE });
    expect(detect([others, stray])).toMatchObject([{ component: stray.ref, kind: 'suspicious_package', severity: 'medium' }]);
  });

  it('is none without such evidence', () => {
    expect(detect([stray])).toEqual([]);
    expect(detect([stray], { registries: [{ ...setting, host: 'registry.npmjs.org' }] })).toEqual([]);
    expect(detect([component('@acme/ledger', '1.0.0', { source: PRIVATE })], { registries: [setting] })).toEqual([]);
  });

  it('is none for a package everybody uses, though a mirror served others of its scope', () => {
    const mirrored = component('@types/react', '19.0.0', { source: PRIVATE });
    expect(detect([mirrored, component('@types/node', '22.0.0', { source: PUBLIC })])).toEqual([]);
  });

  it('is told of the names of project members, more surely when they read as internal', () => {
    const names = ['acme-internal-auth', 'acme-website'];
    const local = names.map((name) => ({ ecosystem: 'npm', name }));
    const facts = detect(
      names.map((name) => component(name, '9.0.0', { source: PUBLIC })),
      { local },
    );
    expect(facts.map(({ rule, confidence }) => [rule, confidence])).toEqual([
      ['dependency-confusion', 'medium'],
      ['dependency-confusion', 'low'],
    ]);
  });

  it('with a name made to be mistaken is malicious', () => {
    const scoped = component('@types/ndoe', '9.0.0', { source: PUBLIC });
    const facts = detect([scoped], { registries: [{ ...setting, scope: '@types' }] });
    expect(facts[0]).toMatchObject({ kind: 'malicious', rule: 'dependency-confusion' });
  });
});
