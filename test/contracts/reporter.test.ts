import { describe, expect, it } from 'vitest';
import { severities } from '../../src/model/severity.js';
import { formatsOf, type ReportFormat, reporters, reportFormats } from '../../src/report/registry.js';
import { cpuTime } from '../support/cpu-time.js';
import { counted, counters, expected, size } from '../support/finding-counters.js';
import { RAW, render } from '../support/rendering.js';
import { sampleReports } from '../support/sample-reports.js';

const small = Object.entries(sampleReports).filter(([name]) => name !== 'huge');

describe('the registry', () => {
  it('gives each format a name of its own for files', () => {
    expect(new Set(reporters.map(({ extension }) => extension)).size).toBe(reporters.length);
  });
});

describe.each(reporters.map(({ id }) => id))('%s', (format) => {
  it.each(small)('renders "%s" safely and the same each time', async (_name, make) => {
    const text = await render(format, make());
    expect(text.endsWith('\n')).toBe(true);
    expect(RAW.exec(text)?.index).toBeUndefined();
    expect(await render(format, structuredClone(make()))).toBe(text);
  });

  it('does not change the report', async () => {
    for (const [, make] of small) {
      const report = make();
      await render(format, report);
      expect(report).toEqual(make());
    }
  });

  it('never says clean of an incomplete scan', async () => {
    expect(await render(format, sampleReports['incomplete']!())).not.toMatch(/\bclean\b|no issues|no findings/i);
  });
});

describe.each(counted)('%s', (format) => {
  it.each(small)('shows as many findings as "%s" has', async (_name, make) => {
    const { of, count } = counters[format];
    expect(count(await render(format, make()))).toBe(expected(make(), of));
  });
});

describe('the graph formats', () => {
  it.each([
    ['graph', /"label": /g],
    ['graphml', /<node /g],
    ['dot', /shape=/g],
    ['mermaid', /^ {2}n\d+[[({>]/gm],
    ['graph-html', /"label":/g],
  ] as const)('%s draws every node once', async (format, pattern) => {
    const report = sampleReports['agents']!();
    const found = (await render(format, report)).match(pattern);
    expect(size(found)).toBe(report.graph.nodes.length);
  });

  it('mermaid keeps to what renderers draw and says what it left out', async () => {
    const text = await render('mermaid', sampleReports['huge']!());
    expect(text.length).toBeLessThan(50_000);
    expect(text).toContain('%% 29800 of 30000 nodes are left out');
  });
});

const WITHOUT_IDS: readonly ReportFormat[] = ['spdx', 'prometheus', 'badge', ...formatsOf('graph')];
const LISTING = reportFormats.filter((format) => !WITHOUT_IDS.includes(format));

describe('all formats together', () => {
  it.each(LISTING)('%s names every active finding about a component', async (format) => {
    for (const name of ['one critical', 'malicious', 'many', 'agents', 'unknown severity']) {
      const report = sampleReports[name]!();
      const text = await render(format, report, { verbose: true });
      const ids = report.findings.filter((finding) => finding.component !== undefined).map((finding) => finding.id);
      expect(ids.filter((id) => !text.includes(id))).toEqual([]);
    }
  });

  it('agree on the severities', async () => {
    const report = sampleReports['many']!();
    const csv = (await render('csv', report))
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',')[2]);
    const sarif = JSON.parse(await render('sarif', report)).runs[0].results.map(
      (result: { properties: { severity: string } }) => result.properties.severity,
    );
    const bom = JSON.parse(await render('cyclonedx', report)).vulnerabilities.map(
      (entry: { ratings: { severity: string }[] }) => entry.ratings[0]?.severity,
    );
    for (const severity of severities) {
      const numbers = [csv, sarif, bom].map((list) => list.filter((word: string | undefined) => word === severity).length);
      expect(numbers).toEqual(Array(3).fill(report.counts.by_severity[severity]));
    }
  });

  it('render 30 000 findings in reasonable time', async () => {
    const report = sampleReports['huge']!();
    for (const { id } of reporters) {
      const started = cpuTime();
      expect((await render(id, report)).length).toBeGreaterThan(100);
      expect(cpuTime() - started, id).toBeLessThan(20_000);
    }
  }, 180_000);
});
