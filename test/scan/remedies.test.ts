import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import { remediesOf } from '../../src/scan/remedies.js';
import { component, finding } from '../support/estates.js';
import { mcpServer } from '../support/mcp-servers.js';

const evil = component('evil', '1.0.0');
const old = component('old', '1.0.0');

function actions(findings: readonly Finding[], over: Partial<Inventory> = {}): string[] {
  return remediesOf({ ...emptyInventory(), ...over }, findings, []).map(({ kind, action }) => `${kind}: ${action}`);
}

function ruled(rule: string, subject: string, over: Partial<Finding> = {}): Finding {
  return finding(rule, { fingerprint: `fp-${rule}-${subject}`, kind: 'mcp_config', rule, subject, ...over });
}

describe('what to do about findings', () => {
  it('takes a malicious package away, or the server that runs it, with what rules say of that server', () => {
    const bad = finding('MAL-1', { kind: 'malicious', component: evil.ref });
    expect(actions([bad], { components: [evil] })).toEqual(['remove: remove evil@1.0.0']);
    const server = mcpServer({
      ref: 'server:x',
      name: 'x',
      client: 'cursor',
      package: { ecosystem: 'npm', name: 'evil', version: '1.0.0', floating: false },
      components: [evil.ref],
    });
    const said = ruled('known-malicious-package', 'server:x');
    const [remedy, ...others] = remediesOf({ ...emptyInventory(), components: [evil], servers: [server] }, [bad, said], []);
    expect(remedy).toMatchObject({ kind: 'remove', action: 'remove server x (cursor), which runs malicious evil@1.0.0' });
    expect(remedy?.clears).toHaveLength(2);
    expect(others).toEqual([]);
  });

  it('gives the command for the project’s own packages only', () => {
    const hurt = finding('CVE-1', { component: old.ref, fixed_version: '1.0.1' });
    const plain = remediesOf({ ...emptyInventory(), components: [old] }, [hurt], []);
    expect(plain[0]).toMatchObject({ action: 'upgrade old@1.0.0 to 1.0.1', command: 'npm install old@1.0.1' });
  });

  it.each([
    ['yarn-berry', 'yarn up old@1.0.1'],
    ['yarn-classic', 'yarn upgrade old@1.0.1'],
    ['package-json', 'npm install old@1.0.1'],
  ])('gives the command of the tool whose file the reader %s has read', (id, command) => {
    const found = { ...old, locations: [{ path: 'package.json' }, { path: 'web/yarn.lock', line: 3 }] };
    const collectors = [
      { id: 'package-json', target: 'package.json', outcome: 'scanned' as const, components: 1, issues: 0 },
      { id, target: 'web/yarn.lock', outcome: 'scanned' as const, components: 1, issues: 0 },
    ];
    const hurt = finding('CVE-1', { component: old.ref, fixed_version: '1.0.1' });
    expect(remediesOf({ ...emptyInventory(), components: [found], collectors }, [hurt], [])[0]).toMatchObject({ command });
  });

  it('tells one correction once, with its places, and leaves out what is suppressed or slight', () => {
    const servers = ['a', 'b', 'c', 'd'].map((name) => mcpServer({ ref: `server:${name}`, name }));
    const loose = servers.map(({ ref }) => ruled('floating', ref, { fix: 'Pin it.' }));
    const slight = ruled('slight', 'server:a', { severity: 'low' });
    const ignored = ruled('ignored', 'server:a', { suppressed: { by: 'ignore', reason: 'known' } });
    expect(actions([...loose, slight, ignored], { servers })).toEqual(['correct: server a, server b, server c +1: Pin it.']);
  });

  it.each([
    ['skill', 'x/SKILL.md', 'remove: delete the skill x; replace credentials it could read'],
    ['instructions', 'AGENTS.md', 'remove: take the bad orders out of AGENTS.md; replace credentials it could read'],
  ])('ends a malicious %s as a whole', (kind, path, action) => {
    const skills = [{ ref: 'skill:x', path, kind, verdict: 'malicious' as const }];
    expect(actions([ruled('A', 'skill:x', { kind: 'skill' }), ruled('B', 'skill:x', { kind: 'skill' })], { skills })).toEqual([action]);
  });
});
