import { describe, expect, it } from 'vitest';
import { readSarif } from '../../../src/control-plane/ingest/sarif.js';

const log = (...runs: object[]) => ({ version: '2.1.0', runs });
const place = (artifactLocation: object, startLine = 1) => ({
  locations: [{ physicalLocation: { artifactLocation, region: { startLine } } }],
});
const named = (ruleId: string, more: object = {}) => ({ ruleId, message: { text: ruleId }, ...more });

const scripting = {
  id: 'js/xss',
  shortDescription: { text: 'Scripts' },
  properties: { 'security-severity': '7.8', tags: ['external/cwe/cwe-079'] },
};
const extended = {
  driver: { name: 'a', rules: [{ id: 'wrong', properties: { 'security-severity': '1.0' } }] },
  extensions: [{ name: 'pack', rules: [scripting] }],
};

describe('SARIF as tools write it', () => {
  it.each([
    ['its place in an extension', { rule: { index: 0, toolComponent: { index: 0 } } }],
    ['its place in an extension of a name', { ruleId: 'js/xss', rule: { index: 0, toolComponent: { name: 'pack' } } }],
    ['its id alone', { ruleId: 'js/xss' }],
    ['an id below it', { ruleId: 'js/xss/reflected' }],
  ])('finds the rule of a result by %s', (_, reference) => {
    const { findings, rejected } = readSarif(log({ tool: extended, results: [{ message: { text: 'm' }, ...reference }] }));
    expect(rejected).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'high', score: 7.8, title: 'Scripts', cwes: ['CWE-79'] }]);
  });

  it.each([
    ['CVE-2021-23337', [], 'vulnerability'],
    ['CVE-2021-23337-lodash', [], 'vulnerability'],
    ['GHSA-35jh-r3h4-6jhm', ['security'], 'vulnerability'],
    ['SNYK-JS-LODASH-590103', [], 'vulnerability'],
    ['MAL-2024-1234', [], 'malicious'],
    ['composition', ['CWE-1395'], 'vulnerability'],
    ['js/sql-injection', ['security', 'external/cwe/cwe-089'], 'policy'],
    ['python.lang.eval', ['CWE-95: Eval injection', 'OWASP-A03:2021 - Injection'], 'policy'],
    ['no-unused-vars', [], 'policy'],
    ['generic-api-key', ['secret', 'gitleaks'], 'secret'],
    ['py/hardcoded-credentials', ['external/cwe/cwe-798'], 'secret'],
    ['AVD-AWS-0086', ['misconfiguration', 'security'], 'iac'],
    ['GPL-3.0', ['license'], 'license'],
  ])('counts %s with the tags %j as %s', (ruleId, tags, kind) => {
    const rules = [{ id: ruleId, properties: { tags } }];
    const { findings } = readSarif(log({ tool: { driver: { name: 't', rules } }, results: [named(ruleId)] }));
    expect(findings).toMatchObject([
      { kind, cwes: tags.flatMap((tag) => (/cwe-0*(\d+)/i.exec(tag) ?? []).slice(1)).map((n) => `CWE-${n}`) },
    ]);
    const stated = { ...named(ruleId), properties: { kind: 'skill' } };
    expect(readSarif(log({ tool: { driver: { name: 't', rules } }, results: [stated] })).findings).toMatchObject([{ kind: 'skill' }]);
  });

  it('takes the first rule of the driver for the place 0', () => {
    const { findings } = readSarif(log({ tool: extended, results: [{ ruleIndex: 0, message: { text: 'm' } }] }));
    expect(findings).toMatchObject([{ id: 'wrong', severity: 'low' }]);
  });

  it('reads places and messages that stand elsewhere in the run', () => {
    const rules = [{ id: 'r', messageStrings: { d: { text: 'use {0}, not {1} {2}' } } }];
    const artifacts = [{ location: { uri: 'src/a%20b.js' } }];
    const results = [
      { ruleId: 'r', message: { id: 'd', arguments: ['x', 'y'] }, ...place({ index: 0 }) },
      named('r', place({ uri: 'file:///C:/x/y.cs' }, 2)),
      named('r', place({ uri: '100%', index: 0 }, 3)),
    ];
    const { findings } = readSarif(log({ tool: { driver: { name: 't', rules } }, artifacts, results }));
    expect(findings.map(({ locations: [at], why }) => [at?.path, why])).toEqual([
      ['100%', 'r'],
      ['C:/x/y.cs', 'r'],
      ['src/a b.js', 'use x, not y {2}'],
    ]);
  });

  it('keeps results of one rule and file apart, over several runs, and those of another tool too', () => {
    const one = named('r', place({ uri: 'a.js' }, 1));
    const runs = ['t', 'u'].map((name) => ({ tool: { driver: { name } }, results: [one, named('r', place({ uri: 'a.js' }, 9))] }));
    const { findings, items } = readSarif(log(...runs));
    expect(items).toBe(4);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(4);
  });

  it('names what it cannot take by its place in the whole log', () => {
    const run = (results: unknown[]) => ({ tool: { driver: { name: 't' } }, results });
    const { rejected, findings } = readSarif(
      log(run([named('a')]), run([named('b', { level: 'bogus' }), {}, named('c', { level: 'none' })])),
    );
    expect(rejected.map(({ index }) => index)).toEqual([1, 2]);
    expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
      ['a', 'medium'],
      ['c', 'none'],
    ]);
  });
});
