import { describe, expect, it } from 'vitest';
import { githubWorkflow } from '../../../src/collect/lockfiles/formats/github-workflow/github-workflow.js';
import { podfileLock } from '../../../src/collect/lockfiles/formats/podfile-lock/podfile-lock.js';
import { pubspecLock } from '../../../src/collect/lockfiles/formats/pubspec-lock/pubspec-lock.js';
import { stackLock } from '../../../src/collect/lockfiles/formats/stack-lock/stack-lock.js';
import type { LockfileReader, ReadResult } from '../../../src/collect/reader.js';
import { InputError } from '../../../src/support/errors.js';
import { outcomeOf } from '../../support/memory-files.js';

async function read(reader: LockfileReader, text: string): Promise<ReadResult> {
  const outcome = await outcomeOf(reader, 'file', text);
  if (outcome instanceof InputError) throw outcome;
  return outcome;
}

const step = (uses: string) => read(githubWorkflow, `jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: ${uses}\n`);

describe('workflows', () => {
  it.each(['.github/workflows/a.yml', 'sub/.github/workflows/b.yaml', 'action.yml', 'setup/action.yaml'])('takes %s', (path) => {
    expect(githubWorkflow.matches(path)).toBe(true);
  });

  it.each(['.github/workflows/sub/a.yml', '.github/dependabot.yml', 'workflows/a.yml', 'transaction.yml'])('leaves %s', (path) => {
    expect(githubWorkflow.matches(path)).toBe(false);
  });

  it('names an action by its repository, wherever in it the action lies', async () => {
    expect((await step('o/r/deep/in@v1.2')).packages).toMatchObject([{ name: 'o/r', version: 'v1.2', direct: true, line: 5 }]);
  });

  it('takes for a pinned commit only all of it', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    expect((await step(`o/r@${commit} # v4`)).packages[0]?.source).toEqual({ kind: 'git', url: 'https://github.com/o/r', commit });
    expect((await step('o/r@0123abc')).packages[0]?.source).toBeUndefined();
  });

  it.each(['o/r', 'o/$' + '{{ matrix.a }}@v1'])('cannot resolve %s', async (uses) => {
    expect(await step(uses)).toMatchObject({ packages: [], unresolved: [{ line: 5 }] });
  });

  it('says which images it did not look into', async () => {
    expect((await step('docker://alpine:3.20')).issues).toMatchObject([{ kind: 'unsupported_format', note: true }]);
  });

  it.each(['[]', '7', '../../..@'])('speaks up about %s', async (uses) => {
    const result = await step(uses);
    expect(result.issues.length + result.local.length).toBeGreaterThan(0);
    expect(result.packages).toEqual([]);
  });

  it('follows aliases without counting a use twice, and not for ever', async () => {
    const jobs = 'jobs:\n  a: &a\n    steps:\n      - uses: o/r@v1\n  b: *a\n';
    expect((await read(githubWorkflow, jobs)).packages).toHaveLength(1);
    const bomb = Array.from({ length: 12 }, (_, n) => `  j${n + 1}: &j${n + 1} [${`*j${n}, `.repeat(9)}*j${n}]`).join('\n');
    expect(await outcomeOf(githubWorkflow, 'file', `jobs:\n  j0: &j0 {steps: []}\n${bomb}\n`)).toMatchObject({ issue: 'too_many' });
  });

  it('read the steps below a key that is not known yet, and note it', async () => {
    const jobs = 'jobs:\n  a:\n    steps:\n      - parallel:\n          - uses: o/r@v1\n          - run: make\n      - wait: all\n';
    const { packages, issues } = await read(githubWorkflow, jobs);
    expect(packages).toMatchObject([{ name: 'o/r', version: 'v1', line: 5 }]);
    expect(issues.map(({ reason, note }) => [reason, note])).toEqual([
      ['unknown key "parallel"', true],
      ['unknown key "wait"', true],
    ]);
  });

  it('speak up about a step whose `uses` is misspelt', async () => {
    const { issues } = await read(githubWorkflow, 'jobs:\n  a:\n    steps:\n      - usess: o/r@v1\n');
    expect(issues.some(({ note }) => !note)).toBe(true);
  });

  it.each(['', '- a', 'name: x', 'a: b: c'])('refuses %j', async (text) => {
    expect(await outcomeOf(githubWorkflow, 'file', text)).toBeInstanceOf(InputError);
  });

  it.each([
    ['a line that is no YAML', 'name: "a" b\n'],
    ['a key twice', 'name: a\nname: b\n'],
    ['an alias of nothing', 'env: *gone\n'],
  ])('with %s are read all the same, and it is named', async (_, text) => {
    const result = await read(githubWorkflow, `${text}jobs:\n  a:\n    steps:\n      - uses: o/r@v1\n`);
    expect(result.packages).toMatchObject([{ name: 'o/r', version: 'v1', line: text.split('\n').length + 3 }]);
    expect(result.issues).toMatchObject([{ line: text.split('\n').length - 1 }]);
    expect(result.issues[0]).not.toHaveProperty('note');
  });
});

describe('locks in YAML', () => {
  it('keep versions as written, though YAML reads a number', async () => {
    const text = 'packages:\n  a:\n    dependency: transitive\n    description: {name: a}\n    source: hosted\n    version: 1.10\n';
    expect((await read(pubspecLock, text)).packages).toMatchObject([{ name: 'a', version: '1.10' }]);
  });

  it.each(['dependency: direct', 'source: hostel', 'versiom: 1.0.0'])('of pub: speak up about %s', async (change) => {
    const fields = ['dependency: transitive', 'source: hosted', 'version: 1.0.0'];
    const key = change.slice(0, 5);
    const text = `packages:\n  a:\n${fields.map((field) => `    ${field.startsWith(key) ? change : field}\n`).join('')}`;
    expect((await read(pubspecLock, text)).issues.length).toBeGreaterThan(0);
  });

  it('of CocoaPods: name what a subspec needs once, and never the pod itself', async () => {
    const text = 'PODS:\n  - A/X (1.0):\n    - A/Y\n    - B\n  - A/Y (1.0):\n    - B\n  - B (2.0)\nCOCOAPODS: 1.0\n';
    const { packages } = await read(podfileLock, text);
    expect(packages.map(({ name, dependencies }) => [name, dependencies])).toEqual([
      ['A', ['B@2.0']],
      ['B', []],
    ]);
  });

  it('of CocoaPods: take the mirror of the public specifications for public', async () => {
    const repository = 'https://github.com/CocoaPods/Specs.git';
    const { packages } = await read(podfileLock, `PODS:\n  - A (1.0)\nSPEC REPOS:\n  ${repository}:\n    - A\n`);
    expect(packages[0]?.source).toBeUndefined();
  });

  it('of Stack: find the version behind the last dash', async () => {
    const text = 'packages:\n- completed:\n    hackage: a-b2-c-1.2@rev:0\nsnapshots: []\n';
    expect((await read(stackLock, text)).packages).toMatchObject([{ name: 'a-b2-c', version: '1.2' }]);
  });

  it.each(['hackage: a-b', 'hackage: a-1.0 b-2.0', 'name: a'])('of Stack: speak up about %s', async (fields) => {
    expect(await read(stackLock, `packages:\n- completed:\n    ${fields}\n`)).toMatchObject({ packages: [], issues: [{}] });
  });
});
