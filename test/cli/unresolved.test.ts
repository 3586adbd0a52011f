import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const workflow = (...uses: string[]) =>
  `on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n${uses.map((text) => `      - uses: ${text}\n`).join('')}`;

/** Scans a project and gives the report, the console's words and the last line. */
async function scan(files: Record<string, string>, ...flags: string[]) {
  const cwd = projectFolder(files);
  const { code, stdout, stderr } = await database.run(['scan', '--offline', '.', '--format', 'json', ...flags], { cwd });
  const shown = await database.run(['scan', '--offline', '.', ...flags], { cwd });
  return { code, report: JSON.parse(stdout), last: stderr.trimEnd().split('\n').at(-1) ?? '', console: shown.stdout };
}

describe('a dependency without an exact version', () => {
  it.each(['main', 'stable', 'release/v1', 'v1-branch/x', 'abc1234'])('an action at %s is named and fails nothing', async (ref) => {
    const files = { 'package-lock.json': npmLock('left-pad@1.3.0'), '.github/workflows/ci.yml': workflow(`acme/build@${ref}`) };
    const { code, report, last, console } = await scan(files);
    expect({ code, outcome: report.verdict.outcome }).toEqual({ code: 0, outcome: 'findings' });
    expect(report.components).toContainEqual(expect.objectContaining({ name: 'acme/build', resolved: false, requirement: ref }));
    expect(report.scan_run.issues).toEqual([
      expect.objectContaining({
        path: '.github/workflows/ci.yml',
        kind: 'unresolved',
        note: true,
        remedy: expect.stringContaining('uses:'),
      }),
    ]);
    expect(last).toContain('1 component without an exact version, not judged: .github/workflows/ci.yml; ');
    expect(console).toContain('WITHOUT AN EXACT VERSION');
  });

  it('does not fail a scan that has only a workflow', async () => {
    const { code, report } = await scan({ '.github/workflows/ci.yml': workflow('acme/build@main') });
    expect([code, report.verdict.outcome, report.posture.grade]).toEqual([0, 'findings', 'A']);
  });

  it('an action pinned to a commit that has advisories is named, since they speak of versions', async () => {
    const uses = `tj-actions/changed-files@${'0e58ed8671d6b60d0890c21b07f8835ace038e67'}`;
    const { code, report } = await scan({ '.github/workflows/ci.yml': workflow(uses, 'acme/build@v1') });
    expect(code).toBe(0);
    expect(report.verdict.reasons).toEqual([expect.stringContaining('1 component pinned to a commit')]);
    expect(report.scan_run.issues).toEqual([expect.objectContaining({ kind: 'unresolved', note: true, line: 6 })]);
  });

  it('is reported with its file, its count and a command, also when another gate matches', async () => {
    const manifest = JSON.stringify({ name: 'a', dependencies: { 'mcp-remote': '0.1.15', b: '^1.0.0', c: '~2.0.0' } });
    const { code, report, console } = await scan({ 'web/package.json': manifest }, '--fail-on-severity', 'low');
    expect(code).toBe(1);
    const remedy = 'run `npm install --package-lock-only`';
    expect(report.scan_run.issues).toEqual([
      {
        collector: 'package-json',
        path: 'web/package.json',
        kind: 'unresolved',
        reason: '2 of 3 dependencies without an exact version: b, c',
        remedy,
        note: true,
      },
    ]);
    expect(report.verdict.reasons).toContain(`2 components without an exact version, not judged: web/package.json; ${remedy}`);
    expect(console).toContain('--package-lock-only');
  });

  it('fails with --fail-on-unresolved, also under --exit-zero', async () => {
    const manifest = JSON.stringify({ name: 'a', dependencies: { 'left-pad': '1.3.0', b: '^1.0.0' } });
    const { code, report, last } = await scan({ 'package.json': manifest }, '--fail-on-unresolved', '--exit-zero');
    expect(code).toBe(1);
    expect(report.verdict).toMatchObject({ outcome: 'blocked', gate: 'unresolved' });
    expect(last).toMatch(/^gate: unresolved — 1 component without an exact version/);
  });

  it('makes the scan incomplete when nothing else could be judged', async () => {
    const manifest = JSON.stringify({ name: 'a', dependencies: { b: '^1.0.0' } });
    const { code, last } = await scan({ 'package.json': manifest });
    expect([code, last]).toEqual([1, 'gate: incomplete — b states no exact version; commit a lockfile']);
  });
});

describe('dependencies that come from a repository or an address', () => {
  it('leave nothing to judge when there are no others, and the reason says so', async () => {
    const dependencies = { a: 'git+https://git.example.test/a.git', b: 'https://files.example.test/b-1.0.0.tgz' };
    const { code, last } = await scan({ 'package.json': JSON.stringify({ name: 'x', dependencies }) });
    expect(code).toBe(1);
    expect(last).toBe('gate: incomplete — none of the 2 components states a version that advisories could be compared with');
  });
});

describe('a package that could not be looked up', () => {
  it('is an issue of the artifact, with its place', async () => {
    const lock =
      '{"lockfileVersion": 3, "packages": {"": {}, "node_modules/left-pad": {"version": "one"}, "node_modules/b": {"version": "1.0.0"}}}';
    const { code, report } = await scan({ 'package-lock.json': lock });
    expect(code).toBe(1);
    expect(report.scan_run.issues).toContainEqual(
      expect.objectContaining({
        collector: 'advisories',
        path: 'package-lock.json',
        reason: expect.stringContaining('"one" is no npm version'),
      }),
    );
  });
});
