import { describe, expect, it } from 'vitest';
import { displayWidth, stripColour } from '../../src/support/terminal.js';
import { render } from '../support/rendering.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';
import { sampleReports } from '../support/sample-reports.js';

const agents = () => sampleReports['agents']!();

describe('the console report', () => {
  // The largest takes a second to make.
  const reports = Object.values(sampleReports).map((make) => make());

  it.each([40, 80, 120, 200])(
    'keeps within %i columns, coloured or not',
    async (width) => {
      for (const report of reports) {
        for (const colour of [false, true]) {
          const lines = (await render('console', report, { width, colour, verbose: width === 120 })).split('\n');
          expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
        }
      }
    },
    120_000,
  );

  it('says the same with colour as without, in both themes', async () => {
    const plain = await render('console', agents());
    for (const theme of ['dark', 'light'] as const) {
      const coloured = await render('console', agents(), { colour: true, theme });
      expect(coloured).toContain('\u001b[');
      expect(stripColour(coloured)).toBe(plain);
    }
  });

  it('writes plain ASCII where the terminal has nothing else', async () => {
    expect(await render('console', agents(), { unicode: false })).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('shows what to do first, the way to the credentials, and the verdict last', async () => {
    const text = await render('console', agents());
    expect(text).toContain('1. upgrade tar@4.4.1 to 4.4.18  clears 2 findings, ends 2 exposure paths');
    expect(text).toContain('npm install tar@4.4.18');
    expect(text).toContain('CVE-2018-20834 → tar@4.4.1 → mcp-files@1.2.0 → files → GITHUB_TOKEN');
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^✖ BLOCKED {2}exit 1/);
  });

  it('puts the worst first: malicious, exploited, then by severity', async () => {
    const bad = sampleComponent('bad', '1.0.0');
    const findings = [
      sampleFinding('LOW-1', sampleComponent('a', '1.0.0'), { severity: 'low' }),
      sampleFinding('CRIT-1', sampleComponent('b', '1.0.0'), { severity: 'critical' }),
      sampleFinding('KEV-1', sampleComponent('c', '1.0.0'), { severity: 'high', kev: 'listed' }),
      sampleFinding('MAL-1', bad, { kind: 'malicious', severity: 'unknown' }),
    ];
    const text = await render('plain', sampleReport({ components: [bad], findings }));
    expect(
      text
        .split('\n')
        .slice(0, 4)
        .map((line) => line.split('\t')[1]),
    ).toEqual(['MAL-1', 'KEV-1', 'CRIT-1', 'LOW-1']);
  });

  it('caps long lists, says how many are left, and shows all when asked', async () => {
    const many = sampleReports['many']!();
    expect(await render('console', many)).toContain('… 40 more: --verbose, or --format json');
    const all = await render('console', many, { verbose: true });
    expect(all).not.toContain('more: --verbose');
    expect(many.findings.every((finding) => all.includes(finding.id))).toBe(true);
  });

  it('counts the undecided checks of infrastructure code by file, apart from versions, and lists them when asked', async () => {
    const open = (path: string, line: number, variable: string) => ({
      collector: 'iac',
      path,
      line,
      kind: 'unresolved' as const,
      reason: `aws-rds-public depends on ${variable}`,
      note: true as const,
    });
    const report = sampleReport({});
    report.scan_run.issues.push(...[1, 2, 3].map((line) => open('tf/main.tf', line, `var.v${line}`)), open('k8s/a.yaml', 9, 'data'));
    const text = await render('console', report);
    expect(text).toContain('UNDECIDED FOR WANT OF A VALUE');
    expect(text).toMatch(/^ {2}tf\/main\.tf {2}3 checks$/m);
    expect(text).toMatch(/^ {2}k8s\/a\.yaml {2}1 check$/m);
    expect(text).not.toContain('var.v1');
    expect(text).not.toContain('WITHOUT AN EXACT VERSION');
    expect(await render('console', report, { verbose: true })).toContain('tf/main.tf:2  aws-rds-public depends on var.v2');
  });

  it('names a resource of infrastructure code by its address and file, and keeps the lines of a fix', async () => {
    const finding = sampleFinding('k8s-privileged', undefined, {
      kind: 'iac',
      subject: 'iac:k8s/app.yaml#Deployment/web',
      locations: [{ path: 'k8s/app.yaml', line: 11 }],
      fix: 'Set `privileged` to false.\nsecurityContext:\n  privileged: false',
    });
    delete finding.fixed_version;
    const text = await render('console', sampleReport({ findings: [finding] }));
    expect(text).toMatch(/^Deployment\/web in k8s\/app\.yaml +infrastructure$/m);
    expect(text).toContain('    Set `privileged` to false.\n    securityContext:\n      privileged: false\n');
  });

  it('names what could not be read, with the line', async () => {
    const text = await render('console', sampleReports['incomplete']!());
    expect(text.replace(/\s+/g, ' ')).toContain('api/poetry.lock:214 expected a version after "requests", found the end of the file');
    expect(text.split('api/poetry.lock')).toHaveLength(2);
    expect(text).toContain('INCOMPLETE');
  });

  it('tells a rule that applies in several places once, with its lines', async () => {
    const at = (line: number) =>
      sampleFinding('INJ-01', undefined, {
        fingerprint: `f${line}`,
        kind: 'skill',
        rule: 'INJ-01',
        subject: 'skill:x',
        title: 'Orders in a skill',
        locations: [{ path: 'x/SKILL.md', line }],
      });
    const report = sampleReport({ findings: [at(4), at(9), at(30)] });
    const text = await render('console', report);
    expect(text.match(/INJ-01/g)).toHaveLength(1);
    expect(text).toContain('INJ-01  ×3');
    expect(text).toContain('\n  x/SKILL.md:4, 9, 30\n');
    const other = sampleFinding('HID-01', undefined, {
      kind: 'skill',
      rule: 'HID-01',
      subject: 'skill:x',
      locations: [{ path: 'x/run.sh', line: 2 }],
    });
    const both = await render('console', sampleReport({ findings: [at(4), at(9), other] }));
    expect(both).toContain('\n    at x/SKILL.md:4, 9\n');
    expect(both).toContain('\n    at x/run.sh:2\n');
  });

  it('has no heading above nothing, and names what was scanned when no folder was', async () => {
    const report = sampleReport({ agents: [{ ref: 'agent:x', client: 'zed', path: '~/.config/zed/settings.json', servers: [] }] });
    report.scan_run.targets = [];
    const text = await render('console', report);
    expect(text).not.toContain('FINDINGS');
    expect(text).toContain('· AI clients ·');
    expect(text).not.toContain('given packages');
  });

  it('leaves to the last line of the program what that says, and cuts no reason', async () => {
    const report = sampleReports['malicious']!();
    report.verdict.warnings = ['unknown severity: 1 finding nobody has scored'];
    report.posture.reason = `${'a long identifier '.repeat(5)}is malicious`;
    const alone = await render('console', report);
    expect(alone).toContain('gate malicious: lodahs@0.0.1 is malicious');
    expect(alone.match(/unknown severity:/g)).toHaveLength(1);
    expect(alone.replace(/\s+/g, ' ')).toContain('long identifier is malicious');
    const followed = await render('console', report, { lastLineFollows: true });
    expect(followed).not.toContain('gate malicious');
    expect(followed).not.toContain('unknown severity:');
    expect(followed.trimEnd().split('\n').at(-1)).toBe('✖ BLOCKED  exit 1');
  });

  it('keeps to findings and verdict under --quiet', async () => {
    const text = await render('console', agents(), { quiet: true });
    expect(text).toContain('CVE-2018-20834');
    expect(text).not.toContain('ADVISORY DATA');
  });
});
