import { describe, expect, it } from 'vitest';
import type { Fact } from '../../src/model/finding.js';
import { oneForEachCause } from '../../src/scan/one-cause.js';
import { component, estate, finding } from '../support/estates.js';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

const remote = component('mcp-remote', '0.1.15', { locations: [{ path: '.mcp.json', line: 1 }] });
const inventory = (() => {
  const whole = estate([remote], remote.ref);
  const [server] = whole.servers;
  const fetched = { ecosystem: 'npm', name: 'mcp-remote', version: '0.1.15', floating: false };
  return { ...whole, servers: server ? [{ ...server, package: fetched }] : [] };
})();
const record: Fact = finding('CVE-1', { component: remote.ref, aliases: ['GHSA-1'], locations: [{ path: '.mcp.json', line: 1 }] });

function said(rule: string, over: Partial<Fact> = {}): Fact {
  const place = { path: '.mcp.json', line: 5, pointer: '/mcpServers/files/args/1' };
  return finding(rule, { kind: 'mcp_config', rule, subject: 'server:files', locations: [place], advisories: ['GHSA-1'], ...over });
}

describe('one finding for one cause', () => {
  it.each([
    ['known-vulnerable-version', record],
    ['known-malicious-package', { ...record, kind: 'malicious' as const }],
    ['look-alike-package', { ...record, kind: 'suspicious_package' as const, id: 'look-alike', rule: 'look-alike' }],
  ])('%s is told by the finding about the package', (rule, about) => {
    const rest = oneForEachCause([about, said(rule, rule === 'look-alike-package' ? { advisories: [] } : {})], inventory);
    expect(rest).toHaveLength(1);
    expect(rest[0]).toMatchObject({ id: about.id, kind: about.kind, rule, locations: [{ pointer: '/mcpServers/files/args/1', line: 5 }] });
  });

  it('keeps a rule that knows more than the records, and one about another server', () => {
    const more = said('known-vulnerable-version', { advisories: ['GHSA-1', 'CVE-2'] });
    expect(oneForEachCause([record, more], inventory)).toEqual([record, more]);
    const other = said('known-vulnerable-version', { subject: 'server:other' });
    expect(oneForEachCause([record, other], inventory)).toEqual([record, other]);
    expect(oneForEachCause([said('known-vulnerable-version')], inventory)).toHaveLength(1);
  });

  it('joins a secret with the rule about the manifest that holds it, and an ignore of either sets it aside', async () => {
    const token = madeSecret(shapeNamed('github-pat'), new Dice(5));
    const compose = (remark = '') =>
      `services:\n  app:\n    image: acme/app:1.2.3\n    environment:\n      GITHUB_TOKEN: ${token}${remark}\n`;
    const run = async (text: string) => {
      const folder = projectFolder({ 'compose.yaml': text });
      const { stdout } = await castellan(['scan', folder, '--offline', '--no-vulnerabilities', '-f', 'json']);
      const { findings } = JSON.parse(stdout) as { findings: Fact[] };
      return findings.filter(({ cwes }) => cwes.includes('CWE-798'));
    };
    const [first, ...others] = await run(compose());
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      rule: 'compose-literal-secret',
      aliases: ['secret-github-pat'],
      severity: 'critical',
      locations: [{ line: 5 }],
    });
    expect(first?.fix).toContain('revoke it at the provider');
    for (const rule of ['compose-literal-secret', 'secret-github-pat'])
      expect(await run(compose(` # castellan:ignore ${rule} -- a fixture`))).toMatchObject([
        { suppressed: { by: 'ignore', reason: 'a fixture' } },
      ]);
  });

  it('counts a vulnerable server once, in scan and agents, and says what to write', async () => {
    const { database, dispose } = await SampleDatabase.create();
    try {
      const config = { mcpServers: { remote: { command: 'npx', args: ['-y', 'mcp-remote@0.1.15', 'https://mcp.service.test/sse'] } } };
      const folder = projectFolder({ '.mcp.json': JSON.stringify(config, null, 1) });
      for (const args of [
        ['scan', folder],
        ['agents', '--project', folder],
      ]) {
        const { stdout } = await database.run([...args, '--offline', '-f', 'json']);
        const { findings, counts } = JSON.parse(stdout) as {
          findings: { id: string; fix: string; rule?: string }[];
          counts: { by_severity: { critical: number } };
        };
        const about = findings.filter(({ id, rule }) => id === 'CVE-2025-6514' || rule === 'known-vulnerable-version');
        expect(about).toMatchObject([
          { id: 'CVE-2025-6514', rule: 'known-vulnerable-version', fix: 'Write `mcp-remote@0.1.16` in .mcp.json.' },
        ]);
        expect(counts.by_severity.critical).toBe(1);
      }
    } finally {
      dispose();
    }
  });
});
