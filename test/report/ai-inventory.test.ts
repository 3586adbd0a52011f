import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { checkBom, checkSarif } from '../support/document-schemas.js';
import { scanExposedHome, writeExposedHome } from '../support/exposed-home.js';
import { counted, counters, expected } from '../support/finding-counters.js';
import { render } from '../support/rendering.js';

let report: ScanReport;
const configs = new Map<string, string[]>();

// In a test, not a hook: the folders go with the test that made them.
it('is a home that can be scanned', async () => {
  const estate = writeExposedHome();
  report = await scanExposedHome(estate);
  expect(report.agents).toHaveLength(11);
  for (const { path } of report.servers)
    configs.set(
      path,
      readFileSync(path.startsWith('~/') ? join(estate.home, path.slice(2)) : join(estate.project, path), 'utf8').split('\n'),
    );
});

describe('the AI inventory in all formats', () => {
  it.each(counted)('%s shows as many findings as there are', async (format) => {
    expect(counters[format].count(await render(format, report))).toBe(expected(report, counters[format].of));
  });

  it('is counted alike', async () => {
    const servers = new Set(report.servers.map(({ ref }) => ref)).size;
    const words = `11 agents · ${servers} MCP servers · 8 credentials · 3 tools · 3 skills · 1 model`;
    expect((await render('console', report, { width: 120 })).replace(/\s+/g, ' ')).toContain(words);
    expect(await render('html', report)).toContain(words);
    expect(await render('markdown', report)).toContain(words);
    const metrics = await render('prometheus', report);
    for (const line of [
      'agents 11',
      `mcp_servers ${servers}`,
      'mcp_tools 3',
      'credentials 8',
      'skills{verdict="malicious"} 1',
      'skills{verdict="benign"} 2',
      'models{verdict="unsafe"} 1',
      'findings_by_kind{kind="malicious"} 1',
    ])
      expect(metrics).toContain(`castellan_${line}\n`);
  });
});

describe('CycloneDX', () => {
  it('has servers as services, models and skills as components, and how agents join them', async () => {
    const text = await render('cyclonedx', report);
    checkBom(text);
    const bom = JSON.parse(text);
    const files = bom.services.find(({ name }: { name: string }) => name === 'files');
    const values = files.properties.map(({ name, value }: { name: string; value: string }) => `${name}=${value}`);
    expect(values).toEqual(
      expect.arrayContaining(['castellan:client=cursor', 'castellan:credential=GITHUB_TOKEN', 'castellan:tool=write_file (write)']),
    );
    const types = bom.components.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === 'machine-learning-model')).toHaveLength(1);
    expect(types.filter((type: string) => type === 'file')).toHaveLength(3);
    expect(bom.formulation).toHaveLength(11);
    const runs = bom.dependencies.find(({ ref }: { ref: string }) => ref === files['bom-ref']);
    expect(runs.dependsOn).toEqual(['pkg:npm/lantern@1.4.0']);
  });

  it('lets no reference dangle', async () => {
    const bom = JSON.parse(await render('cyclonedx', report));
    const things = [bom.metadata.component, ...bom.components, ...bom.services];
    const known = new Set(things.map((thing: { 'bom-ref': string }) => thing['bom-ref']));
    const affected = bom.vulnerabilities.flatMap((entry: { affects: { ref: string }[] }) => entry.affects.map(({ ref }) => ref));
    const inputs = bom.formulation.flatMap((formula: { workflows?: { inputs: { resource: { ref: string } }[] }[] }) =>
      (formula.workflows ?? []).flatMap((flow) => flow.inputs.map(({ resource }) => resource.ref)),
    );
    expect([...affected, ...inputs].filter((ref) => !known.has(ref))).toEqual([]);
    expect(inputs.length).toBeGreaterThan(11);
  });
});

describe('SARIF', () => {
  it('is valid by the schema and points at the line of the entry in its configuration file', async () => {
    const text = await render('sarif', report);
    checkSarif(text);
    const { results } = JSON.parse(text).runs[0];
    const lineOf = (id: string) => {
      const { physicalLocation } = results.find(({ ruleId }: { ruleId: string }) => ruleId === id).locations[0];
      const path = decodeURIComponent(physicalLocation.artifactLocation.uri);
      return configs.get(path)?.[physicalLocation.region.startLine - 1];
    };
    expect(lineOf('literal-secret-env')).toContain('TICKET_TOKEN');
    expect(lineOf('plain-http-remote')).toContain('http://chat.example/mcp');
    expect(lineOf('container-privileged')).toContain('--privileged');
    expect(lineOf('MAL-2026-77')).toContain('evil-helper@1.0.0');
  });

  it('names the field of a tool definition', async () => {
    const { results } = JSON.parse(await render('sarif', report)).runs[0];
    const [place] = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'TOL-01').locations;
    expect(place.logicalLocations).toEqual([{ name: 'description', fullyQualifiedName: '/tools/0/description', kind: 'property' }]);
    expect(place.physicalLocation.region.startLine).toBe(2);
  });
});

describe('the HTML report', () => {
  it('has a section for agents, servers, skills and models, and the graph page in a frame', async () => {
    const text = await render('html', report);
    for (const title of ['AI agents', 'MCP servers', 'Skills and instruction files', 'AI models', 'Graph'])
      expect(text).toContain(`<h2>${title}</h2>`);
    const frame = /srcdoc="([^"]*)"/.exec(text)?.[1] ?? '';
    const inner = frame.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    expect(inner).toBe(await render('graph-html', report));
  });
});
