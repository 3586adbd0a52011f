import { describe, expect, it } from 'vitest';
import { condaEnv } from '../../../src/collect/lockfiles/formats/conda-env/conda-env.js';
import { matchSpec } from '../../../src/collect/lockfiles/formats/conda-env/conda-match-spec.js';
import { InputError } from '../../../src/support/errors.js';
import { type MemoryFiles, readFrom } from '../../support/memory-files.js';

const read = (text: string, beside: MemoryFiles = {}) => readFrom(condaEnv, { 'environment.yml': text, ...beside }, 'environment.yml');

describe('a match spec', () => {
  it.each([
    ['numpy==2.0', 'numpy', '2.0'],
    ['numpy=2.0=py312_0', 'numpy', '2.0'],
    ['numpy 2.0 py312_0', 'numpy', '2.0'],
    ['numpy=2.0.1', 'numpy', '2.0.1'],
    ['conda-forge::numpy==2.0', 'numpy', '2.0'],
    ["conda-forge/linux-64::blas[version='1.0', build=mkl]", 'blas', '1.0'],
    ['_libgcc_mutex=0.1=main', '_libgcc_mutex', '0.1'],
    ['jpeg=9e=h5eee18b_1', 'jpeg', '9e'],
  ])('%s names one version', (text, name, version) => {
    expect(matchSpec(text)).toMatchObject({ name, version });
  });

  it.each([
    'numpy',
    'numpy=2.0',
    'numpy=2.0.*',
    'numpy>=2',
    'numpy >=2,<3',
    'numpy~=2.0',
    'numpy 1.*|2.*',
    'numpy[version=">=2"]',
    'numpy!=2.0.0',
  ])('%s leaves a choice', (text) => {
    expect(matchSpec(text)).toMatchObject({ name: 'numpy', version: null });
  });

  it.each(['', '==1.0', '::', '[x]'])('"%s" is none', (text) => {
    expect(matchSpec(text)).toBeUndefined();
  });
});

describe('an environment', () => {
  it('holds conda packages, and PyPI packages under pip', async () => {
    const { packages, unresolved, consumed } = await read(
      'dependencies:\n  - a=1.0=x\n  - pip:\n    - B_x==2.0\n    - c>=1\n    - -r more.txt\n',
      { 'more.txt': 'd==4\n' },
    );
    expect(packages.map(({ name, version, ecosystem, line, path }) => [name, version, ecosystem, line, path])).toEqual([
      ['a', '1.0', undefined, 2, undefined],
      ['b-x', '2.0', 'PyPI', 4, undefined],
      ['d', '4', 'PyPI', 1, 'more.txt'],
    ]);
    expect(unresolved).toMatchObject([{ name: 'c', ecosystem: 'PyPI', direct: true }]);
    expect(consumed).toEqual(['more.txt']);
  });

  it('without dependencies is empty: the name is used for other things too', async () => {
    expect(await read('stages:\n  - build\n')).toMatchObject({ packages: [], issues: [] });
  });

  it.each([
    ['a spec that is none', 'dependencies:\n  - "=="\n'],
    ['a nested list', 'dependencies:\n  - [a]\n'],
    ['a mapping that is not pip', 'dependencies:\n  - npm: [a]\n'],
    ['a pip part that is no list', 'dependencies:\n  - pip: a\n'],
    ['a pip entry that is no text', 'dependencies:\n  - pip: [[a]]\n'],
  ])('%s is an issue', async (_, text) => {
    expect((await read(text)).issues).toMatchObject([{ kind: 'invalid_entry' }]);
  });

  it.each([
    ['tabs', 'dependencies:\n  - b==1.0\n\t- a\n', 'unparsable'],
    ['a duplicate key', 'dependencies: [b==1.0]\ndependencies: [c]\n', 'invalid_entry'],
    ['a bracket that never closes', 'dependencies:\n  - b==1.0\nname: [x\n', 'unparsable'],
  ])('%s are named, and the rest is read', async (_, text, kind) => {
    const { issues, packages } = await read(text);
    expect(issues[0]).toMatchObject({ kind });
    expect(packages.map(({ name }) => name)).toContain('b');
  });

  it.each([
    ['no mapping', '- a: [\n'],
    ['no list', 'dependencies: a\n'],
    ['a size beyond the ceiling', `# ${'x'.repeat(4 * 1024 * 1024)}\n`],
  ])('%s fails', async (_, text) => {
    await expect(read(text)).rejects.toThrow(InputError);
  });

  it.each(['environment.yml', 'a/environment-dev.yaml', 'conda.yaml', 'conda-env.yml', 'environment_gpu.yml'])('is found as %s', (path) =>
    expect(condaEnv.matches(path)).toBe(true),
  );
  it.each(['environments.yml', 'conda-lock.yml', 'my-environment.txt', 'environment.ts'])('is not %s', (path) =>
    expect(condaEnv.matches(path)).toBe(false),
  );
});
