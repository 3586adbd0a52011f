import { agentsAmong } from '../../src/collect/cloud/collect.js';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths } from '../../src/graph/exposure.js';
import type { Component } from '../../src/model/component.js';
import type { Finding } from '../../src/model/finding.js';
import { emptyInventory } from '../../src/model/inventory.js';
import type { ScanReport } from '../../src/model/report.js';
import { severities } from '../../src/model/severity.js';
import { chatbot, ref } from './clouds.js';
import { agentEstate } from './sample-estate.js';
import { sampleComponent, sampleFinding, sampleReport } from './sample-parts.js';

const lodash = sampleComponent('lodash', '4.17.20');
const critical = sampleFinding('GHSA-35jh-r3h4-6jhm', lodash, {
  severity: 'critical',
  score: 9.8,
  aliases: ['CVE-2021-23337'],
  kev: 'listed',
  kev_added: '2026-02-01',
  epss: { score: 0.94, percentile: 0.99 },
});

/** Strings that have broken one format or another. */
export const hostileStrings = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '\u001b[31mred\u001b[0m\u0007',
  'safe\u202egnp.exe',
  '=HYPERLINK("http://x","y")',
  '@SUM(1+1)|cmd',
  '::error file=a::owned\r\n::set-output name=x::y',
  ']]> --> <!-- %25 %0A',
  '"quoted", \'single\', `tick`',
  'a\nb\r\nc\td\u2028e',
  'long '.repeat(2000),
  '\ud800 lone',
  '| table | [link](javascript:alert(1)) @everyone #1',
  'label="x"} 1\nevil_metric 2',
  '\u{e0041}\u200btag',
  '日本語 é 😀',
  '__proto__',
  '',
  '\\',
];

function hostile(): ScanReport {
  const components = hostileStrings.map((text, at) =>
    sampleComponent(`pkg${at}${text}`, '1.0.0', {
      ref: `pkg:npm/h${at}@1.0.0`,
      purl: `pkg:npm/h${at}@1.0.0`,
      licenses: [text],
      locations: [{ path: `dir/${text}`, line: at + 1 }],
    }),
  );
  const findings = components.map((component, at) => {
    const text = hostileStrings[at] ?? '';
    return sampleFinding(`CVE-2026-${1000 + at}`, component, {
      title: text,
      why: text,
      fix: text,
      references: [text, `javascript:${text}`, 'https://ok.example/x'],
      aliases: [`A${at}${text}`],
    });
  });
  const texts = { notes: hostileStrings.map((text) => ({ kind: 'review' as const, text })) };
  const report = sampleReport({ components, findings, ...texts });
  report.scan_run.issues = hostileStrings.map((text) => ({ collector: 'npm-lock', path: text, kind: 'unparsable', reason: text }));
  report.scan_run.targets = hostileStrings.slice(0, 3);
  return report;
}

function incomplete(): ScanReport {
  const report = sampleReport({ components: [lodash] });
  report.scan_run.collectors.push({ id: 'poetry-lock', target: 'api/poetry.lock', outcome: 'failed', components: 0, issues: 1 });
  report.scan_run.issues.push({
    collector: 'poetry-lock',
    path: 'api/poetry.lock',
    line: 214,
    kind: 'unparsable',
    reason: 'expected a version after "requests", found the end of the file',
  });
  report.verdict = {
    outcome: 'incomplete',
    exit_code: 1,
    gate: 'incomplete',
    gates: [{ gate: 'incomplete', reason: 'api/poetry.lock could not be read', findings: [] }],
    reasons: ['api/poetry.lock could not be read'],
    warnings: [],
  };
  report.posture = { grade: 'unknown', reason: 'the scan is incomplete' };
  return report;
}

function malicious(): ScanReport {
  const bad = sampleComponent('lodahs', '0.0.1', { locations: [{ path: 'web/package-lock.json', line: 31 }] });
  const finding = sampleFinding('MAL-2026-1', bad, {
    kind: 'malicious',
    severity: 'unknown',
    title: 'Steals environment variables at install',
    fix: 'Remove it and rotate what the machine knew.',
  });
  for (const key of ['score', 'vector', 'fixed_version', 'epss'] as const) delete finding[key];
  const report = sampleReport({ components: [bad], findings: [finding] });
  report.verdict = {
    outcome: 'blocked',
    exit_code: 1,
    gate: 'malicious',
    gates: [{ gate: 'malicious', reason: 'lodahs@0.0.1 is malicious (MAL-2026-1)', findings: [finding.fingerprint] }],
    reasons: [],
    warnings: [],
  };
  report.posture = { grade: 'F', reason: 'MAL-2026-1: malicious' };
  return report;
}

function many(count: number): ScanReport {
  const components: Component[] = [];
  const findings: Finding[] = [];
  for (let at = 0; at < count; at++) {
    const component = sampleComponent(`package-${Math.floor(at / 2)}`, '1.0.0', {
      locations: [{ path: `apps/${at % 7}/package-lock.json`, line: at + 1 }],
      dependencies: at > 2 ? ['pkg:npm/package-0@1.0.0'] : [],
    });
    if (at % 2 === 0) components.push(component);
    const severity = severities[at % severities.length] ?? 'low';
    const { score, vector, ...rest } = sampleFinding(`CVE-2026-${10_000 + at}`, component, { severity });
    findings.push(severity === 'unknown' ? rest : { ...rest, score: score ?? 0, vector: vector ?? '' });
  }
  return sampleReport({ components, findings });
}

function suppressed(): ScanReport {
  const by = ['vex', 'ignore', 'exception', 'baseline'] as const;
  const findings = by.map((source, at) =>
    sampleFinding(`CVE-2026-${20 + at}`, lodash, {
      suppressed: { by: source, reason: 'vulnerable code not in execute path', ...(source === 'ignore' && { expires: '2026-06-30' }) },
    }),
  );
  return sampleReport({
    components: [lodash],
    findings: [critical, ...findings],
    notes: [{ kind: 'unused_ignore', text: 'castellan.yaml:12 CVE-2020-1 matched nothing' }],
  });
}

function unknownSeverity(): ScanReport {
  const { score, vector, epss, fixed_version, ...finding } = sampleFinding('GO-2026-1', lodash, {
    severity: 'unknown',
    kev: 'not_checked',
  });
  const report = sampleReport({ components: [lodash, sampleComponent('left-pad', null, { requirement: '^1.2.0' })], findings: [finding] });
  report.verdict.warnings = ['1 finding without a score'];
  return report;
}

function cloudEstate(): ScanReport {
  const cloud = chatbot();
  const [entrance] = cloud;
  const finding = sampleFinding('cloud-open-endpoint', undefined, {
    kind: 'cloud',
    rule: 'cloud-open-endpoint',
    advisories: [],
    severity: 'high',
    subject: entrance?.ref ?? '',
    locations: [{ path: 'aws/111122223333/eu-west-1/Test::entrance/front' }],
    title: 'Public endpoint without authentication',
  });
  const images = [{ reference: 'shop/web:latest', used_by: [ref('service', 'web')] }];
  const inventory = { ...emptyInventory(), cloud, images, agents: agentsAmong(cloud) };
  const graph = buildGraph(inventory, [finding]);
  const [reached = finding] = attachBlastRadius(graph, [finding]);
  const report = sampleReport({ findings: [reached], agents: inventory.agents, graph });
  return { ...report, cloud, images, exposure_paths: exposurePaths(graph, [reached], []) };
}

/** The reports every format is tried on. */
export const sampleReports: Readonly<Record<string, () => ScanReport>> = {
  empty: () => ({ ...sampleReport({}), verdict: { outcome: 'empty', exit_code: 0, gate: null, gates: [], reasons: [], warnings: [] } }),
  clean: () => sampleReport({ components: [lodash, sampleComponent('@scope/tool', '2.0.0', { scope: 'dev', direct: false })] }),
  'one critical': () =>
    sampleReport({
      components: [lodash],
      findings: [critical],
      fix_first: [
        {
          component: lodash.ref,
          action: 'upgrade lodash@4.17.20 to 4.17.21',
          command: 'npm install lodash@4.17.21',
          findings: [critical.fingerprint],
          paths: 0,
          score: 60,
        },
      ],
      posture: { grade: 'F', reason: 'known to be exploited' },
    }),
  many: () => many(120),
  malicious,
  incomplete,
  hostile,
  suppressed,
  agents: agentEstate,
  cloud: cloudEstate,
  'unknown severity': unknownSeverity,
  'without component': () =>
    sampleReport({
      findings: [
        sampleFinding('MCP-001', undefined, {
          kind: 'mcp_config',
          rule: 'MCP-001',
          advisories: [],
          title: 'Server runs an unpinned package',
        }),
      ],
    }),
  huge: () => many(30_000),
};
