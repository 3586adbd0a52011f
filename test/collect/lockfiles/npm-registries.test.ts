import { describe, expect, it } from 'vitest';
import { npmLock } from '../../../src/collect/lockfiles/formats/npm-lock/npm-lock.js';
import { packageJson } from '../../../src/collect/lockfiles/formats/package-json.js';
import { pnpmLock } from '../../../src/collect/lockfiles/formats/pnpm-lock/pnpm-lock.js';
import { yarnBerry } from '../../../src/collect/lockfiles/formats/yarn-berry/yarn-berry.js';
import { yarnClassic } from '../../../src/collect/lockfiles/formats/yarn-classic/yarn-classic.js';
import type { LockfileReader } from '../../../src/collect/reader.js';
import { type MemoryFiles, readFrom } from '../../support/memory-files.js';

const TOKEN = 'npm_0123456789abcdefghijklmnopqrstuvwxyz';
const NPMRC = `; settings
//npm.corp.example/:_authToken=${TOKEN}
@corp:registry=https://user:${TOKEN}@NPM.corp.example:8443/repo/
registry = "https://mirror.example/"
@later:registry=\${CORP_REGISTRY}
`;

describe('registries set beside a lock', () => {
  it.each<[string, LockfileReader, string]>([
    ['package-lock.json', npmLock, '{"lockfileVersion": 3, "packages": {}}'],
    ['package.json', packageJson, '{}'],
    ['pnpm-lock.yaml', pnpmLock, "lockfileVersion: '9.0'\n"],
    ['yarn.lock', yarnClassic, '# yarn lockfile v1\n'],
    ['yarn.lock', yarnBerry, '__metadata:\n  version: 8\n'],
  ])('are given by %s', async (name, reader, text) => {
    const result = await readFrom(reader, { [name]: text, '.npmrc': NPMRC }, name);
    expect(result.registries?.map(({ scope, host, line }) => [scope, host, line])).toEqual([
      ['@corp', 'npm.corp.example:8443', 3],
      ['*', 'mirror.example', 4],
    ]);
    expect(JSON.stringify(result)).not.toContain(TOKEN);
  });

  it('come from the nearest file up to the scan root', async () => {
    const files = {
      '.npmrc': 'registry=https://root.example/',
      'a/.npmrc': 'registry=https://near.example/',
      'a/b/package.json': '{}',
      'c/package.json': '{}',
    };
    expect(await hosts(files, 'a/b/package.json')).toEqual(['near.example']);
    expect(await hosts(files, 'c/package.json')).toEqual(['root.example']);
  });

  it('come from the settings of both Yarns as well', async () => {
    const yml = `npmRegistryServer: "https://default.example"
npmScopes:
  corp:
    npmAuthToken: ${TOKEN}
    npmRegistryServer: "https://corp.example"
npmRegistries:
  //other.example:
    npmAuthToken: ${TOKEN}
`;
    const files = {
      'package.json': '{}',
      '.yarnrc': '"@old:registry" "https://old.example/"\nregistry "https://yarn.example"\n',
      '.yarnrc.yml': yml,
    };
    const result = await readFrom(packageJson, files, 'package.json');
    expect(result.registries?.map(({ scope, host }) => `${scope} ${host}`)).toEqual([
      '@old old.example',
      '* yarn.example',
      '* default.example',
      '@corp corp.example',
    ]);
    expect(JSON.stringify(result)).not.toContain(TOKEN);
  });

  it('that cannot be read are named, and the lock is read', async () => {
    const files = {
      'package.json': '{"dependencies": {"a": "1.0.0"}}',
      '.npmrc': new Uint8Array([0xff, 0x00, 0xfe]),
      '.yarnrc.yml': 'a: &x\n',
    };
    const result = await readFrom(packageJson, files, 'package.json');
    expect(result.packages).toHaveLength(1);
    expect(result.issues.map((issue) => issue.path)).toEqual(['.npmrc', '.yarnrc.yml']);
  });
});

async function hosts(files: MemoryFiles, path: string): Promise<string[] | undefined> {
  return (await readFrom(packageJson, files, path)).registries?.map((item) => item.host);
}
