import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LENGTH } from '../../src/report/markdown.js';
import { render } from '../support/rendering.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';
import { sampleReports } from '../support/sample-reports.js';

/** A report in which evidence says `text` wherever it can. */
function saying(text: string) {
  const component = sampleComponent('x', '1.0.0', { name: text, version: text, locations: [{ path: text, line: 1 }] });
  const report = sampleReport({
    components: [component],
    findings: [sampleFinding('CVE-2026-1', component, { title: text, why: text, fix: text, aliases: [text], references: [text] })],
  });
  report.scan_run.issues = [{ collector: 'npm-lock', path: text, kind: 'unparsable', reason: text }];
  report.scan_run.feeds = [
    { name: 'osv', ecosystem: text, as_of: '2026-01-01T00:00:00Z', downloaded_at: '2026-01-01T00:00:00Z', records: 1 },
  ];
  report.notes = [{ kind: 'review', text }];
  return report;
}

/** Of which the last two are often empty. */
const COLUMNS = 19;

/** Splits CSV as RFC 4180 does. */
function csvCells(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^,"]*)(?:,|$)/g)]
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    .slice(0, COLUMNS);
}

const evidence = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('=1+1', '::error::x', '##[error]x', '"}\n# HELP a', '<b>', '--', '%0A::warning::'),
);

describe('CSV', () => {
  it('holds one row a finding and no formula, whatever the evidence says', async () => {
    await fc.assert(
      fc.asyncProperty(evidence, async (text) => {
        const lines = (await render('csv', saying(text))).trimEnd().split('\n');
        expect(lines).toHaveLength(2);
        const cells = csvCells(lines[1] ?? '');
        expect(cells).toHaveLength(COLUMNS);
        expect(cells.filter((cell) => /^\s*[=+\-@|%]/.test(cell))).toEqual([]);
      }),
    );
  });
});

describe('findings of an image', () => {
  const component = sampleComponent('x', '1.0.0');
  const of = (in_base?: boolean) =>
    sampleReport({
      components: [component],
      findings: [{ ...sampleFinding('CVE-2026-1', component), ...(in_base !== undefined && { in_base }) }],
    });

  it.each([
    [true, 'base', 'Found in the base image.'],
    [false, 'own', 'Found in your layers.'],
    [undefined, '', undefined],
  ])('say whether the base image brought them: %s', async (inBase, word, sentence) => {
    const [head = '', row = ''] = (await render('csv', of(inBase))).split('\n');
    expect(csvCells(row)[head.split(',').indexOf('layers')]).toBe(word);
    const marks = (await render('plain', of(inBase))).split('\n')[0]?.split('\t')[6];
    expect(marks).toBe(word || '-');
    const junit = await render('junit', of(inBase));
    if (sentence) expect(junit).toContain(sentence);
    else expect(junit).not.toContain('Found in');
  });
});

describe('GitHub annotations', () => {
  it('are three commands of ours, whatever the evidence says', async () => {
    await fc.assert(
      fc.asyncProperty(evidence, async (text) => {
        const lines = (await render('github', saying(text))).trimEnd().split('\n');
        expect(lines).toHaveLength(3);
        for (const line of lines)
          expect(line).toMatch(/^::(?:error|warning|notice) (?:file=[^:,\n]*,)?(?:line=\d+,)?title=[^:,\n]*::[^\n]*$/);
      }),
    );
  });

  it('point at file and line, and keep quiet about suppressed findings', async () => {
    const [first] = (await render('github', sampleReports['one critical']!())).split('\n');
    expect(first).toBe(
      '::error file=package-lock.json,line=7,title=GHSA-35jh-r3h4-6jhm (critical)::lodash@4.17.20: Denial of service in lodash. Fixed in 4.17.21.',
    );
    expect(await render('github', sampleReports['suppressed']!())).not.toContain('CVE-2026-20');
  });
});

describe.each(['console', 'plain', 'json', 'sarif'] as const)('%s in the log of a build', (format) => {
  it('gives no commands, whatever the evidence says', async () => {
    for (const text of ['::error::x', ' ::set-env name=A::b', '##[group]x', '##vso[task.complete]x', '##teamcity[x]']) {
      const rendered = await render(format, saying(text), { verbose: true });
      expect(rendered).not.toMatch(/^\s*::|##\w*\[/m);
    }
  });
});

describe('Markdown', () => {
  it('fits a comment and says what it leaves out', async () => {
    for (const make of Object.values(sampleReports)) expect((await render('markdown', make())).length).toBeLessThanOrEqual(MAX_LENGTH);
    expect(await render('markdown', sampleReports['huge']!())).toMatch(/\d+ findings more; the JSON report holds all\./);
  });

  it('lets no markup, mention or table cell of the evidence through', async () => {
    const text = await render('markdown', saying('<img src=x> | @team [a](http://b) `c` #1'));
    const row = text.split('\n').find((line) => line.startsWith('| **high**')) ?? '';
    expect(row.replace(/\\\|/g, '').split('|')).toHaveLength(7);
    expect(row.replace(/`[^`]*`/g, '')).not.toMatch(/<img|(?<!\\)\[a|@team|http:\/\/b/);
  });
});

describe('Prometheus', () => {
  it('is lines of the text format, whatever the evidence says', async () => {
    await fc.assert(
      fc.asyncProperty(evidence, async (text) => {
        const lines = (await render('prometheus', saying(text))).trimEnd().split('\n');
        for (const line of lines)
          expect(line).toMatch(
            /^(?:# (?:HELP|TYPE) castellan_\w+ .*|castellan_\w+(?:\{\w+="(?:[^"\\]|\\.)*"(?:,\w+="(?:[^"\\]|\\.)*")*\})? \d+)$/u,
          );
      }),
    );
  });

  it('shows verdict and gates', async () => {
    const text = await render('prometheus', sampleReports['malicious']!());
    expect(text).toContain('castellan_gate{gate="malicious"} 1\n');
    expect(text).toContain('castellan_gate{gate="severity"} 0\n');
    expect(text).toContain('castellan_exit_code 1\n');
  });
});

describe('the badge', () => {
  it.each([
    ['clean', 'clean', 'brightgreen'],
    ['one critical', '1 critical', 'red'],
    ['malicious', '1 malicious', 'red'],
    ['incomplete', 'incomplete', 'lightgrey'],
    ['unknown severity', '1 unknown', 'yellow'],
    ['empty', 'nothing scanned', 'lightgrey'],
  ])('of "%s" says %s', async (name, message, color) => {
    expect(JSON.parse(await render('badge', sampleReports[name]!()))).toMatchObject({
      schemaVersion: 1,
      label: 'castellan',
      message,
      color,
    });
  });
});
