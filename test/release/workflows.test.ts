import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { copyTree } from '../support/copy-tree.js';
import { hasBash } from '../support/doc-commands.js';
import { environment, spawnSync } from '../support/programs.js';
import { npmLock } from '../support/project-folder.js';
import { builtCheckout, releaseMachine } from '../support/release-machine.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';
import { type Ended, runWorkflow } from '../support/workflow-runner.js';
import { errorsBy } from '../support/workflow-schema.js';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  needs?: string | string[];
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps?: Step[];
}

const folder = join(projectRoot, '.github/workflows');
const names = readdirSync(folder);
const text = (name: string) => readFileSync(join(folder, name), 'utf8');
const jobsOf = (name: string): [string, Job][] => Object.entries(parse(text(name)).jobs);
const release = text('release.yml');
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

describe.each(names)('%s', (name) => {
  it('is a workflow by its schema', () => {
    // Its list of runners is older than ours.
    const known = text(name).replace(/(runs-on: )\w+-[\d.]+$/gm, '$1ubuntu-latest');
    expect(errorsBy('github-workflow', parse(known))).toEqual([]);
  });

  it('names each action by one commit, with its version beside it', () => {
    const used = [
      ...names
        .map(text)
        .join('\n')
        .matchAll(/uses: (\S+)( # v\d+\.\d+\.\d+)?$/gm),
    ];
    const others = used.filter(([, action]) => !action?.startsWith('./'));
    for (const [line, action] of others) expect(line).toMatch(/@[0-9a-f]{40} # v\d/.test(line) ? line : `a pinned ${action}`);
    expect(new Set(others.map(([line]) => line)).size).toBe(new Set(others.map(([, action]) => action?.split('@')[0])).size);
  });

  it('pastes nothing into a script, leaves no token in a checkout, and ends in time', () => {
    for (const [, { steps = [], uses, 'timeout-minutes': minutes }] of jobsOf(name)) {
      if (uses === undefined) expect(minutes).toBeGreaterThan(0);
      for (const step of steps) {
        expect(step.run ?? '').not.toContain('${{');
        if (step.uses?.startsWith('actions/checkout@')) expect(step.with).toEqual({ 'persist-credentials': false });
      }
    }
  });
});

describe('our own workflows', () => {
  const actionlint = (environment().PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'actionlint'))
    .find(existsSync);
  it.skipIf(actionlint === undefined)(`pass actionlint${actionlint ? '' : ' (this machine lacks it)'}`, () => {
    const done = spawnSync(
      actionlint ?? '',
      names.map((name) => join(folder, name)),
      { encoding: 'utf8' },
    );
    expect(done).toMatchObject({ status: 0, stdout: '' });
  });

  it('are clean by our own rules', async () => {
    const project = temporaryFolder();
    try {
      copyTree(join(projectRoot, '.github'), join(project.path, '.github'));
      const { code, stdout } = await castellan(['scan', '--iac', '.', '--offline', '--format', 'json'], { cwd: project.path });
      const { findings, scan_run: run } = JSON.parse(stdout);
      expect(findings).toEqual([]);
      expect(run.issues).toEqual([]);
      expect(code).toBe(0);
    } finally {
      project.dispose();
    }
  });

  it('give each job of a release the rights it needs, and none to a job that runs what others wrote', () => {
    expect(parse(release).permissions).toEqual({});
    const given = Object.fromEntries(jobsOf('release.yml').map(([name, { permissions }]) => [name, permissions]));
    expect(given).toEqual({
      ci: { contents: 'read' },
      packages: { contents: 'read' },
      executables: { contents: 'read' },
      npm: { 'id-token': 'write' },
      image: { contents: 'read', packages: 'write', 'id-token': 'write' },
      chart: { packages: 'write', 'id-token': 'write' },
      release: { contents: 'write', 'id-token': 'write' },
    });
    for (const [name, { steps = [], permissions = {} }] of jobsOf('release.yml'))
      if (Object.values(permissions).includes('write'))
        expect([name, steps.filter(({ run }) => /npm ci|npx /.test(run ?? ''))]).toEqual([name, []]);
  });

  it('publish nothing before all tests have passed and all files are made', () => {
    const jobs = Object.fromEntries(jobsOf('release.yml'));
    const before = (name: string): string[] => [jobs[name]?.needs ?? []].flat().flatMap((one) => [one, ...before(one)]);
    for (const name of ['npm', 'image', 'chart', 'release'])
      expect(before(name)).toEqual(expect.arrayContaining(['ci', 'packages', 'executables']));
    expect(before('release')).toEqual(expect.arrayContaining(['npm', 'image', 'chart']));
  });
});

describe.skipIf(!hasBash)(`the trial of a system${hasBash ? '' : ' (this machine lacks bash)'}`, () => {
  it('scans the sample, and fails where that is not blocked', async () => {
    const temporary = temporaryFolder();
    onTestFinished(temporary.dispose);
    const { environment: variables } = releaseMachine(temporary.path);
    const workspace = join(temporary.path, 'workspace');
    mkdirSync(workspace);
    builtCheckout(workspace);
    const machine = { workspace, job: 'systems', environment: { ...variables, HOME: temporary.path } };
    expect(await runWorkflow(text('ci.yml'), machine)).toMatchObject({ codes: [0, 0, 0], failed: false });
    for (const name of readdirSync(join(workspace, 'fixtures/sample-app')))
      rmSync(join(workspace, 'fixtures/sample-app', name), { recursive: true });
    writeFileSync(join(workspace, 'fixtures/sample-app/package-lock.json'), npmLock('isarray@2.0.5'));
    expect(await runWorkflow(text('ci.yml'), machine)).toMatchObject({ codes: [0, 0, 1], failed: true });
  }, 60_000);
});

/** The steps of the jobs themselves, one job after the other in one checkout; what reaches the world is a stand-in. */
describe.skipIf(!hasBash)(`a release${hasBash ? '' : ' (this machine lacks bash)'}`, () => {
  const temporary = temporaryFolder();
  afterAll(temporary.dispose);
  const workspace = join(temporary.path, 'workspace');
  const files = join(workspace, 'out/files');
  let machine: ReturnType<typeof releaseMachine>;
  const called = (program: string) =>
    readFileSync(machine.calls, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${program} `));
  const digest = `sha256:${'a'.repeat(64)}`;
  const index = ['amd64', 'arm64', 'unknown'].map((architecture, at) => ({
    digest: `sha256:${`${at}`.repeat(64)}`,
    platform: { architecture },
  }));

  const run = (job: string, more: { matrix?: Record<string, string>; tag?: string } = {}): Promise<Ended> =>
    runWorkflow(release, {
      workspace,
      job,
      environment: { ...machine.environment, INDEX: JSON.stringify({ manifests: index }), EXPECTED_TOKEN: 'token-of-the-job' },
      github: {
        ref_name: more.tag ?? `v${version}`,
        repository: 'acme/castellan',
        repository_owner: 'acme',
        actor: 'ann',
        token: 'token-of-the-job',
      },
      needs: { packages: { outputs: { version } } },
      outputs: { build: { digest } },
      ...(more.matrix && { matrix: more.matrix }),
    });

  beforeAll(() => {
    mkdirSync(workspace);
    builtCheckout(workspace);
    machine = releaseMachine(temporary.path);
  });

  it('does not begin with a tag that the files do not name', async () => {
    const { failed, steps, errors } = await run('packages', { tag: 'v99.0.0' });
    expect(failed).toBe(true);
    expect(steps.version?.outputs).toEqual({});
    expect(errors).toContain(`package.json says ${version}`);
    expect(existsSync(files)).toBe(false);
  }, 60_000);

  it('makes its files', async () => {
    machine.environment.DPKG_DEB_COMPRESSOR_LEVEL = '0';
    const { failed, errors, steps } = await run('packages');
    expect([failed, errors]).toEqual([false, expect.anything()]);
    expect(steps.version?.outputs).toEqual({ version });
    const made = ['.cdx.json', '.tgz', '.vex.cdx.json'].map((end) => `castellan-${version}${end}`);
    expect(readdirSync(files).sort()).toEqual([...made, `castellan_${version}_all.deb`].sort());
    expect(readdirSync(join(workspace, 'out/chart'))).toEqual([`castellan-${version}.tgz`]);
    expect(readFileSync(join(workspace, 'out/notes.md'), 'utf8').length).toBeGreaterThan(100);
  }, 120_000);

  it('publishes the package that it made, with its provenance', async () => {
    const { failed, errors } = await run('npm');
    expect([failed, errors]).toEqual([false, expect.stringContaining(`Publishing to`)]);
    expect(errors).toContain('tag latest and public access (dry-run)');
    expect(called('npm').at(-1)).toMatch(/--ignore-scripts --provenance --access public --tag latest$/);
  }, 60_000);

  it('signs the image, and attests what is in it for each platform', async () => {
    const { failed, steps, used } = await run('image');
    expect(failed).toBe(false);
    expect(steps.tags?.outputs).toEqual({ tags: `ghcr.io/acme/castellan:${version}\nghcr.io/acme/castellan:latest` });
    expect(used.find(({ uses }) => uses.startsWith('docker/build-push-action'))?.with).toMatchObject({
      platforms: 'linux/amd64,linux/arm64',
      tags: `ghcr.io/acme/castellan:${version}\nghcr.io/acme/castellan:latest`,
    });
    const bill = (architecture: string) => `images/castellan-${version}-image-${architecture}.cdx.json`;
    expect(called('cosign')).toEqual([
      `cosign sign --yes --recursive ghcr.io/acme/castellan@${digest}`,
      `cosign attest --yes --type cyclonedx --predicate ${bill('amd64')} ghcr.io/acme/castellan@${index[0]?.digest}`,
      `cosign attest --yes --type cyclonedx --predicate ${bill('arm64')} ghcr.io/acme/castellan@${index[1]?.digest}`,
    ]);
    expect(called('castellan')[1]).toBe(`castellan sbom --image ghcr.io/acme/castellan@${index[1]?.digest} --output ${bill('arm64')}`);
  }, 60_000);

  it('pushes the chart and signs it by the digest that it got', async () => {
    const { failed, log } = await run('chart');
    expect(failed).toBe(false);
    expect(called('helm').at(-1)).toBe(`helm push out/chart/castellan-${version}.tgz oci://ghcr.io/acme/charts`);
    expect(called('cosign').at(-1)).toBe(`cosign sign --yes ghcr.io/acme/charts/castellan@sha256:${'c'.repeat(64)}`);
    expect(log).not.toContain('token-of-the-job');
    expect(readFileSync(machine.calls, 'utf8')).not.toContain('token-of-the-job');
  }, 60_000);

  it('lists, signs and publishes all of them', async () => {
    writeFileSync(join(files, `castellan-${version}-linux-x64`), 'an executable');
    const { failed, errors } = await run('release');
    expect([failed, errors]).toEqual([false, '']);
    expect(spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: files })).toMatchObject({ status: 0 });
    const listed = readFileSync(join(files, 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]);
    expect(listed).toEqual(
      expect.arrayContaining([`castellan-${version}-linux-x64`, `castellan-chart-${version}.tgz`, `castellan-${version}.tgz`]),
    );
    const [published = ''] = called('gh');
    for (const name of [...listed, 'SHA256SUMS', 'SHA256SUMS.sigstore.json']) expect(published).toContain(` out/files/${name}`);
    expect(published).toContain(` v${version} --notes-file out/notes.md --latest`);
    expect(readdirSync(files).length).toBe((listed.length ?? 0) + 2);
  }, 60_000);
});
