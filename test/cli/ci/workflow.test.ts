import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciInputs, spelled } from '../../../src/cli/ci/inputs.js';
import { ciOutputs } from '../../../src/cli/ci/outputs.js';
import { hasBash } from '../../support/doc-commands.js';
import { npmPackage, writeImages } from '../../support/image-archive.js';
import { execFileSync } from '../../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../../support/project-folder.js';
import { programPath, projectRoot } from '../../support/spawn-cli.js';
import { type Machine, runWorkflow } from '../../support/workflow-runner.js';
import { errorsBy } from '../../support/workflow-schema.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const action = parse(read('action.yml'));
const example = read('examples/ci/github/castellan.yml');

/** A machine without a network that has the program and the sample database. */
function machine(workspace: string, more: Partial<Machine> = {}): Machine {
  return {
    workspace,
    ...more,
    environment: { SERVICE_DB: database.file, ...more.environment },
    inputs: { program: programPath, 'update-database': 'false', arguments: '--offline', ...more.inputs },
  };
}

const READS_ALL = `
on: push
jobs:
  scan:
    runs-on: ubuntu-latest
    steps:
      - id: castellan
        uses: castellan-security/castellan@v0.1.0
        with:
          sarif-file: out/x.sarif
          badge-file: badge.json
          graph-file: graph.json
      - id: next
        if: always()
        env:
${Object.keys(ciOutputs)
  .map((name) => `          ${name.toUpperCase().replaceAll('-', '_')}: \${{ steps.castellan.outputs.${name} }}`)
  .join('\n')}
        run: |
${Object.keys(ciOutputs)
  .map((name) => `          echo "${name}=[$${name.toUpperCase().replaceAll('-', '_')}]" >> "$GITHUB_OUTPUT"`)
  .join('\n')}
          test -z "$SARIF_FILE" || test -s "$SARIF_FILE"
          test -z "$GRAPH_EXPORT_PATH" || test -s "$GRAPH_EXPORT_PATH"
`;

describe('action.yml in a workflow', () => {
  it('has every output read by the next step', async () => {
    const workspace = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { steps, codes, temporary } = await runWorkflow(READS_ALL, machine(workspace));
    expect(codes).toEqual([1, 0]);
    expect(steps.next?.outputs).toEqual({
      'sarif-file': '[out/x.sarif]',
      'exit-code': '[1]',
      'scan-status': '[violations]',
      'vulnerability-count': '[1]',
      'badge-file': '[badge.json]',
      'graph-export-path': '[graph.json]',
      'exposure-paths-count': '[0]',
      'blast-radius-critical-count': '[1]',
      'posture-grade': '[F]',
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    ['infrastructure code that a gate stops', 'iac', 'infra', { code: '1', status: 'violations', vulnerabilities: '0', critical: '1' }],
    ['infrastructure code that is well kept', 'iac', 'kept', { code: '0', status: 'clean', vulnerabilities: '0', critical: '0' }],
    ['an image with a vulnerable package', 'image', 'app.tar', { code: '1', status: 'violations', vulnerabilities: '1', critical: '1' }],
    ['an image without one', 'image', 'sound.tar', { code: '0', status: 'clean', vulnerabilities: '0', critical: '0' }],
    [
      'an image of a registry without a network',
      'image',
      'alpine:3.20',
      { code: '2', status: 'usage_error', vulnerabilities: '0', critical: '0' },
    ],
  ])('scans %s', async (_what, type, path, { code, status, vulnerabilities, critical }) => {
    const workspace = projectFolder({
      // Of no interest to either type.
      'package-lock.json': npmLock('minimist@1.2.5'),
      'infra/compose.yaml': 'services:\n  web:\n    image: nginx:1.27\n    volumes: ["/var/run/docker.sock:/var/run/docker.sock"]\n',
      'kept/Dockerfile': `FROM alpine:3.20@sha256:${'a'.repeat(64)}\nUSER 10001\nHEALTHCHECK CMD ["true"]\n`,
    });
    const step = { command: 'RUN npm install', members: [npmPackage('minimist', '1.2.5')] };
    writeImages(join(workspace, 'app.tar'), [{ tag: 'acme/app:1', steps: [step] }]);
    writeImages(join(workspace, 'sound.tar'), [{ tag: 'acme/app:2', steps: [{ ...step, members: [npmPackage('minimist', '1.2.8')] }] }]);
    const { steps, codes } = await runWorkflow(READS_ALL, machine(workspace, { inputs: { 'scan-type': type, path } }));
    expect(codes).toEqual([Number(code), 0]);
    expect(steps.next?.outputs).toMatchObject({
      'exit-code': `[${code}]`,
      'scan-status': `[${status}]`,
      'vulnerability-count': `[${vulnerabilities}]`,
      'blast-radius-critical-count': `[${critical}]`,
      'sarif-file': code === '2' ? '[]' : '[out/x.sarif]',
    });
  });

  it.each([
    ['true', 1],
    ['false', 0],
  ])('tells of an error where the program cannot be had, with fail %s', async (fail, code) => {
    const { steps, codes, errors } = await runWorkflow(
      READS_ALL,
      machine(projectFolder({}), { inputs: { program: '/nowhere/castellan', fail } }),
    );
    expect(codes).toEqual([code, 0]);
    expect(errors).toBe('error: /nowhere/castellan is not there\n');
    expect(steps.next?.outputs).toMatchObject({
      'sarif-file': '[]',
      'exit-code': '[1]',
      'scan-status': '[error]',
      'vulnerability-count': '[0]',
      'posture-grade': '[unknown]',
    });
  });

  it('installs the version it was released with, and says so when that cannot be had', async () => {
    const nowhere = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0', npm_config_cache: projectFolder({}) };
    const { steps, errors } = await runWorkflow(READS_ALL, machine(projectFolder({}), { environment: nowhere, inputs: { program: '' } }));
    expect(errors).toContain(`error: castellan@${JSON.parse(read('package.json')).version} cannot be installed\n`);
    expect(steps.next?.outputs).toMatchObject({ 'scan-status': '[error]', 'exit-code': '[1]' });
  });

  it.skipIf(!hasBash)('tells of an error where there is no Node.js', async () => {
    const folder = projectFolder({});
    symlinkSync(execFileSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim(), join(folder, 'bash'));
    const { steps, codes, errors } = await runWorkflow(READS_ALL, machine(projectFolder({}), { environment: { PATH: folder } }));
    expect({ codes, errors }).toEqual({ codes: [1, 0], errors: 'error: there is no Node.js; have actions/setup-node before this step\n' });
    expect(steps.next?.outputs).toMatchObject({ 'scan-status': '[error]', 'exit-code': '[1]' });
  });

  it('runs no script of a package that it installs', () => {
    for (const { run } of action.runs.steps)
      for (const [line] of run.matchAll(/^.*npm install.*$/gm)) expect(line).toContain('--ignore-scripts');
  });

  it('lets no name of a file make another output or command', async () => {
    const name = 'a\nposture-grade=A\n::error::owned';
    const workspace = projectFolder({ [`${name}/package-lock.json`]: npmLock('minimist@1.2.5'), '::warning::owned.txt': '' });
    const inputs = { path: '.', 'sarif-file': 'x.sarif\nposture-grade=A\nEOF' };
    const { steps, log, errors } = await runWorkflow(READS_ALL, machine(workspace, { inputs }));
    expect(Object.keys(steps.castellan?.outputs ?? {})).toEqual(Object.keys(ciOutputs));
    expect(steps.castellan?.outputs['posture-grade']).toBe('F');
    expect(`${log}${errors}`).not.toMatch(/^\s*::\w+::owned/m);
  });
});

describe('the workflow to copy', () => {
  it('is a workflow by its schema, with pinned actions and inputs that there are', () => {
    expect(errorsBy('github-workflow', parse(example))).toEqual([]);
    const steps: { uses?: string; with?: Record<string, unknown> }[] = parse(example).jobs.scan.steps;
    for (const { uses, with: inputs = {} } of steps) {
      if (uses === undefined) continue;
      const isOurs = uses.startsWith('castellan-security/castellan@');
      expect(uses).toMatch(isOurs ? `@v${JSON.parse(read('package.json')).version}` : /@[0-9a-f]{40}$/);
      if (isOurs) expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
    }
    expect(read('docs/ci.md')).toContain(example.replace(/^#.*\n/, '').trim());
  });

  it('runs: the report goes to code scanning, also of a scan that failed', async () => {
    const workspace = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { failed, used, log } = await runWorkflow(example, machine(workspace));
    expect(failed).toBe(true);
    expect(used.at(-1)).toEqual({ uses: expect.stringContaining('upload-sarif'), with: { sarif_file: 'castellan.sarif' } });
    expect(log).toContain('Castellan says violations, grade F.');
  });

  it("uploads nothing of a fork's pull request", async () => {
    const workspace = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const github = { event: { pull_request: { head: { repo: { fork: true } } } } };
    const { used } = await runWorkflow(example, machine(workspace, { github }));
    expect(used.map(({ uses }) => uses)).toEqual([expect.stringContaining('actions/checkout')]);
  });
});

describe('action.yml', () => {
  it('is an action by its schema, and pastes no input into a script', () => {
    expect(errorsBy('github-action', action)).toEqual([]);
    for (const step of action.runs.steps) {
      expect(step.run).not.toContain('${{');
      expect(step.uses).toBeUndefined();
    }
  });

  it('has the inputs of the table, hands each on, and `program`', () => {
    const { program, ...inputs } = action.inputs;
    expect(program.default).toBe('');
    const expected = Object.entries<{ help: string; default?: string; actionDefault?: string }>(ciInputs).map(([name, input]) => [
      name,
      { description: capital(input.help), default: input.actionDefault ?? input.default ?? '' },
    ]);
    expect(inputs).toEqual(Object.fromEntries(expected));
    const handed = Object.keys(ciInputs).map((name) => [`INPUT_${spelled(name as keyof typeof ciInputs)}`, `\${{ inputs.${name} }}`]);
    const [step] = action.runs.steps;
    expect(step.env).toEqual({ INPUT_PROGRAM: '${{ inputs.program }}', ...Object.fromEntries(handed) });
  });

  it('has the outputs of the contract', () => {
    const described = Object.entries<{ description: string }>(action.outputs).map(([name, { description }]) => [name, description]);
    expect(described).toEqual(Object.entries(ciOutputs).map(([name, help]) => [name, capital(help)]));
    for (const [name, { value }] of Object.entries<{ value: string }>(action.outputs))
      expect(value).toContain(`steps.castellan.outputs.${name} `);
  });
});

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
