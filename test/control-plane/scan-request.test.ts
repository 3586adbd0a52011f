import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Found } from '../../src/control-plane/jobs/worker/locate.js';
import { planScan } from '../../src/control-plane/jobs/worker/scan-request.js';
import { describe as told, UsageError } from '../../src/support/errors.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const POLICY = `version: 1
rules:
  - {id: no-beans, description: not used, action: fail, target: package, when: {name: [beans]}}
`;
const KEPT = { 'rules/policy.yaml': POLICY, 'rules/old.json': 'no JSON', 'rules/latin.yaml': Buffer.from([0x76, 0xff, 0xfe]) };

describe('the scan that a worker plans by a castellan.yaml', () => {
  const root = temporaryFolder();
  afterAll(root.dispose);
  beforeAll(() => {
    mkdirSync(join(root.path, 'outside'));
    for (const name of ['policy.yaml', 'castellan.yaml']) writeFileSync(join(root.path, 'outside', name), POLICY);
  });
  let count = 0;
  /** A project of its own: files by their paths, links by where they lead. */
  const projectOf = (files: Readonly<Record<string, string | Buffer>>, links: Readonly<Record<string, string>> = {}) => {
    const folder = join(root.path, `project-${++count}`);
    for (const [name, content] of Object.entries({ ...KEPT, ...files })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name));
    return folder;
  };
  const plan = (folder: string, { exclude = [], options, offline = false }: Asked = {}) =>
    planScan({ ...foundAt(folder), exclude }, options, offline);

  it.each<[string, string, Asked, object, string[]]>([
    ['says nothing of itself', 'version: 1\n', {}, { exclude: [], includeDev: true, offline: false }, []],
    ['is empty', '', {}, { exclude: [], includeDev: true }, []],
    ['begins with a byte order mark', '\uFEFFexclude: [gen]\n', {}, { exclude: ['gen'] }, []],
    ['excludes, and the job does not', 'exclude: [gen]\n', {}, { exclude: ['gen'] }, []],
    ['excludes something other than the job', 'exclude: [gen]\n', { exclude: ['lib'] }, { exclude: ['lib'] }, [overrides(1, 'exclude')]],
    ['excludes the same as the job', 'exclude: [gen, lib]\n', { exclude: ['gen', 'lib'] }, { exclude: ['gen', 'lib'] }, []],
    [
      'leaves out what the job asks for',
      'version: 1\ndev: false\n',
      { options: { include_dev: true } },
      { includeDev: true },
      [overrides(2, 'dev')],
    ],
    ['agrees with the job', 'dev: false\n', { options: { include_dev: false } }, { includeDev: false }, []],
    ['wants the network of a service without one', 'offline: false\n', { offline: true }, { offline: true }, [overrides(1, 'offline')]],
    ['wants no network of a service that has one', 'offline: true\n', {}, { offline: true }, []],
    [
      'is overridden in two keys, which are named at the line of the first that is named',
      '# ours\ndev: false\n\nexclude: [gen]\n',
      { exclude: ['lib'], options: { include_dev: true } },
      { exclude: ['lib'], includeDev: true },
      [overrides(4, 'exclude, dev')],
    ],
    [
      'has a gate',
      'fail_on_severity: low\n',
      {},
      { gates: expect.objectContaining({ failOnSeverity: 'low' }) },
      [gates(1, 'fail_on_severity')],
    ],
    [
      'has a policy in its project',
      'dev: false\npolicy: rules/policy.yaml\n',
      {},
      { gates: expect.objectContaining({ policy: expect.objectContaining({ rules: [expect.objectContaining({ id: 'no-beans' })] }) }) },
      [gates(2, 'policy')],
    ],
    [
      'has an overridden key and a gate',
      'warn_on: any\ndev: false\n',
      { options: { include_dev: true } },
      { includeDev: true },
      [overrides(2, 'dev'), gates(1, 'warn_on')],
    ],
    [
      'ignores something, which marks findings and is no gate',
      'ignores:\n  - {id: CVE-1999-0001, reason: no such code, expires: 2090-01-01}\n',
      {},
      { gates: expect.objectContaining({ ignores: [expect.objectContaining({ id: 'CVE-1999-0001' })] }) },
      [],
    ],
  ])('that %s', async (_, text, asked, request, notes) => {
    const planned = await plan(projectOf({ 'castellan.yaml': text }), asked);
    expect(planned.request).toMatchObject(request);
    expect(planned.notes.map(({ line, reason }) => `${line} ${reason}`)).toEqual(notes);
    for (const note of planned.notes) expect(note).toMatchObject({ path: 'castellan.yaml', kind: 'skipped', note: true });
  });

  it.each([
    ['no YAML', 'exclude: [gen\n', /^castellan\.yaml:\d+ /],
    ['a list in place of settings', '- exclude\n', /^castellan\.yaml/],
    ['one key twice', 'dev: true\ndev: false\n', /^castellan\.yaml:2 /],
    ['a key that there is none of', 'version: 1\nexcludes: [gen]\n', /^castellan\.yaml:2 .*excludes/],
    ['a setting of the command line alone', 'exit_zero: true\n', /^castellan\.yaml:1 .*exit_zero/],
    ['a value that there is none of', 'version: 1\nfail_on_severity: terrible\n', /^castellan\.yaml:2 /],
    ['a flag that is no truth', 'dev: perhaps\n', /^castellan\.yaml:1 /],
    ['a file above the project', 'policy: ../outside/policy.yaml\n', /^\.\.\/outside\/policy\.yaml .*cannot be read in the project/],
    ['a file by a way out and in again', 'policy: rules/../../outside/policy.yaml\n', /cannot be read in the project/],
    ['a link that leads outside', 'policy: out.yaml\n', /^out\.yaml .*cannot be read in the project/],
    ['a file in a linked folder', 'vex: [away/policy.yaml]\n', /^away\/policy\.yaml .*cannot be read in the project/],
    ['a link to nothing', 'policy: nowhere.yaml\n', /^nowhere\.yaml .*cannot be read in the project/],
    ['a file that is missing', 'baseline: rules/none.json\n', /^rules\/none\.json .*cannot be read in the project/],
    ['a folder', 'policy: rules\n', /^rules .*cannot be read in the project/],
    ['a baseline that is no report', 'baseline: rules/old.json\n', /^rules\/old\.json/],
    ['a policy that is no text', 'policy: rules/latin.yaml\n', /^rules\/latin\.yaml/],
  ])('is refused where it holds %s, without a path of this machine', async (_, text, message) => {
    const links = { 'out.yaml': '../outside/policy.yaml', away: '../outside', 'nowhere.yaml': 'gone.yaml' };
    const failure = await plan(projectOf({ 'castellan.yaml': text }, links)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(told(failure)).toMatch(message);
    expect(told(failure)).not.toContain(root.path);
  });

  it('stays inside where the name begins with a slash, as on no command line', async () => {
    const inProject = await plan(projectOf({ 'castellan.yaml': 'policy: /rules/policy.yaml\n' }));
    expect(inProject.request.gates.policy?.rules).toHaveLength(1);
    const absolute = projectOf({ 'castellan.yaml': `policy: ${join(root.path, 'outside/policy.yaml')}\n` });
    await expect(plan(absolute)).rejects.toThrow('cannot be read in the project');
  });

  it.each([
    ['a file', '../outside/castellan.yaml'],
    ['nothing', 'gone.yaml'],
  ])('is refused where it is itself a link out of the project, to %s', async (_, target) => {
    await expect(plan(projectOf({}, { 'castellan.yaml': target }))).rejects.toThrow('cannot be read in the project');
  });

  it('may be a link within the project, and goes before a castellan.yml', async () => {
    const files = { 'rules/shared.yaml': 'exclude: [shared]\n', 'castellan.yml': 'exclude: [second]\n' };
    expect((await plan(projectOf(files, { 'castellan.yaml': 'rules/shared.yaml' }))).request.exclude).toEqual(['shared']);
    const second = await plan(projectOf({ 'castellan.yml': 'exclude: [second]\n' }), { exclude: ['first'] });
    expect(second).toMatchObject({ request: { exclude: ['first'] }, notes: [{ path: 'castellan.yml', line: 1 }] });
  });

  it('is not looked for where files are scanned that are no project, nor in folders below it', async () => {
    const folder = projectOf({ 'castellan.yaml': 'nonsense: 1\n', 'inner/app/castellan.yaml': 'nonsense: 1\n' });
    const { project, ...files } = foundAt(folder);
    expect((await planScan(files, undefined, false)).notes).toEqual([]);
    expect((await plan(join(folder, 'inner'))).request.exclude).toEqual([]);
  });
});

interface Asked {
  exclude?: string[];
  options?: Parameters<typeof planScan>[1];
  offline?: boolean;
}

function foundAt(folder: string): Found {
  return { targets: [{ kind: 'path', value: folder }], cwd: '/', exclude: [], project: folder, readable: [folder] };
}

function overrides(line: number, keys: string): string {
  return `${line} ${keys}: not applied, the job or this service sets it`;
}

function gates(line: number, keys: string): string {
  return `${line} ${keys}: decides this report; the job is judged by the gates of this service`;
}
