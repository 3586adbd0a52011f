import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingKinds } from '../../src/model/finding.js';
import { edgeKinds } from '../../src/model/graph.js';
import { outcomes } from '../../src/model/outcome.js';
import { severities } from '../../src/model/severity.js';
import { gates } from '../../src/model/verdict.js';
import { reportSchema } from '../../src/report/json/json-schema.js';
import { readReport } from '../../src/report/json/read.js';
import { issueKinds } from '../../src/support/issue-kinds.js';
import { render } from '../support/rendering.js';
import { sampleReports } from '../support/sample-reports.js';

const published = JSON.parse(readFileSync('docs/schemas/report-1.0.schema.json', 'utf8'));
const ajv = new Ajv2020({ strict: true, allErrors: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(published);

describe('the published schema', () => {
  it('is the one that writing and reading go by', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(reportSchema())));
  });

  it('lists the words of the model', () => {
    const { findings, graph, scan_run: run, verdict } = published.properties;
    expect(findings.items.properties.kind.enum).toEqual(findingKinds);
    expect(findings.items.properties.severity.enum).toEqual(severities);
    expect(graph.properties.edges.items.properties.kind.enum).toEqual(edgeKinds);
    expect(run.properties.collectors.items.properties.outcome.enum).toEqual(outcomes);
    expect(run.properties.issues.items.properties.kind.enum).toEqual(issueKinds);
    expect(verdict.properties.gates.items.properties.gate.enum).toEqual(gates);
  });
});

describe('the JSON report', () => {
  it.each(Object.entries(sampleReports))('of "%s" is valid and reads back as it was', async (_name, make) => {
    const text = await render('json', make());
    const parsed = JSON.parse(text);
    expect(validate(parsed), JSON.stringify(validate.errors)).toBe(true);
    expect(readReport(text, 'report.json')).toEqual(make());
  });

  it('has its members in the published order, whatever the order in memory', async () => {
    const report = sampleReports['agents']!();
    const shuffled = Object.fromEntries(Object.entries(report).reverse()) as unknown as typeof report;
    expect(await render('json', shuffled)).toBe(await render('json', report));
    expect(Object.keys(JSON.parse(await render('json', shuffled)))).toEqual(
      Object.keys(published.properties).filter((key) => key in report),
    );
  });

  it('gives no commands to a build system that reads the log', async () => {
    const report = sampleReports['clean']!();
    report.notes = [{ kind: 'review', text: '##vso[task.setvariable variable=a]b' }];
    const text = await render('json', report);
    expect(text).not.toContain('##vso[');
    expect(readReport(text, 'report.json').notes).toEqual(report.notes);
  });
});

describe('reading a saved report', () => {
  const text = async () => render('json', sampleReports['one critical']!());

  it.each([
    [
      'a wrong word',
      (report: Record<string, never>) => Object.assign(report['findings']![0]!, { severity: 'huge' }),
      '$.findings[0].severity: expected one of critical',
    ],
    [
      'a missing member',
      (report: Record<string, never>) => Reflect.deleteProperty(report['verdict']!, 'exit_code'),
      '$.verdict: expected a member "exit_code"',
    ],
    [
      'a wrong type',
      (report: Record<string, never>) => Object.assign(report['counts']!, { kev: -1 }),
      '$.counts.kev: expected a whole number',
    ],
    ['another version', (report: Record<string, never>) => Object.assign(report, { schema_version: '9.0' }), 'found schema_version "9.0"'],
  ])('names the place of %s', async (_what, spoil, message) => {
    const report = JSON.parse(await text());
    spoil(report);
    expect(() => readReport(JSON.stringify(report), 'old.json')).toThrow(message);
  });

  it('ignores members it does not know, also hostile ones', async () => {
    const spoiled = (await text()).replace('{', '{"__proto__": {"polluted": true}, "later": 1,');
    const report = readReport(spoiled, 'old.json');
    expect(Object.keys(report)).not.toContain('later');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('answers damaged files with an InputError, never otherwise', async () => {
    const whole = await text();
    fc.assert(
      fc.property(fc.nat(whole.length), fc.string({ maxLength: 3 }), (at, insert) => {
        try {
          readReport(whole.slice(0, at) + insert + whole.slice(at + 2), 'old.json');
        } catch (error) {
          expect(error).toMatchObject({ kind: 'input', where: 'old.json' });
        }
      }),
    );
  });
});
