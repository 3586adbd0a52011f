import { versionText } from '../model/version-text.js';
import type { Ecosystem } from './ecosystem.js';
import { pathNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { goSemver } from './versions/semver.js';

/** Go: module paths. The module cache and proxies write a capital as `!` and the small letter (module reference, "Module proxy"). */
export const go: Ecosystem = {
  name: 'Go',
  inOsv: true,
  purlType: 'golang',
  ordering: goSemver,
  nameForm: {
    form: 'host/path',
    fits: (name) => /^[^/\s]+\.[^/\s]+\/?/.test(name) || name === 'stdlib' || name === 'toolchain',
    registryOnly: true,
  },
  normaliseName: (name) => (name.includes('!') ? name.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name),
  ...pathNames,
  publicHosts: ['proxy.golang.org', 'goproxy.io', 'goproxy.cn'],
  upgradeCommand: (name, version) => {
    if (isGo(name)) return `go get ${shellWord(`toolchain@go${version}`)}`;
    return `go get ${shellWord(`${name}@${versionText({ ecosystem: 'Go', name }, version)}`)}`;
  },
};

function isGo(name: string): boolean {
  return name === 'stdlib' || name === 'toolchain';
}
