import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { scanRequest } from '../../src/cli/scan-request.js';
import { resolveSettings } from '../../src/config/resolve.js';
import { type SettingKey, settings } from '../../src/config/settings.js';
import { readingOf } from '../../src/control-plane/ingest/reading.js';
import type { AdvisorySource } from '../../src/model/advisory.js';
import { isUnfiltered } from '../../src/model/narrowing.js';
import type { ScanReport } from '../../src/model/report.js';
import { lastLine } from '../../src/policy/last-line.js';
import jsonReporter from '../../src/report/json/json.js';
import { runScan } from '../../src/scan/run.js';
import { diskFiles } from '../../src/system/files.js';
import { silentLog } from '../../src/system/log.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { SOON } from '../support/soon.js';

type Files = Record<string, string>;
type Flags = Partial<Record<SettingKey, unknown>>;

let source: AdvisorySource;
let dispose: () => void;
beforeAll(async () => {
  const made = await SampleDatabase.create();
  ({ dispose } = made);
  source = openAdvisories(made.database.file);
});
afterAll(() => {
  source.close();
  dispose();
});

const BAD = npmLock('ejs@3.1.6');
const GOOD = npmLock('left-pad@1.3.0');
const DEV = JSON.stringify({
  name: 'app',
  lockfileVersion: 3,
  packages: { '': { name: 'app' }, 'node_modules/ejs': { version: '3.1.6', dev: true }, 'node_modules/left-pad': { version: '1.3.0' } },
});
const CLIENT = JSON.stringify({ mcpServers: { files: { command: 'node', args: ['server.js'], env: { API_KEY: 'x' } } } });
const SKILL = '---\nname: notes\ndescription: Keeps notes\n---\nWrite the notes to notes.md.\n';
const WORKFLOW = 'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n';
const bom = (...components: object[]) =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', components: components.map((one) => ({ type: 'library', ...one })) });
const spdx = (...packages: object[]) => JSON.stringify({ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'x', packages });
const NAMED = { name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' };
const ignores = (id: string) => `ignores:\n  - id: ${id}\n    reason: known\n    expires: ${SOON.slice(0, 10)}\n`;
const vex = (id: string, purl: string) =>
  JSON.stringify({
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://a.example/vex',
    author: 'a',
    timestamp: '2026-01-01T00:00:00Z',
    version: 1,
    statements: [
      { vulnerability: { name: id }, products: [{ '@id': purl }], status: 'not_affected', justification: 'component_not_present' },
    ],
  });

async function scan(files: Files, operands: readonly string[], flags: Flags, advisories: AdvisorySource | undefined = source) {
  const cwd = projectFolder(files);
  return { cwd, report: await scanIn(cwd, operands, flags, advisories) };
}

async function scanIn(cwd: string, operands: readonly string[], flags: Flags, advisories?: AdvisorySource): Promise<ScanReport> {
  const values = resolveSettings({ flags: { ...flags, offline: true, maxDbAge: '9000d' }, environment: {}, file: {} });
  const request = await scanRequest(values, operands, undefined, cwd);
  const signal = new AbortController().signal;
  const clock = () => Date.parse('2026-09-20T12:00:00Z');
  const used = request.vulnerabilities && advisories ? { source: advisories } : {};
  return runScan(request, { files: diskFiles, clock, log: silentLog, emit() {}, signal, advisories: used }, '0.0.0');
}

/** What a user, a pipeline and the control plane are told: exit code, outcome, grade, how far a push of it speaks, last line. */
function told(report: ScanReport): [number, string, string, string, string] {
  const { verdict, posture, counts } = report;
  const { reason, look } = readingOf(report);
  const complete = reason !== null || look === undefined ? 'no' : isUnfiltered(look) ? 'all' : 'within';
  return [verdict.exit_code, verdict.outcome, posture.grade, complete, lastLine(verdict, counts)];
}

type Row = [name: string, files: Files, flags: Flags, exit: number, outcome: string, grade: string, complete: string, last: RegExp];

describe('every way to look at less', () => {
  it.each<Row>([
    ['nothing left out', { 'package-lock.json': GOOD }, {}, 0, 'clean', 'A', 'all', /^clean — 1 component, no findings$/],
    ['a lock without packages', { 'package-lock.json': npmLock() }, {}, 0, 'clean', 'A', 'all', /^clean — 0 components, no findings$/],
    ['no input', { 'a.txt': 'x' }, {}, 2, 'empty', 'unknown', 'no', /^gate: no-input — found no lockfile/],
    ['no input, allowed', { 'a.txt': 'x' }, { allowEmpty: true }, 0, 'empty', 'unknown', 'no', /^empty — nothing to scan, as allowed/],
    [
      '-e of another',
      { 'package-lock.json': BAD },
      { ecosystem: ['PyPI'] },
      2,
      'empty',
      'unknown',
      'no',
      /^gate: empty-after-filter — 1 component left out by --ecosystem PyPI/,
    ],
    [
      '-e of another, allowed',
      { 'package-lock.json': BAD },
      { ecosystem: ['PyPI'], allowEmpty: true },
      0,
      'empty',
      'unknown',
      'no',
      /^empty — .*--ecosystem PyPI/,
    ],
    [
      '-e of another beside a skill',
      { 'package-lock.json': BAD, 'CLAUDE.md': 'Write tests.' },
      { ecosystem: ['pypi'] },
      2,
      'empty',
      'unknown',
      'no',
      /empty-after-filter/,
    ],
    [
      '-e in another case',
      { 'package-lock.json': BAD },
      { ecosystem: ['NPM'] },
      1,
      'blocked',
      'F',
      'within',
      /^gate: severity — .*ejs@3\.1\.6/,
    ],
    [
      '-e that keeps a part',
      { 'package-lock.json': GOOD, 'requirements.txt': 'requests==2.0.0\n' },
      { ecosystem: ['npm'] },
      0,
      'clean',
      'A',
      'within',
      /^clean — 1 component, no findings; 1 component left out by --ecosystem npm$/,
    ],
    [
      '--no-dev',
      { 'package-lock.json': DEV },
      { dev: false },
      0,
      'clean',
      'A',
      'within',
      /^clean — 1 component, no findings; 1 component left out by --no-dev$/,
    ],
    [
      '--no-dev of nothing else',
      { 'package-lock.json': DEV.replace(',"node_modules/left-pad":{"version":"1.3.0"}', '') },
      { dev: false },
      2,
      'empty',
      'unknown',
      'no',
      /^gate: empty-after-filter — 1 component left out by --no-dev/,
    ],
    [
      '--exclude of all',
      { 'package-lock.json': BAD },
      { exclude: ['package*.json'] },
      2,
      'empty',
      'unknown',
      'no',
      /^gate: empty-after-filter — 1 path left out by --exclude 'package\*\.json'/,
    ],
    [
      '--exclude of a folder',
      { 'package-lock.json': GOOD, 'old/package-lock.json': BAD },
      { exclude: ['old'] },
      0,
      'clean',
      'A',
      'within',
      /^clean — 1 component, no findings; 1 path left out by --exclude 'old'$/,
    ],
    [
      '--exclude of a client',
      { 'package-lock.json': GOOD, '.mcp.json': CLIENT },
      { exclude: ['.mcp.json'] },
      0,
      'clean',
      'A',
      'within',
      /; 1 path left out by --exclude '\.mcp\.json'$/,
    ],
    [
      '--exclude of a skill',
      { 'package-lock.json': GOOD, '.claude/skills/a/SKILL.md': SKILL },
      { exclude: ['**/SKILL.md'] },
      0,
      'clean',
      'A',
      'within',
      /; 1 path left out by --exclude/,
    ],
    [
      '--exclude of a model',
      { 'package-lock.json': GOOD, 'm/a.pkl': 'cos\nsystem\n(S"x"\ntR.' },
      { exclude: ['m/*.pkl'] },
      0,
      'clean',
      'A',
      'within',
      /; 1 path left out by --exclude/,
    ],
    [
      '--no-vulnerabilities',
      { 'package-lock.json': BAD },
      { vulnerabilities: false },
      0,
      'findings',
      'unknown',
      'within',
      /^no gate matched — no findings; inventory only, nothing was matched$/,
    ],
    ['a range', { 'package-lock.json': GOOD, 'b/requirements.txt': 'requests>=2\n' }, {}, 0, 'findings', 'unknown', 'all', /not judged/],
    [
      'an ecosystem without advisories',
      { 'package-lock.json': GOOD, 'Podfile.lock': 'PODS:\n  - A (1.0)\n\nDEPENDENCIES:\n  - A\n\nCOCOAPODS: 1.11.0\n' },
      {},
      0,
      'findings',
      'unknown',
      'all',
      /outside all advisory data, not judged$/,
    ],
    [
      'an ecosystem the database lacks',
      { 'package-lock.json': GOOD, 'mix.lock': '%{\n  "a": {:hex, :a, "1.0.0", "00", [:mix], [], "hexpm", "00"},\n}\n' },
      {},
      1,
      'incomplete',
      'unknown',
      'no',
      /^gate: incomplete — .*1 component not looked up/,
    ],
    [
      'a corrupt lock beside',
      { 'package-lock.json': GOOD, 'b/package-lock.json': '{' },
      {},
      1,
      'incomplete',
      'unknown',
      'no',
      /^gate: incomplete — b\/package-lock\.json/,
    ],
    [
      'a dependency folder',
      { 'package-lock.json': GOOD, 'node_modules/a/package-lock.json': BAD },
      {},
      0,
      'clean',
      'A',
      'all',
      /^clean — 1 component, no findings$/,
    ],
    [
      'below the threshold',
      { 'package-lock.json': npmLock('axios@0.21.1') },
      {},
      0,
      'findings',
      'C',
      'all',
      /^no gate matched — \d+ findings? below the threshold$/,
    ],
    ['--exit-zero', { 'package-lock.json': BAD }, { exitZero: true }, 0, 'findings', 'F', 'all', /silenced by --exit-zero: severity/],
    ['--warn-on', { 'package-lock.json': BAD }, { failOnSeverity: 'critical', warnOn: 'low' }, 1, 'blocked', 'F', 'all', /^gate: severity/],
    ['--fixable-only', { 'package-lock.json': BAD }, { fixableOnly: true }, 1, 'blocked', 'F', 'all', /^gate: severity/],
    ['--ignore-unfixed', { 'package-lock.json': BAD }, { ignoreUnfixed: true }, 1, 'blocked', 'F', 'all', /^gate: severity/],
    [
      'required signatures, no model',
      { 'package-lock.json': GOOD },
      { requireModelSignatures: true },
      1,
      'blocked',
      'D',
      'all',
      /^gate: model-policy — signatures are required, and no model was found/,
    ],
    [
      'enforced models, no model',
      { 'package-lock.json': GOOD },
      { modelPolicyMode: 'enforce' },
      1,
      'blocked',
      'D',
      'all',
      /^gate: model-policy/,
    ],
  ])('%s', async (_name, files, flags, ...expected) => {
    const { report } = await scan(files, [], flags);
    const [exit, outcome, grade, complete, last] = told(report);
    expect([exit, outcome, grade, complete]).toEqual(expected.slice(0, 4));
    expect(last).toMatch(expected[4] as RegExp);
    expect(report.scan_run.narrowed?.parts).toEqual(['folder:.']);
  });

  it.each<Row>([
    ['an SBOM', { 'a.cdx.json': bom(NAMED) }, { sbom: ['a.cdx.json'] }, 0, 'clean', 'A', 'all', /^clean — 1 component/],
    ['an SBOM of nothing', { 'a.cdx.json': bom() }, { sbom: ['a.cdx.json'] }, 0, 'clean', 'A', 'all', /^clean — 0 components/],
    [
      'no package URL',
      { 'a.cdx.json': bom({ name: 'lodash', version: '4.17.20' }) },
      { sbom: ['a.cdx.json'] },
      1,
      'incomplete',
      'unknown',
      'no',
      /^gate: incomplete — a\.cdx\.json: component lodash@4\.17\.20 has no package URL.*--allow-unidentified/,
    ],
    [
      'no package URL beside one',
      { 'a.cdx.json': bom(NAMED, { name: 'lodash', version: '4.17.20' }) },
      { sbom: ['a.cdx.json'] },
      1,
      'incomplete',
      'unknown',
      'no',
      /has no package URL/,
    ],
    [
      'no package URL, allowed',
      { 'a.cdx.json': bom(NAMED, { name: 'lodash', version: '4.17.20' }) },
      { sbom: ['a.cdx.json'], allowUnidentified: true },
      0,
      'findings',
      'unknown',
      'all',
      /1 component that no database can look up, not judged$/,
    ],
    [
      'pkg:generic',
      { 'a.cdx.json': bom(NAMED, { name: 'x', version: '1', purl: 'pkg:generic/x@1' }) },
      { sbom: ['a.cdx.json'] },
      1,
      'incomplete',
      'unknown',
      'no',
      /x@1 names no ecosystem/,
    ],
    [
      'Maven without a group',
      { 'a.cdx.json': bom(NAMED, { name: 'log4j-core', purl: 'pkg:maven/log4j-core@2.14.1' }) },
      { sbom: ['a.cdx.json'] },
      1,
      'incomplete',
      'unknown',
      'no',
      /is no group:artifact of Maven/,
    ],
    [
      'files and systems in an SBOM',
      {
        'a.cdx.json': bom(
          NAMED,
          { type: 'file', name: '/bin/a' },
          { type: 'operating-system', name: 'debian', version: '12' },
          { type: 'application', name: 'package-lock.json' },
        ),
      },
      { sbom: ['a.cdx.json'] },
      0,
      'clean',
      'A',
      'all',
      /^clean — 1 component/,
    ],
    [
      'SPDX without package URL',
      { 'a.spdx.json': spdx({ name: 'lodash', SPDXID: 'SPDXRef-a', versionInfo: '4.17.20' }) },
      { sbom: ['a.spdx.json'] },
      1,
      'incomplete',
      'unknown',
      'no',
      /has no package URL/,
    ],
    [
      'SPDX by package manager',
      {
        'a.spdx.json': spdx({
          name: 'ejs',
          SPDXID: 'SPDXRef-a',
          versionInfo: '3.1.6',
          externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'npm', referenceLocator: 'ejs@3.1.6' }],
        }),
      },
      { sbom: ['a.spdx.json'] },
      1,
      'blocked',
      'F',
      'all',
      /ejs@3\.1\.6/,
    ],
    [
      '--skills of nothing',
      { 'd/a.bin': 'x' },
      { skills: ['d'] },
      2,
      'empty',
      'unknown',
      'no',
      /^gate: no-input — found no skill or instruction file in d$/,
    ],
    ['--skills', { 'd/SKILL.md': SKILL }, { skills: ['d'] }, 0, 'clean', 'A', 'all', /^clean/],
    [
      '--models of nothing',
      { 'd/readme.txt': 'x' },
      { models: ['d'] },
      2,
      'empty',
      'unknown',
      'no',
      /^gate: no-input — found no model file in d$/,
    ],
    [
      '--mcp-config of nothing',
      { 'c.json': '{"mcpServers":{}}' },
      { mcpConfig: ['c.json'] },
      0,
      'clean',
      'A',
      'all',
      /^clean — 0 components/,
    ],
    ['--mcp-tools of nothing', { 'd/a.txt': 'x' }, { mcpTools: ['d'] }, 2, 'empty', 'unknown', 'no', /^gate: no-input/],
    ['a named file', { 'package-lock.json': GOOD, 'b/package-lock.json': BAD }, { sbom: [] }, 1, 'blocked', 'F', 'all', /ejs/],
  ])('%s, named', async (_name, files, flags, ...expected) => {
    const { report } = await scan(files, [], flags);
    const [exit, outcome, grade, complete, last] = told(report);
    expect([exit, outcome, grade, complete]).toEqual(expected.slice(0, 4));
    expect(last).toMatch(expected[4] as RegExp);
  });

  it('names what was left out, in the report and for machines', async () => {
    const files = { 'package-lock.json': GOOD, '.mcp.json': CLIENT, 'old/package-lock.json': BAD };
    const { report } = await scan(files, [], { exclude: ['.mcp.json', 'old'], ecosystem: ['npm'] });
    expect(report.servers).toEqual([]);
    const skipped = report.scan_run.collectors.filter(({ outcome }) => outcome === 'skipped').map(({ target }) => target);
    expect(skipped).toEqual(['.mcp.json', 'old/']);
    expect(report.notes).toContainEqual({ kind: 'skipped', text: 'left out by --exclude: .mcp.json, old/' });
    expect(report.scan_run.narrowed).toMatchObject({
      ecosystems: ['npm'],
      exclude: ['.mcp.json', 'old'],
      left_out: { components: 0, paths: 2 },
    });
  });

  it('refuses an ecosystem that is none, with what was meant', async () => {
    const refused = (name: string) => scan({ 'package-lock.json': BAD }, [], { ecosystem: [name] });
    await expect(refused('pipy')).rejects.toThrow('"pipy" is no ecosystem, did you mean "PyPI"?');
    await expect(refused('python')).rejects.toThrow('did you mean "PyPI"?');
    await expect(refused('foo')).rejects.toThrow('"foo" is no ecosystem');
    expect(Object.keys(settings)).toContain('ecosystem');
  });

  it('cannot read a folder that nobody may enter', async () => {
    const cwd = projectFolder({ 'package-lock.json': GOOD, 'shut/package-lock.json': BAD });
    chmodSync(join(cwd, 'shut'), 0);
    const report = await scanIn(cwd, [], {}, source);
    chmodSync(join(cwd, 'shut'), 0o700);
    if (process.getuid?.() !== 0) expect(told(report).slice(0, 4)).toEqual([1, 'incomplete', 'unknown', 'no']);
  });

  it('has no database to judge with', async () => {
    const cwd = projectFolder({ 'package-lock.json': GOOD });
    expect(told(await scanIn(cwd, [], {}, undefined)).slice(0, 4)).toEqual([1, 'incomplete', 'unknown', 'no']);
  });
});

describe('findings that somebody set aside', () => {
  const at = async (flags: Flags, more: Files = {}) => scan({ 'package-lock.json': BAD, ...more }, ['package-lock.json'], flags);
  const ids = async () => [...new Set((await at({})).report.findings.map(({ id }) => id))];

  it('are told where no others are: by a baseline', async () => {
    const { cwd, report } = await at({});
    const rendered = await jsonReporter.render(report, {
      width: 80,
      colour: false,
      theme: 'dark',
      unicode: true,
      quiet: false,
      verbose: false,
    });
    writeFileSync(join(cwd, 'old.json'), typeof rendered === 'string' ? rendered : [...(rendered as Iterable<string>)].join(''));
    const again = await scanIn(cwd, ['package-lock.json'], { baseline: 'old.json' }, source);
    const { suppressed } = again.counts;
    expect(suppressed).toBeGreaterThan(0);
    expect(told(again)[4]).toBe(`clean — 1 component, no new findings, ${suppressed} suppressed by baseline`);
    expect(again.posture).toMatchObject({ grade: 'A', reason: expect.stringContaining('but what is suppressed: 1 critical') });
    expect(again.verdict.reasons).toEqual([`${suppressed} suppressed by baseline`]);
    expect(again.scan_run.narrowed?.gates).toEqual(['baseline']);
    expect(readFileSync(join(cwd, 'old.json'), 'utf8')).toContain('"narrowed"');
  });

  it('are told where no others are: by ignores and VEX', async () => {
    const found = await ids();
    const ignored = await at(
      { ignoreFile: 'i.yaml' },
      { 'i.yaml': ignores(found[0] ?? '').concat(...found.slice(1).map((id) => ignores(id).slice('ignores:\n'.length))) },
    );
    expect(told(ignored.report)[4]).toBe(`clean — 1 component, no findings, ${found.length} suppressed by ignore`);
    const [first = '', ...rest] = found;
    const both = await at(
      { ignoreFile: 'i.yaml', vex: ['v.json'] },
      {
        'i.yaml': ignores(rest[0] ?? 'CVE-1').concat(...rest.slice(1).map((id) => ignores(id).slice('ignores:\n'.length))),
        'v.json': vex(first, 'pkg:npm/ejs'),
      },
    );
    expect(told(both.report)[4]).toMatch(/^clean — 1 component, no findings, \d+ suppressed/);
    expect(both.report.counts.suppressed_by).toMatchObject({ vex: 1 });
  });
});

it('an audit of skills sees no skill in a workflow', async () => {
  const { report } = await scan({ '.github/workflows/ci.yml': WORKFLOW }, [], { skills: ['.'] });
  expect(told(report)[0]).toBe(2);
});
