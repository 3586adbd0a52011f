import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';

const token = madeSecret(shapeNamed('github-pat'), new Dice(21));
let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const FILES = {
  'deploy.sh': `export GH_TOKEN=${token}\n`,
  'pod.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - {name: a, image: nginx, securityContext: {privileged: true}}\n',
};

async function scan(rules: string) {
  const cwd = projectFolder({ ...FILES, 'policy.yaml': `version: 1\nrules:\n${rules}` });
  const run = await database.run(['scan', '.', '--offline', '--no-vulnerabilities', '--format', 'json', '--policy', 'policy.yaml'], {
    cwd,
  });
  const { verdict } = JSON.parse(run.stdout) as { verdict: { gates: { gate: string; reason: string }[] } };
  return { ...run, gates: verdict.gates.filter(({ gate }) => gate === 'policy').map(({ reason }) => reason) };
}

const rule = (id: string, when: string) => `  - {id: ${id}, description: Not here., action: fail, target: finding, when: ${when}}\n`;

describe('a policy over findings', () => {
  it('judges secrets and infrastructure by their kind, each apart', async () => {
    const secrets = await scan(rule('no-secrets', '{kind: secret}'));
    expect(secrets.code).toBe(1);
    expect(secrets.gates).toEqual([expect.stringContaining('no-secrets')]);
    expect(secrets.gates[0]).toContain('secret-github-pat');
    expect(secrets.gates[0]).not.toContain('privileged');
    const infrastructure = await scan(rule('no-privilege', '{kind: iac, rule: "*privileged*"}'));
    expect(infrastructure.code).toBe(1);
    expect(infrastructure.gates).toEqual([expect.stringContaining('no-privilege')]);
    for (const { stdout, stderr } of [secrets, infrastructure]) expect(stdout + stderr).not.toContain(token.slice(4));
  });

  it('passes where no finding is of that kind', async () => {
    expect((await scan(rule('no-models', '{kind: model}'))).gates).toEqual([]);
  });
});
