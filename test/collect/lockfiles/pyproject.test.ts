import { describe, expect, it } from 'vitest';
import { pyproject } from '../../../src/collect/lockfiles/formats/pyproject.js';
import { readFrom } from '../../support/memory-files.js';

const read = (text: string) => readFrom(pyproject, { 'pyproject.toml': text }, 'pyproject.toml');
const summary = async (text: string) => {
  const { packages, unresolved, local } = await read(text);
  return {
    packages: packages.map(({ name, version, scope }) => `${name}@${version} ${scope}`),
    unresolved: unresolved.map(({ name, scope }) => `${name} ${scope}`),
    local,
  };
};

describe('a pyproject.toml', () => {
  it('declares production, extras and development apart', async () => {
    const text = `[project]
name = "me"
dependencies = ["a==1"]
optional-dependencies = { x = ["b==2", "me[y]"], y = ["c>1"] }
[dependency-groups]
dev = ["d==4", { include-group = "lint" }]
lint = ["e"]
[tool.pdm.dev-dependencies]
old = ["f==6", "-e file:///\${PROJECT_ROOT}/sub#egg=sub"]
[tool.uv]
dev-dependencies = ["g==7"]
[tool.hatch.envs.docs]
dependencies = ["h==8"]
[tool.flit.metadata]
requires = ["i==9"]
`;
    expect(await summary(text)).toEqual({
      packages: ['a@1 prod', 'b@2 optional', 'd@4 dev', 'f@6 dev', 'g@7 dev', 'i@9 prod', 'h@8 dev'],
      unresolved: ['c optional', 'e dev'],
      local: ['sub'],
    });
  });

  it('leaves build requirements out, and is empty without dependencies', async () => {
    expect(await summary('[build-system]\nrequires = ["a==1"]\n[tool.black]\nline-length = 100\n')).toEqual({
      packages: [],
      unresolved: [],
      local: [],
    });
  });

  it('reads Poetry constraints by their own rules', async () => {
    const text = `[tool.poetry.dependencies]
python = "^3.11"
a = "1.2.3"
b = "=2.0"
c = "^1"
d = "1.*"
e = { git = "https://h.test/e.git", rev = "0123456789abcdef0123456789abcdef01234567" }
f = { url = "https://h.test/f-1.5.tar.gz" }
g = { path = "../g" }
h = { version = "*", extras = ["x"] }
`;
    expect(await summary(text)).toEqual({
      packages: ['a@1.2.3 prod', 'b@2.0 prod', 'e@null prod', 'f@1.5 prod'],
      unresolved: ['c prod', 'd prod', 'h prod'],
      local: ['g'],
    });
  });

  it('does not count twice what Poetry only adds a source to', async () => {
    const text = '[project]\nname = "me"\ndependencies = ["a==1"]\n[tool.poetry.dependencies]\na = { source = "internal" }\n';
    expect((await summary(text)).packages).toEqual(['a@1 prod']);
  });

  it('finds the line of each entry', async () => {
    const { packages } = await read(
      '[project]\ndependencies = [\n  # "a==0"\n  "a==1",\n  \'b==2\',\n]\n[tool.poetry.group.x.dependencies]\n"c" = "3"\n',
    );
    expect(packages.map(({ name, line }) => [name, line])).toEqual([
      ['a', 4],
      ['b', 5],
      ['c', 8],
    ]);
  });

  it('keeps index hosts without credentials', async () => {
    const { registries } = await read(
      '[[tool.uv.index]]\nurl = "https://u:secret@one.test/simple"\n[[tool.poetry.source]]\nurl = "https://two.test/simple"\n[[tool.pdm.source]]\nurl = "https://pypi.org/simple"\n',
    );
    expect(registries?.map(({ host }) => host)).toEqual(['one.test', 'two.test']);
  });

  it.each([
    ['dependencies that are no list', '[project]\ndependencies = "a==1"\n'],
    ['an entry that is a number', '[project]\ndependencies = [1]\n'],
    ['groups that are no table', '[dependency-groups]\nx = "a"\n'],
    ['an include without a name', '[dependency-groups]\nx = [{ group = "y" }]\n'],
    ['an unreadable requirement', '[project]\ndependencies = ["a=1"]\n'],
    ['a misspelt key', '[project]\ndependncies = ["a==1"]\n'],
    ['dependencies computed at build time', '[project]\ndynamic = ["dependencies"]\n'],
  ])('%s is an issue', async (_, text) => {
    expect((await read(text)).issues).toHaveLength(1);
  });

  it('yields to the locks it can have', () => {
    expect(pyproject.yieldsTo).toEqual(['poetry-lock', 'uv-lock', 'pdm-lock', 'pylock']);
  });
});
