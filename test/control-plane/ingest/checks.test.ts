import { describe, expect, it } from 'vitest';
import { checksOfPush, checksOfScan, checksWithin, type Looked } from '../../../src/control-plane/ingest/checks.js';
import type { McpServer, Tool } from '../../../src/model/agent.js';
import { isWholeScan } from '../../../src/model/verdict.js';

const server = (ref: string, more: Partial<McpServer> = {}): McpServer => ({
  ...{ ref, name: ref, client: 'cursor', path: '.mcp.json', transport: 'stdio', command: 'npx', args: [], url: null },
  ...{ env_names: [], header_names: [], disabled: false, auto_approve: [], components: [] },
  ...more,
});
const tool = (of: string): Tool => ({ ref: `${of}#tool:run`, server: of, name: 'run', capabilities: [], hash: '' });

function looked(more: Partial<Looked> = {}, collector = 'ai-clients'): Looked {
  const collectors = [{ id: collector, target: '.', outcome: 'scanned' as const, components: 0, issues: 0 }];
  return {
    ...{ agents: [], servers: [], tools: [], skills: [], models: [] },
    counts: { components: 10, unresolved: 2 },
    scan_run: { collectors },
    ...more,
  };
}

describe('what a scan has looked at', () => {
  it('counts the things of each check, zero where there are none', () => {
    expect(checksOfScan(looked({ servers: [server('a')], tools: [tool('a')] }), true)).toEqual({
      ...{ vulnerability: 8, malicious: 8, suspicious_package: 8 },
      ...{ mcp_config: 1, tool: 1, skill: 0, model: 0 },
    });
  });

  it('does not count packages that were not looked up, or that could not be', () => {
    expect(checksOfScan(looked(), false)).toMatchObject({ vulnerability: null, malicious: null, suspicious_package: 8 });
    const vague = looked({ counts: { components: 3, unresolved: 3 } });
    expect(checksOfScan(vague, true)).toMatchObject({ vulnerability: null, suspicious_package: null });
    const none = looked({ counts: { components: 0, unresolved: 0 } });
    expect(checksOfScan(none, false)).toMatchObject({ vulnerability: 0, malicious: 0, suspicious_package: 0 });
  });

  it('has not seen the tools of all servers when one was not asked', () => {
    const one = { servers: [server('a'), server('b')], tools: [tool('a')] };
    expect(checksOfScan(looked(one), true)).toMatchObject({ mcp_config: 2, tool: null });
    const off = { servers: [server('a'), server('b', { disabled: true })], tools: [tool('a')] };
    expect(checksOfScan(looked(off), true)).toMatchObject({ tool: 1 });
  });

  it('has not read what an adopted inventory only names', () => {
    const named = looked({ servers: [server('a')], tools: [tool('a')] }, 'inventory');
    expect(checksOfScan(named, true)).toMatchObject({ mcp_config: null, tool: null });
    expect(checksOfScan(looked({}, 'inventory'), true)).toMatchObject({ mcp_config: 0, tool: 0 });
  });

  it('says only what a source of its kind is looked at for', () => {
    const checks = checksOfScan(looked(), true);
    expect(Object.keys(checksWithin('ingest.artifact_import', checks))).toEqual(['vulnerability', 'malicious', 'suspicious_package']);
    expect(checksWithin('scan.mcp_config', checks)).not.toHaveProperty('skill');
    expect(checksWithin('scan.repo', checks)).toEqual(checks);
    expect(checksWithin('ingest.fleet_sync', checks)).toEqual({});
  });

  it('does not take nothing found in a pushed report for nothing there', () => {
    const { scan_run } = looked();
    const feed = { name: 'osv' as const, as_of: '2026-01-01T00:00:00Z', downloaded_at: '2026-01-01T00:00:00Z', records: 1 };
    const run = { ...scan_run, started_at: '', finished_at: '', targets: [], offline: true, issues: [], feeds: [] };
    expect(checksOfPush({ ...looked(), scan_run: run })).toEqual({ vulnerability: null, malicious: null, suspicious_package: 8 });
    expect(checksOfPush({ ...looked(), scan_run: { ...run, feeds: [feed] } })).toEqual({
      vulnerability: 8,
      malicious: 8,
      suspicious_package: 8,
    });
  });

  it('is not whole when something else blocks it besides', () => {
    const gate = (name: 'incomplete' | 'severity') => ({ gate: name, reason: '', findings: [] });
    expect(isWholeScan({ outcome: 'blocked', gates: [gate('severity')] })).toBe(true);
    expect(isWholeScan({ outcome: 'blocked', gates: [gate('incomplete'), gate('severity')] })).toBe(false);
    expect(isWholeScan({ outcome: 'empty', gates: [] })).toBe(false);
    expect(isWholeScan({ outcome: 'clean', gates: [] })).toBe(true);
  });
});
